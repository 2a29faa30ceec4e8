"""OpenClaw's database of an agent, read as the lines it took the place of.

Its own SQL, and the only one outside of `store/`: the file is another program's, which has it
open. It is opened to be read, and each reading sees one moment of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import apsw

from mohen.errors import IoFailed
from mohen.knowledge.transcripts.line_reader import Line, hashed

_NS_IN_MS: Final = 1_000_000
_SESSION: Final = "FROM transcript_events WHERE session_id = ?"
_EVENT: Final = "FROM transcript_events WHERE session_id = each.session_id AND seq = last"


@dataclass(frozen=True, slots=True)
class Session:
    session: str
    size: int
    changed_at: int


class Events:
    """Implements `Log`: an event is a line, and its number is its place."""

    def __init__(self, connection: apsw.Connection, found: Session, *, line_bytes: int) -> None:
        self._connection = connection
        self._session = found.session
        self._most = line_bytes
        self.size = found.size
        self.changed_at = found.changed_at

    def lines(self, offset: int = 0, _number: int = 0) -> Iterator[Line]:
        rows = self._connection.execute(
            "SELECT seq, CASE WHEN length(CAST(event_json AS BLOB)) <= ? THEN event_json END "
            f"{_SESSION} AND seq >= ? ORDER BY seq",
            (self._most, self._session, offset),
        )
        for seq, event in rows:
            raw = None if event is None else str(event).encode(errors="replace")
            yield Line(seq + 1, raw, seq + 1)

    def mark(self, offset: int) -> str:
        ends = self._connection.execute(
            f"SELECT event_json {_SESSION} AND seq IN ("
            f"(SELECT min(seq) {_SESSION}), (SELECT max(seq) {_SESSION} AND seq < ?)) ORDER BY seq",
            (self._session, self._session, self._session, offset),
        )
        return hashed(offset, *(str(event).encode(errors="replace") for (event,) in ends))


def sessions(database: Path) -> list[Session]:
    with _read(database) as connection:
        rows = connection.execute(
            # The inner part is answered by the index alone, whatever the events weigh.
            f"SELECT session_id, last + 1, (SELECT created_at {_EVENT}) FROM (SELECT session_id, "
            "max(seq) AS last FROM transcript_events GROUP BY session_id) AS each "
            "ORDER BY session_id"
        )
        return [Session(str(id), size, at * _NS_IN_MS) for id, size, at in rows]


@contextmanager
def opened(database: Path, session: str, *, line_bytes: int) -> Iterator[Events | None]:
    """None where it has no such session."""
    with _read(database) as connection:
        last = connection.execute(
            f"SELECT seq, created_at {_SESSION} ORDER BY seq DESC LIMIT 1", (session,)
        ).fetchone()
        if last is None:
            yield None
            return
        found = Session(session, last[0] + 1, last[1] * _NS_IN_MS)
        yield Events(connection, found, line_bytes=line_bytes)


def is_one(database: Path) -> bool:
    """Whether transcripts are in it: earlier versions kept other things under that name."""
    with _read(database) as connection:
        return bool(
            connection.execute(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'transcript_events'"
            ).fetchall()
        )


@contextmanager
def _read(database: Path) -> Iterator[apsw.Connection]:
    try:
        with closing(apsw.Connection(str(database), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
            connection.execute("BEGIN")
            yield connection
    except apsw.Error as error:
        raise IoFailed(f"a transcript could not be read ({type(error).__name__})") from None
