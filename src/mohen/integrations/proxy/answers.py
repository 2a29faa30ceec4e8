"""What an upstream answered, made out of its bytes: at once or as a stream of events."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from mohen.core import outside_json
from mohen.integrations.proxy import chat, messages, responses
from mohen.integrations.proxy.conversation import Answer, Asked


class Dialect(NamedTuple):
    """One of the protocols."""

    read: Callable[..., Asked]
    answer: Callable[[Any], Answer]
    streamed: Callable[[Iterable[Any]], Answer]


_CHAT = Dialect(chat.read, chat.answer, chat.streamed)
_RESPONSES = Dialect(responses.read, responses.answer, responses.streamed)
_MESSAGES = Dialect(messages.read, messages.answer, messages.streamed)
_ENDINGS = {"/chat/completions": _CHAT, "/responses": _RESPONSES, "/messages": _MESSAGES}


def dialect_of(method: str, path: str) -> Dialect | None:
    """By how the address ends: what stands before it differs from server to server."""
    if method != "POST":
        return None
    return next((each for ending, each in _ENDINGS.items() if path.endswith(ending)), None)


def told(dialect: Dialect, content_type: str, body: bytes) -> Answer:
    """What was said; nothing where that cannot be made out."""
    text = body.decode(errors="replace")
    if content_type.startswith("text/event-stream"):
        return dialect.streamed(_events(text))
    try:
        return dialect.answer(outside_json.loads(text))
    except ValueError:
        return Answer()


def _events(text: str) -> Iterator[Any]:
    """The data of each event; of one that was cut off nothing."""
    data: list[str] = []
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        if line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
        elif not line and data:
            yield _value("\n".join(data))
            data = []


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None  # [DONE], or nothing that we know
