"""SQLite, driven well: connections, migrations, one write lane a file.

Contains no business logic and no number of the spec. A write is acknowledged when its commit
is on disk. Readers have their own WAL connections and never wait for the writer.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache
from graphlib import TopologicalSorter
from itertools import chain, islice
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import apsw

from mohen.core import calls
from mohen.core.database import (
    Conditional,
    Damage,
    Database,
    Kept,
    LostWrites,
    Rows,
    Saved,
    Tx,
    Written,
)
from mohen.core.logs import logger
from mohen.core.sqlite import page_gaps
from mohen.core.sqlite.commit_mark import CommitMark
from mohen.core.sqlite.errors import TRANSIENT, left_out, not_opened, not_text, translate
from mohen.core.sqlite.fulltext import FullText
from mohen.core.sqlite.salvage import salvage
from mohen.core.sqlite.soundness import examine, put_before, repair
from mohen.core.sqlite.write_lane import Lane
from mohen.core.system import is_gone, this_process
from mohen.core.values import dataclass
from mohen.errors import MohenError, SchemaTooNew, StoreClosed, StoreCorrupt

T = TypeVar("T")

# -- A reader's connection on loan, and what its trouble means to the borrower.


File = tuple[int, int]
"""Which file stands at a path: device and inode."""


class Together:
    """Reads of one thread that share a reader, which sees one moment. The first of them borrows it,
    and after one that failed the next borrows another."""

    __slots__ = ("_database", "_is_outer", "_lost", "known", "loan")

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database
        self._lost: list[apsw.Connection] = []
        self.loan: tuple[File | None, apsw.Connection] | None = None
        self.known: dict[Hashable, Any] | None = None  # what the reader remembers of this moment

    def __enter__(self) -> None:
        here = self._database.here
        self._is_outer = here.together is None
        if self._is_outer:
            here.together = self

    def __exit__(self, *_why: object) -> None:
        if not self._is_outer:
            return
        self._database.here.together = None
        for reader in self._lost:
            reader.close()
        if self.loan is not None:
            file, reader = self.loan
            reader.set_progress_handler(None)
            apsw.Cursor(reader).execute("ROLLBACK")
            self._database.give_back(file, reader)

    def lose(self) -> None:
        """Something went wrong with it; who reads around that may still hold it."""
        if self.loan is not None:
            self._lost.append(self.loan[1])
            self.loan = self.known = None


class Reading:
    """A reader on loan. No generator: a prompt alone reads some twenty times, and would spend
    as much on those as on what it reads."""

    __slots__ = ("_call", "_database", "_file", "_reader", "_together")

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database

    def __enter__(self) -> apsw.Connection:
        self._together = together = self._database.here.together
        self._call = call = calls.current()
        if together is not None and together.loan is not None:
            self._file, self._reader = together.loan
            return self._reader
        self._database.open()
        try:
            self._file, self._reader = self._database.take_reader()
        except apsw.Error as error:
            raise self._translated(error) from error
        if call is not None:
            self._watch(call)
        if together is not None:
            apsw.Cursor(self._reader).execute("BEGIN")
            together.loan = self._file, self._reader
        return self._reader

    def _watch(self, call: calls.Call) -> None:
        try:
            call.check()
        except BaseException:
            self._reader.close()
            raise
        self._reader.set_progress_handler(lambda: call.ended() is not None, 5_000)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None and self._together is not None:
            return
        if error is None:
            if self._call is not None:
                self._reader.set_progress_handler(None)
            self._database.give_back(self._file, self._reader)
            return
        if self._together is None:
            self._reader.close()  # whatever went wrong, nobody inherits it
        else:
            self._together.lose()
        if isinstance(error, _NONSENSE) and self._database.leave_out():
            raise left_out(self._database.name) from None
        if isinstance(error, apsw.InterruptError):
            raise self._translated(error) from None
        if isinstance(error, apsw.Error):
            raise self._translated(error) from error
        if isinstance(error, UnicodeDecodeError):
            raise not_text(self._database.name) from None

    def _translated(self, error: apsw.Error) -> MohenError:
        ended = self._call.ended() if self._call is not None else None
        interrupted = isinstance(error, apsw.InterruptError)
        return (ended if interrupted else None) or translate(error, self._database.name)


class _Here(threading.local):
    """What a thread is in the middle of."""

    together: Together | None = None


_NONSENSE = (StoreCorrupt, ValueError, KeyError, TypeError, AttributeError, OverflowError)
"""What readers of rows raise of one that no hand of ours can have written."""


class _Cursor(apsw.Cursor):
    """A reader's cursor, which meets a text that is none once: what is damaged is found then, and
    the question asked again of the file without it."""

    _database: SqliteDatabase | None = None
    _asked: tuple[Any, Any] = ("", None)

    def execute(self, statements: str, bindings: Any = None, **how: Any) -> apsw.Cursor:
        self._asked = statements, bindings
        try:
            return super().execute(statements, bindings, **how)
        except apsw.SQLError as error:
            self._ask_again(error)
            return self

    def __iter__(self) -> Any:
        """A good many rows at once; whoever wants more fetches them one by one."""
        rows = iter(super().__next__, _END)
        some = self._tried(lambda: list(islice(rows, _AT_ONCE)))
        return iter(some) if len(some) < _AT_ONCE else chain(some, iter(super().__next__, _END))

    def fetchall(self) -> list[Any]:
        return self._tried(super().fetchall)

    def fetchone(self) -> Any:
        return self._tried(super().fetchone)

    @property
    def get(self) -> Any:
        return self._tried(lambda: apsw.Cursor.get.__get__(self))

    def _tried(self, fetch: Callable[[], T]) -> T:
        try:
            return fetch()
        except (UnicodeDecodeError, apsw.SQLError) as error:
            self._ask_again(error)
            return fetch()

    def _ask_again(self, error: Exception) -> None:
        """Of the file without what is damaged, if that is what it is."""
        database = self._database
        if database is None or (isinstance(error, apsw.SQLError) and "JSON" not in str(error)):
            raise error
        database.leave_out(self.connection)
        super().execute(*self._asked)


_END = object()
_AT_ONCE = 2_000


# -- The keeper of a file's write-ahead log. Refuses to make a write wait as long as it can.


log = logger(__name__)

_STEPS = 8
"""In so many parts of the length at which it is due a checkpoint is looked after again."""
_A_STREAM = 50
"""Commits after which whoever writes will go on writing."""
_LONGEST = 1.5
"""Times that length is how long a log becomes before it begins anew."""
_LATE = 4
"""Times that length is what the thread may leave behind before whoever writes copies it back."""
_SPARE = 100
"""So many times as much must be free on the disk before room is made."""


class Keeper:
    """Copies the write-ahead log back into the database, off the write path, and makes room for it:
    while a file grows, each commit enters its new length into the books of the file system, which
    takes as long as writing does."""

    def __init__(self, path: Path, connect: Callable[[], apsw.Connection], threshold: int) -> None:
        self._log = _side(path, "-wal")
        self._connect = connect
        self._threshold = threshold
        self._due = threading.Event()
        self._closing = False
        self._one_at_a_time = threading.Lock()
        self._commits = self._pages = self._next = 0
        self._is_copied = False  # the greater part of the log as it is
        self._is_roomy = False
        self._thread = threading.Thread(target=self._run, name="mohen-keeper", daemon=True)
        self._thread.start()

    def grown(self, connection: apsw.Connection, _schema: str, pages: int) -> int:
        """Called by SQLite after each commit, on the lane's thread, with the log's length."""
        self._commits += 1
        if self._commits % _A_STREAM == 0 and not self._is_roomy:
            self._is_roomy = self._make_room(connection)
        if pages < self._pages:  # it began anew
            self._next, self._is_copied = self._threshold, False
        self._pages = pages
        if pages >= max(self._next, self._threshold):
            self._next = pages + self._threshold // _STEPS + 1
            if self._is_copied or pages >= _LATE * self._threshold:
                # Under a stream of commits the thread never sees the end of the log, so the log
                # could never begin anew. Here nobody appends to it, and little is left, unless the
                # thread gets no turn on a busy machine.
                self.copy_back(connection)
            else:
                self._due.set()
        return apsw.SQLITE_OK

    def close(self) -> None:
        self._closing = True
        self._due.set()
        self._thread.join()

    def _run(self) -> None:
        connection: apsw.Connection | None = None
        while True:
            self._due.wait()
            self._due.clear()
            if self._closing:
                break
            try:
                connection = connection or self._connect()
            except apsw.Error as error:
                log.warning("checkpoint postponed: %s", type(error).__name__)
            else:
                self.copy_back(connection)
                self._is_copied = True
        if connection is not None:
            connection.close()

    def _make_room(self, connection: apsw.Connection) -> bool:
        """Write the log as long as it becomes, and take that back: its file stays as long, and what
        comes is written over it. False when others are in the way, who are not waited for. Raises
        nothing: to the lane that would be a failure of the commit that went before, which it would
        try again."""
        try:
            room = int(self._threshold * _LONGEST) * int(_pragma(connection, "page_size"))
            room -= self._log.stat().st_size
            if room > 0 and shutil.disk_usage(self._log.parent).free >= _SPARE * room:
                _write_and_take_back(connection, room)
        except apsw.BusyError:
            return False
        except (apsw.Error, OSError):
            pass  # commits only take as long as they did
        return True

    def cut(self, connection: apsw.Connection) -> bool:
        """Copy the log back and cut it to nothing; False when others are in the way."""
        with self._one_at_a_time:
            try:
                connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            except (apsw.BusyError, apsw.LockedError):
                return False
        return True

    def copy_back(self, connection: apsw.Connection) -> None:
        """As much of the log as nobody is in the way of."""
        try:
            with self._one_at_a_time:
                connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        except apsw.BusyError:
            pass  # somebody else is at it
        except apsw.Error as error:
            # The log only stays longer; the next commit asks again.
            log.warning("checkpoint postponed: %s", type(error).__name__)


def _write_and_take_back(connection: apsw.Connection, room: int) -> None:
    kept, patience = _pragma(connection, "cache_size"), _pragma(connection, "busy_timeout")
    try:
        connection.set_busy_timeout(0)
        connection.execute("PRAGMA cache_size=1")  # what is more goes to the log at once
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("CREATE TABLE room (made)")
        connection.execute("INSERT INTO room VALUES (zeroblob(?))", (room,))
    finally:
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        finally:
            connection.execute(f"PRAGMA cache_size={kept}")
            connection.set_busy_timeout(int(patience))


_MENDING = ".mending-"
_INNER = frozenset({"commits"})  # what a file keeps for itself
_COUNTED = "SELECT count, at FROM commits"
_COUNT = (
    "INSERT INTO commits VALUES (1, 1, ?) ON CONFLICT (one)"
    " DO UPDATE SET count = count + 1, at = excluded.at"
)
_KNOWN_MOST = 8  # things that each reader remembers
_WITHOUT_LOCKS = "unix-none" if os.name == "posix" else None
_WORDS = {"search": ("words", 1), "knowledge_search": ("knowledge_words", 6)}
"""Tables of words: what counts their terms, and the migration that makes them."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """How a database is driven; `memory.py` fills it from the policy."""

    busy_timeout_ms: int
    retries: int
    backoff_ms: int
    batch_max: int
    checkpoint_pages: int
    reader_cache_kib: int
    pages_bytes: int
    merge_pages: int
    squeeze_pages: int
    spread_most: int
    pause: Callable[[int], None]
    now: Callable[[], int]


class SqliteDatabase(Conditional, Database):
    """One file: its schema, its write lane and its readers.

    Opening is lazy and may fail for good (a destroyed file): each use then raises the typed
    error, so that the rest of the house can go on without this file.
    """

    wipes = True
    rests = ()

    def __init__(
        self,
        path: Path,
        *,
        kind: str,
        application_id: int,
        tuning: Tuning,
        rows: Callable[[], Iterable[Rows]] = tuple,
    ) -> None:
        self.path = path
        self.name = path.name
        self._where = str(path)
        self._kind = kind
        self._application_id = application_id
        self._tuning = tuning
        self._rows = rows
        self._cursor = type("Cursor", (_Cursor,), {"_database": self})
        self.damage = Damage()
        """What was found in rows of this file; readers do without it."""
        self._looked = False
        self._looking = threading.Lock()
        self._readers: deque[tuple[File | None, apsw.Connection]] = deque()
        self._known: WeakKeyDictionary[apsw.Connection, tuple[object, dict[Hashable, Any]]]
        self._known = WeakKeyDictionary()
        self.here = _Here()
        self._opening = threading.Lock()
        self._file: File | None = None
        self.opened = 0
        """How many files have stood at this path: what was remembered of an older one is void."""
        self._anew: File | None = None  # the empty file that was begun where another had been
        self._closed = False
        self.read_only = False
        """Whether nothing can be written here: reads answer all the same, writes raise."""
        self._quiet: tuple[Callable[[Tx], object], int] = (lambda _tx: None, 0)
        self.on_rollback: list[Callable[[], None]] = []
        self._lane: Lane | None = None
        self._keeper: Keeper | None = None
        self._mark = CommitMark(_side(path, "-mark"))
        self.lost_writes: LostWrites | None = None
        """What was acknowledged and is not in the file any more, until somebody has heard it."""

    # -- writing

    def write(self, work: Callable[[Tx], T]) -> Written[T]:
        """Run `work` in a transaction of the lane; answered only after the commit is on disk."""
        run = self._provided(work)
        while True:
            lane = self._open_lane()
            try:
                return lane.submit(run)
            except UnicodeDecodeError as error:
                # They hold the cursor, and it the log.
                error.__traceback__ = error.__context__ = None
                return self._write_in_repaired(run)
            except StoreClosed:
                if self._closed or lane is self._lane:
                    raise
                # Only this lane closed, because the file was replaced: there is a new one.

    def _write_in_repaired(self, work: Callable[[Tx], T]) -> Written[T]:
        """A write met a text that is none: what is to be changed or forgotten must be readable, so
        the bytes that are no letters go with the same commit."""
        self.leave_out()
        damage = self.damage

        def both(tx: apsw.Connection) -> T:
            repair(tx, damage)
            return work(tx)

        try:
            written = self._open_lane().submit(both)
        except UnicodeDecodeError:
            raise not_text(self.name) from None
        self.examine()
        return written

    def when_quiet(self, work: Callable[[Tx], object], *, every: int) -> None:
        """Housekeeping inside the file (full-text merges) after every so many commits: when
        the lane rests, never in front of a waiting write if it can be helped."""
        self._quiet = (work, every)

    def _tell_rolled_back(self) -> None:
        """Whoever keeps in memory what a transaction would have changed must start afresh."""
        for forget in self.on_rollback:
            forget()

    # -- reading

    def read(self) -> AbstractContextManager[apsw.Connection]:
        """A reader's connection, the caller's alone while inside."""
        return Reading(self)

    def remembered(self, name: Hashable, read: Callable[[Tx], T]) -> T:
        """Each reader knows for itself whether somebody committed since it last looked."""
        with self.read() as reader:
            together = self.here.together
            known = None if together is None else together.known
            if known is None:
                known = self._known_by(reader)
            if together is not None:
                together.known = known
            if name not in known:
                if len(known) >= _KNOWN_MOST:
                    del known[next(iter(known))]
                known[name] = read(reader)
            found: T = known[name]
            return found

    def _known_by(self, reader: apsw.Connection) -> dict[Hashable, Any]:
        version = apsw.Cursor(reader).execute("PRAGMA data_version").get
        of, known = self._known.get(reader, (None, {}))
        if of != version:
            known = {}
            self._known[reader] = version, known
        return known

    def together(self) -> AbstractContextManager[None]:
        return Together(self)

    @contextmanager
    def one_view(self) -> Iterator[apsw.Connection]:
        with self.read() as reader:
            if reader.in_transaction:  # together with others
                yield reader
                return
            reader.execute("BEGIN")
            try:
                yield reader
            finally:
                reader.execute("ROLLBACK")

    def words(self, table: str) -> FullText:
        vocabulary, step = _WORDS[table]
        return FullText(
            self,
            table=table,
            vocabulary=vocabulary,
            schema=migrations(self._kind)[step],
            merge_pages=self._tuning.merge_pages,
            squeeze_pages=self._tuning.squeeze_pages,
            spread_most=self._tuning.spread_most,
        )

    def tables(self, tx: Tx) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for table, column in tx.execute(
            "SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c"
            " WHERE t.schema = 'main' AND t.type = 'table'"
            " AND t.name NOT LIKE 'sqlite~_%' ESCAPE '~'"
        ):
            found[table] = (*found.get(table, ()), column)
        return found

    def kept(self, tx: Tx) -> list[Kept]:
        found = {name: columns for name, columns in self.tables(tx).items() if name not in _INNER}
        key = "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk"
        refers = 'SELECT DISTINCT "table" FROM pragma_foreign_key_list(?)'
        above = {name: {to for (to,) in tx.execute(refers, (name,))} for name in sorted(found)}
        return [
            Kept(name, found[name], tuple(each for (each,) in tx.execute(key, (name,))))
            for name in TopologicalSorter(above).static_order()
        ]

    def numbers(self, tx: Tx) -> dict[str, int]:
        return dict(tx.execute("SELECT name, seq FROM sqlite_sequence").fetchall())

    def number_on(self, tx: Tx, last: Mapping[str, int]) -> None:
        """Those that number their rows; the others go on from the highest by themselves."""
        for name, seq in last.items():
            tx.execute("UPDATE sqlite_sequence SET seq = max(seq, ?1) WHERE name = ?2", (seq, name))
            tx.execute(
                "INSERT INTO sqlite_sequence (name, seq) SELECT name, ?1 FROM sqlite_schema"
                " WHERE type = 'table' AND name = ?2 AND sql LIKE '%AUTOINCREMENT%'"
                " AND name NOT IN (SELECT name FROM sqlite_sequence)",
                (seq, name),
            )

    @contextmanager
    def to_oneself(self) -> Iterator[None]:
        """Whoever has a file open holds a lock on it, and who wants it for oneself finds out."""
        if not self.is_there:
            yield
            return
        with self._translated():
            self._look_for_others()
            holding = apsw.Connection(str(self.path), flags=apsw.SQLITE_OPEN_READWRITE)
            holding.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            holding.close()

    def _look_for_others(self) -> None:
        looking = apsw.Connection(str(self.path), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            looking.execute("PRAGMA locking_mode=EXCLUSIVE")
            looking.execute("BEGIN EXCLUSIVE")
            looking.execute("ROLLBACK")
        finally:
            looking.close()

    def named(self, _tx: Tx, name: str) -> str:
        return name

    def foreign_writes(self, tx: Tx) -> object:
        return tx.execute("PRAGMA data_version").get

    @contextmanager
    def view(self, reader: Tx | None) -> Iterator[Tx]:
        """The transaction one is in already, or a reader of one's own."""
        if reader is not None:
            yield reader
            return
        with self.read() as own:
            yield own

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except apsw.InterruptError as error:
            raise translate(error, self.name) from None
        except apsw.Error as error:
            raise translate(error, self.name) from error
        except UnicodeDecodeError:
            raise not_text(self.name) from None

    # -- rows that are damaged

    def examine(self) -> Damage:
        """Read every row; from now on readers do without what cannot be read."""
        self.open()
        with self._looking, self._translated():
            connection = self._connect()
            try:
                connection.execute("BEGIN")  # one view, whatever is written meanwhile
                found = examine(connection, self._rows())
            finally:
                connection.close()
            self.damage, self._looked = found, True
            self._forget_readers()
            return found

    def leave_out(self, reader: apsw.Connection | None = None) -> bool:
        """Something read on this file made no sense: look why, once, and have `reader` do without
        it. False when nothing in the file is to blame."""
        if not self._looked:
            with suppress(MohenError):
                self.examine()
        if not self.damage:
            return False
        if reader is not None:
            self._put_before(reader)
        return True

    def _put_before(self, reader: apsw.Connection) -> None:
        reader.execute("PRAGMA query_only=OFF").fetchall()
        put_before(reader, self.damage)
        reader.execute("PRAGMA query_only=ON").fetchall()

    def _forget_readers(self) -> None:
        with suppress(IndexError):
            while True:
                self._readers.pop()[1].close()

    def save_rest(self, set_aside: Callable[[], str]) -> tuple[str, Saved | None]:
        """A fresh file in the place of a damaged one, with everything that can be saved of it;
        `set_aside` moves the damaged one away and answers its name. None: nothing could be."""
        fresh = _side(self.path, f"{_MENDING}{os.getpid()}")
        with self._opening:
            self._shut()
            fresh.unlink(missing_ok=True)
            make_private(fresh)
            saved = None
            with suppress(apsw.Error, UnicodeDecodeError):
                saved = self._saved_into(fresh)
            aside = set_aside()
            if saved is None:
                fresh.unlink()
            else:
                fresh.replace(self.path)
            # The count went with the file; nobody need be told twice that something is lost.
            self._mark.put(0)
            self._mark.acknowledge()
        self.open()
        self.accept_renewed()
        return aside, saved

    def _saved_into(self, fresh: Path) -> Saved:
        old, new = sealed(self.path), apsw.Connection(str(fresh))
        try:
            new.execute("PRAGMA journal_mode=MEMORY").fetchall()  # half of it is good for nothing
            self._run_migrations(new)
            return salvage(old, new, self._rows())
        finally:
            new.close()
            old.close()

    def _sweep(self) -> None:
        """What somebody left who was killed while mending: it holds text that may be forgotten."""
        here, _, _ = this_process().rpartition(":")
        for left in self.path.parent.glob(f"{self.name}{_MENDING}*"):
            if is_gone(f"{here}:{left.name.rpartition('-')[2]}"):
                with suppress(OSError):
                    left.unlink()

    # -- the log

    def cut_log(self) -> bool:
        """Copy the log back and cut it to nothing, so that what it held is gone from disk.
        False when a reader or another writer is in the way; nothing is lost by that."""
        self._open_lane()
        keeper = self._keeper
        with self._translated():
            connection = self._connect()
            connection.set_busy_timeout(self._tuning.backoff_ms)  # it keeps writers waiting
            try:
                return keeper is not None and keeper.cut(connection)
            finally:
                connection.close()

    def clean_pages(self, first: int, many: int, patience_ms: int = 0) -> tuple[bool, int | None]:
        """Zero what so many pages hold beside their rows, and cut the log, whose pages hold it
        too. Answers whether nobody was in the way for longer than `patience_ms`, and the page to go
        on with, None at the end."""
        lane, keeper = self._open_lane(), self._keeper
        with self._translated():
            connection = self._connect()
            connection.set_busy_timeout(patience_ms)
            try:
                if keeper is None:
                    return False, first
                keeper.copy_back(connection)  # most of it while nobody has to wait for it
                with lane.at_rest:
                    if not keeper.cut(connection):
                        return False, first
                    return self._clean(connection, first, many)
            except apsw.BusyError:
                return False, first
            finally:
                connection.close()

    def _clean(self, connection: apsw.Connection, first: int, many: int) -> tuple[bool, int | None]:
        """What no query sees is changed beside SQLite: meanwhile nobody else may write, nor have
        written what is still in the log. And who remembers pages must read them anew, or would
        write them again as they were: a commit that changes nothing tells them."""
        connection.execute("BEGIN IMMEDIATE")
        if not _is_empty(_side(self.path, "-wal")):
            return False, first  # another process was faster
        connection.execute(f"PRAGMA user_version={_pragma(connection, 'user_version')}")
        # By SQLite's own hands: a file that is opened otherwise takes along, when it is closed,
        # every lock that this process has on it.
        flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_MAIN_DB
        file = apsw.VFSFile("", str(self.path.absolute()), [flags, 0])
        try:
            after = page_gaps.clean(file, first, many)
            file.xSync(apsw.SQLITE_SYNC_NORMAL)
        finally:
            file.xClose()
        connection.execute("COMMIT")
        return True, after

    # -- life

    @property
    def is_there(self) -> bool:
        """Whether it was ever written. A disk that was full when it was to be made leaves an empty
        file."""
        try:
            return self.path.stat().st_size > 0
        except (FileNotFoundError, NotADirectoryError):
            return False

    def used_bytes(self) -> int:
        with self.read() as reader:
            names = ("page_count", "freelist_count", "page_size")
            pages, free, size = (int(_pragma(reader, name)) for name in names)
        return (pages - free) * size

    def copy_into(self, path: Path) -> None:
        with self.read() as reader:
            into = apsw.Connection(str(path))
            try:
                with into.backup("main", reader, "main") as backup:
                    while not backup.done:
                        backup.step(-1)
            finally:
                into.close()

    def open(self) -> None:
        """Open now rather than at first use, so that a caller can see the error early."""
        self._open_lane()

    def close(self) -> None:
        """Finish what is waiting, then close. Later uses raise `StoreClosed`."""
        with self._opening:
            self._closed = True
            self._shut()

    def _shut(self) -> None:
        lane, self._lane = self._lane, None  # first: whom it turns away must find the next one
        if lane is not None:
            lane.close()
        if self._keeper is not None:
            self._keeper.close()
            self._keeper = None
        self._forget_readers()
        if lane is not None and not _side(self.path, "-wal").exists():
            self._mark.lift()  # closed by all: nothing stands in a log alone
        self._mark.close()

    def _open_lane(self) -> Lane:
        lane = self._lane
        if lane is not None and self._still_good():
            return lane
        with self._opening:
            if self._closed:
                raise StoreClosed(f"{self.name} is closed; open the memory again", file=self.name)
            if self._lane is not None and self._still_good():
                return self._lane
            self._shut()
            try:
                with self._translated():
                    self._lane = self._start_lane()
            except OSError as error:
                raise not_opened(error, self.name) from None
            return self._lane

    def _still_good(self) -> bool:
        """Whether what was opened is what would be opened now."""
        return self._same_file() and not (self.read_only and is_writable(self.path))

    def _same_file(self) -> bool:
        """Whether the path still is the file we opened.

        Somebody may move or delete it under us; writing on into an unlinked file would
        acknowledge what nobody can ever read again.
        """
        try:
            # By a path it takes longer, and each read asks.
            found = os.stat(self._where)  # noqa: PTH116
        except OSError:
            return False
        return (found.st_dev, found.st_ino) == self._file

    @property
    def renewed(self) -> bool:
        """Whether the file vanished under us and an empty one was begun in its place: what the
        old one held is not here. Over when another file than the empty one comes to stand there,
        or with `accept_renewed`."""
        return self._anew is not None

    def accept_renewed(self) -> None:
        """Go on with the new file as if it had always been this one."""
        self._anew = None

    def _start_lane(self) -> Lane:
        # Each reader keeps pages of its own; of a crowd of readers that would be the file many
        # times over. Near the limit a connection reuses its oldest page instead of taking one more.
        apsw.soft_heap_limit(self._tuning.pages_bytes)
        make_private(self.path)
        self._sweep()
        self.read_only = False
        connection = self._first_connection()
        self.read_only = self.read_only or not os.access(self.path, os.W_OK)
        self._file = _file_at(self.path)
        self.opened += 1
        self.damage, self._looked = Damage(), False
        self.lost_writes = self._compare_mark(connection)
        if self._file != self._anew:
            self._anew = None
        keeper = Keeper(self.path, self._connect, self._tuning.checkpoint_pages)
        connection.set_wal_hook(keeper.grown)
        self._keeper = keeper
        return Lane(
            connection,
            name=self.name,
            translate=lambda error, retries: translate(error, self.name, retries),
            transient=TRANSIENT,
            retries=self._tuning.retries,
            backoff_ms=self._tuning.backoff_ms,
            batch_max=self._tuning.batch_max,
            pause=self._tuning.pause,
            rolled_back=self._tell_rolled_back,
            quiet=self._quiet,
            count=self._count,
            committed=self._mark.put,
        )

    def _compare_mark(self, connection: apsw.Connection) -> LostWrites | None:
        with suppress(apsw.Error):  # what is damaged is told by whoever needs it
            count, at = connection.execute(_COUNTED).get or (0, 0)
            if self.opened == 1:
                return self._mark.compare(count, at)
            self._mark.put(count)  # another file was put here while we looked on
        return None

    def _count(self, tx: Tx) -> int:
        """This commit as one more."""
        tx.execute(_COUNT, (self._tuning.now(),))
        return int(tx.execute(_COUNTED).get[0])  # RETURNING takes many times as long

    def look_for_lost_writes(self) -> None:
        """Whether there are any, and nobody has acknowledged them in another process."""
        self.open()
        if self.lost_writes is not None:
            self.lost_writes = self._mark.lost()

    def accept_lost_writes(self) -> None:
        """Go on without them."""
        self._mark.acknowledge()
        self.lost_writes = None

    def _first_connection(self) -> apsw.Connection:
        """Connect and migrate. A home opened by several processes at the same moment has them
        meet here, where SQLite's busy timeout does not cover the switch to WAL."""
        for attempt in range(self._tuning.retries + 1):
            connection = None
            try:
                connection = self._plain_connection()
                self._refuse_strangers(connection)
                self._drive(connection)
                self._migrate(connection)
            except (apsw.BusyError, apsw.LockedError):
                if connection is not None:
                    connection.close()
                if attempt == self._tuning.retries:
                    raise
                self._tuning.pause(self._tuning.backoff_ms << attempt)
            except (apsw.CantOpenError, apsw.ReadOnlyError):
                if connection is not None:
                    connection.close()
                if self.read_only or is_writable(self.path):
                    raise
                self.read_only = True
            except BaseException:
                if connection is not None:
                    connection.close()
                raise
            else:
                return connection
        raise AssertionError("the loop returns or raises")

    def _connect(self) -> apsw.Connection:
        connection = self._plain_connection()
        self._drive(connection)
        return connection

    def _plain_connection(self) -> apsw.Connection:
        connection = sealed(self.path) if self.read_only else apsw.Connection(str(self.path))
        # A plan stands whatever is asked for: else each new value has the statement parsed and
        # planned anew, which takes several times as long as what most of ours do.
        connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
        connection.set_busy_timeout(self._tuning.busy_timeout_ms)
        return connection

    def _drive(self, connection: apsw.Connection) -> None:
        if self.read_only:
            connection.execute("PRAGMA temp_store=MEMORY")
            return
        connection.execute(
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
            "PRAGMA secure_delete=ON; PRAGMA wal_autocheckpoint=0; PRAGMA temp_store=MEMORY;"
        ).fetchall()  # apsw stops at the first row until somebody asks for the next

    def take_reader(self) -> tuple[File | None, apsw.Connection]:
        """A reader, and the file it reads: by the time it is given back there may be another."""
        file = self._file
        while True:
            try:
                of, reader = self._readers.pop()
            except IndexError:
                break
            if of == file:
                return of, reader
            reader.close()
        reader = self._connect()
        reader.execute(f"PRAGMA query_only=ON; PRAGMA cache_size=-{self._tuning.reader_cache_kib}")
        reader.cursor_factory = self._cursor
        if self.damage:
            self._put_before(reader)
        return file, reader

    def give_back(self, file: File | None, reader: apsw.Connection) -> None:
        if self._closed or file != self._file:
            reader.close()
        else:
            self._readers.append((file, reader))

    # -- schema

    def _migrate(self, connection: apsw.Connection) -> None:
        """Bring the file to this version's schema, one transaction a step, from zero.

        A file that is up to date is only read: it may be locked or read-only, and is still
        good for answers.
        """
        steps = migrations(self._kind)
        version = _pragma(connection, "user_version")
        if version == len(steps):
            return
        if version == 0 and self.opened:
            self._anew = _file_at(self.path)
        self._run_migrations(connection)

    def _run_migrations(self, connection: apsw.Connection) -> None:
        for number, sql in enumerate(migrations(self._kind), start=1):
            with transaction(connection):
                if _pragma(connection, "user_version") >= number:
                    continue  # another process was faster
                connection.execute(sql)
                connection.execute(
                    f"PRAGMA application_id={self._application_id}; PRAGMA user_version={number}"
                )

    def _refuse_strangers(self, connection: apsw.Connection) -> None:
        """Before anything is changed, even the journal's mode."""
        newest = len(migrations(self._kind))
        connection.execute("BEGIN")  # one view: another process may be migrating just now
        version = _pragma(connection, "user_version")
        application = _pragma(connection, "application_id")
        empty = not connection.execute("SELECT EXISTS (SELECT 1 FROM sqlite_schema)").get
        connection.execute("COMMIT")
        fresh = empty and version == 0 and application == 0
        if application != self._application_id and not fresh:
            raise StoreCorrupt(
                f"{self.name} is not a file of Mohen's; move it away", file=self.name
            )
        if version > newest:
            raise SchemaTooNew(
                f"{self.name} was written by a newer Mohen (schema {version}, this one knows "
                f"{newest}); upgrade with `pip install -U mohen`",
                file=self.name,
                schema=version,
                newest=newest,
            )

    def schema_version(self) -> int:
        with self.read() as reader:
            return int(_pragma(reader, "user_version"))

    def check(self) -> str:
        """SQLite's own word on the file's tables and indexes: 'ok' or the first thing wrong.

        Virtual tables and what they keep are passed over: they can be made anew.
        """
        with self.read() as reader:
            tables = reader.execute("SELECT name FROM pragma_table_list WHERE type = 'table'")
            for (table,) in tables.fetchall():
                said = reader.execute(f"PRAGMA integrity_check('{table}')").fetchall()[0][0]
                if said != "ok":
                    return str(said)
            orphan = reader.execute("PRAGMA foreign_key_check").fetchone()
            return "ok" if orphan is None else f"{orphan[0]} without {orphan[2]}"


