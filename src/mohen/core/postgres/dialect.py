"""The stores' one SQL text as PostgreSQL takes it: a few forms are replaced, nothing is parsed.

Each form below is one of the dialect's named fragments; `schema/common_0001.sql` has the functions
that make up for the rest. What is rewritten is remembered: a statement is translated once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

_KEPT = 2_048  # statements whose translation is remembered

Schema = Mapping[str, "Table"]


class Table(NamedTuple):
    """A table as the dialect must know it, without whose row it is."""

    columns: tuple[str, ...]
    key: tuple[str, ...]
    """What makes a row the same as another: its primary key, or what is unique beside a number
    that the table gives."""
    number: str | None
    """The column of the number that the table gives."""
    refers: tuple[str, ...] = ()
    """The tables that its rows refer to."""


class Translation(NamedTuple):
    sql: str
    order: tuple[int | str, ...]
    """Which of the given values stands for `$1`, `$2` …"""
    writes: bool
    table: str
    """Of an INSERT: where."""


class Form(NamedTuple):
    """A statement, cut where values go. `IS ?` and `? IS NULL` are written otherwise where nothing
    is given: PostgreSQL wants to know the type of what it is given before it looks."""

    pieces: tuple[str | Mark, ...]
    asks_for_null: tuple[int | str, ...]
    writes: bool
    table: str


class Mark(NamedTuple):
    value: int | str
    compared: str  # 'IS' or 'IS NOT'
    may_be_nothing: bool


_FRAGMENTS = re.compile(
    r"""
    (?P<literal>'(?:[^']|'')*')
  | (?P<compared>\bIS(?:\s+NOT)?)\s+(?P<with>\?\d*|:[a-z_]+)   # IS ?: equal, or both nothing
  | (?P<value>\?\d*|(?<!:):[a-z_]+)(?P<asked>(?=\s+IS\b))?      # ?, ?1, :name
  | \bCROSS\s+JOIN\s+(?P<joined>\w+(?:\s+(?!ON\b)\w+)?)\s+ON\b   # a join in this order
  | (?P<plus>(?<=[\s(,])\+(?=[a-z_]+\b))                         # not by an index
  | (?P<main>\bmain\.)
  | \b(?P<json>json_group_array|json_group_object|json_array)\s*\(
  | (?P<conflict>\bON\s+CONFLICT\s*\()                           # keys begin with the author
    """,
    re.VERBOSE,
)
_JSON = {
    "json_group_array": "json_agg(",
    "json_group_object": "json_object_agg(",
    "json_array": "json_build_array(",
}
_INSERT = re.compile(r"\s*INSERT\s+(?:OR\s+(?P<other>IGNORE|REPLACE)\s+)?INTO\s+(?P<table>\w+)")
_WRITES = re.compile(r"\s*(?:INSERT|UPDATE|DELETE)\b")


class Dialect:
    """What one store's tables make of a statement."""

    def __init__(self, tables: Schema) -> None:
        self.tables = tables
        self._form = lru_cache(maxsize=_KEPT)(self._formed)
        self._made = lru_cache(maxsize=_KEPT)(_made)

    def translated(self, sql: str, values: Any) -> Translation:
        form = self._form(sql)
        return self._made(form, tuple(each for each in form.asks_for_null if values[each] is None))

    def depends_on_values(self, sql: str) -> bool:
        """Whether it says `IS ?`, and so reads otherwise where nothing is given."""
        return bool(self._form(sql).asks_for_null)

    def _formed(self, sql: str) -> Form:
        insert = _INSERT.match(sql)
        if insert and insert["other"]:
            sql = f"INSERT INTO {insert['table']}{sql[insert.end() :]}"
        pieces = _cut(sql)
        if insert and insert["other"]:
            pieces.append(self._otherwise(insert["other"], insert["table"]))
        return Form(
            tuple(pieces),
            tuple(each.value for each in pieces if isinstance(each, Mark) and each.may_be_nothing),
            bool(_WRITES.match(sql)),
            insert["table"] if insert else "",
        )

    def _otherwise(self, how: str, table: str) -> str:
        """INSERT OR …: what becomes of a row that is there already."""
        if how == "IGNORE":
            return " ON CONFLICT DO NOTHING"
        columns, key = self.tables[table][:2]
        new = ", ".join(f"{each} = excluded.{each}" for each in columns if each not in key)
        does = f"UPDATE SET {new}" if new else "NOTHING"
        return f" ON CONFLICT (tenant, {', '.join(key)}) DO {does}"


def _cut(sql: str) -> list[str | Mark]:
    pieces: list[str | Mark] = []
    at = given = 0
    for found in _FRAGMENTS.finditer(sql):
        pieces.append(sql[at : found.start()])
        at = found.end()
        named = found["value"] or found["with"]
        if named:
            value: int | str = named[1:] if named[0] == ":" else int(named[1:] or given + 1) - 1
            given = value + 1 if isinstance(value, int) else given
            compared = " ".join((found["compared"] or "").split())
            pieces.append(Mark(value, compared, bool(compared) or found["asked"] is not None))
        else:
            pieces.append(_instead(found))
    pieces.append(sql[at:])
    return pieces


def _instead(found: re.Match[str]) -> str:
    if found["joined"]:
        return f"JOIN {found['joined']} ON"
    if found["json"]:
        return _JSON[found["json"]]
    if found["conflict"]:
        return "ON CONFLICT (tenant, "
    return found["literal"] or ""  # a plus and `main.` go


def _made(form: Form, nothing: Sequence[int | str]) -> Translation:
    order: list[int | str] = []
    said: list[str] = []
    for piece in form.pieces:
        if isinstance(piece, str):
            said.append(piece)
        elif piece.value in nothing:
            said.append(f"{piece.compared} NULL")
        else:
            if piece.value not in order:
                order.append(piece.value)
            said.append(_COMPARED[piece.compared] + f"${order.index(piece.value) + 1}")
    return Translation("".join(said), tuple(order), form.writes, form.table)


_COMPARED = {"": "", "IS": "= ", "IS NOT": "IS DISTINCT FROM "}
