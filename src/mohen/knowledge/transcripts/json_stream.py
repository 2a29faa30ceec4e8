"""The elements of a JSON array that may be gigabytes long, one at a time.

Not by `ijson`: it gives values without where they stand, so that a conversation could not be read
again by itself, and ends at the first damaged one, where the next may be sound.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import BinaryIO, Final

from mohen.core.values import dataclass
from mohen.text.lazy_pattern import LazyPattern

_CHUNK: Final = 1 << 20
# A whole string, or what opens and closes; a quote alone is a string that goes on.
_TOKEN: Final = LazyPattern(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|["\[\]{}]', re.DOTALL)
_STRING: Final = LazyPattern(rb'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
_OPEN, _CLOSE = b"[{", b"]}"


@dataclass(frozen=True, slots=True)
class Element:
    offset: int
    length: int
    raw: bytes | None  # None: longer than is read


def elements(file: BinaryIO, *, most: int) -> Iterator[Element]:
    """Objects of the array that a file holds, or the object if it holds one. Ends where the file
    ends or makes no sense."""
    return _Scan(file, most).run()


class _Scan:
    def __init__(self, file: BinaryIO, most: int) -> None:
        self._file = file
        self._most = most
        self._depth = 0
        self._floor = 0  # the depth that elements stand at: 1 in an array
        self._in_string = False
        self._base = 0  # of the data at hand, in the file
        self._start: int | None = None  # of the element, in the file
        self._kept: list[bytes] = []
        self._length = 0

    def run(self) -> Iterator[Element]:
        data = b""
        while more := self._file.read(_CHUNK):
            data += more
            used = yield from self._chunk(data)
            if used is None:
                return
            if self._start is not None:
                self._keep(data[max(self._start - self._base, 0) : used])
            self._base += used
            data = data[used:]

    def _chunk(self, data: bytes) -> Generator[Element, None, int | None]:
        """Goes through it; what it returns is how much of it is done with, or None at the end."""
        at = 0
        while True:
            if self._in_string:
                more = _STRING.match(data, at)
                at = more.end() if more else at
                if at >= len(data) or data[at : at + 1] == b"\\":  # whose letter is to come
                    return at
                self._in_string = False
                at += 1
            found = _TOKEN.search(data, at)
            if found is None:
                return len(data)
            at = found.end()
            token = found.group()
            if token == b'"':
                self._in_string = True
            elif token in (b"[", b"{"):
                self._opened(token, found.start())
            elif len(token) == 1:
                self._depth -= 1
                if self._depth == self._floor and self._start is not None:
                    yield self._element(data, at)
                if self._depth <= 0:
                    return None

    def _opened(self, token: bytes, at: int) -> None:
        if not self._depth and token == b"[":
            self._floor = 1
        elif self._depth == self._floor and token == b"{":
            self._start = self._base + at
            self._kept, self._length = [], 0
        self._depth += 1

    def _element(self, data: bytes, end: int) -> Element:
        start = self._start or 0
        self._keep(data[max(start - self._base, 0) : end])
        raw = b"".join(self._kept) if self._length <= self._most else None
        found = Element(start, self._base + end - start, raw)
        self._start, self._kept = None, []
        return found

    def _keep(self, piece: bytes) -> None:
        self._length += len(piece)
        if self._length <= self._most:
            self._kept.append(piece)
        else:
            self._kept = []
