"""An author's rows as a file of SQLite's, on which something is rehearsed."""

from __future__ import annotations

from mohen.core.database import Database, Tx

_WORDS = {"episodes": "search", "mind": "knowledge_search"}


def copy(of: Database, kind: str, reader: Tx, into: Database) -> None:
    """Every table that both have, as it stands, and the words."""

    def write(tx: Tx) -> None:
        tx.execute("PRAGMA defer_foreign_keys=ON")
        for name, columns in of.tables(reader).items():
            listed = ", ".join(columns)
            tx.execute(f"DELETE FROM {name}")
            tx.executemany(
                f"INSERT INTO {name} ({listed}) VALUES ({', '.join('?' * len(columns))})",
                reader.execute(f"SELECT {listed} FROM {name}").fetchall(),
            )
        if table := _WORDS.get(kind):
            into.words(table).put(tx, _words(reader, table))

    into.write(write)


def _words(reader: Tx, table: str) -> list[tuple[int, str, str]]:
    return reader.execute(f"SELECT seq, scope, said FROM {table}_rows").fetchall()
