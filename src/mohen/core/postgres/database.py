"""PostgreSQL, driven well: an author's rows in a schema that all authors share.

Contains no business logic and no number of the spec. Each transaction says first whose it is, and
is then shown nothing else (row-level security). A write is acknowledged when PostgreSQL says that
it is committed; while it lasts it holds the lock of its author and store, so what is read in it
stays true and numbers rise in the order of commits. An author's words are sealed before they come
here (`session.py`), and what is deleted goes with the key it lay under.
"""

from __future__ import annotations

import secrets
import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from graphlib import TopologicalSorter
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, TypeVar

import psycopg
from psycopg import errors as said
from psycopg.pq import TransactionStatus

from mohen.core import calls
from mohen.core.author_keys import AuthorKeys
from mohen.core.database import Conditional, Damage, Database, Kept, LostWrites, Rows, Tx, Written
from mohen.core.erasure import Rest, Until, Where
from mohen.core.postgres.errors import is_transient, translate
from mohen.core.postgres.fulltext import FullText
from mohen.core.postgres.rewrap import rewrap
from mohen.core.postgres.seals import Ring, Seals
from mohen.core.postgres.server import ROLE, Connection, Server, migrations, schema_of
from mohen.core.postgres.session import Cursor, Session, session_of
from mohen.core.values import dataclass
from mohen.errors import MohenError, StoreBusy, StoreClosed, StoreError, StoreSealed

T = TypeVar("T")

_KNOWN_MOST = 8  # things that are remembered of an author
_ONE_VIEW = " ISOLATION LEVEL REPEATABLE READ"
_NAMES = 256
"""Commits of an author that are known by name: whoever lost a connection asks long before so many
others were made."""


_ASKED, _ASK_MS = 12, 1_000
"""How often it is asked whether an unanswered commit was kept, and the longest pause in between.
Each time a connection is waited for."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """How a store is driven; `house.py` fills it from the policy."""

    busy_timeout_ms: int
    retries: int
    backoff_ms: int
    spread_most: int
    words_bytes: int
    pause: Callable[[int], None]
    now: Callable[[], int]


class _Unanswered(Exception):
    """The connection was lost while committing: nobody knows yet whether it was kept."""

    def __init__(self, name: str, value: Any) -> None:
        self.name, self.value = name, value


class Turns:
    """One at a time, in the order of asking; whoever's call is over does not wait any longer."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Event] = deque()

    @contextmanager
    def mine(self) -> Iterator[None]:
        self._take(calls.current())
        try:
            yield
        finally:
            self._hand_on()

    def _take(self, call: calls.Call | None) -> None:
        with self._lock:
            if not self._taken:
                self._taken = True
                return
            turn = threading.Event()
            self._waiting.append(turn)
        if call is None:
            turn.wait()
            return
        with call.waking(turn.set):
            while not turn.wait(call.remaining()):
                call.expire()
        if ended := call.ended():
            with self._lock:
                has_turn = turn not in self._waiting
                if not has_turn:
                    self._waiting.remove(turn)
            if has_turn:
                self._hand_on()
            raise ended

    def _hand_on(self) -> None:
        with self._lock:
            self._taken = bool(self._waiting)
            if self._waiting:
                self._waiting.popleft().set()


class Reading:
    """A transaction for reading, the caller's alone while inside. Who reads within it on the same
    thread shares it."""

    __slots__ = ("_before", "_call", "_database", "_ends", "_how", "_outer", "_session")

    def __init__(self, database: PostgresDatabase, how: str) -> None:
        self._database = database
        self._how = how

    def __enter__(self) -> Session:
        database = self._database
        database.open()
        self._call = call = calls.current()
        if call is not None:
            call.check()
        self._before = database.reading.session
        self._outer = self._before if not self._how else None
        if self._outer is not None:
            self._session = self._outer
            return self._outer
        try:
            self._session = session = database.begin_reading(self._how, call)
        except psycopg.Error as error:
            raise self._translated(error) from error
        self._ends = ends = ExitStack()
        ends.callback(database.end_reading, session)
        if call is not None:
            ends.enter_context(call.waking(session.connection.cancel))
        together = database.reading.together
        if together is not None and not self._how:
            together.push(ends)
            self._outer = session  # whoever reads next shares it
        database.reading.session = session
        return session

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._outer is None:
            self._database.reading.session = self._before
            self._ends.close()
        elif isinstance(error, psycopg.Error):
            self._database.begin_again(self._session)  # for whoever shares it and goes on
        if isinstance(error, said.QueryCanceled):
            raise self._translated(error) from None
        if isinstance(error, psycopg.Error):
            raise self._translated(error) from error

    def _translated(self, error: psycopg.Error) -> MohenError:
        ended = self._call.ended() if self._call is not None else None
        canceled = isinstance(error, said.QueryCanceled)
        return (ended if canceled else None) or translate(error, self._database.name)


