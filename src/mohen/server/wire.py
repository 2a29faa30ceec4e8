"""JSON on the wire: bytes from outside become values, strictly; values become bytes.

JSON as the standard has it: no NaN, no infinity, no lone surrogate, no bottomless nesting.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import isfinite
from typing import Any

from mohen.core import outside_json
from mohen.errors import InvalidArgument

_ESCAPED_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_FIELD_CHARS = 120  # a field's name is the caller's text: long enough to find it by


def loads(raw: bytes) -> Any:
    """Parse, or raise `InvalidArgument` that says what is wrong and nothing of the content."""
    try:
        value = outside_json.loads(raw.decode(), parse_constant=_refuse, parse_float=_finite)
    except UnicodeDecodeError:
        raise InvalidArgument("the request is not UTF-8") from None
    except outside_json.TooDeep:
        raise InvalidArgument("the request is nested too deeply") from None
    except ValueError as error:
        where = f" at character {error.pos}" if isinstance(error, json.JSONDecodeError) else ""
        raise InvalidArgument(f"the request is not JSON{where}") from None
    if _ESCAPED_SURROGATE.search(raw):
        refuse_surrogates(value)
    return value


def peek_id(raw: bytes) -> str | int | None:
    """The id of a request that is refused, if one can be made out, so that its sender knows
    which of its requests it was."""
    try:
        value = json.loads(raw)  # however deep: nobody walks through it
        id = value.get("id")
        str(id).encode()
    except (ValueError, RecursionError, AttributeError):
        return None
    return id if isinstance(id, str | int) and not isinstance(id, bool) else None


def dumps(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def shortened(field: str) -> str:
    return field[:_FIELD_CHARS]


def _refuse(name: str) -> float:
    raise InvalidArgument(f"{name} is not a number that JSON knows")


def _finite(digits: str) -> float:
    value = float(digits)
    if not isfinite(value):
        raise InvalidArgument("a number is too large")
    return value


def refuse_foreign(value: Any) -> None:
    """What no request holds that came over a wire."""
    try:
        outside_json.refuse_deep(value)
    except outside_json.TooDeep:
        raise InvalidArgument("the request is nested too deeply") from None
    refuse_surrogates(value)


def refuse_surrogates(value: Any) -> None:
    """A lone surrogate is half a character: no file and no wire can carry it."""
    for path, text in _strings(value, ""):
        try:
            text.encode()
        except UnicodeEncodeError:
            field = shortened(path.removeprefix("payload.")).encode(errors="replace").decode()
            raise InvalidArgument(
                f"{field} holds a lone surrogate, which is not a character", field=field
            ) from None


def _strings(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            name = f"{path}.{key}" if path else str(key)
            yield name, str(key)
            yield from _strings(inner, name)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _strings(inner, f"{path}.{place}")
