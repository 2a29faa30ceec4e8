"""A model hub on loopback, as Hugging Face answers, well or badly; and Ollama's own API."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mmap import mmap
from threading import Event, Thread
from typing import Any

REPO, FILE = "mohen-test/small-GGUF", "small-q4.gguf"
NAME = f"{REPO}/{FILE}"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
_RESOLVED = f"/([^/]+/[^/]+)/resolve/(main|{COMMIT})/([^/]+)"
CONTENT = b"GGUF" + bytes(range(256)) * 4_096 * 3  # three blocks and a bit


class Hub:
    """`cut_at`: after so many bytes each line breaks. `promised`: another SHA-256 than the real."""

    def __init__(self, content: bytes | mmap = CONTENT) -> None:
        self.content = content
        self.files = [(REPO, FILE)]  # all with that content
        self.url = ""
        self.promised: str | None = hashlib.sha256(content).hexdigest()
        self.statuses: list[tuple[int, dict[str, str]]] = []  # of the next answers with bytes
        self.refused: int | None = None  # of every answer
        self.licence: str | None = "mit"
        self.cut_at: list[int] = []  # bytes of each of the next answers
        self.ranges: list[str | None] = []  # of each question for bytes
        self.has_ranges = True
        self.hold: Event | None = None  # each answer waits for it after its first block
        self.begun = Event()  # the first block went out


def _handler(hub: Hub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            if self.path.startswith("/cdn/"):
                self._say(200, {"Content-Length": str(len(hub.content)), "ETag": '"x"'}, b"")
            else:
                self._lead()

        def do_GET(self) -> None:
            if self.path == f"/api/models/{REPO}":
                said = json.dumps({"cardData": {"license": hub.licence}}).encode()
                self._say(200, {}, said)
            elif self.path.startswith("/cdn/"):
                self._give()
            else:
                self._lead()

        def _lead(self) -> None:
            """As the hub: elsewhere, with what it knows of the file."""
            asked = re.fullmatch(_RESOLVED, self.path)
            if hub.refused is not None:
                self._say(hub.refused, {}, b"{}")
            elif asked is None or (asked[1], asked[3]) not in hub.files:
                self._say(404, {}, b"{}")
            else:
                told = {"X-Repo-Commit": COMMIT, "X-Linked-Size": str(len(hub.content))}
                if hub.promised is not None:
                    told["X-Linked-ETag"] = f'"{hub.promised}"'
                self._say(302, {"Location": f"/cdn/{COMMIT}", **told}, b"")

        def _give(self) -> None:
            asked = self.headers.get("Range")
            hub.ranges.append(asked)
            if hub.statuses:
                self._say(*hub.statuses.pop(0), b"{}")
                return
            found = re.fullmatch(r"bytes=(\d+)-", asked or "") if hub.has_ranges else None
            at = int(found[1]) if found else 0
            if at >= len(hub.content):
                self._say(416, {}, b"")
                return
            body = memoryview(hub.content)[at:]
            ranged = {"Content-Range": f"bytes {at}-{len(hub.content) - 1}/{len(hub.content)}"}
            self.send_response(206 if found else 200)
            for name, value in {
                "Content-Length": str(len(body)),
                **(ranged if found else {}),
            }.items():
                self.send_header(name, value)
            self.end_headers()
            if hub.cut_at:
                body = body[: hub.cut_at.pop(0)]
                self.close_connection = True
            try:
                self.wfile.write(body[: 1 << 20])
                self.wfile.flush()
                hub.begun.set()
                if hub.hold is not None:
                    hub.hold.wait()
                self.wfile.write(body[1 << 20 :])
            except OSError:
                pass  # nobody listens any more

        def _say(self, status: int, headers: dict[str, str], body: bytes) -> None:
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@contextmanager
def hubbing(content: bytes | mmap = CONTENT) -> Iterator[Hub]:
    hub = Hub(content)
    with _served(_handler(hub)) as url:
        hub.url = url
        try:
            yield hub
        finally:
            if hub.hold is not None:
                hub.hold.set()


class OllamaApi:
    """Ollama's own API: what it has, and what it says while it pulls."""

    def __init__(self) -> None:
        self.url = ""
        self.has = ["llama3:latest"]
        self.lines: list[dict[str, Any]] = []
        self.asked: list[dict[str, Any]] = []
        self.hold: Event | None = None
        self.begun = Event()


def _ollama(api: OllamaApi) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps({"models": [{"name": each} for each in api.has]}).encode()
            self.send_response(200 if self.path == "/api/tags" else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            api.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()
            try:
                for place, line in enumerate(api.lines):
                    self.wfile.write(json.dumps(line).encode() + b"\n")
                    self.wfile.flush()
                    if place == 0:
                        api.begun.set()
                        if api.hold is not None:
                            api.hold.wait()
            except OSError:
                pass

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@contextmanager
def ollama_serving() -> Iterator[OllamaApi]:
    api = OllamaApi()
    with _served(_ollama(api)) as url:
        api.url = url
        try:
            yield api
        finally:
            if api.hold is not None:
                api.hold.set()


@contextmanager
def _served(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    http.daemon_threads = True
    thread = Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{http.server_port}"
    finally:
        http.shutdown()
        thread.join()
        http.server_close()
