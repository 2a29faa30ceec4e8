"""Sealed hashes of what we said ourselves (C64)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from mohen.core.database import ALL

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx


class SelfOutputStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, tx: Tx, project_id: str, hashes: Sequence[str], *, now: int) -> None:
        """Said again is said now."""
        tx.execute(
            "INSERT INTO spoken (project_id, hash, at) SELECT ?1, value, ?3 FROM json_each(?2)"
            " WHERE true ON CONFLICT (project_id, hash) DO UPDATE SET at = ?3",
            (project_id, json.dumps(hashes), now),
        )

    def trim(self, tx: Tx, project_id: str, *, before: int, most: int) -> None:
        """What was said longest ago goes: before a moment, and beyond so many."""
        tx.execute("DELETE FROM spoken WHERE project_id = ? AND at < ?", (project_id, before))
        tx.execute(
            "DELETE FROM spoken WHERE project_id = ?1 AND hash IN (SELECT hash FROM spoken"
            f" WHERE project_id = ?1 ORDER BY at DESC, hash LIMIT {ALL} OFFSET ?2)",
            (project_id, most),
        )

    def all(self, project_id: str) -> frozenset[str]:
        def read(reader: Tx) -> frozenset[str]:
            return _hashes(
                reader.execute(
                    "SELECT coalesce(json_group_array(hash), '[]') FROM spoken"
                    " WHERE project_id = ?",
                    (project_id,),
                ).get
            )

        return self._database.remembered(("spoken", project_id), read)

    def lack(self, project_id: str, hashes: Sequence[str], *, since: int) -> bool:
        """Whether any of these was not said since then."""
        with self._database.read() as reader:
            known = reader.execute(
                "SELECT count(*) FROM json_each(?2) JOIN spoken ON hash = value"
                " AND project_id = ?1 AND at >= ?3",
                (project_id, json.dumps(hashes), since),
            ).get
        return bool(known < len(hashes))


@lru_cache(maxsize=4)  # there may be many, and each reader remembers them
def _hashes(listed: str) -> frozenset[str]:
    return frozenset(json.loads(listed))
