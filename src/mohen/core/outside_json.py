"""JSON that others wrote: files, answers of models, requests. Nested within reason, or refused.

How deep Python itself goes differs from version to version, and what it reads may still be too deep
for whoever walks through it afterwards.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

_DEEPEST = 100


class TooDeep(ValueError):
    """It is nested deeper than anything that means something."""


def loads(text: str | bytes, **hooks: Any) -> Any:
    """The value, or `ValueError`."""
    try:
        value = json.loads(text, **hooks)
    except RecursionError:
        raise TooDeep("nested too deeply") from None
    if _opened(text) > _DEEPEST:
        refuse_deep(value)
    return value


def _opened(text: str | bytes) -> int:
    """At least as many as it is deep: most of what comes need not be looked through."""
    if isinstance(text, str):
        return text.count("[") + text.count("{")
    return text.count(b"[") + text.count(b"{")


def refuse_deep(value: Any) -> None:
    """Level by level: what is deep is not walked through by calls within calls."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            return
    raise TooDeep("nested too deeply")


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list | tuple) else ()
