"""What the house asks of a store: transactions, reads, full text, and how sound it is.

Two engines stand behind it: `core/sqlite/`, a file in the author's home, and `core/postgres/`, for
a team. Stores write one SQL that both understand, and know neither.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from mohen.core.values import dataclass

if TYPE_CHECKING:
    from pathlib import Path

    from mohen.core.erasure import Rest
    from mohen.core.fulltext import Found, Word

T = TypeVar("T")

ALL = (1 << 63) - 1  # a limit that is none
FLOAT_BYTES = 4  # vectors are stored as 32-bit floats


class Cursor(Protocol):
    """The rows that a statement answers with."""

    def __iter__(self) -> Iterator[Any]: ...

    def fetchall(self) -> list[Any]: ...

    def fetchone(self) -> Any: ...

    @property
    def get(self) -> Any:
        """The first row, or what stands in it if that is one value; None if there is none."""
        ...


class Tx(Protocol):
    """A connection: inside a transaction for who writes, a reader's own for who reads."""

    def execute(self, sql: str, values: Any = None, /) -> Cursor: ...

    def executemany(self, sql: str, rows: Iterable[Any], /) -> object: ...

    def changes(self) -> int:
        """How many rows the last statement wrote."""
        ...

    def total_changes(self) -> int:
        """How many rows were written on this connection by now."""
        ...

    def last_insert_rowid(self) -> int:
        """The number that the row got which was inserted last."""
        ...


Condition = Callable[[Tx], None]


@dataclass(frozen=True, slots=True)
class Written(Generic[T]):
    """What a committed piece of work returned, and how often its group had to be tried again."""

    value: T
    retries: int


@dataclass(frozen=True, slots=True)
class LostWrites:
    """Writes that were acknowledged and are not in the store any more."""

    count: int
    since: int  # when the last one was made that is there