class _Local(threading.local):
    session: Session | None = None
    together: ExitStack | None = None  # ends what was begun by the first who read

    @property
    def is_shared(self) -> bool:
        """Whether who reads now shares what it takes with others."""
        return self.session is not None or self.together is not None


class PostgresDatabase(Conditional, Database):
    """One store of one author."""

    def __init__(
        self,
        server: Server,
        *,
        name: str,
        kind: str,
        author: str,
        keys: AuthorKeys,
        tuning: Tuning,
        rows: Callable[[], Iterable[Rows]] = tuple,
        in_file: Callable[[Path], Database],
    ) -> None:
        self.name = name
        self.kind = kind
        self.author = author
        self.opened = 1
        self.damage = Damage()
        self.read_only = False
        self.lost_writes: LostWrites | None = None
        self.on_rollback: list[Callable[[], None]] = []
        self.reading = _Local()
        self._server = server
        self._tuning = tuning
        self._rows = rows
        self._in_file = in_file
        self._turns = Turns()
        self._known: dict[Hashable, tuple[object, Any]] = {}
        self._own = 0  # commits that this object made
        self._ready = self._closed = False
        self.wipes = keys.renews
        self.rests = _RESTS
        self._seals = Seals(keys, author=author, store=kind)
        self._schema = schema_of(kind)
        self._lock = _number_of(kind, author)
        self._renewing = _number_of(kind, author, "keys")
        self._busy_ms = str(tuning.busy_timeout_ms)
        self._whose = f"{self._schema}, mohen, pg_temp", author
        self._author = (
            f"SELECT (SELECT count FROM {self._schema}.commits),"
            f" (SELECT id FROM {self._schema}.author_key)"
        )
        self._author_and_numbers = (
            f"{self._author}, (SELECT json_object_agg(name, last) FROM {self._schema}.numbers)"
        )

    # -- writing

    def write(self, work: Callable[[Tx], T]) -> Written[T]:
        run = self._provided(work)
        with self._turns.mine():
            self.open()
            call = calls.current()
            if call is not None and not call.begin():
                call.check()
            return self._settled(run)

    def _settled(self, run: Callable[[Session], T]) -> Written[T]:
        """Run and commit, trying the whole of it again while that may help."""
        for attempt in range(self._tuning.retries + 1):
            try:
                return Written(self._committed(run), attempt)
            except _Unanswered as lost:
                self._tell_rolled_back()
                if self._resolved(lost.name):
                    return Written(lost.value, attempt + 1)
            except psycopg.Error as error:
                self._tell_rolled_back()
                if not is_transient(error) or attempt == self._tuning.retries:
                    raise translate(error, self.name, attempt) from error
                self._server.drop_dead()
            except BaseException:
                self._tell_rolled_back()
                raise
            self._tuning.pause(self._tuning.backoff_ms << attempt)
        raise StoreError(f"{self.name} cannot be reached; is PostgreSQL running?", file=self.name)

    def _resolved(self, name: str) -> bool:
        """Whether an unanswered commit was kept. Asked for longer than anything is tried again: a
        server that is started anew, or a standby in its place, knows it, and nobody else does."""
        for asked in range(_ASKED):
            try:
                return self._was_kept(name)
            except (psycopg.Error, StoreBusy) as error:
                if isinstance(error, psycopg.Error) and not is_transient(error):
                    break
            self._server.drop_dead()
            self._tuning.pause(min(self._tuning.backoff_ms << asked, _ASK_MS))
        raise StoreError(
            f"{self.name} did not answer: whether the last write was kept is not known",
            file=self.name,
        )

    def _committed(self, run: Callable[[Session], T]) -> T:
        name, is_asked = secrets.token_hex(8), False
        session: Session | None = None
        with self._server.lent() as connection:
            try:
                with connection.pipeline() as pipeline:
                    session = self._begun(connection, pipeline)
                    value = run(session)
                    if session.has_written:
                        brings = *session.made_keys(), *session.foretold()
                        is_asked = True
                        _commit(connection, self._schema, name, self._tuning.now(), brings)
            except psycopg.Error as error:
                if is_asked and connection.closed:
                    raise _Unanswered(name, value) from error
                if session is not None:
                    session.blame(error)
                _roll_back(connection)
                raise
            except BaseException:
                _roll_back(connection)
                raise
            if not is_asked:
                if session.has_asked_to_write:
                    _roll_back(connection)
                else:
                    _end(connection)
                return value
            self._own += 1
            session.committed()
            return value

    def _begun(self, connection: Connection, pipeline: psycopg.Pipeline | None = None) -> Session:
        connection.execute("BEGIN")
        connection.execute(_BEGIN_WRITING, (*self._whose, self._busy_ms, self._lock))
        author = connection.execute(self._author_and_numbers)
        return self._session(connection, author, pipeline)

    def _session(
        self, connection: Connection, author: Cursor, pipeline: psycopg.Pipeline | None = None
    ) -> Session:
        return Session(connection, self._server.dialect(self.kind), self._ring, author, pipeline)

    def _ring(self, session: Session) -> Ring:
        if session.key is not None and (known := self._seals.known(session.key)) is not None:
            return known
        kept = session.kept_key()
        if kept is None:
            raise StoreSealed(f"{self.name} was never begun for this author", file=self.name)
        return self._seals.ring(kept)

    def _was_kept(self, name: str) -> bool:
        """Asked when nobody is committing for this author any more."""
        with self._server.lent() as connection:
            try:
                session = self._begun(connection)
                found = session.execute("SELECT 1 FROM commit_names WHERE name = ?", (name,)).get
            finally:
                _roll_back(connection)
        self._own += found is not None
        return found is not None

    def _tell_rolled_back(self) -> None:
        for forget in self.on_rollback:
            forget()

    # -- reading

    def read(self) -> AbstractContextManager[Session]:
        return Reading(self, "")

    def remembered(self, name: Hashable, read: Callable[[Tx], T]) -> T:
        """Known until the author's commits, of whatever process, are more."""
        known = self._known.get(name)
        if known is None or self.reading.is_shared or known[0] != self._commits():
            known = self._known_anew(name, read)
        found: T = known[1]
        return found

    def _known_anew(self, name: Hashable, read: Callable[[Tx], Any]) -> tuple[object, Any]:
        with Reading(self, "") as session:
            known = self._known.get(name)
            if known is None or known[0] != session.commits:
                if len(self._known) >= _KNOWN_MOST:
                    self._known.clear()
                known = self._known[name] = session.commits, read(session)
            return known

    def _commits(self) -> int | None:
        """How many the author made, waited for once; None where that is not so simple."""
        self.open()
        calls.check()
        with suppress(psycopg.Error), self._server.lent() as connection:
            try:
                with connection.pipeline():  # what is waited for together is one transaction
                    connection.execute(_BEGIN, self._whose)
                    author = connection.execute(self._author)
            except BaseException:
                _roll_back(connection)
                raise
            found: int | None = (author.fetchone() or (None,))[0]
            return found
        return None

    @contextmanager
    def together(self) -> Iterator[None]:
        if self.reading.is_shared:
            yield
            return
        with ExitStack() as ends:
            self.reading.together = ends
            try:
                yield
            finally:
                self.reading.session = self.reading.together = None

    def one_view(self) -> AbstractContextManager[Session]:
        return Reading(self, _ONE_VIEW)

    def begin_reading(self, how: str, call: calls.Call | None) -> Session:
        for attempt in range(self._tuning.retries + 1):
            connection = self._server.take()
            try:
                author, stays = self._began_reading(connection, how, call)
                if not stays and not how:  # the key is being renewed: this moment, as it stands
                    _roll_back(connection)
                    author, _ = self._began_reading(connection, _ONE_VIEW, call)
            except psycopg.Error as error:
                self._let_go(connection)
                if not is_transient(error) or attempt == self._tuning.retries:
                    raise
                self._server.drop_dead()
                continue
            except BaseException:
                self._let_go(connection)
                raise
            return self._session(connection, author)
        raise AssertionError("the loop returns or raises")

    def _began_reading(
        self, connection: Connection, how: str, call: calls.Call | None
    ) -> tuple[Cursor, bool]:
        """What says how the author stands, and whether the key stays while this is read."""
        left = None if call is None else call.remaining()
        with connection.pipeline():
            connection.execute(f"BEGIN{how} READ ONLY")
            if left is None:
                began = connection.execute(_BEGIN_READING, (*self._whose, self._renewing))
            else:
                most = str(int(left * 1000) + 1)
                began = connection.execute(_BEGIN_IN_TIME, (*self._whose, self._renewing, most))
            author = connection.execute(self._author)
        return author, bool((began.fetchone() or (0,))[-1])

    def begin_again(self, session: Session) -> None:
        """After a statement failed, which takes its transaction with it."""
        _roll_back(session.connection)
        with suppress(psycopg.Error):
            session.begin_again(self._began_reading(session.connection, "", calls.current())[0])

    def end_reading(self, session: Session) -> None:
        self._let_go(session.connection)

    def _let_go(self, connection: Connection) -> None:
        _end(connection)
        self._server.give_back(connection)

    @contextmanager
    def view(self, reader: Tx | None) -> Iterator[Tx]:
        if reader is not None:
            yield reader
            return
        with self.read() as own:
            yield own

    def words(self, table: str) -> FullText:
        return FullText(
            self,
            table=table,
            whose=(self.kind, self.author, table),
            shelf=lambda: self._server.shelf(self._tuning.words_bytes),
            spread_most=self._tuning.spread_most,
        )

    def named(self, tx: Tx, name: str) -> str:
        return session_of(tx).named(name)

    def tables(self, _tx: Tx) -> dict[str, tuple[str, ...]]:
        found = self._server.dialect(self.kind).tables
        return {
            name: each.columns
            for name, each in found.items()
            if name not in _INNER and not name.endswith(_OF_WORDS)
        }

    def kept(self, tx: Tx) -> list[Kept]:
        listed, known = self.tables(tx), self._server.dialect(self.kind).tables
        above = {name: known[name].refers for name in sorted(listed)}
        found = []
        for name in TopologicalSorter(above).static_order():
            table = known[name]
            key = (table.number,) if table.number else table.key
            found.append(Kept(name, listed[name], key, table.kept.keys().isdisjoint(key)))
        return found

    def numbers(self, tx: Tx) -> dict[str, int]:
        return dict(tx.execute("SELECT name, last FROM numbers").fetchall())

    def number_on(self, tx: Tx, last: Mapping[str, int]) -> None:
        for name, table in self._server.dialect(self.kind).tables.items():
            if table.number is not None:
                tx.execute(
                    "INSERT INTO numbers (name, last)"
                    f" SELECT ?, greatest(?, coalesce(max({table.number}), 0)) FROM {name}"
                    " ON CONFLICT (name)"
                    " DO UPDATE SET last = greatest(numbers.last, excluded.last)",
                    (name, last.get(name, 0)),
                )

    @contextmanager
    def to_oneself(self) -> Iterator[None]:
        """Who writes holds the author's lock; who has the memory open and rests cannot be seen, and
        can write nothing meanwhile."""
        with ExitStack() as held:
            with self._translated():
                self._server.open()
                connection = held.enter_context(self._server.lent())
                held.callback(_roll_back, connection)
                connection.execute("BEGIN")
                connection.execute(_BEGIN_WRITING, (*self._whose, "1", self._lock))
            yield

    def foreign_writes(self, tx: Tx) -> object:
        """Commits that others made. What we count ourselves is taken off: only the difference
        means something."""
        return (session_of(tx).commits or 0) - self._own

    # -- life

    @property
    def is_there(self) -> bool:
        if self._ready:
            return True
        with self._translated():
            self._server.open()
            with self._first() as session:
                return session.commits is not None

    @contextmanager
    def _first(self) -> Iterator[Session]:
        """A look at what is there, before anything is known of it."""
        session = self.begin_reading("", None)
        try:
            yield session
        finally:
            self.end_reading(session)

    def open(self) -> None:
        if self._closed:
            raise StoreClosed(f"{self.name} is closed; open the memory again", file=self.name)
        if self._ready:
            return
        with self._translated():
            self._server.open()
            with self._first() as session:
                is_known = session.commits is not None
                if is_known:  # who has lost the key is told now, and not by the first sealed row
                    self._ring(session)
            if not is_known:
                with self._server.lent() as connection:
                    self._begin_author(connection)
            self._ready = True

    def _begin_author(self, connection: Connection) -> None:
        try:
            session = self._begun(connection)
            if session.kept_key() is None:
                connection.execute(
                    "INSERT INTO author_key (one, id, lineage, names) VALUES (1, $1, $2, $3)",
                    self._seals.begin(),
                )
            session.execute("SELECT begin_author()")
            connection.execute("COMMIT")
        except BaseException:
            _roll_back(connection)
            raise

    def close(self) -> None:
        with self._turns.mine():
            self._closed = True

    def when_quiet(self, work: Callable[[Tx], object], *, every: int) -> None:
        """Nothing is due here: PostgreSQL keeps house by itself."""

    def used_bytes(self) -> int:
        with self.read() as reader:
            sums = " + ".join(
                f"(SELECT coalesce(sum(pg_column_size(t.*)), 0) FROM {name} t)"
                for name in self._server.dialect(self.kind).tables
            )
            return int(reader.execute(f"SELECT {sums}").get)

    def copy_into(self, path: Path) -> None:
        into = self._in_file(path)
        try:
            with self.one_view() as reader:
                _copy(self, self.kind, reader, into)
        finally:
            into.close()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as error:
            raise translate(error, self.name) from error

    # -- soundness

    def schema_version(self) -> int:
        self.open()
        return len(migrations(self.kind))

    def check(self) -> str:
        """Every row of the author's is read, with what is kept beside it."""
        with self.read() as reader:
            for name in self._server.dialect(self.kind).tables:
                try:
                    reader.execute(f"SELECT sum(length(t.*::text)) FROM {name} t")
                except (said.DataCorrupted, said.IndexCorrupted) as error:
                    return f"{name}: {type(error).__name__}"
        return "ok"

    def examine(self) -> Damage:
        from mohen.core.postgres.soundness import examine

        with self.one_view() as reader:
            self.damage = examine(reader, self._server.dialect(self.kind).tables, self._rows())
        return self.damage

    def leave_out(self) -> bool:
        return False

    def save_rest(self, set_aside: Callable[[], str]) -> NoReturn:  # noqa: ARG002 - no file
        raise StoreError(
            f"{self.name} is kept by PostgreSQL: what is damaged comes back from its backup",
            file=self.name,
        )

    @property
    def renewed(self) -> bool:
        return False

    def accept_renewed(self) -> None:
        """It never is."""

    def look_for_lost_writes(self) -> None:
        self.open()

    def accept_lost_writes(self) -> None:
        self.lost_writes = None

    # -- erasing

    def cut_log(self) -> bool:
        return self._renew_key()

    def clean_pages(
        self,
        first: int,
        many: int,  # noqa: ARG002 - in one step
        patience_ms: int = 0,  # noqa: ARG002
    ) -> tuple[bool, int | None]:
        return (True, None) if self._renew_key() else (False, first)

    def _renew_key(self) -> bool:
        """A new author's key, under which everything is kept that is left; with the old one goes
        what is not. False when somebody is reading, or the old key cannot be destroyed."""
        if not self._seals.keys.renews:
            return False
        made: list[Ring] = []

        def renew(tx: Tx) -> Ring | None:
            session = session_of(tx)
            if not self._is_free(session):
                return None
            old = session.ring
            kept, new = self._seals.renew(old)
            made.append(new)
            rewrap(session, self._server.dialect(self.kind).tables, old, new)
            session.execute("UPDATE author_key SET id = ?, names = ?", (kept.id, kept.names))
            return old

        old = self.write(renew).value
        for each in made[:-1]:  # of attempts that came to nothing
            self._seals.destroy(each)
        return old is not None and self._seals.destroy(old)

    def _is_free(self, session: Session) -> bool:
        """Whether nobody reads by the old key; whoever comes now reads as things stood before."""
        found = session.connection.execute(
            f"SELECT pg_try_advisory_xact_lock({self._renewing}),"
            " set_config('synchronous_commit', 'on', true)"
        ).fetchone()
        return bool(found and found[0])


