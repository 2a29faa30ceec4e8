"""The generations' rows: what each prompt was made of."""

from __future__ import annotations

from mohen.store.sqlite import Database


class Generations:
    def __init__(self, database: Database) -> None:
        self._database = database
