"""Messages that are to go, noted on mind.db until they are gone from talk.db."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx

Spot = tuple[str, str, int]
"""Project, session and place; 0 for a whole session, '' for all sessions or projects."""


class TalkErasureStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, tx: Tx, spots: Iterable[Spot]) -> None:
        tx.executemany(
            "INSERT OR IGNORE INTO talk_erasures (project_id, session, place) VALUES (?,?,?)", spots
        )

    def all(self) -> list[Spot]:
        with self._database.read() as reader:
            found = reader.execute("SELECT project_id, session, place FROM talk_erasures")
            return [(project, session, place) for project, session, place in found]

    def drop(self, tx: Tx, spots: Iterable[Spot]) -> None:
        tx.executemany(
            "DELETE FROM talk_erasures WHERE project_id = ? AND session = ? AND place = ?", spots
        )
