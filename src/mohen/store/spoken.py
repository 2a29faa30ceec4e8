"""Sealed hashes of what we said ourselves (C64)."""

from __future__ import annotations

from mohen.store.sqlite import Database


class Spoken:
    def __init__(self, database: Database) -> None:
        self._database = database
