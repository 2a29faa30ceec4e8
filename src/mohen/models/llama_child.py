"""The program that serves one file of weights on loopback with llama.cpp, until its parent ends.

It is told on standard input, on one line, what to serve; it says where on standard output. When its
input ends, so does it: a parent that was killed leaves nobody behind.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from importlib import import_module
from typing import Any


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal means the parent
    asked = json.loads(sys.stdin.readline())
    server = serve(import_module("xllamacpp"), asked)
    sys.stdout.write(json.dumps({"url": server.listening_address}) + "\n")
    sys.stdout.flush()
    sys.stdin.read()
    os._exit(0)  # without waiting for whoever is being answered


def serve(llama: Any, asked: dict[str, Any]) -> Any:
    """Returns when the weights are loaded."""
    how = llama.CommonParams()
    how.model.path = asked["path"]
    how.model_alias = {asked["name"]}
    how.hostnames = ["127.0.0.1"]
    how.port = asked["port"]
    how.api_keys = [asked["key"]] if asked["key"] else []
    how.n_ctx, how.n_parallel, how.warmup = asked["window"], 1, False
    how.cpuparams.n_threads = how.cpuparams_batch.n_threads = os.cpu_count() or 1
    return llama.Server(how)


if __name__ == "__main__":
    main()
