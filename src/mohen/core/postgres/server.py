"""One PostgreSQL for all authors of a process: a bounded pool, its fitness, and its schemas.

Nothing is kept on a connection between two transactions, so a pooler may stand in between.
"""

from __future__ import annotations

import atexit
import logging
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg.raw_cursor import RawCursor
from psycopg_pool import ConnectionPool, PoolTimeout

from mohen.core.postgres.dialect import Dialect, Table
from mohen.core.postgres.session import prepare
from mohen.errors import SchemaTooNew, StoreBusy, StoreError

if TYPE_CHECKING:
    from mohen.core.postgres.corpus import Shelf

Connection = psycopg.Connection[Any]

for _name in ("psycopg", "psycopg.pool"):  # they name hosts; what fails is told to who asked
    logging.getLogger(_name).disabled = True

COMMON = "common"
STORES = ("episodes", "mind", "talk", "team")
ROLE = "mohen_author"
OLDEST = 15
_MIGRATING = 0x4D6F68656E  # "Mohen": who makes the schemas keeps others from it
_IDLE_S = 60.0
_WAIT_S = 10.0
_TRY_S = 0.5
_KWARGS: Mapping[str, Any] = {
    "autocommit": True,
    "prepare_threshold": None,
    "cursor_factory": RawCursor,
    "connect_timeout": 5,  # seconds that a host which says nothing keeps the next one waiting
}


def schema_of(store: str) -> str:
    return "mohen" if store == COMMON else f"mohen_{store}"


