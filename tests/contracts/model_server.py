"""A server on loopback that speaks /v1/chat/completions, well or badly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any

from contracts.loopback import Behaviour, Loopback, Said, listening

ModelServer = Loopback


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


def event(text: str | None = None, *, finish: str | None = None, **more: Any) -> bytes:
    """One server-sent event of a stream."""
    delta = {} if text is None else {"content": text}
    body = {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta}], **more}
    if finish is not None:
        body["choices"][0]["finish_reason"] = finish
    return f"data: {json.dumps(body, ensure_ascii=False)}\n\n".encode()


DONE = b"data: [DONE]\n\n"


def streaming(*pieces: str, **usage: Any) -> Behaviour:
    """Says each piece in an event of its own, as real servers do."""
    events = [event(""), *(event(each) for each in pieces), event(finish="stop")]
    if usage:
        events.append(event(choices=[], usage=usage))
    return sending(*events, DONE)


def sending(*events: bytes) -> Behaviour:
    return feeding(lambda: events)


def feeding(events: Callable[[], Iterable[bytes]]) -> Behaviour:
    """A stream of whatever these are."""
    return lambda _: Said(200, iter(events()), {"Content-Type": "text/event-stream; charset=utf-8"})


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


def telling(status: int, error: Any, **headers: str) -> Behaviour:
    """Refuses with an error in the server's own words."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda _: Said(status, json.dumps({"error": error}, ensure_ascii=False).encode(), named)


def in_turn(*behaviours: Behaviour) -> Behaviour:
    """One after the other; the last again and again."""
    left = list(behaviours)
    return lambda request: (left.pop(0) if len(left) > 1 else left[0])(request)


def without_json_format(behave: Behaviour) -> Behaviour:
    """A server that knows no `response_format`."""
    return lambda request: (
        refusing(400)(request) if "response_format" in request else behave(request)
    )


def without(*fields: str, otherwise: Behaviour) -> Behaviour:
    """A server that refuses a question with any of these fields."""
    return lambda request: (
        refusing(400)(request) if set(fields) & request.keys() else otherwise(request)
    )


def serving() -> AbstractContextManager[ModelServer]:
    return listening(answering('{"rules": []}'))
