"""The stores' one SQL text as PostgreSQL takes it: a few forms are replaced, nothing is parsed.

Each form below is one of the dialect's named fragments; `schema/common_0001.sql` has the functions
that make up for the rest. What is rewritten is remembered: a statement is translated once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from mohen.errors import StoreError

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
    kept: Mapping[str, str] = {}
    """Columns that are SEALED or NAMED."""


SEALED, NAMED = "sealed", "named"
"""How a column is kept, by the name of its domain: under a key of its row's own, or as a name that
can be looked up."""


class Given(NamedTuple):
    """Which of the given values, and how it is to be kept."""

    value: int | str
    kept: str


class Translation(NamedTuple):
    sql: str
    order: tuple[Given, ...]
    """What stands for `$1`, `$2` …"""
    seals: bool
    """Whether any of them is to be sealed."""
    writes: bool
    table: str
    """Of an INSERT: where."""
    answers: str
    """The same, answering with the number that its table gave; nothing where it gives none."""
    surely: bool
    """Whether it writes a row or fails."""
    counts_one: bool
    """Whether its table gives one number, or it fails."""


class Form(NamedTuple):
    """A statement, cut where values go. `IS ?` and `? IS NULL` are written otherwise where nothing
    is given: PostgreSQL wants to know the type of what it is given before it looks."""

    pieces: tuple[str | Mark, ...]
    asks_for_null: tuple[int | str, ...]
    writes: bool
    table: str
    number: str | None
    surely: bool
    counts_one: bool


class Mark(NamedTuple):
    value: int | str
    compared: str  # 'IS' or 'IS NOT'
    may_be_nothing: bool
    kept: str = ""  # SEALED or NAMED


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
  | (?P<listed>(?<!NOT\s)\bIN\s*\(SELECT\s+CAST\(value\s+AS\s+BIGINT\)\s+FROM\s+json_each\()
    (?=(?:\?\d*|:[a-z_]+)\)\))                                  # one of these numbers
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
_ANSWERS = re.compile(r"\bRETURNING\b")
_ONE_ROW = re.compile(r"\)\s*VALUES\s*\(")
_WHOLE_ROW = re.compile(r"\((?P<columns>[^()]*)\)\s*VALUES\s*\([^()]*\)\s*$")
_CLASHES = re.compile(r"\bON\s+CONFLICT\b")


class Dialect:
    """What one store's tables make of a statement."""

    def __init__(self, tables: Schema, schema: str) -> None:
        self.tables = tables
        self.schema = schema
        """Its name, for statements that are asked of every store: the same text must not mean
        another table each time, or it is planned anew."""
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
        for place, kept in _assigned(pieces, self.tables).items():
            pieces[place] = pieces[place]._replace(kept=kept)  # type: ignore[union-attr]
        table, number, surely = insert["table"] if insert else "", None, False
        if insert and not _ANSWERS.search(sql):
            number = self.tables[table].number
        if insert and not insert["other"] and not _CLASHES.search(sql):
            surely = bool(_ONE_ROW.search(sql))
        row = _WHOLE_ROW.search(sql) if surely and number else None
        return Form(
            tuple(pieces),
            tuple(each.value for each in pieces if isinstance(each, Mark) and each.may_be_nothing),
            bool(_WRITES.match(sql)),
            table,
            number,
            surely,
            row is not None and number not in re.findall(r"\w+", row["columns"]),
        )

    def _otherwise(self, how: str, table: str) -> str:
        """INSERT OR …: what becomes of a row that is there already."""
        if how == "IGNORE":
            return " ON CONFLICT DO NOTHING"
        columns, key, *_ = self.tables[table]
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
    if found["listed"]:
        return "= ANY (numbers_in("
    return found["literal"] or ""  # a plus and `main.` go


def _made(form: Form, nothing: Sequence[int | str]) -> Translation:
    order: list[Given] = []
    said: list[str] = []
    for piece in form.pieces:
        if isinstance(piece, str):
            said.append(piece)
        elif piece.value in nothing:
            said.append(f"{piece.compared} NULL")
        else:
            given = Given(piece.value, piece.kept)
            if given not in order:
                order.append(given)
            said.append(_COMPARED[piece.compared] + f"${order.index(given) + 1}")
    seals, text = any(each.kept for each in order), "".join(said)
    answers = f"{text} RETURNING {form.number}" if form.number else ""
    return Translation(
        text,
        tuple(order),
        seals,
        form.writes,
        form.table,
        answers,
        form.surely,
        form.counts_one,
    )


