"""A whole memory carried from one engine to another: there, and back again.

The source is only read and stays as it is. What is in the target says how far it came: one whose
rows are the first of the source's, table by table, is gone on with; one that holds anything else is
refused. At the end both are read again, and must be equal to the byte.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

from mohen.core import canonical
from mohen.core.database import ALL
from mohen.core.values import dataclass
from mohen.errors import AtWork, Conflict, InvalidArgument, NotFound, StoreBusy

if TYPE_CHECKING:
    from mohen.core.canonical import Digest
    from mohen.core.database import Database, Kept, Tx

Tell = Callable[[str, int, int | None], None]
Held = dict[str, dict[str, "Digest"]]

_BATCH = 256  # rows a transaction


@dataclass(frozen=True, slots=True)
class Side:
    """One end of a move: its stores by their names, and how its words are made anew."""

    stores: Mapping[str, Database]
    index: Callable[[Tell], None]


@dataclass(frozen=True, slots=True)
class Moved:
    """What stands on both sides now."""

    tables: Mapping[str, Mapping[str, Digest]]
    resumed: bool

    @property
    def rows(self) -> int:
        return sum(each.rows for tables in self.tables.values() for each in tables.values())


def move(source: Side, target: Side, tell: Tell) -> Moved:
    for each in target.stores.values():
        with _to_oneself(each, "target"):
            pass
    with ExitStack() as still:
        for each in source.stores.values():
            still.enter_context(_to_oneself(each, "source"))
        there = [name for name, each in source.stores.items() if each.is_there]
        if not there:
            raise NotFound("there is no memory to be moved", field="from")
        begun = {
            name: _beginning(source.stores[name], each) for name, each in target.stores.items()
        }
        for name in there:
            _carry(source.stores[name], target.stores[name], begun[name], tell)
        target.index(tell)
        held = {name: export(source.stores[name]) for name in there}
        if other := _differences(held, {name: export(target.stores[name]) for name in there}):
            raise Conflict(
                f"what arrived is not what was sent: {', '.join(other)}", tables=list(other)
            )
    return Moved(held, any(rows for tables in begun.values() for rows in tables.values()))


def export(database: Database) -> dict[str, Digest]:
    """What each table of a store holds, in the form that every engine gives alike."""
    with database.one_view() as reader:
        return {
            each.name: canonical.digest(reader, each, size=_BATCH)
            for each in canonical.tables(database, reader)
        }


def _differences(one: Held, other: Held) -> list[str]:
    return [
        f"{store}.{table}"
        for store, tables in one.items()
        for table, digest in tables.items()
        if digest != other[store].get(table)
    ]


def _to_oneself(database: Database, which: str) -> ExitStack:
    """Nobody else is there; said in the words of a move when somebody is."""
    held = ExitStack()
    try:
        held.enter_context(database.to_oneself())
    except StoreBusy:
        raise AtWork(
            f"the {which} is in use ({database.name}): end `mohen serve` and whatever else has it "
            "open, then move"
        ) from None
    return held


def _beginning(source: Database, target: Database) -> dict[str, int]:
    """How many rows of each table are there already, if they are the source's first ones."""
    found: dict[str, int] = {}
    if not target.is_there:
        return found
    with ExitStack() as views:
        mine = views.enter_context(source.one_view()) if source.is_there else None
        theirs = views.enter_context(target.one_view())
        for table in canonical.tables(target, theirs):
            if canonical.is_single(table):
                continue
            there = canonical.digest(theirs, table, size=_BATCH)
            if there.rows and (mine is None or there != _first(mine, table, there.rows)):
                raise InvalidArgument(
                    f"the target holds something else ({target.name}: {table.name}), or the source "
                    "was changed since a move was begun: name a target that is empty",
                    field="to",
                )
            found[table.name] = there.rows
    return found


def _first(reader: Tx, table: Kept, most: int) -> Digest:
    return canonical.digest(reader, table, size=_BATCH, most=most)


def _carry(source: Database, target: Database, begun: Mapping[str, int], tell: Tell) -> None:
    with source.one_view() as reader:
        with target.read() as known:
            tables = canonical.tables(target, known)
        for table in tables:
            done = begun.get(table.name, 0)
            last = _first(reader, table, done).last if done else None
            if canonical.is_single(table):
                target.write(partial(canonical.empty, table=table))
            for some in canonical.rows(reader, table, after=last, size=_BATCH, most=ALL):
                target.write(partial(canonical.put, table=table, found=some))
                done += len(some)
                tell(f"{target.name}: {table.name}", done, None)
        numbers = source.numbers(reader)
    target.write(lambda tx: target.number_on(tx, numbers))
