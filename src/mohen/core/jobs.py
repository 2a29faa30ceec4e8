"""Background work: one job at a time, or at once (immediate), by a switch and not by another style.

Who works is a crew: one thread of a home's own, or a few that a process has for all its authors.
Immediate mode runs a job where it is submitted: for tests and for commands that end when their work
is done.

Beside that, a call may have part of its own work done on another core while it goes on.
"""

from __future__ import annotations

import contextvars
import heapq
import itertools
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from mohen.core import calls
from mohen.core.logs import logger
from mohen.core.values import dataclass

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

T = TypeVar("T")

log = logger(__name__)

_SWITCHING = threading.Lock()
_STEP_S = 0.25  # longer than a step takes: what was done before this job is not counted
_OTHER_CORES = (os.cpu_count() or 1) - 1


@dataclass(slots=True)
class _Job:
    name: str
    work: Callable[[], object]
    due: float
    latest: float
    order: int
    timer: bool = False  # nobody asked for it just now, so nobody hurries it or waits for it


class Crew:
    """So many threads for the jobs of any number of runners, whose next is due first. A thread is
    begun when all the others are busy."""

    def __init__(self, threads: int) -> None:
        self._most = threads
        self._change = threading.Condition()
        self._due: list[tuple[float, int, JobRunner]] = []
        self._order = itertools.count()
        self._threads: list[threading.Thread] = []
        self._resting = 0
        self._closing = False

    def call(self, runner: JobRunner, at: float) -> None:
        """Have a runner's next job done then."""
        with self._change:
            heapq.heappush(self._due, (at, next(self._order), runner))
            if not self._resting and len(self._threads) < self._most:
                name = "mohen-jobs" if self._most == 1 else "mohen-crew"
                thread = threading.Thread(target=self._loop, name=name, daemon=True)
                self._threads.append(thread)
                thread.start()
            self._change.notify()

    @cached_property
    def hands(self) -> ThreadPoolExecutor:
        """Of other cores, for a part of a call's own work."""
        from concurrent.futures import ThreadPoolExecutor  # most commands never need it

        return ThreadPoolExecutor(_OTHER_CORES, thread_name_prefix="mohen-beside")

    def close(self) -> None:
        """End when what runs is done."""
        with self._change:
            self._closing = True
            self._change.notify_all()
        for each in self._threads:
            each.join()
        if "hands" in vars(self):
            self.hands.shutdown(wait=True)

    def _loop(self) -> None:
        while (found := self._next()) is not None:
            at, _, runner = found
            runner.step(at)

    def _next(self) -> tuple[float, int, JobRunner] | None:
        with self._change:
            while not self._closing:
                wait = self._due[0][0] - time.monotonic() if self._due else None
                if wait is not None and wait <= 0:
                    return heapq.heappop(self._due)
                self._resting += 1
                self._change.wait(wait)
                self._resting -= 1
            return None


