"""Moves the dates of what was recorded by a clock that turned out to be wrong.

Every column that says when something was done is named so (`at`, `…_at`, `last_…`); what is said of
other times (an event of the story, a file's own date) keeps them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.core.values import dataclass

if TYPE_CHECKING:
    from mohen.core.database import Tx

_NAMED = (
    "(c.name IN ('at', 'timestamp', 'until', 'last_run', 'last_success')"
    " OR c.name LIKE '%\\_at' ESCAPE '\\')"
)
_OTHERS = frozenset({("knowledge", "event_at"), ("bookmarks", "changed_at")})


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """Dates that have to be moved: those after one moment (and not after another), by so much, to
    no earlier than a third."""

    after: int
    until: int | None = None
    by: int
    floor: int = 0


def redate(tx: Tx, owed: Owed) -> None:
    """Move the dates of every table. What was moved lies outside the bounds: doing it twice is
    doing it once."""
    last = "" if owed.until is None else " AND {0} <= ?4"
    given = (owed.after, owed.by, owed.floor, *(() if owed.until is None else (owed.until,)))
    for table, column in _dates(tx):
        tx.execute(
            f"UPDATE {table} SET {column} = max(?3, {column} + ?2)"
            f" WHERE {column} > ?1{last.format(column)}",
            given,
        )


def _dates(tx: Tx) -> list[tuple[str, str]]:
    found = tx.execute(
        "SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c"
        f" WHERE t.schema = 'main' AND t.type = 'table'"
        f" AND t.name NOT LIKE 'sqlite%' AND {_NAMED}"
    )
    dates = [(str(table), str(column)) for table, column in found]
    return [each for each in dates if each not in _OTHERS]
