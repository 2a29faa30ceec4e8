"""Lines of a file that may be gigabytes long, and of which somebody may be writing the last one."""

from __future__ import annotations

import codecs
import hashlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Final, Protocol

_BLANK: Final = b" \t\r\n\0"  # a crash leaves noughts at the end of a file
_UNSOUND: Final = re.compile("[\0\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Line:
    number: int  # from 1
    raw: bytes | None  # None: longer than is read
    end: int  # where the next one begins
    whole: bool = True  # False: the last one, and its end is not written yet


class Log(Protocol):
    """Lines that are only ever added to, or else written anew."""

    @property
    def size(self) -> int: ...

    @property
    def changed_at(self) -> int: ...

    def lines(self, offset: int = 0, number: int = 0, /) -> Iterator[Line]:
        """From a place on, of which it is known how many lines stand before it."""
        ...

    def mark(self, offset: int) -> str:
        """Stands for all that is before a place, and costs the same wherever that is."""
        ...


class Journal:
    """A file of lines, open."""

    def __init__(self, file: BinaryIO, *, line_bytes: int, mark_bytes: int) -> None:
        self._file = file
        self._most = line_bytes
        self._mark_bytes = mark_bytes
        found = os.fstat(file.fileno())
        self.size = found.st_size
        self.changed_at = found.st_mtime_ns

    def lines(self, offset: int = 0, number: int = 0) -> Iterator[Line]:
        self._file.seek(max(offset - 1, 0))
        end = offset
        if offset and self._file.read(1) != b"\n":
            end += self._skip(end)[0]  # the line was whole when it was read, but for its end
        while raw := self._piece(end):
            number += 1
            end += len(raw)
            whole = raw.endswith(b"\n")
            if len(raw) <= self._most or whole:
                kept = raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw
                yield Line(number, kept, end, whole)
                continue
            more, whole = self._skip(end)
            end += more
            yield Line(number, None, end, whole)

    def _piece(self, at: int) -> bytes:
        """Of a line. What is added while we read is left for the next time, so that all who go
        through the file meanwhile see the same."""
        return self._file.readline(min(self._most + 1, max(self.size - at, 0)))

    def _skip(self, at: int) -> tuple[int, bool]:
        """To the end of the line; how far that was, and whether there is an end."""
        length = 0
        while raw := self._piece(at + length):
            length += len(raw)
            if raw.endswith(b"\n"):
                return length, True
        return length, False

    def mark(self, offset: int) -> str:
        self._file.seek(0)
        head = self._file.read(min(offset, self._mark_bytes))
        self._file.seek(max(offset - self._mark_bytes, 0))
        tail = self._file.read(min(offset, self._mark_bytes))
        return hashed(offset, head, tail)

    def goes_on(self, offset: int) -> bool:
        """Whether a line goes on where it seemed to have ended."""
        self._file.seek(max(offset - 1, 0))
        around = self._file.read(min(offset, 1) + 1)
        return len(around) > 1 and around[:1] != b"\n" and around[1:] not in (b"\n", b"\r")

    def head(self, most: int) -> bytes:
        self._file.seek(0)
        return self._file.read(most)


def hashed(length: int, *parts: bytes) -> str:
    found = hashlib.blake2b(str(length).encode(), digest_size=12)
    for each in parts:
        found.update(len(each).to_bytes(8, "big") + each)
    return found.hexdigest()


def entry(raw: bytes) -> tuple[dict[str, Any] | None, bool]:
    """The object that a line holds, if it holds one, and whether all of its bytes are text."""
    raw = raw.strip(_BLANK)
    try:
        text, sound = raw.decode(), True
    except UnicodeDecodeError:
        text, sound = raw.decode(errors="replace"), False
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None, sound
    return (value if isinstance(value, dict) else None), sound


def is_blank(raw: bytes) -> bool:
    return not raw.strip(_BLANK)


def readable(text: str) -> str:
    """Without what can be escaped in JSON and is no character."""
    return _UNSOUND.sub("", text)
