"""Agents that share the home, and how far their conversations were read."""

from __future__ import annotations

from mohen.store.sqlite import Database


class Agents:
    def __init__(self, database: Database) -> None:
        self._database = database
