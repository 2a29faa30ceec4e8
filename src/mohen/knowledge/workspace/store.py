"""What was last written for an agent: its snapshot, and the hashes of its files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from mohen.knowledge.workspace.model import Kept

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx


class WorkspaceStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def snapshot(self, project_id: str | None) -> Kept | None:
        def read(reader: Tx) -> Kept | None:
            row = reader.execute(
                "SELECT text, body, items, at, given FROM snapshots WHERE project_id = ?",
                (project_id or "",),
            ).get
            if row is None:
                return None
            text, body, items, at, given = row
            return Kept(text, body, tuple(json.loads(items)), at, tuple(json.loads(given)))

        return self._database.remembered(("snapshot", project_id), read)

    def put_snapshot(self, tx: Tx, project_id: str | None, kept: Kept) -> None:
        tx.execute(
            "INSERT INTO snapshots (project_id, text, body, items, at, given)"
            " VALUES (?,?,?,?,?,?) ON CONFLICT (project_id) DO UPDATE SET text = excluded.text,"
            " body = excluded.body, items = excluded.items, at = excluded.at",
            (
                project_id or "", kept.text, kept.body, json.dumps(kept.items), kept.at,
                json.dumps(kept.given),
            ),
        )  # fmt: skip

    def hand_out(self, tx: Tx, project_id: str | None) -> None:
        """As it is now, it is what conversations begin with."""
        tx.execute("UPDATE snapshots SET given = items WHERE project_id = ?", (project_id or "",))

    def hashes(self, project_id: str) -> dict[str, str]:
        """Of the files as we left them."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT ref, hash FROM projections WHERE project_id = ?", (project_id,)
            )
            return {str(ref): str(made) for ref, made in found}

    def lines(self, project_id: str) -> dict[str, dict[str, int]]:
        """Of the files as we left them: by the ids of their items, a mark of each line."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT ref, lines FROM projections WHERE project_id = ? AND lines <> '{}'",
                (project_id,),
            )
            return {str(ref): json.loads(lines) for ref, lines in found}

    def put_files(
        self, tx: Tx, project_id: str, files: Mapping[str, tuple[str, Mapping[str, int]]], at: int
    ) -> None:
        """Hash and lines of each, as it is now."""
        tx.executemany(
            "INSERT OR REPLACE INTO projections (project_id, ref, hash, lines, at)"
            " VALUES (?,?,?,?,?)",
            (
                (project_id, ref, made, json.dumps(lines), at)
                for ref, (made, lines) in files.items()
            ),
        )

    def drop_files(self, tx: Tx, project_id: str, refs: Iterable[str]) -> None:
        tx.executemany(
            "DELETE FROM projections WHERE project_id = ? AND ref = ?",
            ((project_id, self._database.named(tx, ref)) for ref in refs),
        )
