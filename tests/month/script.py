"""A month of conversations, and what a careful reader keeps of each thing that is said.

The two scripts beside this file were written before they were run: what they expect is what a
person would expect who knows the spec, and not what the program answered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

HOUR = 3_600_000
AHEAD = 8 * HOUR
"""The clocks of those who speak are ahead of UTC by this (Beijing)."""

_MARKS = "+?=xvd-m"


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that is said. `keeps`: marks and what is known, as the scripts explain."""

    who: str  # user, assistant, tool, or branch: the user, on a branch that is left behind
    text: str
    keeps: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Session:
    name: str
    at: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Day:
    """`date` is local, and so is the time of each session in the scripts."""

    date: str
    sessions: tuple[Session, ...]


_WHO = {">": "assistant", "$": "tool", "^": "branch"}


def said(agent: str) -> Iterator[Line]:
    """All that a user says in a month."""
    for day in month(agent):
        for session in day.sessions:
            yield from (line for line in session.lines if line.who == "user")


def month(agent: str) -> list[Day]:
    """All days of an agent's script."""
    days: list[Day] = []
    for row in (Path(__file__).parent / f"{agent}.txt").read_text("utf-8").splitlines():
        if not row or row.startswith("#"):
            continue
        if row.startswith("== "):
            days.append(Day(row[3:], ()))
        else:
            days[-1] = replace(days[-1], sessions=tuple(_more(days[-1], row)))
    return days


def _more(day: Day, row: str) -> Iterator[Session]:
    if row.startswith("@ "):
        name, clock = row[2:].split()
        local = datetime.fromisoformat(f"{day.date}T{clock}").replace(tzinfo=UTC)
        yield from day.sessions
        yield Session(name, round(local.timestamp() * 1_000) - AHEAD, ())
        return
    *before, last = day.sessions
    yield from before
    if row.startswith("  "):
        mark, said = row[2], row[4:]
        assert mark in _MARKS, row
        *lines, line = last.lines
        yield replace(last, lines=(*lines, replace(line, keeps=(*line.keeps, (mark, said)))))
        return
    who = _WHO.get(row[0], "user")
    text = (row if who == "user" else row[2:]).replace("\\n", "\n")
    yield replace(last, lines=(*last.lines, Line(who, text)))


@dataclass(frozen=True, slots=True)
class Kept:
    """One thing that is known, as a reader would write it down."""

    type: str
    content: str
    state: str
    since: int
    until: int | None = None


@dataclass(slots=True)
class Reader:
    """Keeps by hand what the marks of a script say is to be kept."""

    clever: bool = False  # with a model beside it
    notes: list[Kept] = field(default_factory=list)

    def hear(self, line: Line, at: int) -> None:
        for mark, content in line.keeps:
            if mark in "+?" or (mark == "m" and self.clever):
                self.notes.append(Kept("belief" if mark == "?" else "fact", content, "active", at))
            elif mark in _CLOSES:
                self._close(content, mark, at)

    def _close(self, content: str, mark: str, at: int) -> None:
        (place,) = (
            n
            for n, each in enumerate(self.notes)
            if (each.content, each.state) == (content, "active")
        )
        until = None if mark == "-" else at  # what was never so has no end
        self.notes[place] = replace(self.notes[place], state=_CLOSES[mark], until=until)


_CLOSES = {"x": "superseded", "v": "superseded", "d": "denied", "-": "withdrawn"}
