"""Serves a model on loopback until it is killed, and prints its address: llama.cpp, which speaks
OpenAI's protocol.

    python llama.py MODEL.gguf
"""

from __future__ import annotations

import os
import sys
import time

import xllamacpp

WINDOW = 16_384  # tokens


def main(path: str) -> None:
    asked = xllamacpp.CommonParams()
    asked.model.path = path
    asked.hostnames = ["127.0.0.1"]
    asked.port = 0
    asked.n_ctx, asked.n_parallel, asked.n_gpu_layers, asked.warmup = WINDOW, 1, 0, False
    asked.cpuparams.n_threads = asked.cpuparams_batch.n_threads = os.cpu_count() or 1
    server = xllamacpp.Server(asked)
    print(server.listening_address, flush=True)
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    main(sys.argv[1])
