"""A call from outside that may run out of time or be cancelled, without ghost execution.

Work that has not begun when its call ends is withdrawn and never begins; work that has begun
is finished and answered. The write lane and the readers ask the current call; nobody else
needs to know that it exists.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from mohen.errors import Canceled, MohenError, Timeout

_current: ContextVar[Call | None] = ContextVar("mohen_call", default=None)


class Call:
    """One request: its deadline, and whether the caller still wants it."""

    def __init__(self, timeout_ms: int | None = None) -> None:
        self._deadline = None if timeout_ms is None else time.monotonic() + timeout_ms / 1000
        self._lock = threading.Lock()
        self._cancelled = False
        self._wake: set[Callable[[], None]] = set()

    def cancel(self) -> None:
        """The caller no longer wants it. Safe from any thread, any number of times."""
        with self._lock:
            self._cancelled = True
            waiting = list(self._wake)
        for wake in waiting:
            wake()

    def remaining(self) -> float | None:
        """Seconds left; None means no limit."""
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def ended(self) -> MohenError | None:
        """Why the call is over, or None while it is still wanted."""
        if self._cancelled:
            return Canceled("the call was cancelled by the caller")
        if self.remaining() == 0:
            return Timeout("the call ran out of time; nothing was done")
        return None

    def check(self) -> None:
        if error := self.ended():
            raise error

    @contextmanager
    def waking(self, wake: Callable[[], None]) -> Iterator[None]:
        """While inside, a cancellation calls `wake`."""
        with self._lock:
            self._wake.add(wake)
            cancelled = self._cancelled
        try:
            if cancelled:
                wake()
            yield
        finally:
            with self._lock:
                self._wake.discard(wake)


def current() -> Call | None:
    return _current.get()


@contextmanager
def running(call: Call) -> Iterator[None]:
    """Make `call` the current one for this thread of execution."""
    token = _current.set(call)
    try:
        call.check()
        yield
    finally:
        _current.reset(token)
