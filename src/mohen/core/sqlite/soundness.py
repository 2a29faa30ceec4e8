"""Which rows of a file cannot be read, and the file as it is without them.

SQLite's own check looks at pages, not at what stands in them: a byte that went bad inside a text
passes. Here every row is read as the product reads it. A text with bad bytes is shown with the
sign for a lost letter in their place; a row that makes no sense is left out. Both are done by
views that stand before the tables, so that nobody who reads has to know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import apsw

from mohen.core.database import Damage, Key, Loss, Rows
from mohen.core.values import dataclass
from mohen.errors import MohenError

_SENSELESS = (MohenError, ValueError, KeyError, TypeError, AttributeError, OverflowError)
"""What reading a row raises that no hand of ours can have written."""

_READABLE = "mohen_readable"
_UTMOST = 253_402_300_799_999
"""The last moment of the year 9999 in ms: no time, count or number of ours is beyond."""
_UTMOST_REAL = 1e15

# -- what a table is made of


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    type: str
    required: bool


class Table:
    """A table of a file, as its schema has it."""

    def __init__(self, connection: apsw.Connection, name: str) -> None:
        info: list[Any] = connection.execute(f"PRAGMA main.table_info('{name}')").fetchall()
        self.name = name
        self.columns = [_Column(row[1], row[2], bool(row[3])) for row in info]
        self.texts = [each.name for each in self.columns if each.type == "TEXT"]
        self.key: list[str] = [
            name for _, name in sorted((row[5], row[1]) for row in info if row[5])
        ]
        theirs: list[Any] = connection.execute(f"PRAGMA main.foreign_key_list('{name}')").fetchall()
        self.parents: list[tuple[str, str, str]] = [(row[3], row[2], row[4]) for row in theirs]
        """(column, table, its column) of what its rows belong to."""

    def raw(self, column: str) -> str:
        return f"CAST({column} AS BLOB)" if column in self.texts else column

    @property
    def raw_key(self) -> str:
        return ", ".join(self.raw(each) for each in self.key)

    def among(self, keys: Iterable[Key]) -> str:
        """Whether a row is one of these."""
        listed = ", ".join(f"({', '.join(map(apsw.format_sql_value, key))})" for key in keys)
        return f"({self.raw_key}) IN (VALUES {listed})"

    @property
    def misfit(self) -> str:
        """Whether a row holds what its columns cannot."""
        return " OR ".join(_misfit(self.name, each) for each in self.columns)


def _misfit(table: str, column: _Column) -> str:
    name = column.name
    sound = {
        "INTEGER": f"typeof({name}) = 'integer' AND {name} BETWEEN -{_UTMOST} AND {_UTMOST}",
        "REAL": f"typeof({name}) = 'real' AND abs({name}) < {_UTMOST_REAL}",
        "BLOB": f"typeof({name}) = 'blob'",
    }.get(column.type, f"typeof({name}) = 'text'")
    if name in _JSON.get(table, ()):
        sound += f" AND json_valid({name})"
    nothing = "0" if column.required else f"{name} IS NULL"
    return f"NOT ({nothing} OR {sound})"


_JSON: dict[str, tuple[str, ...]] = {
    "agents": ("sources", "sees"),
    "alerts": ("detail",),
    "audit": ("counts",),
    "consolidations": ("phase_data",),
    "conversations": ("body",),
    "episodes": ("lengths",),
    "evidence": ("body",),
    "generations": ("refs", "compliance", "pieces", "verdicts"),
    "graph_facts": ("body",),
    "graph_sources": ("chapters",),
    "knowledge": ("entities",),
    "projections": ("lines",),
    "rules": ("predicate", "history"),
    "runs": ("created", "updated", "conflicts"),
    "snapshots": ("items", "given"),
    "statements": ("body",),
    "story_originals": ("body", "holes"),
    "story_original_parts": ("place", "body"),
    "texts": ("candidates",),
}
"""Columns that hold JSON, which queries and readers take apart."""


def tables(connection: apsw.Connection) -> list[Table]:
    """Those with rows of ours: what full-text tables keep for themselves can be made anew."""
    found: list[Any] = connection.execute(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
        " AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name"
    ).fetchall()
    return [Table(connection, name) for (name,) in found]


# -- looking


def examine(connection: apsw.Connection, readers: Iterable[Rows]) -> Damage:
    """Read every row of a file, on a connection that nobody else uses: views are left on it.
    Raises `apsw.Error` where SQLite cannot read at all."""
    damage = Damage()
    known = {each.name: each for each in tables(connection)}
    for table in known.values():
        letters = _letters(connection, table)
        # A row whose key is no text can be asked for by nobody.
        _leave_out(damage, table, {key for name in table.key for key in letters.pop(name, ())})
        if letters:
            damage.letters[table.name] = letters
    put_before(connection, damage)
    for table in known.values():
        found = connection.execute(f"SELECT {table.raw_key} FROM {table.name} WHERE {table.misfit}")
        _leave_out(damage, table, list(found))
    put_before(connection, damage)
    for rows in readers:
        _leave_out(damage, known[rows.table], _unreadable(connection, known[rows.table], rows))
    put_before(connection, damage)
    damage.losses = tuple(_losses(connection, known, damage))
    return damage


def _letters(connection: apsw.Connection, table: Table) -> dict[str, list[Key]]:
    """By column: the rows whose text cannot be read."""
    if not table.texts or _all_text(connection, table):
        return {}
    found: dict[str, list[Key]] = {}
    listed = ", ".join(table.raw(each) for each in table.texts)
    for row in connection.execute(f"SELECT {table.raw_key}, {listed} FROM main.{table.name}"):
        key, values = row[: len(table.key)], row[len(table.key) :]
        for column, value in zip(table.texts, values, strict=True):
            if isinstance(value, bytes) and readable(value).encode() != value:
                found.setdefault(column, []).append(key)
    return found


def _all_text(connection: apsw.Connection, table: Table) -> bool:
    rows = connection.execute(f"SELECT {', '.join(table.texts)} FROM main.{table.name}")
    try:
        for _ in rows:
            pass
    except UnicodeDecodeError:
        return False
    wiped = " OR ".join(f"instr({table.raw(each)}, zeroblob({_ZEROS}))" for each in table.texts)
    found = connection.execute(f"SELECT EXISTS (SELECT 1 FROM main.{table.name} WHERE {wiped})")
    return not found.get


def readable(*values: Any) -> Any:
    """The text in some bytes, with the sign for a lost letter where they are none."""
    (value,) = values  # as SQLite hands it over
    if not isinstance(value, bytes):
        return value
    return value.decode(errors="replace").replace("\0" * _ZEROS, "\ufffd")


_ZEROS = 16
"""So many zeros in a row were written by a disk and not by a person."""


def _unreadable(connection: apsw.Connection, table: Table, rows: Rows) -> Iterator[Key]:
    """Rows that the product's own reader makes no sense of."""
    width = len(table.key)
    for row in connection.execute(rows.select):
        try:
            rows.read(row[width:])
        except _SENSELESS:
            yield tuple(each.encode() if isinstance(each, str) else each for each in row[:width])


