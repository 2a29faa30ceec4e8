"""JSON that comes back as it was given: key order, numbers, and every character.

What JSON has no word for is refused, not bent: a key that is no string, NaN, half a character. A
tuple is an array.
"""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from mohen.core import outside_json
from mohen.errors import DocumentTooLarge, InvalidArgument


def written(value: Any, most: int) -> str:
    """The value as text, at most so many bytes of it."""
    try:
        outside_json.refuse_deep(value)
    except outside_json.TooDeep:
        raise InvalidArgument("value is nested too deeply", field="value") from None
    _check(value)
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        size = len(text.encode())
    except UnicodeEncodeError:
        raise InvalidArgument(
            "value holds a lone surrogate, which is not a character", field="value"
        ) from None
    except ValueError:  # a whole number of thousands of digits
        raise InvalidArgument("value holds a number that is too long", field="value") from None
    if size > most:
        raise DocumentTooLarge(
            f"value is longer than {most} bytes: keep it in pieces", field="value", limitBytes=most
        )
    return text


def read(text: str) -> Any:
    return json.loads(text)


def _check(value: Any) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(key, str):
                raise InvalidArgument("value has a key that is not a string", field="value")
            _check(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            _check(inner)
    elif isinstance(value, float):
        if not isfinite(value):
            raise InvalidArgument("value holds a number that JSON does not know", field="value")
    elif value is not None and not isinstance(value, str | int):
        raise InvalidArgument("value holds something that is not JSON", field="value")
