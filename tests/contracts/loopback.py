"""A server on loopback that is asked for JSON, and says what a test wants it to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from types import MappingProxyType
from typing import Any, NamedTuple


class Said(NamedTuple):
    status: int
    body: bytes | Iterable[bytes]  # at once, or piece by piece until the connection is closed
    headers: Mapping[str, str] = MappingProxyType({})


Behaviour = Callable[[dict[str, Any]], Said]


class Loopback:
    """Answers with `behave`; remembers what it was asked and with which key."""

    def __init__(self, behave: Behaviour) -> None:
        self.behave = behave
        self.told: dict[str, Any] = {}  # what is said to a GET, by its path
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.url = ""
        self.release = Event()
        self.hung_up = Event()  # a client went before it had heard everything

    def hang(self, _: dict[str, Any]) -> Said:
        self.release.wait()
        return Said(500, b"{}")


def _handler(server: Loopback) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            size = int(self.headers["Content-Length"])
            request = json.loads(self.rfile.read(size))
            server.asked.append(request)
            server.keys.append(self.headers.get("Authorization", ""))
            said = server.behave(request)
            whole = isinstance(said.body, bytes)
            length = {"Content-Length": str(len(said.body))} if whole else {}
            headers = {"Content-Type": "application/json", **length, **said.headers}
            try:
                self.send_response(said.status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                for piece in [said.body] if whole else said.body:
                    self.wfile.write(piece)
            except OSError:
                server.hung_up.set()  # a client that timed out has gone

        def do_GET(self) -> None:
            server.keys.append(self.headers.get("Authorization", ""))
            told = server.told.get(self.path)
            said = told if isinstance(told, Said) else Said(200, json.dumps(told).encode())
            self.send_response(404 if told is None else said.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(said.body)))
            self.end_headers()
            self.wfile.write(said.body)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@contextmanager
def listening(behave: Behaviour, port: int = 0) -> Iterator[Loopback]:
    server = Loopback(behave)
    http = ThreadingHTTPServer(("127.0.0.1", port), _handler(server))
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
