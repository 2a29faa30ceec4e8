"""The lines of a log that may be gigabytes long, its next messages, and where to go on."""

from __future__ import annotations

import codecs
import hashlib
import math
import os
from collections.abc import Callable, Iterator
from dataclasses import field
from datetime import UTC, datetime
from typing import Any, BinaryIO, Final, Protocol

from mohen.core import outside_json
from mohen.core.values import dataclass
from mohen.knowledge.transcripts.model import Bookmark, Reading, Role, Utterance
from mohen.text.lazy_pattern import LazyPattern

# -- Lines of a file that may be gigabytes long, and of which somebody may be writing the last one.


_BLANK: Final = b" \t\r\n\0"  # a crash leaves noughts at the end of a file
_NAME: Final = 200  # code points of an id
_UNSOUND: Final = LazyPattern("[\0\ud800-\udfff]")


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
        """The lines from a place on, of which it is known how many stand before it."""
        ...

    def mark(self, offset: int) -> str:
        """A mark that stands for all before a place, and costs the same wherever that is."""
        ...


class LogFile:
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
        value = outside_json.loads(text)
    except ValueError:
        return None, sound
    return (value if isinstance(value, dict) else None), sound


def is_blank(raw: bytes) -> bool:
    return not raw.strip(_BLANK)


def readable(text: str) -> str:
    """Text without what can be escaped in JSON and is no character."""
    return _UNSOUND.sub("", text)


def named(value: Any) -> str | None:
    """What a host calls a message, if that is a name."""
    return value if isinstance(value, str) and 0 < len(value) <= _NAME else None


# -- When something was said, however its host writes that down.


_SECONDS: Final = 100_000_000_000  # numbers below are seconds: as ms they would be before 1973
_END: Final = 253_370_764_800_000  # 9999: whatever comes later is no time at all
_NOON: Final = 12
_DATE: Final = LazyPattern(
    r"(?<!\d)((?:19|20)\d\d)\s*(?:[-/.]|年)\s*(\d{1,2})\s*(?:[-/.]|月)\s*(\d{1,2})(?!\d)\s*日?"
    r"(?:[T\s,，]*(\d{1,2}):(\d\d)(?::(\d\d))?)?"
)


def moment(value: Any) -> int | None:
    """Milliseconds of what JSON holds: a number of seconds or ms, or ISO 8601."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        if not 0 < value < math.inf:
            return None
        return _sound(round(value * 1_000 if value < _SECONDS else value))
    if not isinstance(value, str):
        return None
    try:
        found = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    return _ms(found if found.tzinfo else found.replace(tzinfo=UTC))


def written(text: str) -> int | None:
    """The day, and the time if there is one, that stands in a heading or a file's name. A day
    without a time is its noon: that is the same day nearly everywhere on earth."""
    if not (found := _DATE.search(text)):
        return None
    year, month, day, hour, minute, second = (int(each or 0) for each in found.groups())
    timed = found.group(4) is not None
    try:
        return _ms(datetime(year, month, day, hour if timed else _NOON, minute, second, tzinfo=UTC))
    except ValueError:
        return None


def _ms(found: datetime) -> int | None:
    try:
        at = round(found.timestamp() * 1_000)
    except (OverflowError, ValueError):
        return None
    return _sound(at)


def _sound(at: int) -> int | None:
    """A wrong time is none: the message takes that of the one before it."""
    return at if 0 <= at < _END else None


# -- The next messages of a log, and where to go on.


@dataclass(frozen=True, slots=True)
class Said:
    role: Role
    text: str
    at: int | None
    id: str | None = None  # the host's own


Hear = Callable[[dict[str, Any]], Said | None]
"""What of an entry was said to somebody, in the speaker's own words."""


class Branch(Protocol):
    """The branch of a conversation that counts: the lines that were not left behind."""

    def follow(self, log: Log) -> None: ...

    def holds(self, number: int) -> bool: ...

    def left(self, number: int) -> tuple[tuple[int, ...], bool]:
        """Lines up to a number that were on the way when it was the last and are not now, and
        whether others came back to it."""
        ...


@dataclass(slots=True)
class Batch:
    """Messages as they are gathered, until there are enough."""

    session: str
    most: int
    chars: int
    utterances: list[Utterance] = field(default_factory=list)
    broken: list[int] = field(default_factory=list)

    def add(self, number: int, said: Said) -> None:
        text = readable(said.text).strip()
        if text:
            self.utterances.append(
                Utterance(self.session, number, said.role, text, said.at, said.id)
            )
            self.chars -= len(text)

    @property
    def full(self) -> bool:
        return len(self.utterances) >= self.most or self.chars <= 0


def begin(log: Log, after: Bookmark | None) -> tuple[Bookmark | None, bool]:
    """Where to go on from, and whether what was read before is not there any more."""
    if after is None or not after.offset:
        return None, False
    if after.offset <= log.size and log.mark(after.offset) == after.mark:
        return after, False
    return None, True


def read(
    log: Log,
    session: str,
    after: Bookmark | None,
    *,
    most: int,
    chars: int,
    hear: Hear,
    way: Branch | None = None,
) -> Reading:
    start, rewritten = begin(log, after)
    abandoned: tuple[int, ...] = ()
    if way is not None:
        way.follow(log)
        if start is not None:
            abandoned, came_back = way.left(start.line)
            if came_back:
                start, rewritten, abandoned = None, True, ()
    batch = Batch(session, most, chars)
    offset, number, done = _gather(log, start, batch, hear, way)
    bookmark = Bookmark(
        session,
        line=number,
        offset=offset,
        mark=log.mark(offset),
        changed_at=log.changed_at if done else 0,
    )
    return Reading(
        tuple(batch.utterances),
        bookmark,
        done,
        broken=tuple(batch.broken),
        abandoned=abandoned,
        rewritten=rewritten,
    )


def _gather(
    log: Log, start: Bookmark | None, batch: Batch, hear: Hear, way: Branch | None
) -> tuple[int, int, bool]:
    offset, number = (start.offset, start.line) if start else (0, 0)
    for line in log.lines(offset, number):
        if not _take(line, batch, hear, way):
            break
        offset, number = line.end, line.number
        if batch.full:
            return offset, number, False
    return offset, number, True


def _take(line: Line, batch: Batch, hear: Hear, way: Branch | None) -> bool:
    """Whether it may be passed: what is still being written may not."""
    if line.raw is not None and is_blank(line.raw):
        return line.whole
    value, sound = (None, True) if line.raw is None else entry(line.raw)
    if value is None or not sound:
        batch.broken.append(line.number)
    if value is None:
        return line.whole
    if way is None or way.holds(line.number):
        said = hear(value)
        if said is not None:
            batch.add(line.number, said)
    return True
