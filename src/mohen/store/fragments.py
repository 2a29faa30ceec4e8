"""Between the phases of a consolidation: fragments, statements, and where each agent stands."""

from __future__ import annotations

from mohen.store.sqlite import Database


class Fragments:
    def __init__(self, database: Database) -> None:
        self._database = database
