"""A server on loopback that speaks /v1/embeddings, well or badly."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

import numpy as np

from mohen.adapters.embedders.builtin import Builtin
from mohen.policy import Policy

Reply = tuple[int, bytes]
Behaviour = Callable[[dict[str, Any]], Reply]

BUILTIN = Builtin(Policy())


class EmbeddingServer:
    """Answers with `behave`; remembers what it was asked and with which key."""

    def __init__(self) -> None:
        self.behave: Behaviour = good
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.url = ""
        self.release = Event()

    def hang(self, _: dict[str, Any]) -> Reply:
        self.release.wait()
        return 500, b"{}"


def vectors(request: dict[str, Any]) -> list[list[float]]:
    rows: list[list[float]] = BUILTIN.embed(request["input"]).tolist()
    return rows


def answer(rows: list[Any]) -> Reply:
    """The rows in reverse, numbered: a client must go by number."""
    data = [{"object": "embedding", "index": i, "embedding": row} for i, row in enumerate(rows)]
    body = {"object": "list", "model": "m", "data": data[::-1], "usage": {}}
    return 200, json.dumps(body).encode()


def good(request: dict[str, Any]) -> Reply:
    return answer(vectors(request))


def base64(request: dict[str, Any]) -> Reply:
    rows = [np.array(row, dtype="<f4").tobytes() for row in vectors(request)]
    return answer([b64encode(row).decode() for row in rows])


def one_short(request: dict[str, Any]) -> Reply:
    return answer(vectors(request)[:-1])


def not_finite(request: dict[str, Any]) -> Reply:
    return answer([[float("nan"), 1.0] for _ in request["input"]])


def unlike(request: dict[str, Any]) -> Reply:
    return answer([[1.0] * (1 + place) for place, _ in enumerate(request["input"])])


def unnumbered(request: dict[str, Any]) -> Reply:
    data = [{"index": 0, "embedding": row} for row in vectors(request)]
    return 200, json.dumps({"data": data}).encode()


def words(_: dict[str, Any]) -> Reply:
    return 200, json.dumps({"data": [{"index": 0, "embedding": ["a"]}]}).encode()


def garbage(_: dict[str, Any]) -> Reply:
    return 200, b'{"data": [{"embe'


def list_of_nothing(_: dict[str, Any]) -> Reply:
    return 200, b'{"data": []}'


def not_an_object(_: dict[str, Any]) -> Reply:
    return 200, b"[1, 2]"


def refusing(status: int) -> Behaviour:
    """Refuses as real servers do: with the key and the text in the body."""

    def behave(request: dict[str, Any]) -> Reply:
        text = f"bad key sk-secret-key for {request['input']}"
        return status, json.dumps({"error": {"message": text}}).encode()

    return behave


def _handler(server: EmbeddingServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            size = int(self.headers["Content-Length"])
            request = json.loads(self.rfile.read(size))
            server.asked.append(request)
            server.keys.append(self.headers.get("Authorization", ""))
            status, body = server.behave(request)
            try:
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except OSError:
                pass  # a client that timed out has gone

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@contextmanager
def serving() -> Iterator[EmbeddingServer]:
    server = EmbeddingServer()
    http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(server))
    server.url = f"http://127.0.0.1:{http.server_port}/v1"
    thread = Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.release.set()
        http.shutdown()
        thread.join()
        http.server_close()
