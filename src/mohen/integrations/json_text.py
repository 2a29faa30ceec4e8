"""Changes one entry of a JSON text and leaves every other byte as it is.

Reads what hosts read: JSON with comments and trailing commas, and JSON5's bare names and single
quotes. Works on the text, so that comments, order and indentation stay the user's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from mohen.core.values import dataclass
from mohen.errors import InvalidArgument

_BLANK = re.compile(r"(?:[\s\ufeff]++|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)*+")
_STRING = re.compile(r'"(?:[^"\\\n]++|\\.)*+"|' + r"'(?:[^'\\\n]++|\\.)*+'", re.DOTALL)
_WORD = re.compile(r"[^\s\"'{}\[\],:/]++")
_DEEPEST = 200
_WORDS = {"true": True, "false": False, "null": None}


@dataclass(frozen=True, slots=True)
class Node:
    """A value and where it stands. Of an object the names with where each begins."""

    start: int
    end: int
    value: Any
    members: tuple[tuple[str, int, Node], ...] = ()
    items: tuple[Node, ...] = ()

    def get(self, name: str) -> Node | None:
        return next((node for key, _, node in self.members if key == name), None)


class _Broken(Exception):
    pass


def read(text: str) -> Node:
    """The whole text. Raises `InvalidArgument`."""
    try:
        node = _Reader(text).whole()
    except (_Broken, ValueError):
        raise InvalidArgument("the file is not JSON: mend it first") from None
    if not isinstance(node.value, dict):
        raise InvalidArgument("the file is not a JSON object: mend it first")
    return node


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text

    def whole(self) -> Node:
        at = self._skip(0)
        if at == len(self._text):  # an empty file is an empty object that is yet to be written
            return Node(at, at, {})
        node = self._value(at, 0)
        if self._skip(node.end) != len(self._text):
            raise _Broken
        return node

    def _skip(self, at: int) -> int:
        found = _BLANK.match(self._text, at)
        return at if found is None else found.end()

    def _value(self, at: int, depth: int) -> Node:
        if depth > _DEEPEST:
            raise _Broken
        first = self._text[at : at + 1]
        if first == "{":
            return self._object(at, depth)
        if first == "[":
            return self._array(at, depth)
        end, value = self._scalar(at)
        return Node(at, end, value)

    def _scalar(self, at: int) -> tuple[int, Any]:
        if found := _STRING.match(self._text, at):
            return found.end(), _unquoted(found.group())
        found = _WORD.match(self._text, at)
        if found is None:
            raise _Broken
        word = found.group()
        return found.end(), _WORDS[word] if word in _WORDS else _number(word)

    def _object(self, at: int, depth: int) -> Node:
        members: list[tuple[str, int, Node]] = []
        end = at + 1
        for begins in self._places(at + 1, "}"):
            if begins < 0:
                end = -begins
                break
            close, name = self._scalar(begins)
            colon = self._skip(close)
            if self._text[colon : colon + 1] != ":":
                raise _Broken
            node = self._value(self._skip(colon + 1), depth + 1)
            members.append((str(name), begins, node))
            self._reached = node.end
        value = {name: node.value for name, _, node in members}
        return Node(at, end, value, members=tuple(members))

    def _array(self, at: int, depth: int) -> Node:
        items: list[Node] = []
        end = at + 1
        for begins in self._places(at + 1, "]"):
            if begins < 0:
                end = -begins
                break
            items.append(self._value(begins, depth + 1))
            self._reached = items[-1].end
        return Node(at, end, [each.value for each in items], items=tuple(items))

    def _places(self, at: int, closing: str) -> Iterator[int]:
        """Where each member begins; at last the end of it all, below zero."""
        at = self._skip(at)
        while self._text[at : at + 1] != closing:
            yield at
            at = self._skip(self._reached)
            if self._text[at : at + 1] == ",":
                at = self._skip(at + 1)
            elif self._text[at : at + 1] != closing:
                raise _Broken
        yield -(at + 1)


def _unquoted(text: str) -> str:
    if text.startswith('"'):
        return str(json.loads(text, strict=False))
    inner = re.sub(r"\\(.)|(\")", lambda said: _escape(said), text[1:-1], flags=re.DOTALL)
    return str(json.loads(f'"{inner}"', strict=False))


def _escape(said: re.Match[str]) -> str:
    if said.group(2):
        return '\\"'
    return "'" if said.group(1) == "'" else said.group()


def _number(word: str) -> Any:
    """A number, or a bare name as JSON5 has them."""
    try:
        return json.loads(word)
    except ValueError:
        if re.fullmatch(r"[+\-.]?\d.*", word):
            return float(int(word, 16)) if word.lower().startswith("0x") else float(word)
        return word


# -- writing


def put(text: str, keys: Sequence[str], value: Any) -> str:
    """The text with a member at the end of the object that `keys` lead to, or with another value
    where there is one. Objects that are missing on the way are made."""
    root = read(text)
    if root.start == root.end:
        return text + _shown(_nested(keys, value), "", _newline(text)) + _newline(text)
    node = root
    for place, key in enumerate(keys):
        below = node.get(key)
        if below is None:
            made = _nested(keys[place + 1 :], value)
            return _inserted(text, node, key, made)
        if place == len(keys) - 1:
            if below.value == value:
                return text
            shown = _shown(value, _indent_at(text, below.start), _newline(text))
            return text[: below.start] + shown + text[below.end :]
        if not isinstance(below.value, dict):
            raise InvalidArgument(f"{'.'.join(keys[: place + 1])} is no object: mend it first")
        node = below
    return text


def append(text: str, keys: Sequence[str], value: Any) -> str:
    """The text with one more item in the array that `keys` lead to; as it is where it has it."""
    node: Node | None = read(text)
    for key in keys:
        node = None if node is None else node.get(key)
    if node is None:
        return put(text, keys, [value])
    if not isinstance(node.value, list):
        raise InvalidArgument(f"{'.'.join(keys)} is no list: mend it first")
    return text if value in node.value else _inserted(text, node, None, value)


def _nested(keys: Sequence[str], value: Any) -> Any:
    for key in reversed(keys):
        value = {key: value}
    return value


def _inserted(text: str, node: Node, name: str | None, value: Any) -> str:
    """Behind the last member, in the way that members are written there."""
    newline = _newline(text)
    begins = [at for _, at, _ in node.members] or [each.start for each in node.items]
    ends = [each.end for _, _, each in node.members] or [each.end for each in node.items]
    label = "" if name is None else f"{json.dumps(name, ensure_ascii=False)}: "
    if not begins:
        outer = _indent_at(text, node.start)
        inner = outer + _step(text)
        shown = newline + inner + label + _shown(value, inner, newline)
        at = node.start + 1
        if "\n" not in text[at : node.end - 1]:
            shown += newline + outer
        return text[:at] + shown + text[at:]
    apart = "\n" in text[node.start : begins[0]]
    inner = _indent_at(text, begins[0]) if apart else ""
    at = ends[-1]
    comma = re.compile(r"[ \t]*,").match(text, at)
    lead = newline + inner if apart else " "
    shown = label + (_shown(value, inner, newline) if apart else json.dumps(value))
    if comma:  # one that trails stays the last
        return text[: comma.end()] + lead + shown + "," + text[comma.end() :]
    return text[:at] + "," + lead + shown + text[at:]


def _shown(value: Any, indent: str, newline: str) -> str:
    lines = json.dumps(value, indent=2, ensure_ascii=False).split("\n")
    return (newline + indent).join(lines)


def _indent_at(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _step(text: str) -> str:
    found = re.search(r"\n([ \t]+)\S", text)
    return found.group(1) if found and len(found.group(1)) <= 8 else "  "


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


# -- taking away


def remove(text: str, keys: Sequence[str], item: Any = None, *, kept: int = 0) -> str:
    """The text without the member that `keys` lead to; with an `item`, without that item of the
    list there. What is left empty on the way goes too, but for the first `kept` of them."""
    way = [read(text)]
    for key in keys:
        below = way[-1].get(key)
        if below is None:
            return text
        way.append(below)
    if item is not None:
        found = next((each for each in way[-1].items if each.value == item), None)
        if found is None:
            return text
        if len(way[-1].items) > 1 or kept >= len(keys):
            return _without(text, found.start, found.end)
        return remove(text, keys, kept=kept)
    if len(way[-2].members) == 1 and len(keys) - 1 > kept:
        return remove(text, keys[:-1], kept=kept)
    begins = next(at for name, at, _ in way[-2].members if name == keys[-1])
    return _without(text, begins, way[-1].end)


def reach(text: str, keys: Sequence[str]) -> tuple[int, Node]:
    """How many of the keys, one below the other, are there, and what stands below the last."""
    node = read(text)
    for place, key in enumerate(keys):
        below = node.get(key)
        if below is None:
            return place, node
        node = below
    return len(keys), node


def _without(text: str, start: int, end: int) -> str:
    """With one comma less, and without the blanks before it; comments stay."""
    behind = re.compile(r"\s*,").match(text, end)
    if behind:
        end = behind.end()
    before = text[:start].rstrip()
    if behind is None and before.endswith(","):
        before = before[:-1]
    return before + text[end:]