class JobRunner:
    def __init__(
        self,
        *,
        crew: Crew | None = None,
        immediate: bool = False,
        give_way_ms: int = 0,
        give_way_times: int = 0,
        hand_on_us: int = 100,
    ) -> None:
        self._immediate = immediate
        self._give_way_times = give_way_times
        self._worked = threading.local()
        self._give_way_s = give_way_ms / 1000
        self._hand_on_s = hand_on_us / 1_000_000
        self._change = threading.Condition()
        self._waiting: list[_Job] = []
        self._order = itertools.count()
        self._busy = False
        self._hurry = 0
        self._closing = False
        self._crew = crew or Crew(1)
        self._is_own = crew is None
        self._called: float | None = None  # when the crew is to come
        self._worker: threading.Thread | None = None

    def submit(
        self,
        name: str,
        work: Callable[[], object],
        *,
        after_ms: int = 0,
        at_most_ms: int = 0,
        once: bool = True,
        hurried: bool = True,
    ) -> None:
        """Have `work` done after a while. With `once`, a job of that name that is still waiting
        stands for this one too, and is put off again, so that it comes in a moment of quiet,
        though never more than `at_most_ms` after it was first asked for. Unless it may be
        `hurried`, a drain neither waits for it nor does it early."""
        if self._immediate:
            _run(name, work)
            return
        now = time.monotonic()
        due = now + after_ms / 1000
        with self._change:
            if self._closing:
                return
            latest = max(due, now + at_most_ms / 1000)
            for job in self._waiting:
                if once and job.name == name:
                    if job.timer and hurried:  # nobody waited for it until now
                        job.due, job.latest, job.timer = due, latest, False
                    job.due = max(job.due, min(due, job.latest))
                    self._call()
                    return
            self._waiting.append(
                _Job(name, work, due, latest, next(self._order), timer=not hurried)
            )
            self._call()

    def every(self, name: str, work: Callable[[], object], *, every_ms: int) -> None:
        """Have `work` done now and again after each while; immediate mode does it this once."""

        def again() -> None:
            _run(name, work)
            with self._change:
                if not self._closing:
                    due = time.monotonic() + every_ms / 1000
                    self._waiting.append(_Job(name, again, due, due, next(self._order), timer=True))

        self.submit(name, work if self._immediate else again)

    def when_idle(self, name: str, work: Callable[[], object], *, after_ms: int) -> None:
        """Have `work` done once nobody has asked for it for so long. Never in immediate mode:
        there nobody waits to see the author leave."""
        if self._immediate:
            return
        due = time.monotonic() + after_ms / 1000
        with self._change:
            if self._closing:
                return
            self._waiting = [job for job in self._waiting if job.name != name]
            self._waiting.append(_Job(name, work, due, due, next(self._order), timer=True))
            self._call()

    def _call(self) -> None:
        """Have the crew come when the next job is due, if it does not come before."""
        job = None if self._busy else self._first()
        if job is None:
            return
        at = time.monotonic() if self._hurry and not job.timer else job.due
        if self._called is None or at < self._called:
            self._called = at
            self._crew.call(self, at)

    def _asked(self) -> bool:
        """Whether anything is waiting that somebody asked for."""
        return any(not job.timer for job in self._waiting)

    def give_way(self) -> None:
        """One thread at a time runs Python, and an author must not wait for a job: while more is
        being asked for, a running job stands aside a moment between two of its steps, and while
        calls are being answered for longer than it worked, so that most of the time is theirs."""
        with self._change:
            hurried = self._immediate or self._hurry or self._closing
            asked = self._asked()
        now = time.thread_time()
        worked, self._worked.at = now - getattr(self._worked, "at", now), now
        if hurried:
            return
        if calls.are_waiting():
            time.sleep(max(self._give_way_s, min(worked, _STEP_S) * self._give_way_times))
        elif asked:
            time.sleep(self._give_way_s)

    def is_ending(self) -> bool:
        """Whether the job that asks is waited for by whoever closes the memory."""
        return self._closing and threading.current_thread() is self._worker

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Long work that must not make a call wait. Python hands its one lock on every five
        milliseconds, and a record asks for it several times; meanwhile it does so far oftener."""
        usual = self._hand_on_oftener()
        try:
            yield
        finally:
            _hand_on_again(usual)

    def _hand_on_oftener(self) -> float:
        """Answers how often it was."""
        with _SWITCHING:
            usual = sys.getswitchinterval()
            sys.setswitchinterval(min(usual, self._hand_on_s))
        return usual

    def beside(self, work: Callable[[], T]) -> Callable[[], T]:
        """Begin a part of the current call's work on another core; answers how to get what comes
        of it. For what computes outside Python's one lock: a search in SQLite, a product of
        matrices. What nobody has begun by the time it is wanted is done by whoever wants it, so
        nobody ever waits for a free hand; what comes of it, also an error, is the same."""
        with self._change:
            if self._immediate or self._closing or not _OTHER_CORES:
                return work
            # The other core is of no use if its thread must wait long for that lock in between.
            usual = self._hand_on_oftener()
            try:
                begun = self._crew.hands.submit(contextvars.copy_context().run, work)
            except RuntimeError:  # the interpreter is ending and lends no more hands
                _hand_on_again(usual)
                return work
            begun.add_done_callback(lambda _begun: _hand_on_again(usual))
        return lambda: work() if begun.cancel() else begun.result()

    def drain(self) -> None:
        """Do what is waiting now, without its delays, and return when it is done."""
        with self._change:
            self._hurry += 1
            self._call()
            try:
                self._change.wait_for(lambda: not self._asked() and not self._busy)
            finally:
                self._hurry -= 1

    def close(self) -> None:
        """Finish the running job; what waits can be done at the next start."""
        with self._change:
            self._closing = True
            self._waiting.clear()
            self._change.notify_all()
            self._change.wait_for(lambda: not self._busy)
        if self._is_own:
            self._crew.close()

    def step(self, called: float) -> None:
        """Do the job that is due, if the crew was called for then and nobody is at it."""
        with self._change:
            if called != self._called:
                return
            self._called = None
            job = self._first()
            if self._busy or job is None:
                return
            if job.due > time.monotonic() and not (self._hurry and not job.timer):
                self._call()  # it was put off
                return
            self._waiting.remove(job)
            self._busy, self._worker = True, threading.current_thread()
        _run(job.name, job.work)
        with self._change:
            self._busy = False
            self._change.notify_all()
            self._call()

    def _first(self) -> _Job | None:
        """By its time; while somebody waits for the end, what was asked for comes first."""
        return min(self._waiting, key=self._turn, default=None)

    def _turn(self, job: _Job) -> tuple[bool, float, int]:
        return bool(self._hurry) and job.timer, job.due, job.order


def _hand_on_again(usual: float) -> None:
    with _SWITCHING:
        sys.setswitchinterval(max(usual, sys.getswitchinterval()))


def _run(name: str, work: Callable[[], object]) -> None:
    """A job that fails harms nobody else; what it means is said by its flow, not here."""
    try:
        work()
    except Exception as error:  # noqa: BLE001 - the last line before the worker would die
        log.error("job failed: %s: %s", name, type(error).__name__)
