"""A call from outside that may run out of time or be cancelled, without ghost execution.

A call ends (timeout, cancellation) or begins (its first write is taken up), never both. What
has not begun when the call ends never begins; what has begun is finished and answered. So a
door may answer at the deadline, whatever its worker is stuck in, and the answer stays true.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from mohen.errors import Canceled, MohenError, Timeout

_current: ContextVar[Call | None] = ContextVar("mohen_call", default=None)
_running: set[Call] = set()


class Call:
    """One request: its deadline, and whether the caller still wants it."""

    def __init__(self, timeout_ms: int | None = None) -> None:
        self._deadline = None if timeout_ms is None else time.monotonic() + timeout_ms / 1000
        self._lock = threading.Lock()
        self._begun = False
        self._over: MohenError | None = None
        self._wake: list[Callable[[], None]] = []
        self.hand_on: Callable[[], None] | None = None  # its turn, to the next of its project
        self.masked = 0  # secrets that were taken out of what it had kept

    def cancel(self) -> bool:
        """The caller no longer wants it. False: too late, it has begun or is over."""
        return self._end(Canceled("the call was cancelled; nothing was written"))

    def expire(self) -> bool:
        """Its time is up. False: too late, it has begun or is over."""
        return self._end(Timeout("the call ran out of time; nothing was written"))

    def _end(self, error: MohenError) -> bool:
        with self._lock:
            if self._begun or self._over is not None:
                return False
            self._over = error
            waiting = list(self._wake)
        for wake in waiting:
            wake()
        return True

    def begin(self) -> bool:
        """Take up its first write: from here on it is finished. False: it is over."""
        self._look_at_the_clock()
        with self._lock:
            if self._over is None:
                self._begun = True
            return self._begun

    def ended(self) -> MohenError | None:
        """Why the call is over, or None while it is still wanted."""
        self._look_at_the_clock()
        return self._over

    def check(self) -> None:
        if error := self.ended():
            raise error

    def remaining(self) -> float | None:
        """Seconds left; None means no limit."""
        if self._deadline is None or self._begun:
            return None
        return max(0.0, self._deadline - time.monotonic())

    def _look_at_the_clock(self) -> None:
        if self.remaining() == 0:
            self.expire()

    @contextmanager
    def waking(self, wake: Callable[[], None]) -> Iterator[None]:
        """While inside, the end of the call calls `wake`."""
        with self._lock:
            self._wake.append(wake)
            over = self._over
        try:
            if over is not None:
                wake()
            yield
        finally:
            with self._lock:
                self._wake.remove(wake)


def current() -> Call | None:
    return _current.get()


def are_waiting() -> bool:
    """Whether somebody is being answered who is not us."""
    return _current.get() is None and bool(_running)


def check() -> None:
    """Raise if the current call, if there is one, is over."""
    if call := _current.get():
        call.check()


def begin() -> None:
    """Take up what the current call, if there is one, asked for; raise if it is over."""
    call = _current.get()
    if call is not None and not call.begin():
        call.check()


def hand_on() -> None:
    """What is left to do changes nothing that the next call of the same project could see: that
    one need not wait for it."""
    call = _current.get()
    if call is not None and call.hand_on is not None:
        call.hand_on()


def count_masked(number: int) -> None:
    """So many secrets were masked in what the current call, if there is one, had kept."""
    if number and (call := _current.get()):
        call.masked += number


@contextmanager
def running(call: Call) -> Iterator[None]:
    """Make `call` the current one for this thread of execution."""
    token = _current.set(call)
    _running.add(call)
    try:
        call.check()
        yield
    finally:
        _running.discard(call)
        _current.reset(token)