def _leave_out(damage: Damage, table: Table, keys: Iterable[Key]) -> None:
    if listed := list(keys):
        damage.senseless.setdefault(table.name, []).extend(listed)


# -- the file without what is damaged


def put_before(connection: apsw.Connection, damage: Damage) -> None:
    """Views before the damaged tables, for who reads on this connection."""
    connection.create_scalar_function(_READABLE, readable, 1, deterministic=True)
    for name in {*damage.letters, *damage.senseless}:
        table = Table(connection, name)
        connection.execute(f"DROP VIEW IF EXISTS temp.{name}")
        connection.execute(f"CREATE TEMP VIEW {name} AS {_sound(table, damage)}")


def _sound(table: Table, damage: Damage) -> str:
    letters = damage.letters.get(table.name, {})
    columns = ", ".join(
        f"CASE WHEN {table.among(letters[each.name])} THEN {_READABLE}(CAST({each.name} AS BLOB))"
        f" ELSE {each.name} END AS {each.name}"
        if each.name in letters
        else each.name
        for each in table.columns
    )
    out = damage.senseless.get(table.name)
    return f"SELECT {columns} FROM main.{table.name}" + (
        f" WHERE NOT {table.among(out)}" if out else ""
    )


def repair(tx: apsw.Connection, damage: Damage) -> None:
    """The sign for a lost letter in the tables themselves, wherever bytes are none."""
    tx.create_scalar_function(_READABLE, readable, 1, deterministic=True)
    for name, columns in damage.letters.items():
        table = Table(tx, name)
        for column, keys in columns.items():
            tx.execute(
                f"UPDATE {name} SET {column} = {_READABLE}(CAST({column} AS BLOB))"
                f" WHERE {table.among(keys)}"
            )


# -- naming what is lost


def _losses(connection: apsw.Connection, known: dict[str, Table], damage: Damage) -> Iterator[Loss]:
    for name, keys in damage.senseless.items():
        yield from named(connection, known, name, keys, whole=True)
    for name, columns in damage.letters.items():
        gone = set(damage.senseless.get(name, ()))
        hurt = dict.fromkeys(key for keys in columns.values() for key in keys if key not in gone)
        if hurt:
            yield from named(connection, known, name, hurt, whole=False)


def named(
    connection: apsw.Connection,
    known: dict[str, Table],
    name: str,
    keys: Iterable[Key],
    *,
    whole: bool,
) -> Iterator[Loss]:
    """Whose these rows are, as far as that can still be told."""
    table = known[name]
    found = connection.execute(
        f"SELECT {_id(table, known, 'x')}, {_project(table, known, 'x')} FROM main.{name} x"
        f" WHERE {table.among(keys)}"
    )
    for id, project in found:
        yield Loss(name, _said(id), _said(project), whole)


def _said(value: Any) -> str | None:
    if value is None:
        return None
    with suppress(UnicodeDecodeError):
        return value.decode() if isinstance(value, bytes) else str(value)
    return None


_SCOPES = ("projects", "knowledge_scopes")


def _id(table: Table, known: dict[str, Table], row: str) -> str:
    """What a row of a table is asked for by: its own id, or that of what it belongs to."""
    if "id" in table.texts:
        return f"CAST({row}.id AS BLOB)"
    for column, parent, theirs in table.parents:
        if parent not in _SCOPES and known[parent].texts and "id" in known[parent].texts:
            return _of_parent(row, column, parent, theirs, _id(known[parent], known, f"{row}x"))
    return f"CAST({row}.{table.key[-1]} AS BLOB)"


def _project(table: Table, known: dict[str, Table], row: str) -> str:
    if "project_id" in table.texts:
        return f"CAST({row}.project_id AS BLOB)"
    for column, parent, theirs in table.parents:
        of = f"{row}x"
        found = (
            f"CAST({of}.id AS BLOB)" if parent in _SCOPES else _project(known[parent], known, of)
        )
        if found != _NOBODY:
            return _of_parent(row, column, parent, theirs, found)
    return _NOBODY


_NOBODY = "NULL"


def _of_parent(row: str, column: str, parent: str, theirs: str, what: str) -> str:
    return f"(SELECT {what} FROM main.{parent} {row}x WHERE {row}x.{theirs} = {row}.{column})"
