"""Rows in one form, whichever engine keeps them: table by table, in the order of their keys.

What two stores give in this form is equal to the byte when they hold the same. Left out are leases,
which say who is at work here, and what an engine keeps for itself: words are made anew from texts.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from mohen.core.database import ALL, Database, Kept, Tx

Row = tuple[Any, ...]

_LEFT_OUT = frozenset({"leases"})
_ONE = ("one",)


class Digest(NamedTuple):
    """What a table holds, or the first so many rows of it, in a few letters."""

    rows: int
    sha256: str
    last: Row | None
    """The last row of them."""


def tables(database: Database, tx: Tx) -> list[Kept]:
    """Each after those that its rows refer to, its columns by name; at the end those of one row,
    which triggers write into while the others are filled."""
    found = [
        Kept(each.name, tuple(sorted(each.columns)), each.key, each.in_order)
        for each in database.kept(tx)
        if each.name not in _LEFT_OUT
    ]
    return sorted(found, key=is_single)


def is_single(table: Kept) -> bool:
    return table.key == _ONE


def rows(tx: Tx, table: Kept, *, after: Row | None, size: int, most: int) -> Iterator[list[Row]]:
    """So many at a time, from the one that comes after `after`, and no more than `most`."""
    columns, key = ", ".join(table.columns), ", ".join(table.key)
    places = [table.columns.index(each) for each in table.key]
    if not table.in_order:
        yield from _put_in_order(tx, table, places, after=after, size=size, most=most)
        return
    beyond = f" WHERE ({key}) > ({', '.join('?' * len(places))})"
    while most > 0:
        where, values = ("", ()) if after is None else (beyond, tuple(after[at] for at in places))
        sql = f"SELECT {columns} FROM {table.name}{where} ORDER BY {key} LIMIT ?"
        found = tx.execute(sql, (*values, min(size, most))).fetchall()
        if not found:
            return
        yield found
        after, most = found[-1], most - len(found)


def _put_in_order(
    tx: Tx, table: Kept, places: Sequence[int], *, after: Row | None, size: int, most: int
) -> Iterator[list[Row]]:
    """All at once: such a key is a name, and names are few beside texts."""

    def key(row: Row) -> Row:
        return tuple(row[at] for at in places)

    found = tx.execute(f"SELECT {', '.join(table.columns)} FROM {table.name}").fetchall()
    found = sorted((row for row in found if after is None or key(row) > key(after)), key=key)
    for at in range(0, min(most, len(found)), size):
        yield found[at : min(at + size, most)]


def put(tx: Tx, table: Kept, found: Sequence[Row]) -> None:
    """Where they were not before; the row of a table that has one, in the place of that."""
    listed, marks = ", ".join(table.columns), ", ".join("?" * len(table.columns))
    verb = "INSERT OR REPLACE INTO" if is_single(table) else "INSERT INTO"
    tx.executemany(f"{verb} {table.name} ({listed}) VALUES ({marks})", found)


def empty(tx: Tx, table: Kept) -> None:
    tx.execute(f"DELETE FROM {table.name}")


def digest(tx: Tx, table: Kept, *, size: int, most: int = ALL) -> Digest:
    made, count, last = sha256(), 0, None
    for some in rows(tx, table, after=None, size=size, most=most):
        for each in some:
            made.update(encoded(each))
        count, last = count + len(some), some[-1]
    return Digest(count, made.hexdigest(), last)


def encoded(row: Row) -> bytes:
    """A row as bytes; two differ where any value does, in kind or in content."""
    return b"".join(_value(each) for each in row) + b"\n"


def _value(value: Any) -> bytes:
    if value is None:
        return b"-"
    if isinstance(value, int):
        return b"i%d;" % value
    if isinstance(value, float):
        return b"f" + struct.pack(">d", value)
    if isinstance(value, str):
        said = value.encode()
        return b"s%d:%b" % (len(said), said)
    return b"b%d:%b" % (len(value), bytes(value))