class Server:
    """A PostgreSQL at an address. `connections` is the most that this process has to it."""

    def __init__(self, address: str, connections: int) -> None:
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            address,
            min_size=0,
            max_size=connections,
            max_idle=_IDLE_S,
            timeout=_TRY_S,
            reconnect_timeout=0,  # who waits asks again: a server that is back is found at once
            num_workers=1,
            kwargs=dict(_KWARGS),
            configure=prepare,
            open=False,
        )
        # Who holds a connection may need one more: who holds none waits until there is room for it.
        self._room = threading.BoundedSemaphore(max(1, connections // 2))
        self._held = threading.local()
        self._opening = threading.Lock()
        self._dialects: Mapping[str, Dialect] = {}
        self._shelf: Shelf | None = None

    # -- connections

    @contextmanager
    def lent(self) -> Iterator[Connection]:
        """A connection, the caller's alone while inside; a broken one is not lent again."""
        connection = self.take()
        try:
            yield connection
        finally:
            self.give_back(connection)

    def take(self) -> Connection:
        held: int = getattr(self._held, "count", 0)
        if not held and not self._room.acquire(timeout=_WAIT_S):
            raise StoreBusy("PostgreSQL has no connection to spare")
        try:
            connection = self._found()
        except BaseException:
            if not held:
                self._room.release()
            raise
        self._held.count = held + 1
        return connection

    def _found(self) -> Connection:
        """Asked for again and again while the server is away or becomes another one."""
        until = time.monotonic() + _WAIT_S
        while True:
            try:
                return self._pool.getconn()
            except PoolTimeout:
                if time.monotonic() >= until:
                    raise

    def give_back(self, connection: Connection) -> None:
        self._held.count -= 1
        try:
            self._pool.putconn(connection)
        finally:
            if not self._held.count:
                self._room.release()

    def drop_dead(self) -> None:
        """After one was lost: those that rest in the pool may be of the same server, which was
        started anew."""
        self._pool.check()

    # -- life

    def open(self) -> None:
        """Reach it, see that it is fit, and bring its schemas to this version."""
        if self._dialects:
            return
        with self._opening:
            if self._dialects:
                return
            self._pool.open()
            with self.lent() as connection:
                _refuse_unfit(connection)
                migrate(connection)
                self._dialects = {
                    each: Dialect(_tables(connection, each), schema_of(each)) for each in STORES
                }

    def dialect(self, store: str) -> Dialect:
        return self._dialects[store]

    def shelf(self, most_bytes: int) -> Shelf:
        """Words that are in memory, of all authors; who first asks says how many."""
        if self._shelf is None:
            from mohen.core.postgres.corpus import Shelf  # brings numpy

            with self._opening:
                self._shelf = self._shelf or Shelf(most_bytes)
        return self._shelf

    def close(self) -> None:
        with self._opening:
            self._dialects = {}
            self._shelf = None
            self._pool.close()


_SERVERS: dict[str, Server] = {}
_FINDING = threading.Lock()


def server_at(address: str, connections: int) -> Server:
    """The same for everybody in this process who names this address."""
    with _FINDING:
        if address not in _SERVERS:
            _SERVERS[address] = Server(address, connections)
        return _SERVERS[address]


@atexit.register
def _close_all() -> None:
    for each in _SERVERS.values():
        with suppress(psycopg.Error, OSError, RuntimeError):
            each.close()


def _refuse_unfit(connection: Connection) -> None:
    if connection.info.server_version < OLDEST * 10_000:
        raise StoreError(f"this PostgreSQL is too old: {OLDEST} or newer is needed")
    encoding = connection.execute("SHOW server_encoding").fetchone()
    if encoding is None or encoding[0] != "UTF8":
        raise StoreError(
            "the database is not kept in UTF-8: make one with `CREATE DATABASE … ENCODING 'UTF8'`"
        )


# -- schemas


@cache
def migrations(store: str) -> tuple[str, ...]:
    folder = Path(__file__).with_name("schema")
    return tuple(each.read_text("utf-8") for each in sorted(folder.glob(f"{store}_*")))


def migrate(connection: Connection, partitions: int = 0) -> None:
    """Bring all schemas to this version, in one transaction. With `partitions`, new tables are cut
    into so many by whose rows they hold, as a distributed PostgreSQL wants them."""
    if _versions(connection) == {each: len(migrations(each)) for each in (COMMON, *STORES)}:
        return
    with connection.transaction():
        connection.execute(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
        found = _versions(connection)  # another process may have been faster
        for store in (COMMON, *STORES):
            _migrate(connection, store, found.get(store, 0), partitions)


def _migrate(connection: Connection, store: str, version: int, partitions: int) -> None:
    steps, schema = migrations(store), schema_of(store)
    if version > len(steps):
        raise SchemaTooNew(
            f"the database was written by a newer Mohen (schema {version} of {store}, this one "
            f"knows {len(steps)}); upgrade with `pip install -U mohen`",
            schema=version,
            newest=len(steps),
        )
    if version == len(steps):
        return
    connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
    connection.execute(f"SET LOCAL search_path = {schema}, mohen")
    for step in steps[version:]:
        connection.execute(_partitioned(step, partitions) if partitions else step)
    if store != COMMON:
        connection.execute(Path(__file__).with_name("schema").joinpath("secured.sql").read_text())
    connection.execute(
        f"INSERT INTO mohen.versions VALUES ('{store}', {len(steps)})"
        " ON CONFLICT (store) DO UPDATE SET version = excluded.version"
    )


def _versions(connection: Connection) -> dict[str, int]:
    there = connection.execute("SELECT to_regclass('mohen.versions') IS NOT NULL").fetchone()
    if there is None or not there[0]:
        return {}
    return dict(connection.execute("SELECT store, version FROM mohen.versions").fetchall())


_CREATED = re.compile(r"^(CREATE TABLE (\w+) \(\n(?:  .*\n)+\))(;)$", re.MULTILINE)


def _partitioned(sql: str, partitions: int) -> str:
    def cut(found: re.Match[str]) -> str:
        parts = "".join(
            f"\nCREATE TABLE {found[2]}_{number} PARTITION OF {found[2]}"
            f" FOR VALUES WITH (MODULUS {partitions}, REMAINDER {number});"
            for number in range(partitions)
        )
        return f"{found[1]} PARTITION BY HASH (tenant);{parts}"

    return _CREATED.sub(cut, sql) if "tenant" in sql else sql


_TABLES = """
SELECT c.relname,
  ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0
    AND NOT a.attisdropped AND a.attname <> 'tenant' ORDER BY a.attnum),
  (SELECT a.attname::text FROM pg_attrdef d
    JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
    WHERE d.adrelid = c.oid AND pg_get_expr(d.adbin, d.adrelid) LIKE '%number(%' LIMIT 1),
  ARRAY(SELECT ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY AS n (number, at)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = n.number
      WHERE a.attname <> 'tenant' ORDER BY n.at)::text
    FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype IN ('p', 'u') ORDER BY k.contype),
  ARRAY(SELECT DISTINCT k.confrelid::regclass::text FROM pg_constraint k
    WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conparentid = 0),
  ARRAY(SELECT a.attname::text || ' ' || t.typname::text FROM pg_attribute a
    JOIN pg_type t ON t.oid = a.atttypid AND t.typnamespace = 'mohen'::regnamespace
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)
FROM pg_class c WHERE c.relnamespace = '{schema}'::regnamespace
  AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY c.relname
"""


def _tables(connection: Connection, store: str) -> dict[str, Table]:
    found = {}
    sql = _TABLES.replace("{schema}", schema_of(store))
    for name, columns, number, keys, refers, kept in connection.execute(sql).fetchall():
        unique = [tuple(each.strip("{}").split(",")) for each in keys]
        key = next((each for each in unique if each != (number,)), unique[0])
        above = tuple(each.rpartition(".")[2] for each in refers)
        how = dict(tuple(each.split()) for each in kept)
        found[name] = Table(tuple(columns), key, number, above, how)
    return found


Opened = Callable[[], Server]
