"""Finding knowledge again: words in FTS5, vectors as blobs searched in memory."""

from __future__ import annotations

from mohen.store.sqlite import Database


class KnowledgeIndex:
    def __init__(self, database: Database) -> None:
        self._database = database
