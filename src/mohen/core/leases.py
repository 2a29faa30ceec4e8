"""Leases: which process does what only one of a home may do at a time (C91)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mohen.core.logs import logger
from mohen.errors import Conflict, StoreError

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
            " WHERE holder = ?2 OR until <= ?3",
            (name, holder, now, until),
        )
        return bool(tx.changes())

    def release(self, tx: Tx, name: str, holder: str) -> None:
        """Let go; nothing happens if another has it by now."""
        tx.execute("DELETE FROM leases WHERE name = ? AND holder = ?", (name, holder))

    def holder(self, name: str, tx: Tx | None = None) -> tuple[str, int] | None:
        """Who holds it, and until when."""
        if tx is None:
            with self._database.read() as reader:
                return self.holder(name, reader)
        row = tx.execute("SELECT holder, until FROM leases WHERE name = ?", (name,)).get
        return None if row is None else (str(row[0]), int(row[1]))


log = logger(__name__)


class Hold:
    """A lease, held a little longer whenever half of its time is over."""

    def __init__(self, exclusive: Exclusive, name: str, refusal: str) -> None:
        self._exclusive = exclusive
        self._name = name
        self._refusal = refusal
        self._holder = exclusive.new_holder()
        self._until = 0

    def keep(self) -> None:
        """To be called between the steps of a long work; `Conflict` when another has it."""
        now, lasts = self._exclusive.clock.now(), self._exclusive.lasts_ms
        if self._until - now > lasts // 2:
            return
        self._until = now + lasts
        self._exclusive.mind_db.write(self.renew)

    def renew(self, tx: Tx) -> None:
        """In the transaction of a step: then it is written by its holder, or not at all."""
        now, leases = self._exclusive.clock.now(), self._exclusive.store
        until = now + self._exclusive.lasts_ms
        if leases.take(tx, self._name, self._holder, now, until):
            return
        holder, ends = leases.holder(self._name, tx) or ("", now)
        if not self._exclusive.is_gone(holder.partition(" ")[0]):
            raise Conflict(self._refusal, retryAfterMs=max(0, ends - now))
        leases.release(tx, self._name, holder)  # it was killed: nobody has to wait for it
        leases.take(tx, self._name, self._holder, now, until)

    def let_go(self) -> None:
        leases = self._exclusive.store
        try:
            self._exclusive.mind_db.write(lambda tx: leases.release(tx, self._name, self._holder))
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
        """Hold a lease while inside; `Conflict` with this refusal when another holds it."""
        hold = Hold(self, name, refusal)
        hold.keep()
        try:
            yield hold
        finally:
            hold.let_go()

    def new_holder(self) -> str:
        """A name for one who holds, which tells the process and no other thread of it."""
        return f"{self._process} {secrets.token_hex()}"
