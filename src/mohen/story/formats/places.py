"""Values inside a JSON value: found, put, cut out and filled in again by their places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any

from mohen.story.formats.model import Part, Place


def at(value: Any, place: Place) -> Any:
    """What stands there; `KeyError`, `IndexError` or `TypeError` where nothing does."""
    for step in place:
        value = value[step]
    return value


def put(value: Any, place: Place, new: Any) -> Any:
    """The value with another one at a place, which must be there."""
    if not place:
        return new
    at(value, place[:-1])[place[-1]] = new
    return value


def has(value: Any, place: Place) -> bool:
    try:
        at(value, place)
    except (KeyError, IndexError, TypeError):
        return False
    return True


def cut(value: Any, things: Sequence[Place], texts: Iterable[Place]) -> tuple[Any, list[Any]]:
    """The value without its things and texts, and the things, each without those inside it."""
    body = deepcopy(value)
    for place in texts:
        body = put(body, place, "")
    taken: dict[Place, Any] = {}
    for place in sorted(things, key=len, reverse=True):
        taken[place] = at(body, place)
        body = put(body, place, None)
    return body, [taken[place] for place in things]


def joined(body: Any, holes: Iterable[Place], things: Iterable[Part], texts: Iterable[Part]) -> Any:
    """The value put together again. A thing that is gone leaves no hole, a text an empty one."""
    whole, held = deepcopy(body), {each.place: each.value for each in things}
    said: dict[Place, str] = {}
    for each in texts:
        said[each.place] = said.get(each.place, "") + each.value
    for place in sorted(held, key=len):
        if not place or has(whole, place):
            whole = put(whole, place, deepcopy(held[place]))
    for place, text in said.items():
        if has(whole, place):
            whole = put(whole, place, text)
    # From the end, so that the numbers of those before stay true.
    for place in sorted((each for each in holes if each not in held), key=_order, reverse=True):
        if place and has(whole, place):
            del at(whole, place[:-1])[place[-1]]
        elif not place:
            whole = None
    return whole


def _order(place: Place) -> tuple[tuple[int, int, str], ...]:
    return tuple((0, step, "") if isinstance(step, int) else (1, 0, step) for step in place)
