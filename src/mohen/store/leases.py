"""Who does what only one may do at a time, among all processes that share a home (C91)."""

from __future__ import annotations

from mohen.store.sqlite import Database, Tx


class Leases:
    def __init__(self, database: Database) -> None:
        self._database = database

    def take(self, tx: Tx, name: str, holder: str, now: int, until: int) -> bool:
        """Take it or hold it longer; False while another holds it whose time is not up."""
        tx.execute(
            "INSERT INTO leases (name, holder, until) VALUES (?1, ?2, ?4)"
            " ON CONFLICT (name) DO UPDATE SET holder = ?2, until = ?4"
            " WHERE holder = ?2 OR until <= ?3",
            (name, holder, now, until),
        )
        return bool(tx.changes())

    def release(self, tx: Tx, name: str, holder: str) -> None:
        """Let go; nothing happens if another has it by now."""
        tx.execute("DELETE FROM leases WHERE name = ? AND holder = ?", (name, holder))

    def holder(self, name: str, tx: Tx | None = None) -> tuple[str, int] | None:
        """Who holds it, and until when."""
        if tx is None:
            with self._database.read() as reader:
                return self.holder(name, reader)
        row = tx.execute("SELECT holder, until FROM leases WHERE name = ?", (name,)).get
        return None if row is None else (str(row[0]), int(row[1]))
