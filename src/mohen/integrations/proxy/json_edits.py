"""Insertions into JSON as it was written: every byte that was there stays, in its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

_BLANKS = re.compile(r"[ \t\n\r]*+")
_decode = json.JSONDecoder().raw_decode


class Node(NamedTuple):
    """A value and where it stands in its text."""

    value: Any
    start: int
    end: int
    inside: tuple[Node, ...] = ()  # of a list whose elements were read one by one


class Edit(NamedTuple):
    """Text to stand from a place on, instead of what stood up to `end`: mostly nothing."""

    at: int
    end: int
    text: str


def root(text: str) -> Node:
    """The whole text, an object. Raises `ValueError`."""
    start = _after_blanks(text, 0)
    end = len(text.rstrip(" \t\n\r"))
    if text[start : start + 1] != "{" or text[end - 1 : end] != "}":
        raise ValueError("no object")
    return Node({}, start, end)


def members(text: str, node: Node, *lists: str) -> dict[str, Node]:
    """Of an object; of a name that is there twice the last, as most readers have it. `lists`: names
    of what is read element by element, so that nobody reads a long one twice. Raises
    `ValueError`."""
    found: dict[str, Node] = {}
    at = _after_blanks(text, node.start + 1)
    while text[at] != "}":
        name = _node(text, at)
        at = _after_blanks(text, _past(text, _after_blanks(text, name.end), ":"))
        if not isinstance(name.value, str):
            raise ValueError("no name")  # noqa: TRY004 - of text, which is not JSON then
        in_pieces = name.value in lists and text[at] == "["
        found[name.value] = each = _list(text, at) if in_pieces else _node(text, at)
        at = _next(text, each.end, "}")
    if at + 1 != node.end:
        raise ValueError("more than an object")
    return found


def elements(text: str, node: Node) -> tuple[Node, ...]:
    """Of a list."""
    return node.inside or _list(text, node.start).inside


def _list(text: str, start: int) -> Node:
    inside: list[Node] = []
    at = _after_blanks(text, start + 1)
    while text[at] != "]":
        inside.append(each := _node(text, at))
        at = _next(text, each.end, "]")
    return Node([each.value for each in inside], start, at + 1, tuple(inside))


def _node(text: str, at: int) -> Node:
    try:
        value, end = _decode(text, at)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return Node(value, at, end)


def _next(text: str, at: int, end: str) -> int:
    at = _after_blanks(text, at)
    if text[at] == end:
        return at
    at = _after_blanks(text, _past(text, at, ","))
    if text[at] == end:
        raise ValueError("a comma before the end")
    return at


def _past(text: str, at: int, mark: str) -> int:
    if text[at] != mark:
        raise ValueError(f"no {mark}")
    return at + 1


def _after_blanks(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return at if found is None else found.end()


# -- edits


def written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def into_string(node: Node, more: str) -> Edit:
    """Behind the last character."""
    return _insertion(node.end - 1, written(more)[1:-1])


def before(node: Node, text: str) -> Edit:
    return _insertion(node.start, text)


def behind(node: Node, text: str) -> Edit:
    return _insertion(node.end, text)


def first(node: Node, element: Any) -> Edit:
    """Before what a list holds."""
    return _insertion(node.start + 1, written(element) + ("," if node.value else ""))


def last(node: Node, element: Any) -> Edit:
    """Behind what a list holds."""
    return _insertion(node.end - 1, ("," if node.value else "") + written(element))


def member(node: Node, name: str, value: Any, *, beside: bool) -> Edit:
    """Before what an object holds; `beside`: it holds something."""
    return _insertion(node.start + 1, f"{written(name)}:{written(value)}" + ("," if beside else ""))


def instead(node: Node, value: Any) -> Edit:
    """In the place of null."""
    return Edit(node.start, node.end, written(value))


def _insertion(at: int, text: str) -> Edit:
    return Edit(at, at, text)


def edited(text: str, edits: Iterable[Edit]) -> str:
    """In the order in which they are named where two stand in one place."""
    pieces, done = [], 0
    for each in sorted(edits, key=lambda one: one.at):
        pieces += [text[done : each.at], each.text]
        done = each.end
    return "".join([*pieces, text[done:]])