def _file_at(path: Path) -> File:
    found = path.stat()
    return found.st_dev, found.st_ino


def is_writable(path: Path) -> bool:
    """SQLite must be able to write the file and to make its log beside it."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def sealed(path: Path) -> apsw.Connection:
    """A connection to a file that nobody can write from here: not even the log's index beside it,
    which a reader needs as well."""
    readable = apsw.SQLITE_OPEN_READONLY
    if _side(path, "-shm").exists():  # whoever writes it keeps the index
        return apsw.Connection(str(path), flags=readable)
    if _is_empty(_side(path, "-wal")):
        uri = f"{path.absolute().as_uri()}?immutable=1"
        return apsw.Connection(uri, flags=readable | apsw.SQLITE_OPEN_URI)
    # What a killed process left in the log counts: it is read into an index in memory.
    connection = apsw.Connection(str(path), flags=readable, vfs=_WITHOUT_LOCKS)
    connection.execute("PRAGMA locking_mode=EXCLUSIVE").fetchall()
    return connection


def _side(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _is_empty(path: Path) -> bool:
    return not path.exists() or not path.stat().st_size


def make_private(path: Path) -> None:
    """The file and its folder belong to their owner alone (SQLite gives -wal and -shm the
    same mode as the file)."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


@cache
def migrations(kind: str) -> tuple[str, ...]:
    folder = Path(__file__).with_name("schema")
    return tuple(each.read_text("utf-8") for each in sorted(folder.glob(f"{kind}_*")))


@contextmanager
def transaction(connection: apsw.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _pragma(connection: apsw.Connection, name: str) -> Any:
    return connection.execute(f"PRAGMA {name}").get