@dataclass(frozen=True, slots=True)
class Kept:
    """A table that holds rows of ours: its columns and what its rows are told apart by, the same on
    every engine."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    in_order: bool = True
    """Whether the engine itself can put rows in the order of their keys: not where it does not see
    what a key says."""


# -- Rows of a store that cannot be read: what they are of, never what stands in them.


Key = tuple[Any, ...]
"""What finds a row: its number, or the bytes of its primary key."""


@dataclass(frozen=True, slots=True)
class Rows:
    """How the product reads the rows of a table. `select` answers the table's key (its number, or
    the columns of its primary key) and then what `read` reads."""

    table: str
    select: str
    read: Callable[[Sequence[Any]], object]


@dataclass(frozen=True, slots=True)
class Loss:
    """A row that is damaged: what it is of, never what stands in it."""

    table: str
    id: str | None
    project_id: str | None
    whole: bool  # the row is lost, not only some letters of its texts


@dataclass(slots=True)
class Damage:
    """What is wrong in a file, row by row."""

    letters: dict[str, dict[str, list[Key]]] = field(default_factory=dict)
    """By table and column: the rows whose text has bytes that are none."""
    senseless: dict[str, list[Key]] = field(default_factory=dict)
    """By table: the rows that cannot be read at all."""
    losses: tuple[Loss, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.letters or self.senseless)


@dataclass(slots=True)
class Saved:
    """What was taken over from a damaged store, and what was not."""

    rows: int = 0
    losses: list[Loss] = field(default_factory=list)
    unnamed: int = 0
    """Rows, or stretches of rows, of which nothing is known but that they cannot be read."""


# -- The port.


class Words(Protocol):
    """A table of words: which terms stand in which rows, by the scope they belong to. Losing it
    loses nothing else: rows are written without it, and a rebuild fills it again."""

    # -- writing

    def add(self, tx: Tx, seq: int, scope: str, terms: str) -> bool:
        """A row that was never here. False when the table is out of order: nothing is written."""
        ...

    def put(self, tx: Tx, rows: Sequence[tuple[int, str, str]]) -> bool:
        """(seq, scope, terms), in the place of what stood there, wherever a table that is out of
        order would take the whole commit with it. False when it is."""
        ...

    def drop(self, tx: Tx, seqs: Sequence[int]) -> bool:
        """The other way round from `add`."""
        ...

    def remove(self, tx: Tx, seqs: Sequence[int]) -> bool:
        """The other way round from `put`."""
        ...

    def merge(self, tx: Tx) -> None:
        """A step of housekeeping for quiet moments."""
        ...

    def squeeze(self, tx: Tx, *, first: bool) -> bool:
        """A step towards a table in which no word of a removed row is left. True while more steps
        are needed."""
        ...

    def recreate(self, tx: Tx) -> None:
        """An empty table, whatever is left of the old one."""
        ...

    # -- reading

    def spread(self, terms: Sequence[str]) -> dict[str, int]:
        """In about how many rows each term stands."""
        ...

    def best(
        self, words: Sequence[Word], *, scopes: Sequence[str], limit: int
    ) -> list[tuple[int, float]]:
        """(seq, BM25) of the best rows of these scopes, higher is better."""
        ...

    def ranked(
        self, words: Sequence[Word], *, scopes: Sequence[str] = (), limit: int | None = None
    ) -> Found:
        """Rows with any of these words: of these scopes or of all, and the best so many or all."""
        ...

    def newest(self, words: Sequence[Word], *, scopes: Sequence[str], limit: int) -> Found:
        """The newest rows with any of these words, all of them equally good."""
        ...

    def rows(self) -> str:
        """A query of the rows that are in it, as `seq`."""
        ...

    def in_order(self, expected: Sequence[tuple[str, int]], reader: Tx) -> bool:
        """Whether it is there, sound, and finds so many rows of each scope."""
        ...


class Database(Protocol):
    """One store of an author: its schema, its writer and its readers. Opening is lazy and may fail
    for good: each use then raises the typed error, so that the rest of the house goes on."""

    name: str
    opened: int
    """How many stores have stood at this place: what was remembered of an older one is void."""
    damage: Damage
    """What was found in rows; readers do without it."""
    read_only: bool
    """Whether nothing can be written: reads answer all the same, writes raise."""
    lost_writes: LostWrites | None
    """What was acknowledged and is not there any more, until somebody has heard it."""
    wipes: bool
    """Whether it can see to it that nobody reads any more what was deleted: a file has no byte of
    it, a server has bytes that no key opens. Where the key cannot be replaced it cannot."""
    rests: tuple[Rest, ...]
    """What stays on disk, unreadable, when it has done so."""
    on_rollback: list[Callable[[], None]]
    """Who keeps in memory what a transaction would have changed, and must start afresh."""

    # -- writing and reading

    def write(self, work: Callable[[Tx], T]) -> Written[T]:
        """Run `work` in a transaction; answered only after the commit is on disk."""
        ...

    def provided(self, condition: Condition) -> AbstractContextManager[None]:
        """While inside, each transaction of the caller's begins with this, and what it raises is
        all that comes of it."""
        ...

    def unbound(self) -> AbstractContextManager[None]:
        """While inside, no condition of the caller's holds."""
        ...

    def read(self) -> AbstractContextManager[Tx]:
        """A reader's connection, the caller's alone while inside."""
        ...

    def remembered(self, name: Hashable, read: Callable[[Tx], T]) -> T:
        """What `read` finds, which nobody changes; read anew after any commit."""
        ...

    def together(self) -> AbstractContextManager[object]:
        """Around reads of one thread: they share what it takes to begin one. It reads nothing
        itself, so it cannot fail; what waits for another machine does not belong inside."""
        ...

    def one_view(self) -> AbstractContextManager[Tx]:
        """A reader's connection that sees one moment, whatever is written meanwhile."""
        ...

    def view(self, reader: Tx | None) -> AbstractContextManager[Tx]:
        """The transaction one is in already, or a reader of one's own."""
        ...

    def words(self, table: str) -> Words:
        """A table of words that stands in it."""
        ...

    def named(self, tx: Tx, name: str) -> str:
        """A name as it is kept, for who compares with it: a store that seals names keeps them
        otherwise than they are said. What is written and read is said as it is."""
        ...

    def tables(self, tx: Tx) -> Mapping[str, tuple[str, ...]]:
        """The columns of each table that holds rows of ours."""
        ...

    def kept(self, tx: Tx) -> Sequence[Kept]:
        """The same tables without what the engine keeps for itself, each after those that its rows
        refer to."""
        ...

    def numbers(self, tx: Tx) -> Mapping[str, int]:
        """The last number that each table gave, also to rows that are gone."""
        ...

    def number_on(self, tx: Tx, last: Mapping[str, int]) -> None:
        """Have each table give none of these numbers again, nor one that a row of it has."""
        ...

    def foreign_writes(self, tx: Tx) -> object:
        """Another value after every commit that somebody else than this process made."""
        ...

    def to_oneself(self) -> AbstractContextManager[None]:
        """While inside nobody else writes. `StoreBusy` when somebody does, or has it open where the
        engine can tell. To be asked before one opens it oneself."""
        ...

    # -- life

    @property
    def is_there(self) -> bool:
        """Whether it was ever written."""
        ...

    def open(self) -> None:
        """Open now rather than at first use, so that a caller can see the error early."""
        ...

    def close(self) -> None:
        """Finish what is waiting, then close. Later uses raise `StoreClosed`."""
        ...

    def when_quiet(self, work: Callable[[Tx], object], *, every: int) -> None:
        """Housekeeping inside the store after every so many commits, when nobody waits."""
        ...

    def used_bytes(self) -> int:
        """What its rows and indexes take, without the room that it has for more."""
        ...

    def copy_into(self, path: Path) -> None:
        """As it stands now, into a new file of SQLite's on which something is rehearsed."""
        ...

    # -- soundness

    def schema_version(self) -> int: ...

    def check(self) -> str:
        """The engine's own word on tables and indexes: 'ok' or the first thing wrong."""
        ...

    def examine(self) -> Damage:
        """Read every row; from now on readers do without what cannot be read."""
        ...

    def leave_out(self) -> bool:
        """Something that was read made no sense: look why, once, and have readers do without it.
        False when nothing in the store is to blame."""
        ...

    def save_rest(self, set_aside: Callable[[], str]) -> tuple[str, Saved | None]:
        """A fresh store in the place of a damaged one, with everything that can be saved of it;
        `set_aside` moves the damaged one away and answers its name. None: nothing could be."""
        ...

    @property
    def renewed(self) -> bool:
        """Whether it vanished under us and an empty one was begun in its place."""
        ...

    def accept_renewed(self) -> None:
        """Go on with the new one as if it had always been this one."""
        ...

    def look_for_lost_writes(self) -> None:
        """Whether there are any, and nobody has acknowledged them in another process."""
        ...

    def accept_lost_writes(self) -> None:
        """Go on without them."""
        ...

    # -- erasing

    def cut_log(self) -> bool:
        """Have what the log held of deleted rows gone. False when somebody is in the way."""
        ...

    def clean_pages(self, first: int, many: int, patience_ms: int = 0) -> tuple[bool, int | None]:
        """Zero what so many pages hold beside their rows. Answers whether nobody was in the way
        for longer than `patience_ms`, and the page to go on with, None at the end."""
        ...


# -- What each transaction of a caller's must begin with, whichever engine runs it.


_CONDITIONS: ContextVar[tuple[tuple[Conditional, Condition], ...]] = ContextVar(
    "mohen_conditions", default=()
)


class Conditional:
    """A store whose callers may bind what they write to conditions."""

    @contextmanager
    def provided(self, condition: Condition) -> Iterator[None]:
        """While inside, each transaction of the caller's begins with this, and what it raises is
        all that comes of it."""
        token = _CONDITIONS.set((*_CONDITIONS.get(), (self, condition)))
        try:
            yield
        finally:
            _CONDITIONS.reset(token)

    @contextmanager
    def unbound(self) -> Iterator[None]:
        """While inside, no condition of the caller's holds."""
        token = _CONDITIONS.set(())
        try:
            yield
        finally:
            _CONDITIONS.reset(token)

    def _provided(self, work: Callable[[Tx], T]) -> Callable[[Tx], T]:
        conditions = [each for of, each in _CONDITIONS.get() if of is self]
        if not conditions:
            return work

        def run(tx: Tx) -> T:
            for each in conditions:
                each(tx)
            return work(tx)

        return run
