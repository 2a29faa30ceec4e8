"""A language model that is none: answers every request in its own dialect, and keeps what it was
asked. On loopback, so that a real client can be run without a network or a key."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ANSWER = "All right."
MODEL = "fake-model"


class FakeModel(ThreadingHTTPServer):
    """`asked` has the body of every request for an answer, in order."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is none of our troubles."""


@contextmanager
def serving() -> Iterator[FakeModel]:
    server = FakeModel()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    server: FakeModel
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path.partition("?")[0].endswith("/models"):
            self._json({"object": "list", "data": [{"id": MODEL, "object": "model"}]})
        else:
            self._json({})

    def do_HEAD(self) -> None:
        self._json({})

    def do_POST(self) -> None:
        body = self._body()
        path = self.path.partition("?")[0]
        dialect = _DIALECTS.get(path.rpartition(":")[2] if ":" in path else path.rsplit("/v1")[-1])
        if dialect is None:
            self._json({})
            return
        self.server.asked.append(body)
        wanted = json.loads(body)
        whole, events = dialect
        if not wanted.get("stream") and "streamGenerateContent" not in path:
            self._json(whole(wanted))
            return
        told = "".join(events(wanted)).encode()
        self._answer(told, "text/event-stream")

    def _body(self) -> str:
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            parts = []
            while size := int(self.rfile.readline().strip() or b"0", 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            return b"".join(parts).decode()
        return self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()

    def _json(self, said: Any) -> None:
        self._answer(json.dumps(said).encode(), "application/json")

    def _answer(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


# -- Anthropic's messages


def _message(wanted: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": wanted.get("model", MODEL),
        "content": [{"type": "text", "text": ANSWER}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 10, "output_tokens": 3},
    }


def _message_events(wanted: dict[str, Any]) -> Iterator[str]:
    start = {**_message(wanted), "content": [], "stop_reason": None}
    delta = {"type": "text_delta", "text": ANSWER}
    for event in (
        {"type": "message_start", "message": start},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn", "stop_sequence": None},
            "usage": {"output_tokens": 3},
        },
        {"type": "message_stop"},
    ):
        yield _event(event)


# -- OpenAI's responses


def _item() -> dict[str, Any]:
    text = {"type": "output_text", "text": ANSWER, "annotations": []}
    return {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": [text],
    }


def _response(wanted: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 0,
        "status": "completed",
        "model": wanted.get("model", MODEL),
        "output": [_item()],
        "usage": {
            "input_tokens": 10,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": 3,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 13,
        },
    }


def _response_events(wanted: dict[str, Any]) -> Iterator[str]:
    begun = {**_response(wanted), "status": "in_progress", "output": []}
    empty = {**_item(), "status": "in_progress", "content": []}
    place = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    for event in (
        {"type": "response.created", "response": begun},
        {"type": "response.output_item.added", "output_index": 0, "item": empty},
        {"type": "response.output_text.delta", **place, "delta": ANSWER},
        {"type": "response.output_item.done", "output_index": 0, "item": _item()},
        {"type": "response.completed", "response": _response(wanted)},
    ):
        yield _event(event)


# -- OpenAI's chat completions


def _completion(wanted: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": "chatcmpl_1",
        "object": "chat.completion",
        "created": 0,
        "model": wanted.get("model", MODEL),
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": ANSWER},
                "finish_reason": "stop",
            }
        ],
        "usage": {"prompt_tokens": 10, "completion_tokens": 3, "total_tokens": 13},
    }


def _completion_events(wanted: dict[str, Any]) -> Iterator[str]:
    head = {**_completion(wanted), "object": "chat.completion.chunk"}
    said = {"role": "assistant", "content": ANSWER}
    choices = ({"delta": said, "finish_reason": None}, {"delta": {}, "finish_reason": "stop"})
    for choice in choices:
        chunk = {**head, "choices": [{"index": 0, **choice}]}
        yield f"data: {json.dumps(chunk)}\n\n"
    yield "data: [DONE]\n\n"


# -- Google's contents


def _content(_wanted: dict[str, Any]) -> dict[str, Any]:
    said = {"role": "model", "parts": [{"text": ANSWER}]}
    return {
        "candidates": [{"content": said, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {
            "promptTokenCount": 10,
            "candidatesTokenCount": 3,
            "totalTokenCount": 13,
        },
        "modelVersion": MODEL,
    }


def _content_events(wanted: dict[str, Any]) -> Iterator[str]:
    yield f"data: {json.dumps(_content(wanted))}\n\n"


def _event(event: dict[str, Any]) -> str:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"


_DIALECTS = {
    "/messages": (_message, _message_events),
    "/responses": (_response, _response_events),
    "/chat/completions": (_completion, _completion_events),
    "generateContent": (_content, _content_events),
    "streamGenerateContent": (_content, _content_events),
}
