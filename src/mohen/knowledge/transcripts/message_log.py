"""The next messages of a log, and where to go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from mohen.knowledge.transcripts.line_reader import Line, Log, entry, is_blank, readable
from mohen.knowledge.transcripts.model import Bookmark, Reading, Role, Utterance


@dataclass(frozen=True, slots=True)
class Said:
    role: Role
    text: str
    at: int | None


Hear = Callable[[dict[str, Any]], Said | None]
"""What of an entry was said to somebody, in the speaker's own words."""


class Way(Protocol):
    """Which lines were not left behind."""

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
            self.utterances.append(Utterance(self.session, number, said.role, text, said.at))
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
    way: Way | None = None,
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
    log: Log, start: Bookmark | None, batch: Batch, hear: Hear, way: Way | None
) -> tuple[int, int, bool]:
    offset, number = (start.offset, start.line) if start else (0, 0)
    for line in log.lines(offset, number):
        if not _take(line, batch, hear, way):
            break
        offset, number = line.end, line.number
        if batch.full:
            return offset, number, False
    return offset, number, True


def _take(line: Line, batch: Batch, hear: Hear, way: Way | None) -> bool:
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