_RESTS = (
    Rest(Where.ROWS, Until.VACUUM),
    Rest(Where.LOG, Until.RECYCLED),
    Rest(Where.BACKUPS, Until.KEPT),
)
_INNER = frozenset({"numbers", "commits", "commit_names", "item_keys", "author_key"})
_OF_WORDS = ("search_rows", "search_gone")


# A few rows are looked up, and the table is not read through, which looks cheaper where one author
# has most of it.
_BEGIN = (
    "SELECT set_config('search_path', $1, true), set_config('mohen.author', $2, true),"
    f" set_config('role', '{ROLE}', true), set_config('random_page_cost', '1.1', true)"
)
_BEGIN_WRITING = f"{_BEGIN}, set_config('lock_timeout', $3, true), pg_advisory_xact_lock($4)"
_BEGIN_READING = f"{_BEGIN}, pg_try_advisory_xact_lock_shared($3)"
_BEGIN_IN_TIME = (
    f"{_BEGIN}, set_config('statement_timeout', $4, true), pg_try_advisory_xact_lock_shared($3)"
)
_NAMED = (
    "WITH keys AS (INSERT INTO {schema}.item_keys (number, wrapped)"
    " SELECT * FROM unnest($3::bigint[], $4::bytea[])),"
    " counted AS (INSERT INTO {schema}.commits AS c (one, count, at) VALUES (1, 1, $1)"
    " ON CONFLICT (tenant, one) DO UPDATE SET count = c.count + 1, at = excluded.at"
    " RETURNING count) INSERT INTO {schema}.commit_names (place, name)"
    f" SELECT count % {_NAMES}, CASE WHEN NOT EXISTS (SELECT 1"
    " FROM unnest($5::text[], $6::bigint[]) AS foretold (name, last)"
    " LEFT JOIN {schema}.numbers USING (name)"
    " WHERE numbers.last IS DISTINCT FROM foretold.last) THEN $2 END FROM counted"
    " ON CONFLICT (tenant, place) DO UPDATE SET name = excluded.name"
)


