"""The write lane: one thread owns the write connection and commits in groups.

It takes everything that is waiting, runs it in one transaction, commits once, then answers every
caller. Who finds the lane empty does the same on their own thread: two threads that wake each other
cost more than most of what is written. A piece that fails is rolled back alone. When SQLite itself
is busy or the disk hiccups, the whole group is tried again in the same order (C89), so that nothing
overtakes and nothing is queued behind a caller's back.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

import apsw

from mohen.core import calls
from mohen.core.database import Written
from mohen.errors import MohenError, StoreClosed

T = TypeVar("T")

_QUIET_S = 0.02  # without a commit: then housekeeping is in nobody's way
_PUT_OFF = 8  # times as many commits as are between two are the most that it waits for that


class _PieceFailed(Exception):
    """One piece of a group raised; the others are blameless."""


class _Work:
    """One piece of waiting work, and the latch its caller waits at."""

    __slots__ = ("_call", "_done", "error", "retries", "run", "value")

    def __init__(self, run: Callable[[apsw.Connection], Any], call: calls.Call | None) -> None:
        self.run = run
        self.value: Any = None
        self.error: BaseException | None = None
        self.retries = 0
        self._call = call
        self._done: threading.Event | None = None  # of who waits in line

    def line_up(self) -> None:
        self._done = threading.Event()

    def begin(self) -> bool:
        """Whether its caller still wants it; if so, it will be done."""
        return self._call is None or self._call.begin()

    def answer(self) -> None:
        if self._done is not None:
            self._done.set()

    def wait(self) -> None:
        """Until it is done, or its call is over before it began."""
        call, done = self._call, self._done
        if call is None:
            if done is not None:
                done.wait()
            return
        if done is not None:
            with call.waking(self.answer):
                while not done.wait(call.remaining()):
                    call.expire()
        if ended := call.ended():
            raise ended


class Lane:
    def __init__(
        self,
        connection: apsw.Connection,
        *,
        name: str,
        translate: Callable[[apsw.Error, int], MohenError],
        transient: tuple[type[apsw.Error], ...],
        retries: int,
        backoff_ms: int,
        batch_max: int,
        pause: Callable[[int], None],
        rolled_back: Callable[[], None],
        quiet: tuple[Callable[[apsw.Connection], object], int],
        count: Callable[[apsw.Connection], int],
        committed: Callable[[int], object],
    ) -> None:
        self._connection = connection
        self._name = name
        self._translate = translate
        self._transient = transient
        self._retries = retries
        self._backoff_ms = backoff_ms
        self._batch_max = batch_max
        self._pause = pause
        self._rolled_back = rolled_back
        self._count = count
        self._committed = committed
        self._queue: deque[_Work] = deque()
        self._quiet_work, self._quiet_every = quiet
        self._commits_since_quiet = 0
        self._closed = False
        self._door = threading.Condition()  # nothing enters once it is closed
        self.at_rest = threading.Lock()
        """Who holds it keeps the lane from writing: what comes meanwhile waits in its order."""
        self._thread = threading.Thread(target=self._loop, name=f"mohen-{name}", daemon=True)
        self._thread.start()

    # -- callers

    def submit(self, run: Callable[[apsw.Connection], T]) -> Written[T]:
        """Wait for a place in the next commit; raises what the work or the commit raised."""
        work = _Work(run, calls.current())
        with self._door:
            if self._closed:
                raise StoreClosed(f"{self._name} is closed; open the memory again")
            alone = self._is_empty() and self.at_rest.acquire(blocking=False)
            if not alone:
                work.line_up()
                self._queue.append(work)
                self._door.notify()
        if alone:
            self._run_here(work)
        else:
            work.wait()
        if work.error is not None:
            raise work.error
        return Written(work.value, work.retries)

    def _is_empty(self) -> bool:
        """Nobody waits. The commit after which housekeeping can be put off no more is the
        thread's, which then does that."""
        return not self._queue and not self._due(times=_PUT_OFF, by=1)

    def _run_here(self, work: _Work) -> None:
        """On the thread of its caller, who holds the lane and lets go of it."""
        try:
            if work.begin():
                self._settle([work])
        finally:
            self.at_rest.release()
        if self._quiet_every and self._commits_since_quiet == self._quiet_every:
            with self._door:
                self._door.notify()  # the thread waits for a quiet moment
        work.wait()  # says so where it was over before it began

    def close(self) -> None:
        with self._door:
            self._closed = True
            self._door.notify()
        self._thread.join()
        with self.at_rest:  # somebody may be writing on their own thread
            self._connection.close()

    # -- the lane's thread

    def _loop(self) -> None:
        while self._wait_for_work():
            with self.at_rest:
                self._settle(self._next_batch())
            if self._due(times=_PUT_OFF):
                self._housekeep()  # never at rest: do it anyway before queries slow down

    def _next_batch(self) -> list[_Work]:
        """What is waiting and still wanted, oldest first."""
        batch: list[_Work] = []
        while self._queue and len(batch) < self._batch_max:
            work = self._queue.popleft()
            if work.begin():
                batch.append(work)
        return batch

    def _wait_for_work(self) -> bool:
        """Until there is some; use the first quiet moment for housekeeping that is due. False when
        the lane is to close and nobody waits."""
        while not self._is_called():
            commits = self._commits_since_quiet
            if not self._is_called(within=_QUIET_S) and self._commits_since_quiet == commits:
                self._housekeep()
        return bool(self._queue)

    def _is_called(self, within: float | None = None) -> bool:
        """Within a while; without one, until somebody calls or housekeeping is due."""
        with self._door:
            self._door.wait_for(
                lambda: self._queue or self._closed or (within is None and self._due()), within
            )
            return bool(self._queue or self._closed)

    def _due(self, times: int = 1, by: int = 0) -> bool:
        """`by`: after so many commits more."""
        return 0 < self._quiet_every * times <= self._commits_since_quiet + by

    def _settle(self, batch: list[_Work]) -> None:
        """Whatever happens to a batch, everybody in it is answered."""
        if not batch:
            return
        try:
            self._try(batch)
        except BaseException as error:  # noqa: BLE001 - a clock that raises, say
            # Not SQLite's doing, but nobody may wait for ever.
            self._roll_back()
            for work in batch:
                work.error = work.error or error
        for work in batch:
            work.answer()

    def _try(self, batch: list[_Work]) -> None:
        """Run and commit a batch, trying the whole of it again while that may help."""
        for attempt in range(self._retries + 1):
            try:
                self._run_and_commit(batch)
            except apsw.Error as error:
                self._roll_back()
                if isinstance(error, self._transient) and attempt < self._retries:
                    self._pause(self._backoff_ms << attempt)
                    continue
                for work in batch:
                    work.error = work.error or self._translate(error, attempt)
            else:
                self._commits_since_quiet += 1
                for work in batch:
                    work.retries = attempt
            break

    def _run_and_commit(self, batch: list[_Work]) -> None:
        """Hopefully at first: a savepoint a piece would flush the full-text index as often.
        When a piece fails, the group is run again with each in its own."""
        try:
            self._run(batch, self._run_plain)
        except _PieceFailed:
            self._roll_back()
            self._run(batch, self._run_apart)

    def _run(self, batch: list[_Work], run_one: Callable[[_Work], None]) -> None:
        connection = self._connection
        if connection.in_transaction:
            self._roll_back()  # somebody was interrupted who wrote on their own thread
        connection.execute("BEGIN IMMEDIATE")
        before, counted = connection.total_changes(), None
        for work in batch:
            work.error = None
            run_one(work)
        if connection.total_changes() != before:
            counted = self._count(connection)
        connection.execute("COMMIT")
        if counted is not None:
            self._committed(counted)

    def _run_plain(self, work: _Work) -> None:
        try:
            work.value = work.run(self._connection)
        except BaseException as error:
            if self._concerns_all(error):
                raise
            raise _PieceFailed from error

    def _run_apart(self, work: _Work) -> None:
        """What a piece raises is its caller's alone."""
        execute = self._connection.execute
        execute("SAVEPOINT work")
        try:
            work.value = work.run(self._connection)
        except BaseException as error:
            if self._concerns_all(error):
                raise
            work.error = error
            if isinstance(error, apsw.Error):
                work.error = self._translate(error, 0)
                work.error.__cause__ = error
            execute("ROLLBACK TO work")
            self._rolled_back()
        execute("RELEASE work")

    def _concerns_all(self, error: BaseException) -> bool:
        """SQLite in trouble, or the program being ended, rather than one piece."""
        if isinstance(error, KeyboardInterrupt):
            return True
        return isinstance(error, apsw.Error) and (
            isinstance(error, self._transient) or not self._connection.in_transaction
        )

    def _roll_back(self) -> None:
        self._rolled_back()
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _housekeep(self) -> None:
        self._commits_since_quiet = 0
        with self.at_rest:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                self._quiet_work(self._connection)
                self._connection.execute("COMMIT")
            except apsw.Error:
                self._roll_back()  # it is due again after the next commits
