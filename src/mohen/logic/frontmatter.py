"""The head of a Markdown file: YAML between two lines of `---`, and the body below.

Of YAML what a person writes by hand: mappings, lists, text, whole numbers, true and false (also
yes and no), nothing. Anchors, tags, a key said twice and bottomless nesting are refused, so that a
file can neither surprise nor cost more than its length. All else is text, so `version: 1.10` is
what it says. A refusal holds the line and the key, never what stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from mohen.errors import InvalidArgument
from mohen.policy import SkillFiles

if TYPE_CHECKING:
    from yaml.events import Event, ScalarEvent

HEAD = "frontmatter"
BODY = "body"

_FENCE = "---"
_NULLS = {"", "~", "null", "Null", "NULL"}
_TRUES = {"true", "yes", "on"}
_FALSES = {"false", "no", "off"}
_INTEGER = re.compile(r"[-+]?[0-9]+")
_PLAIN_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
# Half characters, and controls that no editor shows; tab and newline are text.
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Parted:
    """A file in its two parts. `head` holds plain values: dict, list, str, int, bool, None."""

    head: dict[str, object]
    body: str


def part(text: str, policy: SkillFiles) -> Parted:
    """Both parts; raises `InvalidArgument` for anything that is not such a file."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    if lines[0].rstrip() != _FENCE:
        _refuse(HEAD, "the file must begin with a line of ---, then YAML, then --- again")
    closing = next((n for n, line in enumerate(lines) if n and line.rstrip() == _FENCE), None)
    if closing is None:
        _refuse(HEAD, "a second line of --- must end the frontmatter")
    head, body = "\n".join(lines[1:closing]), "\n".join(lines[closing + 1 :]).strip()
    if len(head) > policy.frontmatter_chars:
        _refuse(HEAD, f"must not be longer than {policy.frontmatter_chars} characters")
    for field, half in ((HEAD, head), (BODY, body)):
        if _UNSEEN.search(half):
            _refuse(field, "holds control characters, or half a character")
    return Parted(_mapping(head, policy), body)


def key_shown(key: object, policy: SkillFiles) -> str:
    """A key as a refusal may name it: one that is no plain name may be anything."""
    plain = isinstance(key, str) and _PLAIN_KEY.fullmatch(key) and len(key) <= policy.name_chars
    return f"{key}" if plain else "?"


def _mapping(head: str, policy: SkillFiles) -> dict[str, object]:
    import yaml

    try:
        value = _Reader(yaml.parse(head, Loader=yaml.SafeLoader), policy).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        _refuse(HEAD, "is not YAML", None if mark is None else _in_file(mark.line))
    except (yaml.YAMLError, ValueError, OverflowError):
        # The library lets `"\UFFFFFFFF"` and a version of five thousand digits through as these.
        _refuse(HEAD, "is not YAML")
    if not isinstance(value, dict):
        _refuse(HEAD, "must be lines of `key: value`")
    return value


class _Reader:
    """Values out of YAML's events: nothing is built that was not counted first."""

    def __init__(self, events: Iterator[Event], policy: SkillFiles) -> None:
        self._events = events
        self._policy = policy
        self._values = 0

    def document(self) -> object:
        """The only document; None where there is none."""
        from yaml.events import DocumentEndEvent, StreamEndEvent

        next(self._events)  # the stream begins
        if isinstance(next(self._events), StreamEndEvent):
            return None
        value = self._value(next(self._events), 0)
        while not isinstance(event := next(self._events), StreamEndEvent):
            if not isinstance(event, DocumentEndEvent):
                _refuse(HEAD, "must be one document", _line(event))
        return value

    def _value(self, event: Event, depth: int) -> object:
        from yaml.events import AliasEvent, MappingStartEvent, ScalarEvent

        self._values += 1
        if self._values > self._policy.frontmatter_values:
            _refuse(HEAD, f"must not hold more than {self._policy.frontmatter_values} values")
        if depth > self._policy.frontmatter_depth:
            _refuse(HEAD, f"must not be nested deeper than {self._policy.frontmatter_depth}")
        if isinstance(event, AliasEvent) or getattr(event, "anchor", None) is not None:
            _refuse(HEAD, "must not use anchors (&) or aliases (*)", _line(event))
        if getattr(event, "tag", None) is not None:
            _refuse(HEAD, "must not use tags (!)", _line(event))
        if isinstance(event, ScalarEvent):
            return self._scalar(event)
        if isinstance(event, MappingStartEvent):
            return self._pairs(depth)
        return [self._value(each, depth + 1) for each in self._until_closed()]

    def _pairs(self, depth: int) -> dict[str, object]:
        found: dict[str, object] = {}
        for event in self._until_closed():
            key = self._value(event, depth + 1)
            if not isinstance(key, str):
                _refuse(HEAD, "a key must be text", _line(event))
            if key in found:
                _refuse(key_shown(key, self._policy), "is said twice", _line(event))
            found[key] = self._value(next(self._events), depth + 1)
        return found

    def _until_closed(self) -> Iterator[Event]:
        from yaml.events import CollectionEndEvent

        while not isinstance(event := next(self._events), CollectionEndEvent):
            yield event

    def _scalar(self, event: ScalarEvent) -> object:
        text = str(event.value)
        if _UNSEEN.search(text):  # written as an escape
            _refuse(HEAD, "holds control characters, or half a character", _line(event))
        quoted = not event.implicit[0]
        if quoted:
            return text
        if text in _NULLS:
            return None
        folded = text.lower()
        if folded in _TRUES or folded in _FALSES:
            return folded in _TRUES
        if _INTEGER.fullmatch(text) and len(text) <= self._policy.integer_digits:
            return int(text)
        return text


def _line(event: Event) -> int | None:
    mark = event.start_mark
    return None if mark is None else _in_file(mark.line)


def _in_file(line: int) -> int:
    """One more for the fence above, one more because people count from one."""
    return line + 1 + 1


def _refuse(field: str, problem: str, line: int | None = None) -> NoReturn:
    if line is None:
        raise InvalidArgument(f"{field}: {problem}", field=field)
    raise InvalidArgument(f"{field}: {problem} (line {line})", field=field, line=line)
