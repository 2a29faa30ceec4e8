"""The conversations' rows: the compact, and the whole where it has no file."""

from __future__ import annotations

from mohen.store.sqlite import Database


class Conversations:
    def __init__(self, database: Database) -> None:
        self._database = database
