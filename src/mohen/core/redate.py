"""Moves the dates of what was recorded by a clock that turned out to be wrong.

Every column that says when something was done is named so (`at`, `…_at`, `last_…`); what is said of
other times (an event of the story, a file's own date) keeps them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mohen.core.values import dataclass

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx

_NAMED = frozenset({"at", "timestamp", "until", "last_run", "last_success"})
_OTHERS = frozenset({("knowledge", "event_at"), ("bookmarks", "changed_at")})


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """Dates that have to be moved: those after one moment (and not after another), by so much, to
    no earlier than a third."""

    after: int
    until: int | None = None
    by: int
    floor: int = 0


def redate(database: Database, tx: Tx, owed: Owed) -> None:
    """Move the dates of every table. What was moved lies outside the bounds: doing it twice is
    doing it once."""
    last = "" if owed.until is None else " AND {0} <= ?4"
    given = (owed.after, owed.by, owed.floor, *(() if owed.until is None else (owed.until,)))
    for table, column in _dates(database.tables(tx)):
        tx.execute(
            f"UPDATE {table} SET {column} ="
            f" CASE WHEN {column} + ?2 > ?3 THEN {column} + ?2 ELSE ?3 END"
            f" WHERE {column} > ?1{last.format(column)}",
            given,
        )


def _dates(tables: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    dates = [
        (table, column)
        for table, columns in tables.items()
        for column in columns
        if column in _NAMED or column.endswith("_at")
    ]
    return [each for each in dates if each not in _OTHERS]
