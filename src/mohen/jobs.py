"""Background work: one worker, or none (immediate), by a switch and not by another style.

With one worker at most one job runs at a time. Immediate mode runs a job where it is submitted:
for tests and for commands that end when their work is done.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable

log = logging.getLogger(__name__)


class JobRunner:
    def __init__(self, *, immediate: bool = False) -> None:
        self._immediate = immediate
        self._change = threading.Condition()
        self._waiting: list[tuple[float, int, str, Callable[[], object]]] = []
        self._order = itertools.count()
        self._busy = False
        self._hurry = 0
        self._closing = False
        self._thread: threading.Thread | None = None

    def submit(
        self, name: str, work: Callable[[], object], *, after_ms: int = 0, once: bool = True
    ) -> None:
        if self._immediate:
            _run(name, work)
            return
        with self._change:
            if self._closing or (once and any(name == each[2] for each in self._waiting)):
                return
            due = time.monotonic() + after_ms / 1000
            heapq.heappush(self._waiting, (due, next(self._order), name, work))
            if self._thread is None:
                self._thread = threading.Thread(target=self._loop, name="mohen-jobs", daemon=True)
                self._thread.start()
            self._change.notify_all()

    def drain(self) -> None:
        """Do what is waiting now, without its delays, and return when it is done."""
        with self._change:
            self._hurry += 1
            self._change.notify_all()
            try:
                self._change.wait_for(lambda: not self._waiting and not self._busy)
            finally:
                self._hurry -= 1

    def close(self) -> None:
        """Finish the running job; what waits can be done at the next start."""
        with self._change:
            self._closing = True
            self._waiting.clear()
            self._change.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _loop(self) -> None:
        while (job := self._next()) is not None:
            _run(*job)
            with self._change:
                self._busy = False
                self._change.notify_all()

    def _next(self) -> tuple[str, Callable[[], object]] | None:
        """Wait for the next job that is due; None when closing."""
        with self._change:
            while not self._closing:
                wait = self._waiting[0][0] - time.monotonic() if self._waiting else None
                if wait is not None and (wait <= 0 or self._hurry):
                    _, _, name, work = heapq.heappop(self._waiting)
                    self._busy = True
                    return name, work
                self._change.wait(wait)
            return None


def _run(name: str, work: Callable[[], object]) -> None:
    """A job that fails harms nobody else; what it means is said by its flow, not here."""
    try:
        work()
    except Exception as error:  # noqa: BLE001 - the last line before the worker would die
        log.error("job failed: %s: %s", name, type(error).__name__)
