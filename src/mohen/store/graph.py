"""The story's rows: entities, relations, what holds from when to when."""

from __future__ import annotations

from mohen.store.sqlite import Database


class Graph:
    def __init__(self, database: Database) -> None:
        self._database = database
