"""What can be saved of a damaged file, written into a fresh one.

Every row that can still be reached is taken; a text with bad bytes keeps the rest of its letters.
What belongs to a row that is gone goes with it, and what no reader of ours makes sense of stays
behind: in the damaged file, which is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import apsw

from mohen.core.database import Key, Loss, Rows, Saved
from mohen.core.sqlite.soundness import Table, examine, named, readable, tables

_PROBES = 20_000
"""How often a table is asked for what lies behind a place that cannot be read."""
_BEYOND = 1_000
"""How far beyond the last row that was read one looks, where nothing tells how many there were."""

Row = tuple[Any, ...]


def salvage(old: apsw.Connection, new: apsw.Connection, readers: Iterable[Rows]) -> Saved:
    """Take over what `old` still holds into `new`, which has the schema and nothing else. Both are
    the caller's, and views are left on `new`."""
    saved = Saved()
    known = {each.name: each for each in tables(new)}
    there = _tables_of(old)
    new.execute("PRAGMA foreign_keys=OFF").fetchall()
    new.execute("BEGIN")
    for table in known.values():
        new.execute(f"DELETE FROM {table.name}")  # a schema may begin with rows of its own
    left = {
        table.name: _take_over(old, new, table, saved)
        for table in known.values()
        if table.name in there
    }
    _go_on_counting(old, new)
    for name, numbers in left.items():
        _name_unreached(old, new, known, name, numbers, saved)
    damage = examine(new, readers)
    saved.losses += damage.losses
    for name, keys in damage.senseless.items():
        new.execute(f"DELETE FROM main.{name} WHERE {known[name].among(keys)}")
    _drop_orphans(new, known, saved)
    saved.rows = sum(new.execute(f"SELECT count(*) FROM main.{name}").get for name in known)
    new.execute("COMMIT")
    return saved


def _tables_of(old: apsw.Connection) -> set[str]:
    """Raises what SQLite says of a file that is none."""
    found: list[Any] = old.execute("SELECT name FROM sqlite_schema").fetchall()
    return {name for (name,) in found}


def _take_over(old: apsw.Connection, new: apsw.Connection, table: Table, saved: Saved) -> list[int]:
    """Answers the numbers at which no row could be read."""
    theirs = {each.name for each in Table(old, table.name).columns}
    columns = [each.name for each in table.columns if each.name in theirs]
    names, marks = ", ".join(columns), ",".join("?" * len(columns))
    put = f"INSERT INTO main.{table.name} ({names}) VALUES ({marks})"
    read = f"SELECT {', '.join(table.raw(each) for each in columns)} FROM {table.name}"
    left: list[int] = []
    hurt: list[Key] = []
    for row in _rows(old, table, read, columns, left, saved):
        values = [
            readable(value) if name in table.texts else value
            for name, value in zip(columns, row, strict=True)
        ]
        try:
            new.execute(put, values)
        except (apsw.ConstraintError, apsw.MismatchError):
            saved.unnamed += 1  # nothing of ours can have written it
            continue
        if any(_bytes(now) != was for now, was in zip(values, row, strict=True)):
            hurt.append(tuple(_bytes(values[columns.index(each)]) for each in table.key))
    if hurt:
        known = {each.name: each for each in tables(new)}
        saved.losses += named(new, known, table.name, hurt, whole=False)
    return left


def _bytes(value: Any) -> Any:
    return value.encode() if isinstance(value, str) else value


# -- reading round what cannot be read


def _rows(
    old: apsw.Connection,
    table: Table,
    read: str,
    columns: list[str],
    left: list[int],
    saved: Saved,
) -> Iterator[Row]:
    if len(table.key) == 1 and table.key[0] not in table.texts:
        yield from _by_number(old, table, read, columns.index(table.key[0]), left)
        return
    seen: set[Row] = set()
    for way in ("ASC", "DESC"):  # from both ends as far as it goes
        rows = old.execute(f"{read} ORDER BY {', '.join(f'{each} {way}' for each in table.key)}")
        try:
            for row in rows:
                if row not in seen:
                    seen.add(row)
                    yield row
        except apsw.Error:
            continue
        return
    saved.unnamed += 1


def _by_number(
    old: apsw.Connection, table: Table, read: str, place: int, left: list[int]
) -> Iterator[Row]:
    """Halving whatever stretch of numbers cannot be read as one."""
    number = table.key[0]
    ask = f"{read} WHERE {number} BETWEEN ? AND ? ORDER BY {number}"
    last, probes = 0, 0
    stretches = [(-(2**63), 2**63 - 1)]
    while stretches and probes < _PROBES:
        first, end = stretches.pop()
        try:
            for row in old.execute(ask, (first, end)):
                yield row
                first, last = row[place] + 1, max(last, row[place])
        except apsw.Error:
            probes += 1
            first = max(first, 1)
            end = min(end, _highest(old, table) or last + _BEYOND)
            if first >= end:
                left.append(first)
            else:
                middle = (first + end) // 2
                stretches += [(middle + 1, end), (first, middle)]


def _highest(old: apsw.Connection, table: Table) -> int | None:
    for ask in (
        f"SELECT max({table.key[0]}) FROM {table.name}",
        f"SELECT seq FROM sqlite_sequence WHERE name = '{table.name}'",
    ):
        with suppress(apsw.Error):
            found = old.execute(ask).get
            if isinstance(found, int):
                return found
    return None


def _go_on_counting(old: apsw.Connection, new: apsw.Connection) -> None:
    """Numbers that were given are not given again."""
    with suppress(apsw.Error, UnicodeDecodeError):
        for name, seq in old.execute("SELECT name, seq FROM sqlite_sequence").fetchall():
            new.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (seq, name))


# -- naming what is lost


def _name_unreached(
    old: apsw.Connection,
    new: apsw.Connection,
    known: dict[str, Table],
    name: str,
    numbers: list[int],
    saved: Saved,
) -> None:
    """By what they belong to, or by an index that still knows their ids."""
    table = known[name]
    owner = next((each for each in table.parents if each[0] == table.key[0]), None)
    if not numbers:
        return
    if owner is not None:
        whose = named(new, known, owner[1], [(each,) for each in numbers], whole=True)
        saved.losses += [Loss(name, each.id, each.project_id, whole=True) for each in whose]
        return
    ids: dict[int, str] = {}
    if "id" in table.texts:
        with suppress(apsw.Error, UnicodeDecodeError):
            found: Any = old.execute(
                f"SELECT {table.key[0]}, id FROM {name} INDEXED BY sqlite_autoindex_{name}_1"
            )
            ids = dict(found.fetchall())
    named_ids = [ids[each] for each in numbers if each in ids]
    saved.losses += [Loss(name, each, None, whole=True) for each in named_ids]
    saved.unnamed += 0 if named_ids else len(numbers)


def _drop_orphans(new: apsw.Connection, known: dict[str, Table], saved: Saved) -> None:
    """Rows that belong to one that is gone, until there are none."""
    while True:
        dropped = 0
        for table in known.values():
            for column, parent, theirs in table.parents:
                orphan = f"{column} NOT IN (SELECT {theirs} FROM main.{parent})"
                found = new.execute(
                    f"SELECT {table.raw_key} FROM main.{table.name} WHERE {orphan}"
                ).fetchall()
                if found:
                    saved.losses += named(new, known, table.name, found, whole=True)
                    new.execute(f"DELETE FROM main.{table.name} WHERE {orphan}")
                    dropped += len(found)
        if not dropped:
            return
