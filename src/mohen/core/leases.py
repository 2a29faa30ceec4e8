"""Leases: which process does what only one of a home may do at a time (C91).

What is written into mind.db while a lease is held is written by its holder, or not at all: each
transaction asks first whether the lease is still theirs. So one who must not wait, because the
author wants something gone, takes a lease away, and whoever had it can no longer write down what
they read before.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mohen.core.logs import logger
from mohen.errors import AtWork, StoreError

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock


class LeaseStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def take(self, tx: Tx, name: str, holder: str, now: int, until: int) -> bool:
        """Take it or hold it longer; False while another holds it whose time is not up."""
        tx.execute(
            "INSERT INTO leases (name, holder, until) VALUES (?1, ?2, ?4)"
            " ON CONFLICT (name) DO UPDATE SET holder = ?2, until = ?4"
            " WHERE leases.holder = ?2 OR leases.until <= ?3",
            (name, holder, now, until),
        )
        return bool(tx.changes())

    def release(self, tx: Tx, holder: str) -> None:
        """Let go of all that one holds; what another has by now stays theirs."""
        tx.execute("DELETE FROM leases WHERE holder = ?", (holder,))

    def seize(self, tx: Tx, name: str, holder: str, until: int) -> None:
        """Take it, whoever holds it."""
        tx.execute(
            "INSERT OR REPLACE INTO leases (name, holder, until) VALUES (?,?,?)",
            (name, holder, until),
        )

    def extend(self, tx: Tx, holder: str, until: int) -> int:
        """Hold all that one holds longer; answers how many that are."""
        tx.execute("UPDATE leases SET until = ? WHERE holder = ?", (until, holder))
        return tx.changes()

    def holder(self, name: str, tx: Tx | None = None) -> tuple[str, int] | None:
        """Who holds it, and until when."""
        if tx is None:
            with self._database.read() as reader:
                return self.holder(name, reader)
        row = tx.execute("SELECT holder, until FROM leases WHERE name = ?", (name,)).get
        return None if row is None else (str(row[0]), int(row[1]))


log = logger(__name__)


class Hold:
    """Leases of one holder, held longer with each transaction."""

    def __init__(self, exclusive: Exclusive) -> None:
        self._exclusive = exclusive
        self._holder = exclusive.new_holder()
        self._count = 0
        self._until = 0

    def take(self, tx: Tx, name: str, refusal: str) -> None:
        """`AtWork` with this refusal when another holds it, who lives."""
        now, leases = self._exclusive.clock.now(), self._exclusive.store
        until = now + self._exclusive.lasts_ms
        if not leases.take(tx, name, self._holder, now, until):
            holder, ends = leases.holder(name, tx) or ("", now)
            if not self._exclusive.is_gone(holder.partition(" ")[0]):
                raise AtWork(refusal, retryAfterMs=max(0, ends - now))
            leases.seize(tx, name, self._holder, until)  # it was killed: nobody waits for it
        self._count, self._until = 1, until

    def seize(self, tx: Tx, names: Sequence[str]) -> None:
        """Take these as well, whoever holds them: beside the one that was taken."""
        for each in names:
            self._exclusive.store.seize(tx, each, self._holder, self._until)
        self._count = 1 + len(names)

    def own(self, tx: Tx) -> None:
        """First in each transaction of the work: `AtWork` when a lease is another's by now."""
        self._until = self._exclusive.clock.now() + self._exclusive.lasts_ms
        if self._exclusive.store.extend(tx, self._holder, self._until) < self._count:
            raise AtWork("a deletion or another process came first: begin again")

    def keep(self) -> None:
        """To be called between the steps of a long work that writes elsewhere."""
        if self._until - self._exclusive.clock.now() <= self._exclusive.lasts_ms // 2:
            self._exclusive.mind_db.write(lambda _tx: None)

    def let_go(self) -> None:
        """Whatever became of what else the caller holds."""
        leases, mind_db = self._exclusive.store, self._exclusive.mind_db
        try:
            with mind_db.unbound():
                mind_db.write(lambda tx: leases.release(tx, self._holder))
        except StoreError as error:
            log.warning("lease not given back, it ends by itself: %s", error.reason)


class Exclusive:
    """Lets one thread of one process at a time do what only one may do."""

    def __init__(
        self,
        *,
        clock: Clock,
        is_gone: Callable[[str], bool],
        lasts_ms: int,
        mind_db: Database,
        process: str,
        store: LeaseStore,
    ) -> None:
        self.clock = clock
        self.is_gone = is_gone
        self.lasts_ms = lasts_ms
        self.mind_db = mind_db
        self.store = store
        self._process = process

    @contextmanager
    def alone(self, name: str, refusal: str) -> Iterator[Hold]:
        """Hold a lease while inside; `AtWork` with this refusal when another holds it."""
        hold = Hold(self)
        self.mind_db.write(lambda tx: hold.take(tx, name, refusal))
        try:
            with self.mind_db.provided(hold.own):
                yield hold
        finally:
            hold.let_go()

    @contextmanager
    def overtaking(self, name: str, refusal: str, taken: Sequence[str]) -> Iterator[None]:
        """The same, and those who hold `taken` lose it: of what they read, nothing is written any
        more. Nor does it depend on what the caller holds."""
        hold = Hold(self)

        def take(tx: Tx) -> None:
            hold.take(tx, name, refusal)
            hold.seize(tx, taken)

        with self.mind_db.unbound():
            self.mind_db.write(take)
            try:
                with self.mind_db.provided(hold.own):
                    yield
            finally:
                hold.let_go()

    def new_holder(self) -> str:
        """A name for one who holds, which tells the process and no other thread of it."""
        return f"{self._process} {secrets.token_hex()}"
