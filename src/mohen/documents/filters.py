"""Which documents a filter lets through: by fields, equal or compared.

`{"status": "open", "score": {"$gte": 3}}`: all of it must hold. A field is named by its key, or by
a path of keys with dots between them. What cannot be compared does not match.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from mohen.errors import InvalidArgument

_MISSING: Any = object()
_ORDERED: dict[str, Callable[[Any, Any], bool]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}
OPERATORS = ("$eq", "$ne", *_ORDERED)


def check(filter: Mapping[str, Any]) -> None:
    """Raises `InvalidArgument` for an operator that nobody knows."""
    for wanted in filter.values():
        if isinstance(wanted, Mapping):
            unknown = [each for each in wanted if each.startswith("$") and each not in OPERATORS]
            if unknown:
                raise InvalidArgument(
                    f"filter knows only the operators {', '.join(OPERATORS)}", field="filter"
                )
            check(wanted)


def lets_through(value: Any, filter: Mapping[str, Any]) -> bool:
    return all(_fits(_field(value, name), wanted) for name, wanted in filter.items())


def _field(value: Any, name: str) -> Any:
    """By its own name, or along a path; a key with a dot in it goes before a path."""
    if not isinstance(value, dict):
        return _MISSING
    if name in value:
        return value[name]
    first, dot, rest = name.partition(".")
    return _field(value.get(first), rest) if dot else _MISSING


def _fits(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        if any(each.startswith("$") for each in wanted):
            return all(_holds(found, by, than) for by, than in wanted.items())
        return isinstance(found, dict) and lets_through(found, wanted)
    return _same(found, wanted)


def _holds(found: Any, by: str, than: Any) -> bool:
    if by == "$eq":
        return _same(found, than)
    if by == "$ne":
        return not _same(found, than)
    return _comparable(found, than) and _ORDERED[by](found, than)


def _same(found: Any, wanted: Any) -> bool:
    """As JSON: true is not 1, and what is not there is null."""
    if found is _MISSING:
        found = None
    if isinstance(found, bool) or isinstance(wanted, bool):
        return found is wanted
    if isinstance(found, list) and isinstance(wanted, list | tuple):
        return len(found) == len(wanted) and all(map(_same, found, wanted))
    if isinstance(found, dict) and isinstance(wanted, Mapping):
        return found.keys() == wanted.keys() and all(
            _same(found[key], each) for key, each in wanted.items()
        )
    return bool(found == wanted)


def _comparable(found: Any, than: Any) -> bool:
    if isinstance(found, bool) or isinstance(than, bool):
        return False
    numbers = isinstance(found, int | float) and isinstance(than, int | float)
    return numbers or (isinstance(found, str) and isinstance(than, str))
