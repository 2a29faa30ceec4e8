"""What was last written into the files of a workspace."""

from __future__ import annotations

from mohen.store.sqlite import Database


class Projections:
    def __init__(self, database: Database) -> None:
        self._database = database
