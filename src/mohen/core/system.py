"""The machine's clock and randomness, its processes, and telling whoever listens."""

from __future__ import annotations

import os
import platform
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from mohen.core.logs import logger

log = logger(__name__)

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no i, l, o, u
_TIME_DIGITS, _RANDOM_DIGITS = 10, 16


class SystemClock:
    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def pause(self, ms: int) -> None:
        time.sleep(ms / 1000)


class TimeOrderedIds:
    """ULIDs: 48 bits of time and 80 of chance, so that ids sort by when they were made."""

    def new(self, prefix: str) -> str:
        made = _base32(time.time_ns() // 1_000_000, _TIME_DIGITS)
        return f"{prefix}_{made}{_base32(secrets.randbits(80), _RANDOM_DIGITS)}"


def this_process() -> str:
    """Its name among all that may share a home: the machine and its number there."""
    return f"{platform.node()}:{os.getpid()}"


def is_gone(process: str) -> bool:
    """Whether a process surely lives no more: one of this machine that cannot be found. Where
    one cannot ask (another machine, Windows), it may well live."""
    node, _, number = process.rpartition(":")
    if os.name != "posix" or node != platform.node() or not number.isdecimal():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def _base32(value: int, digits: int) -> str:
    text = ""
    for _ in range(digits):
        value, digit = divmod(value, 32)
        text = _ALPHABET[digit] + text
    return text


Listener = Callable[[str, Mapping[str, Any]], None]


class Broadcast:
    """Pushes to every listener; one that fails is dropped, and harms no other."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Hear every push from now on; call what is returned to stop."""
        with self._lock:
            self._listeners.append(listener)
        return lambda: self._drop(listener)

    def __call__(self, push: str, data: Mapping[str, Any]) -> None:
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            try:
                listener(push, data)
            except Exception as error:  # noqa: BLE001 - a listener is somebody else's code
                log.warning("listener dropped: %s", type(error).__name__)
                self._drop(listener)

    def _drop(self, listener: Listener) -> None:
        with self._lock:
            if listener in self._listeners:
                self._listeners.remove(listener)

    def close(self) -> None:
        """Nobody is to be told anything any more."""
        with self._lock:
            self._listeners.clear()


TRAVELS: Mapping[str, tuple[str, ...]] = {
    "memory:alert": ("code", "subject", "state", "at"),
    "memory:distill:progress": ("runId", "stage", "progress", "projectId", "error"),
    "memory:index:progress": ("stage", "done", "total"),
    "knowledge:consolidate:progress": (
        *("runId", "projectId", "status", "progress", "phase", "error"),
    ),
}
"""Pushes that are heard in other processes too, and what of them: rare, small, without text. The
others tell of a run that is being written, or of this machine's files and models."""


class FarBroadcast(Broadcast):
    """Pushes also to an author's listeners in other processes: `send` carries them there, `join`
    brings what came from there, from the first listener on."""

    def __init__(
        self,
        send: Callable[[str, Mapping[str, Any]], None],
        join: Callable[[Listener], Callable[[], None]],
    ) -> None:
        super().__init__()
        self._send, self._join = send, join
        self._leave: Callable[[], None] | None = None

    def listen(self, listener: Listener) -> Callable[[], None]:
        stop = super().listen(listener)
        with self._lock:
            if self._leave is None:
                self._leave = self._join(super().__call__)
        return stop

    def __call__(self, push: str, data: Mapping[str, Any]) -> None:
        super().__call__(push, data)
        if (fields := TRAVELS.get(push)) is not None:
            self._send(push, {name: data[name] for name in fields if name in data})

    def close(self) -> None:
        super().close()
        with self._lock:
            leave, self._leave = self._leave, None
        if leave is not None:
            leave()


# -- Where the user lives, as far as a clock can tell.


def offset(moment: int) -> int:
    """How many milliseconds the user's clock is ahead of UTC at a moment."""
    ahead = datetime.fromtimestamp(moment / 1000).astimezone().utcoffset()
    return 0 if ahead is None else round(ahead.total_seconds() * 1000)
