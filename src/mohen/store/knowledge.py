"""Facts and notes: the table knowledge of mind.db."""

from __future__ import annotations

from typing import Any

from mohen.errors import StoreCorrupt
from mohen.model.knowledge import Item
from mohen.model.scope import Scope
from mohen.store.sqlite import Database, Tx

_COLUMNS = "id, type, project_id, content, origin, created_at, updated_at, version"


class Knowledge:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, tx: Tx, item: Item) -> None:
        tx.execute(
            f"INSERT INTO knowledge ({_COLUMNS}) VALUES (?,?,?,?,?,?,?,?)",
            (
                item.id,
                item.type,
                item.project_id,
                item.content,
                item.origin,
                item.created_at,
                item.updated_at,
                item.version,
            ),
        )

    def find(self, tx: Tx, id: str) -> Item | None:
        """One item, whichever project it is of: the caller looks before it shows anything."""
        row = tx.execute(f"SELECT {_COLUMNS} FROM knowledge WHERE id = ?", (id,)).get
        return None if row is None else _item(row)

    def get(self, id: str) -> Item | None:
        with self._database.read() as reader:
            return self.find(reader, id)

    def stamp(self) -> tuple[Any, ...]:
        """Differs when any item differs; see `Rules.stamp`."""
        with self._database.read() as reader:
            return tuple(
                reader.execute(
                    "SELECT count(*), max(pk), max(id), total(version), total(updated_at)"
                    " FROM knowledge"
                ).get
            )

    def visible(self, scope: Scope) -> list[Item]:
        """The project's own and what is global; with the global scope, only that."""
        with self._database.read() as reader:
            return self.seen_from(reader, scope)

    def seen_from(self, tx: Tx, scope: Scope) -> list[Item]:
        """`visible`, inside a transaction."""
        found = tx.execute(
            f"SELECT {_COLUMNS} FROM knowledge WHERE project_id IS NULL OR project_id = ?"
            " ORDER BY pk",
            (scope.project_id,),
        )
        return [_item(row) for row in found]

    def rewrite(self, tx: Tx, item: Item) -> None:
        """Its content, time and version as they are now."""
        tx.execute(
            "UPDATE knowledge SET content = ?, updated_at = ?, version = ? WHERE id = ?",
            (item.content, item.updated_at, item.version, item.id),
        )

    def remove(self, tx: Tx, id: str) -> None:
        tx.execute("DELETE FROM knowledge WHERE id = ?", (id,))


def _item(row: tuple[Any, ...]) -> Item:
    id, kind, project, content, origin, created, updated, version = row
    if not content:  # no hand of ours writes an empty one
        raise StoreCorrupt("a row of mind.db makes no sense; run `mohen doctor`")
    return Item(
        id=id,
        type=kind,
        project_id=project,
        content=content,
        origin=origin,
        created_at=created,
        updated_at=updated,
        version=version,
    )
