"""Looking into JSON of others, which may be anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_NAMES = ("session_id", "conversation_id", "thread_id", "chat_id")


def at(value: Any, *path: str) -> Any:
    """What stands there, or None; a field of an object, or of a named tuple."""
    for name in path:
        if isinstance(value, dict):
            value = value.get(name)
        else:
            value = getattr(value, name, None) if isinstance(value, tuple) else None
    return value


def items(value: Any, name: str) -> Sequence[Any]:
    """The list that stands there, or none."""
    found = at(value, name)
    return found if isinstance(found, list) else ()


def item(value: Any, place: int, *path: str) -> Any:
    found = value[place] if isinstance(value, list) and len(value) > place else None
    return at(found, *path)


def text_of(value: Any) -> str:
    return value if isinstance(value, str) else ""


def named_in(metadata: Any) -> str:
    """The conversation, where a front-end names it in what it may say freely."""
    return next((found for each in _NAMES if (found := text_of(at(metadata, each)))), "")
