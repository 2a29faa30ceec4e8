"""A conversation that was gone back in is a tree; what counts is the way from its last entry to
its root. Kept of an entry: a hash of its id, its parent and its line, whatever it says."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from typing import Any, Final

from mohen.knowledge.transcripts.line_reader import Line, Log, entry

_NONE: Final = -1
# As OpenClaw writes it; anything else is parsed.
_PLAIN: Final = re.compile(
    rb'\{"type":"([a-z_]+)","id":"([^"\\]+)","parentId":(?:"([^"\\]+)"|null)[,}]'
)


class Tree:
    """Implements `Way`. Grows with its log; begins anew when that was written anew."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self._ids = array("q")
        self._parents = array("q")
        self._lines = array("q")
        self._messages = bytearray()
        self._forks = 0
        self._way: bytearray | None = None
        self._offset = self._number = 0
        self._mark = ""

    def follow(self, log: Log) -> None:
        if self._offset and (self._offset > log.size or log.mark(self._offset) != self._mark):
            self._clear()
        for line in log.lines(self._offset, self._number):
            if not self._take(line):
                break
            self._offset, self._number = line.end, line.number
            self._way = None
        self._mark = log.mark(self._offset)

    def holds(self, number: int) -> bool:
        """What has no place in the tree was not left behind either."""
        if not self._forks:
            return True
        place = bisect_left(self._lines, number)
        if place == len(self._lines) or self._lines[place] != number:
            return True
        return bool(self._flags()[place])

    def left(self, number: int) -> tuple[tuple[int, ...], bool]:
        if not self._forks:
            return (), False
        flags = self._flags()
        last = place = bisect_right(self._lines, number) - 1
        left = []
        while place != _NONE and not flags[place]:
            if self._messages[place]:
                left.append(self._lines[place])
            place = self._parents[place]
        came_back = flags.find(1, place + 1, last + 1) != _NONE
        return tuple(reversed(left)), came_back

    def _flags(self) -> bytearray:
        if self._way is None:
            flags = bytearray(len(self._ids))
            place = len(self._ids) - 1
            while place != _NONE:
                flags[place] = 1
                place = self._parents[place]
            self._way = flags
        return self._way

    def _take(self, line: Line) -> bool:
        """Whether it may be passed."""
        if line.raw is None:
            return line.whole
        if found := _PLAIN.match(line.raw):
            kind, id, parent = found.groups()
            if line.whole or entry(line.raw)[0] is not None:
                self._add(line.number, kind, id, parent, rooted=parent is None)
                return True
            return False
        value, _sound = entry(line.raw)
        if value is None:
            return line.whole
        kind = _bytes(value.get("type"))
        rooted = "parentId" in value and value["parentId"] is None
        self._add(
            line.number, kind, _bytes(value.get("id")), _bytes(value.get("parentId")), rooted=rooted
        )
        return True

    def _add(
        self, number: int, kind: bytes, id: bytes | None, parent: bytes | None, *, rooted: bool
    ) -> None:
        if kind == b"session":
            return
        before = len(self._ids) - 1
        place = _NONE if rooted and id else self._place(parent, before)
        self._forks += place != before
        self._ids.append(hash(id) if id else 0)
        self._parents.append(place)
        self._lines.append(number)
        self._messages.append(kind == b"message")

    def _place(self, parent: bytes | None, before: int) -> int:
        """Of a parent. One that is not there stood in a line that is broken: the entry before
        stands for it."""
        if not parent or before == _NONE:
            return before
        wanted = hash(parent)
        if self._ids[before] == wanted:
            return before
        try:
            return self._ids.index(wanted)
        except ValueError:
            return before


def _bytes(value: Any) -> bytes:
    return value.encode(errors="replace") if isinstance(value, str) else b""
