"""Whether the rows of knowledge agree with one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx

_HERE = "k.project_id IS ?1"


class IntegrityStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def out_of_bounds(self, project_id: str | None) -> list[str]:
        """Ids of items whose figures cannot be."""
        return self._ids(
            f"SELECT k.id FROM knowledge k WHERE {_HERE} AND (importance NOT BETWEEN 0 AND 1"
            " OR score NOT BETWEEN 0 AND 1 OR confidence NOT BETWEEN 0 AND 1"
            " OR (valid_to IS NOT NULL AND valid_from IS NOT NULL AND valid_to < valid_from))"
            " ORDER BY k.id",
            project_id,
        )

    def lost_successors(self, project_id: str | None) -> list[str]:
        """Items that something is said to have superseded that is not there."""
        return self._ids(
            f"SELECT k.id FROM knowledge k WHERE {_HERE} AND k.superseded_by IS NOT NULL"
            " AND NOT EXISTS (SELECT 1 FROM knowledge n WHERE n.id = k.superseded_by)"
            " ORDER BY k.id",
            project_id,
        )

    def lost_links(self, project_id: str | None) -> list[str]:
        """Items derived from something that is not there, and are not known to be stale."""
        return self._ids(
            "SELECT DISTINCT k.id FROM knowledge k JOIN knowledge_links l ON l.item = k.pk"
            f" WHERE {_HERE} AND k.stale = 0"
            " AND NOT EXISTS (SELECT 1 FROM knowledge n WHERE n.id = l.source) ORDER BY k.id",
            project_id,
        )

    def unfindable(self, project_id: str | None) -> list[str]:
        """Active items without their words in the index."""
        return self._ids(
            f"SELECT k.id FROM knowledge k WHERE {_HERE} AND k.state = 'active'"
            f" AND k.pk NOT IN ({self._database.words('knowledge_search').rows()}) ORDER BY k.id",
            project_id,
        )

    def clamp(self, tx: Tx, project_id: str | None) -> None:
        within = ", ".join(
            f"{each} = CASE WHEN {each} < 0.0 THEN 0.0 WHEN {each} > 1.0 THEN 1.0 ELSE {each} END"
            for each in ("importance", "score", "confidence")
        )
        tx.execute(
            f"UPDATE knowledge SET {within},"
            " valid_to = CASE WHEN valid_to < valid_from THEN valid_from ELSE valid_to END"
            " WHERE project_id IS ?",
            (project_id,),
        )

    def drop_lost_successors(self, tx: Tx, project_id: str | None) -> None:
        tx.execute(
            "UPDATE knowledge AS k SET superseded_by = NULL"
            " WHERE k.project_id IS ? AND k.superseded_by IS NOT NULL"
            " AND NOT EXISTS (SELECT 1 FROM knowledge n WHERE n.id = k.superseded_by)",
            (project_id,),
        )

    def _ids(self, sql: str, project_id: str | None) -> list[str]:
        with self._database.read() as reader:
            return [str(id) for (id,) in reader.execute(sql, (project_id,))]
