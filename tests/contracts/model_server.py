"""A server on loopback that speaks /v1/chat/completions, well or badly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from types import MappingProxyType
from typing import Any, NamedTuple


class Said(NamedTuple):
    status: int
    body: bytes
    headers: Mapping[str, str] = MappingProxyType({})


Behaviour = Callable[[dict[str, Any]], Said]


class ModelServer:
    """Answers with `behave`; remembers what it was asked and with which key."""

    def __init__(self) -> None:
        self.behave: Behaviour = answering('{"rules": []}')
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.url = ""
        self.release = Event()

    def hang(self, _: dict[str, Any]) -> Said:
        self.release.wait()
        return Said(500, b"{}")


def answering(text: Any, **usage: Any) -> Behaviour:
    """Says `text`; counts tokens when it is told the counts."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant"}}
    choice["message"]["content"] = text
    body: dict[str, Any] = {"id": "c", "object": "chat.completion", "created": 1, "model": "m"}
    body["choices"] = [choice]
    if usage:
        body["usage"] = usage
    return saying(body)


def saying(body: Any) -> Behaviour:
    return lambda _: Said(200, json.dumps(body).encode())


def garbage(_: dict[str, Any]) -> Said:
    return Said(200, b'{"choices": [{"mess')


def page(_: dict[str, Any]) -> Said:
    return Said(200, b"<html>captive portal</html>", {"Content-Type": "text/html"})


def refusing(status: int, **headers: str) -> Behaviour:
    """Refuses as real servers do: with the key and the prompt in the body."""

    def behave(request: dict[str, Any]) -> Said:
        text = f"bad key sk-secret-key for {request['messages']}"
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return Said(status, json.dumps({"error": {"message": text}}).encode(), named)

    return behave


def in_turn(*behaviours: Behaviour) -> Behaviour:
    """One after the other; the last again and again."""
    left = list(behaviours)
    return lambda request: (left.pop(0) if len(left) > 1 else left[0])(request)


def without_json_format(behave: Behaviour) -> Behaviour:
    """A server that knows no `response_format`."""
    return lambda request: (
        refusing(400)(request) if "response_format" in request else behave(request)
    )


def _handler(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            size = int(self.headers["Content-Length"])
            request = json.loads(self.rfile.read(size))
            server.asked.append(request)
            server.keys.append(self.headers.get("Authorization", ""))
            said = server.behave(request)
            headers = {
                "Content-Type": "application/json",
                "Content-Length": str(len(said.body)),
                **said.headers,
            }
            try:
                self.send_response(said.status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(said.body)
            except OSError:
                pass  # a client that timed out has gone

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@contextmanager
def serving() -> Iterator[ModelServer]:
    server = ModelServer()
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