_COMPARED = {"": "", "IS": "= ", "IS NOT": "IS DISTINCT FROM "}


# -- what goes into columns that are kept sealed

_PLACE = "\0"  # around the place of a piece that is a value
_TARGET = re.compile(
    r"\bINSERT\s+INTO\s+(?P<into>\w+)(?:\s+AS\s+\w+)?\s*(?P<columns>\([^)]*\))?\s*"
    r"(?P<how>VALUES|SELECT)?|\bUPDATE\s+(?P<of>\w+)(?:\s+(?:AS\s+)?(?!SET\b)\w+)?\s+SET\b"
    r"|\bDO\s+UPDATE\s+SET\b"
)
_STOPS = re.compile(r"\b(?:FROM|WHERE|RETURNING|ON)\b")
_ALONE = re.compile(r"(?:coalesce\(\s*)?\0(\d+)\0(?:::\w+)?(?:\s*,\s*[\w.]+\s*\))?")
_SAYS_NOTHING = re.compile(r"'(?:\[\]|\{\})?'|NULL|DEFAULT")
_COLUMN = re.compile(r"(?:(\w+)\.)?(\w+)")


def _assigned(pieces: Sequence[str | Mark], tables: Schema) -> dict[int, str]:
    """Which values go into columns that are kept sealed, and how. Whatever else goes into one is
    refused: what is not understood would lie there in clear."""
    text = "".join(
        each if isinstance(each, str) else f"{_PLACE}{place}{_PLACE}"
        for place, each in enumerate(pieces)
    )
    found: dict[int, str] = {}
    table = Table((), (), None)
    for target in _TARGET.finditer(text):
        if target["into"] or target["of"]:
            table = tables.get(target["into"] or target["of"], Table((), (), None))
        if not table.kept:
            continue
        for column, said in _pairs(text, target):
            if kept := table.kept.get(column):
                own = {} if target["into"] else table.kept
                found.update(_understood(column, said.strip(), kept, own))
    return found


def _pairs(text: str, target: re.Match[str]) -> list[tuple[str, str]]:
    """Columns, and what is put into them."""
    if not target["into"]:
        parts = _parts(text, target.end())
        return [(name.strip(), said) for name, _, said in (each.partition("=") for each in parts)]
    columns = [each.strip() for each in (target["columns"] or "").strip("()").split(",")]
    if not target["columns"] or not target["how"]:
        raise StoreError("an INSERT must say its columns and its values")
    at = target.end()
    pairs: list[tuple[str, str]] = []
    while True:
        if target["how"] == "VALUES":
            at = text.index("(", at) + 1
        parts = _parts(text, at)
        pairs += zip(columns, parts, strict=True)
        at += sum(map(len, parts)) + len(parts)
        if target["how"] == "SELECT" or not re.match(r"\s*,\s*\(", text[at:]):
            return pairs


def _parts(text: str, at: int) -> list[str]:
    """What stands between commas, up to the end of the list."""
    parts: list[str] = []
    depth, begun, quoted = 0, at, False
    for place in range(at, len(text)):
        sign = text[place]
        if sign == "'":
            quoted = not quoted
        elif quoted:
            continue
        elif sign in "([":
            depth += 1
        elif sign in ")]":
            depth -= 1
            if depth < 0:
                return [*parts, text[begun:place]]
        elif depth == 0 and sign == ",":
            parts.append(text[begun:place])
            begun = place + 1
        elif depth == 0 and sign.isupper() and _STOPS.match(text, place):
            return [*parts, text[begun:place]]
    return [*parts, text[begun:]]


def _understood(column: str, said: str, kept: str, own: Mapping[str, str]) -> dict[int, str]:
    if value := _ALONE.fullmatch(said):
        return {int(value[1]): kept}
    if _SAYS_NOTHING.fullmatch(said):
        return {}
    named = _COLUMN.fullmatch(said)
    if named and (named[1] == "excluded" or own.get(named[2]) == kept):
        return {}
    raise StoreError(f"what goes into {column} is not understood, and would not be sealed")
