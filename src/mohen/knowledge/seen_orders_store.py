"""What looks like an order to a model and a person let stand, as sealed hashes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx


class SeenOrdersStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, tx: Tx, project_id: str | None, mark: str, *, now: int) -> None:
        tx.execute(
            "INSERT OR IGNORE INTO seen_orders (project_id, mark, at) VALUES (?,?,?)",
            (project_id or "", mark, now),
        )

    def has(self, project_id: str | None, mark: str) -> bool:
        """Let stand in this project, or everywhere."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT count(*) FROM seen_orders WHERE project_id IN (?, '') AND mark = ?",
                (project_id or "", mark),
            ).get
        return bool(found)

    def stamp(self) -> tuple[Any, ...]:
        """Differs when one more was let stand, or one is gone."""
        with self._database.read() as reader:
            return tuple(reader.execute("SELECT count(*), max(at) FROM seen_orders").get)
