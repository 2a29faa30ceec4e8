"""Which folder belongs to a project."""

from __future__ import annotations

from mohen.store.sqlite import Database


class Folders:
    def __init__(self, database: Database) -> None:
        self._database = database
