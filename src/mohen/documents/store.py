"""The documents' rows in mind.db, and the vectors they are found by."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mohen.core.database import Rows
from mohen.documents import exact_json, namespaces
from mohen.documents.model import Document, Namespace

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx

_COLUMNS = "namespace, key, value, created_at, updated_at, ttl_ms, expires_at"
_BELOW = "project_id = ?1 AND namespace >= ?2 AND namespace < ?2 || '#'"
"""The path of what lies below goes on with a quotation mark, and `#` follows that."""


class DocumentStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    # -- writing

    def put(
        self, tx: Tx, project_id: str, document: Document, text: str, vectors: Iterable[bytes]
    ) -> int | None:
        """In the place of what stood under its key; answers when that was made."""
        path = namespaces.path(document.namespace)
        created = tx.execute(
            "DELETE FROM documents WHERE project_id = ? AND namespace = ? AND key = ?"
            " RETURNING created_at",
            (
                project_id,
                self._path(tx, document.namespace),
                self._database.named(tx, document.key),
            ),
        ).get
        tx.execute(
            f"INSERT INTO documents (project_id, {_COLUMNS}) VALUES (?,?,?,?,?,?,?,?)",
            (
                project_id,
                path,
                document.key,
                text,
                document.created_at if created is None else created,
                document.updated_at,
                document.ttl_ms,
                document.expires_at,
            ),
        )
        pk = tx.last_insert_rowid()
        tx.executemany(
            "INSERT INTO document_vectors (document, vector) VALUES (?,?)",
            ((pk, each) for each in vectors),
        )
        return None if created is None else int(created)

    def delete(self, tx: Tx, project_id: str, namespace: Namespace, key: str) -> bool:
        tx.execute(
            "DELETE FROM documents WHERE project_id = ? AND namespace = ? AND key = ?",
            (project_id, self._path(tx, namespace), self._database.named(tx, key)),
        )
        return bool(tx.changes())

    def clear(self, tx: Tx, project_id: str, namespace: Namespace) -> int:
        """All of a namespace, and what lies below it."""
        tx.execute(f"DELETE FROM documents WHERE {_BELOW}", (project_id, self._path(tx, namespace)))
        return tx.changes()

    def drop(self, tx: Tx, pks: Iterable[int]) -> int:
        tx.execute(
            "DELETE FROM documents WHERE pk IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
            (json.dumps(list(pks)),),
        )
        return tx.changes()

    def prolong(self, tx: Tx, project_id: str, documents: Iterable[Document], now: int) -> None:
        tx.executemany(
            "UPDATE documents SET expires_at = ? + ttl_ms"
            " WHERE project_id = ? AND namespace = ? AND key = ? AND expires_at > ?1",
            (
                (
                    now,
                    project_id,
                    self._path(tx, each.namespace),
                    self._database.named(tx, each.key),
                )
                for each in documents
            ),
        )

    def expire(self, tx: Tx, now: int) -> int:
        tx.execute("DELETE FROM documents WHERE expires_at <= ?", (now,))
        return tx.changes()

    def _path(self, tx: Tx, namespace: Namespace) -> str:
        return self._database.named(tx, namespaces.path(namespace))

    # -- reading

    def get(
        self, reader: Tx, project_id: str, namespace: Namespace, key: str, now: int
    ) -> Document | None:
        row = reader.execute(
            f"SELECT {_COLUMNS} FROM documents WHERE project_id = ? AND namespace = ? AND key = ?"
            " AND (expires_at IS NULL OR expires_at > ?)",
            (project_id, self._path(reader, namespace), self._database.named(reader, key), now),
        ).get
        return None if row is None else _document(row)

    def order(self, reader: Tx, project_id: str, namespace: Namespace) -> list[int]:
        """The numbers of what lies in a namespace and below it, the last written first."""
        found = reader.execute(
            f"SELECT pk FROM documents WHERE {_BELOW}", (project_id, self._path(reader, namespace))
        )
        return sorted((pk for (pk,) in found), reverse=True)

    def vectors(
        self, reader: Tx, project_id: str, namespace: Namespace, size: int
    ) -> list[tuple[int, bytes]]:
        """By the number of the document; of those that are so many bytes long."""
        return list(
            reader.execute(
                "SELECT document, vector FROM document_vectors WHERE length(vector) = ?3 AND"
                f" document IN (SELECT pk FROM documents WHERE {_BELOW})",
                (project_id, self._path(reader, namespace), size),
            )
        )

    def fetch(self, reader: Tx, pks: Sequence[int], now: int) -> Iterator[tuple[int, Document]]:
        """In this order; what has expired is not among them."""
        rows = reader.execute(
            f"SELECT pk, {_COLUMNS} FROM documents WHERE pk IN"
            " (SELECT CAST(value AS BIGINT) FROM json_each(?))"
            " AND (expires_at IS NULL OR expires_at > ?)",
            (json.dumps(pks), now),
        )
        found = {pk: row for pk, *row in rows}
        return ((pk, _document(found[pk])) for pk in pks if pk in found)

    def namespaces(
        self, reader: Tx, project_id: str, prefix: Namespace, now: int
    ) -> list[Namespace]:
        found = reader.execute(
            f"SELECT DISTINCT namespace FROM documents WHERE {_BELOW}"
            " AND (expires_at IS NULL OR expires_at > ?3)",
            (project_id, self._path(reader, prefix), now),
        )
        return [namespaces.labels(each) for each in sorted(path for (path,) in found)]

    def page(self, project_id: str, after: int, limit: int) -> list[tuple[int, Document]]:
        """Behind a number, in the order of writing: what has expired, too."""
        with self._database.read() as reader:
            rows = reader.execute(
                f"SELECT pk, {_COLUMNS} FROM documents WHERE project_id = ? AND pk > ?"
                " ORDER BY pk LIMIT ?",
                (project_id, after, limit),
            )
            return [(pk, _document(row)) for pk, *row in rows]

    def vectors_of(self, pks: Sequence[int]) -> dict[int, list[bytes]]:
        found: dict[int, list[bytes]] = {}
        with self._database.read() as reader:
            for pk, vector in reader.execute(
                "SELECT document, vector FROM document_vectors"
                " WHERE document IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY pk",
                (json.dumps(pks),),
            ):
                found.setdefault(pk, []).append(vector)
        return found

    def has_expired(self, now: int) -> bool:
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT EXISTS (SELECT 1 FROM documents WHERE expires_at <= ?)", (now,)
            ).get
        return bool(found)


def _document(row: Sequence[Any]) -> Document:
    namespace, key, value, created_at, updated_at, ttl_ms, expires_at = row
    return Document(
        namespace=namespaces.labels(namespace),
        key=key,
        value=exact_json.read(value),
        created_at=created_at,
        updated_at=updated_at,
        ttl_ms=ttl_ms,
        expires_at=expires_at,
    )


ROWS = (Rows("documents", f"SELECT pk, {_COLUMNS} FROM documents", lambda row: _document(row)),)