def _commit(
    connection: Connection,
    schema: str,
    name: str,
    now: int,
    brings: tuple[list[int], list[bytes], list[str], list[int]],
) -> None:
    """With the keys of the rows that it brings, in one statement. It has no name, and is refused,
    if a number was foretold that is not the one that was given."""
    connection.execute(_NAMED.format(schema=schema), (now, name, *brings))
    connection.execute("COMMIT")


def _number_of(*of: str) -> int:
    """For a lock."""
    made = blake2b("\0".join(of).encode(), digest_size=8).digest()
    return int.from_bytes(made) - (1 << 63)


def _roll_back(connection: Connection) -> None:
    """By its own method, which has the connection forget what was prepared on it: what is sent
    behind a mistake is not prepared, and psycopg would take it for prepared."""
    with suppress(psycopg.Error):
        connection.rollback()


def _end(connection: Connection) -> None:
    """Whatever became of it; a connection that is broken is thrown away by the pool. Who only read
    commits, and what was prepared stays."""
    if connection.info.transaction_status is TransactionStatus.INERROR:
        _roll_back(connection)
    else:
        with suppress(psycopg.Error):
            connection.execute("COMMIT")


# -- an author's rows as a file of SQLite's, on which something is rehearsed


_WORDS = {"episodes": "search", "mind": "knowledge_search"}


def _copy(of: Database, kind: str, reader: Tx, into: Database) -> None:
    """Every table that both have, as it stands, and the words."""

    def write(tx: Tx) -> None:
        tx.execute("PRAGMA defer_foreign_keys=ON")
        for name, columns in of.tables(reader).items():
            listed = ", ".join(columns)
            tx.execute(f"DELETE FROM {name}")
            tx.executemany(
                f"INSERT INTO {name} ({listed}) VALUES ({', '.join('?' * len(columns))})",
                reader.execute(f"SELECT {listed} FROM {name}").fetchall(),
            )
        if table := _WORDS.get(kind):
            into.words(table).put(tx, _words(reader, table))

    into.write(write)


def _words(reader: Tx, table: str) -> list[tuple[int, str, str]]:
    return reader.execute(f"SELECT seq, scope, said FROM {table}_rows").fetchall()
