"""A connection as the stores see it: their SQL in, rows out, within one transaction."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import psycopg
from psycopg.adapt import Loader
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumper

from mohen.core import calls, sealing
from mohen.core.database import Tx
from mohen.core.postgres.dialect import SEALED, Dialect, Given
from mohen.core.postgres.seals import ROWS_OF_A_COMMIT, Kept, Ring
from mohen.errors import StoreCorrupt

_Buffer = bytes | bytearray | memoryview
Cursor = psycopg.Cursor[Any]


class _Text(Loader):
    """JSON as it was written: whoever wants it taken apart does that."""

    def load(self, data: _Buffer) -> str:
        return bytes(data).decode()


class _Number(Loader):
    """A sum of whole numbers is one, as in SQLite."""

    def load(self, data: _Buffer) -> int | float:
        text = bytes(data)
        return int(text) if text.lstrip(b"-").isdigit() else float(text)


class _Whether(Loader):
    def load(self, data: _Buffer) -> int:
        return int(bytes(data) == b"t")


class _Whole(Int8Dumper):
    """Always of the widest type: two small ones multiplied may be wide."""

    def dump(self, obj: Any) -> bytes:
        return str(int(obj)).encode()


class _Said(StrDumper):
    """Text without the one letter that PostgreSQL has no room for."""

    def dump(self, obj: str) -> bytes:
        return obj.replace("\0", "\ufffd").encode()


_OFTEN = 2
"""How often a statement is asked before it is prepared."""


def prepare(connection: psycopg.Connection[Any]) -> None:
    """Values go and come as the stores know them. Statements are prepared where nobody stands
    between us and the server: a pooler would give the next transaction another connection, and
    tells another number than the server does."""
    found = connection.execute("SELECT pg_backend_pid()").fetchone()
    if found is not None and found[0] == connection.info.backend_pid:
        connection.prepare_threshold = _OFTEN
    adapters = connection.adapters
    adapters.register_dumper(int, _Whole)
    adapters.register_dumper(bool, _Whole)
    adapters.register_dumper(str, _Said)
    for name, loader in (
        ("json", _Text),
        ("jsonb", _Text),
        ("numeric", _Number),
        ("bool", _Whether),
    ):
        adapters.register_loader(name, loader)


class Answer:
    """Rows, which are waited for when somebody looks."""

    __slots__ = ("_cursor", "_found", "_session")

    def __init__(self, session: Session, cursor: Cursor) -> None:
        self._session = session
        self._cursor = cursor
        self._found: Iterator[Any] | None = None

    def __iter__(self) -> Iterator[Any]:
        if self._found is None:
            self._found = iter(self._session.rows_of(self._cursor))
        return self._found

    def fetchall(self) -> list[Any]:
        return list(self)

    def fetchone(self) -> Any:
        return next(iter(self), None)

    @property
    def get(self) -> Any:
        row = next(iter(self), None)
        return row[0] if row is not None and len(row) == 1 else row


_BYTES_OID, _TEXT_OIDS = 17, (25, 114, 3802)  # bytea; text, json and jsonb
_NAME = "\x01"
_NAME_IN_JSON = re.compile(r"\\u0001([A-Za-z0-9_-]+)")
_SEALED_IN_JSON = re.compile(r'"\\\\x(01[0-9a-f]{74,}|5b5d|7b7d|)"')


def _plain(said: str) -> str:
    """As it stands within a text of JSON."""
    return json.dumps(said, ensure_ascii=False)[1:-1]


class Session(Tx):
    """One transaction of an author's, from its beginning to its end. What goes into sealed columns
    is sealed here, and what comes back sealed is opened.

    Who writes waits for no answer that nobody looks at: requests are sent one after the other, and
    when one fails nothing that was sent after it is done. Who reads is answered at once."""

    __slots__ = (
        "_author", "_foretold", "_inserted", "_made", "_pipeline", "_ring", "_ring_of", "_said",
        "_sent", "_surely", "_taken", "_total", "_wrote", "connection", "dialect",
    )  # fmt: skip

    def __init__(
        self,
        connection: psycopg.Connection[Any],
        dialect: Dialect,
        ring_of: Callable[[Session], Ring],
        author: Cursor,
        pipeline: psycopg.Pipeline | None = None,
    ) -> None:
        """`author` answers with how many commits there are, and which of the author's keys is in
        force; to who writes also with the last numbers that the tables gave."""
        self.connection = connection
        self.dialect = dialect
        self._pipeline = pipeline
        self._ring_of = ring_of
        self._sent: list[tuple[Cursor, str]] = []  # writes, and not answered yet
        self._wrote: Cursor | None = None  # last
        self._inserted: Cursor | str = ""  # what knows the number that was given last
        self._taken: dict[str, int | None] = {}  # numbers of a table so far; None: not known
        self._foretold: set[str] = set()  # tables whose last number was told before it was given
        self._total = 0
        self._surely = False  # whether something is written, if nothing fails
        self._made: dict[int, bytes] = {}  # keys of rows that this transaction brings
        self.begin_again(author)

    def begin_again(self, author: Cursor) -> None:
        """In a new transaction, in which the author's key may be another."""
        self._author = author
        self._said: tuple[Any, ...] | None = None
        self._ring: Ring | None = None

    def execute(self, sql: str, values: Any = None, /) -> Answer:
        text, order, seals, writes, table, answers, surely, one = self.dialect.translated(
            sql, values
        )
        given: Sequence[Any] | None = None
        if seals:
            given = self._sealed(order, values)
        elif order:
            given = [values[each] for each, _ in order]
        if self._pipeline is None:  # a cancel that came between two statements stopped neither
            calls.check()
        cursor = self.connection.execute(text if one else answers or text, given)
        if writes:
            self._note(cursor, text)
            self._surely = self._surely or surely
            if table:
                self._inserted = cursor if answers and not one else table
                self._count(table, one)
        answer = Answer(self, cursor)
        if self._pipeline is None:
            iter(answer)
        return answer

    def executemany(self, sql: str, rows: Iterable[Any], /) -> object:
        listed = list(rows)
        if not listed:
            return None
        text, order, seals, _, table, *_ = self.dialect.translated(sql, listed[0])
        if self.dialect.depends_on_values(sql):
            return [self.execute(sql, each) for each in listed]
        self.settle()
        cursor = self.connection.cursor()
        self._note(cursor, text)
        if seals:
            cursor.executemany(text, [self._sealed(order, each) for each in listed])
        else:
            cursor.executemany(text, [[each[place] for place, _ in order] for each in listed])
        self.settle()
        if table:
            self._inserted = table
            self._count(table, False)
        return None

    def _note(self, cursor: Cursor, text: str) -> None:
        self._wrote = cursor
        self._sent.append((cursor, text))

    def rows_of(self, cursor: Cursor) -> list[Any]:
        if cursor.pgresult is None:
            self.settle()
        rows = cursor.fetchall() if cursor.description is not None else []
        return self._opened(cursor, rows) if rows else rows

    def settle(self) -> None:
        """Wait until everything is answered."""
        if self._pipeline is not None:
            self._pipeline.sync()
        self._total += sum(max(0, cursor.rowcount) for cursor, _ in self._sent)
        self._sent.clear()

    def blame(self, error: psycopg.Error) -> None:
        """Have an error say which statement it came of: it is often told at a later one."""
        failed = (text for cursor, text in self._sent if cursor.statusmessage is None)
        error.add_note(f"in: {next(failed, 'what was asked last')}")

    def changes(self) -> int:
        self.settle()
        return 0 if self._wrote is None else max(0, self._wrote.rowcount)

    def total_changes(self) -> int:
        self.settle()
        return self._total

    @property
    def has_asked_to_write(self) -> bool:
        return self._wrote is not None

    @property
    def has_written(self) -> bool:
        """Waited for only where it is not sure."""
        return self._surely or (self.has_asked_to_write and self.total_changes() > 0)

    def last_insert_rowid(self) -> int:
        """Not waited for where it is sure: nobody else writes for this author meanwhile."""
        if not isinstance(self._inserted, str):
            return int(self.rows_of(self._inserted)[-1][0])
        table = self._inserted
        if self._pipeline is not None and self._taken.get(table):
            self._foretold.add(table)
            return self._last(table)
        return int(self.execute("SELECT last FROM numbers WHERE name = ?", (table,)).get)

    def _last(self, table: str) -> int:
        """The number that it gave last, if nothing failed."""
        before: int = json.loads(self._of_author()[2] or "{}").get(table, 0)
        return before + (self._taken[table] or 0)

    def _count(self, table: str, one: bool) -> None:
        """What was just sent took one number of the table, or nobody knows how many."""
        if not one:
            several = self.dialect.tables if table == "numbers" else (table,)
            self._taken.update(dict.fromkeys(several))
        elif (taken := self._taken.get(table, 0)) is not None:
            self._taken[table] = taken + 1

    def foretold(self) -> tuple[list[str], list[int]]:
        """Tables, and the last number that each must have given by now."""
        sure = [each for each in self._foretold if self._taken[each] is not None]
        return sure, [self._last(each) for each in sure]

    # -- whose it is

    @property
    def commits(self) -> int | None:
        """Of the author, when this began; None of one who is new."""
        found: int | None = self._of_author()[0]
        return found

    @property
    def key(self) -> str | None:
        """Which of the author's keys is in force."""
        found: str | None = self._of_author()[1]
        return found

    def _of_author(self) -> tuple[Any, ...]:
        if self._said is None:
            if self._author.pgresult is None:
                self.settle()
            self._said = self._author.fetchone()
            assert self._said is not None
        return self._said

    # -- what is sealed

    @property
    def ring(self) -> Ring:
        """The author's keys as they are in this transaction."""
        if self._ring is None:
            self._ring = self._ring_of(self)
        return self._ring

    def named(self, name: str) -> str:
        return self.ring.named(name)

    def kept_key(self) -> Kept | None:
        """What is said of the author's key."""
        found = self.connection.execute("SELECT id, lineage, names FROM author_key").fetchone()
        return None if found is None else Kept(*found)

    def made_keys(self) -> tuple[list[int], list[bytes]]:
        """Those of the rows that were written, as they are kept."""
        kept = [self.ring.wrapped(number, key) for number, key in self._made.items()]
        return list(self._made), kept

    def committed(self) -> None:
        if self._made:
            self.ring.remember(self._made)

    def _sealed(self, order: Sequence[Given], values: Any) -> list[Any]:
        """A row's values: those that are sealed share a key of their own."""
        number, key, given = -1, b"", []
        for each, kept in order:
            value = values[each]
            if kept and value is not None:
                if kept != SEALED:
                    value = self.ring.named(value)
                elif isinstance(value, str) and value.encode() in sealing.EMPTY:
                    value = value.encode()
                else:
                    if not key:
                        number, key = self._new_key()
                    value = sealing.seal(key, number, value, self.ring.whose)
            given.append(value)
        return given

    def _new_key(self) -> tuple[int, bytes]:
        number = (self.commits or 0) * ROWS_OF_A_COMMIT + len(self._made)
        key = self._made[number] = sealing.new_key()
        return number, key

    def _opened(self, cursor: Cursor, rows: list[Any]) -> list[Any]:
        result = cursor.pgresult
        assert result is not None
        kinds = [result.ftype(place) for place in range(result.nfields)]
        sealed = [place for place, kind in enumerate(kinds) if kind == _BYTES_OID]
        texts = [place for place, kind in enumerate(kinds) if kind in _TEXT_OIDS]
        try:
            if sealed:
                rows = self._unsealed(rows, sealed)
            for place in texts:
                for at, row in enumerate(rows):
                    text = row[place]
                    if text is not None and (_NAME in text or "\\" in text):
                        rows[at] = (*row[:place], self._told(text), *row[place + 1 :])
        except sealing.NotOpened:
            raise StoreCorrupt("a sealed row does not open; run `mohen doctor`") from None
        return rows

    def _told(self, text: str) -> str:
        """A name, or JSON that PostgreSQL made of names and sealed values."""
        if _NAME in text:
            return self.ring.name(text)
        text = _NAME_IN_JSON.sub(lambda each: _plain(self.ring.name(_NAME + each[1])), text)
        values = [bytes.fromhex(each) for each in _SEALED_IN_JSON.findall(text)]
        if not values:
            return text
        opened = iter(self._unsealed([(each,) for each in values], [0]))
        return _SEALED_IN_JSON.sub(lambda _: f'"{_plain(next(opened)[0])}"', text)

    def _unsealed(self, rows: list[Any], places: Sequence[int]) -> list[Any]:
        numbers = {
            number
            for row in rows
            for place in places
            if row[place] is not None and (number := sealing.number_of(row[place])) is not None
        }
        ring = self.ring
        keys = {**ring.known(numbers), **self._made}
        if missing := numbers - keys.keys():
            found = self.connection.execute(
                f"SELECT number, wrapped FROM {self.dialect.schema}.item_keys"
                " WHERE number = ANY($1::bigint[])",
                (list(missing),),
            ).fetchall()
            if len(found) < len(missing):
                raise sealing.NotOpened
            keys |= ring.learn(found)
        opened = []
        for row in rows:
            told = list(row)
            for place in places:
                value = told[place]
                if value is not None:
                    number = sealing.number_of(value)
                    told[place] = (
                        value.decode()
                        if number is None
                        else sealing.opened(keys[number], value, ring.whose)
                    )
            opened.append(tuple(told))
        return opened


def session_of(tx: Tx) -> Session:
    """A transaction of this engine's, which is what the stores are given."""
    assert isinstance(tx, Session)
    return tx
