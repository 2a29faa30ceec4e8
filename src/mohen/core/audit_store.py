"""Destructive acts and the marks they leave: the audit and the tombstones of mind.db."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from mohen.core.erasure import Act, Tombstone

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx


class AuditStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    # -- the audit

    def add(
        self,
        tx: Tx,
        *,
        at: int,
        operator: str,
        act: str,
        project_id: str | None,
        subject: str | None,
        counts: Mapping[str, int],
    ) -> None:
        tx.execute(
            "INSERT INTO audit (at, operator, act, project_id, subject, counts)"
            " VALUES (?,?,?,?,?,?)",
            (at, operator, act, project_id, subject, json.dumps(dict(counts))),
        )

    def page(self, before_id: int | None, limit: int) -> list[Act]:
        """Newest first, from just before an id."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT id, at, operator, act, project_id, subject, counts FROM audit"
                " WHERE ?1 IS NULL OR id < ?1 ORDER BY id DESC LIMIT ?2",
                (before_id, limit),
            )
            return [
                Act(
                    id=id,
                    at=at,
                    operator=operator,
                    act=act,
                    project_id=project,
                    subject=subject,
                    counts=json.loads(counts),
                )
                for id, at, operator, act, project, subject, counts in found
            ]

    # -- tombstones

    def bury(
        self,
        tx: Tx,
        *,
        id: str,
        kind: str,
        project_id: str | None,
        hash: str,  # noqa: A002 - the column's name
        created_at: int,
        deleted_at: int,
    ) -> None:
        tx.execute(
            "INSERT OR REPLACE INTO tombstones"
            " (id, kind, project_id, hash, created_at, deleted_at) VALUES (?,?,?,?,?,?)",
            (id, kind, project_id, hash, created_at, deleted_at),
        )

    def buried(self, id: str) -> Tombstone | None:
        with self._database.read() as reader:
            row = reader.execute(
                "SELECT id, kind, project_id, hash, created_at, deleted_at FROM tombstones"
                " WHERE id = ?",
                (id,),
            ).get
        if row is None:
            return None
        id, kind, project, hashed, created, deleted = row
        return Tombstone(
            id=id,
            kind=kind,
            project_id=project,
            hash=hashed,
            created_at=created,
            deleted_at=deleted,
        )
