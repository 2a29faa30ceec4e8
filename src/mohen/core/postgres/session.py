"""A connection as the stores see it: their SQL in, rows out, within one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import psycopg
from psycopg.adapt import Loader
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumper

from mohen.core.database import Tx
from mohen.core.postgres.dialect import Dialect

_Buffer = bytes | bytearray | memoryview


class _Text(Loader):
    """JSON as it was written: whoever wants it taken apart does that."""

    def load(self, data: _Buffer) -> str:
        return bytes(data).decode()


class _Number(Loader):
    """A sum of whole numbers is one, as in SQLite."""

    def load(self, data: _Buffer) -> int | float:
        text = bytes(data)
        return int(text) if text.lstrip(b"-").isdigit() else float(text)


class _Whether(Loader):
    def load(self, data: _Buffer) -> int:
        return int(bytes(data) == b"t")


class _Whole(Int8Dumper):
    """Always of the widest type: two small ones multiplied may be wide."""

    def dump(self, obj: Any) -> bytes:
        return str(int(obj)).encode()


class _Said(StrDumper):
    """Text without the one letter that PostgreSQL has no room for."""

    def dump(self, obj: str) -> bytes:
        return obj.replace("\0", "\ufffd").encode()


def prepare(connection: psycopg.Connection[Any]) -> None:
    """Values go and come as the stores know them."""
    adapters = connection.adapters
    adapters.register_dumper(int, _Whole)
    adapters.register_dumper(bool, _Whole)
    adapters.register_dumper(str, _Said)
    for name, loader in (
        ("json", _Text),
        ("jsonb", _Text),
        ("numeric", _Number),
        ("bool", _Whether),
    ):
        adapters.register_loader(name, loader)


class Answer:
    """Rows that are all here already."""

    __slots__ = ("_rows",)

    def __init__(self, rows: list[Any]) -> None:
        self._rows = iter(rows)

    def __iter__(self) -> Iterator[Any]:
        return self._rows

    def fetchall(self) -> list[Any]:
        return list(self._rows)

    def fetchone(self) -> Any:
        return next(self._rows, None)

    @property
    def get(self) -> Any:
        row = next(self._rows, None)
        return row[0] if row is not None and len(row) == 1 else row


class Session(Tx):
    """One transaction of an author's, from its beginning to its end."""

    __slots__ = ("_changed", "_inserted", "_total", "commits", "connection", "dialect")

    def __init__(self, connection: psycopg.Connection[Any], dialect: Dialect) -> None:
        self.connection = connection
        self.dialect = dialect
        self._changed = self._total = 0
        self._inserted = ""
        self.commits: int | None = None  # of the author, when it began to write

    def execute(self, sql: str, values: Any = None, /) -> Answer:
        text, order, writes, table = self.dialect.translated(sql, values)
        given = [values[each] for each in order] if order else None
        cursor = self.connection.execute(text, given)
        if writes:
            self._count(cursor.rowcount, table)
        rows = cursor.fetchall() if cursor.description is not None else []
        return Answer(rows)

    def executemany(self, sql: str, rows: Iterable[Any], /) -> object:
        listed = list(rows)
        if not listed:
            return None
        text, order, _, table = self.dialect.translated(sql, listed[0])
        if self.dialect.depends_on_values(sql):
            return [self.execute(sql, each) for each in listed]
        cursor = self.connection.cursor()
        cursor.executemany(text, [[each[place] for place in order] for each in listed])
        self._count(cursor.rowcount, table)
        return None

    def _count(self, rows: int, table: str) -> None:
        self._changed = max(0, rows)
        self._total += self._changed
        self._inserted = table or self._inserted

    def changes(self) -> int:
        return self._changed

    def total_changes(self) -> int:
        return self._total

    def last_insert_rowid(self) -> int:
        found = self.execute("SELECT last FROM numbers WHERE name = ?", (self._inserted,)).get
        return int(found)
