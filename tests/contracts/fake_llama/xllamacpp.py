"""In the place of llama.cpp: serves a file that is no model, as far as Mohen asks for it.

A file that begins with BAD cannot be loaded; one that begins with CRASH dies in its first answer.
"""

from __future__ import annotations

import json
import os
import signal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

TEXT = ("雾从", "海上来。")


def CommonParams() -> Any:
    threads = {"cpuparams": SimpleNamespace(), "cpuparams_batch": SimpleNamespace()}
    return SimpleNamespace(model=SimpleNamespace(path=""), **threads)


class Server:
    def __init__(self, how: Any) -> None:
        content = Path(how.model.path).read_bytes()
        if content.startswith(b"BAD"):
            raise SystemExit(3)
        http = ThreadingHTTPServer((how.hostnames[0], how.port), _handler(how, content))
        http.daemon_threads = True
        self.listening_address = f"http://127.0.0.1:{http.server_port}"
        Thread(target=http.serve_forever, daemon=True).start()


def _handler(how: Any, content: bytes) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            models = [{"id": each, "meta": {"n_ctx": how.n_ctx}} for each in how.model_alias]
            self._say(200, json.dumps({"data": models}).encode())

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            wanted = [f"Bearer {each}" for each in how.api_keys]
            if wanted and self.headers.get("Authorization") not in wanted:
                self._say(401, b'{"error": {"message": "Invalid API Key"}}')
                return
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for each in TEXT:
                said = {"choices": [{"index": 0, "delta": {"content": each}}]}
                self.wfile.write(f"data: {json.dumps(said)}\n\n".encode())
                self.wfile.flush()
                if content.startswith(b"CRASH"):
                    os.kill(os.getpid(), signal.SIGKILL)
            self.wfile.write(b"data: [DONE]\n\n")

        def _say(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    return Handler
