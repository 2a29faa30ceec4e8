"""Slowing down whoever guesses. Who bears the right token never waits: nobody can lock them out."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from mohen.core.policy import Doors


class WrongTokens:
    """One count for everybody: on loopback an address says nothing of who it is."""

    def __init__(self, doors: Doors, clock: Callable[[], float] = time.monotonic) -> None:
        self._span = doors.wrong_tokens_ms / 1000
        self._clock = clock
        self._latest: deque[float] = deque(maxlen=doors.wrong_tokens)

    def one_more(self) -> bool:
        """Whether there were too many before it."""
        now = self._clock()
        full = len(self._latest) == self._latest.maxlen
        many = full and now - self._latest[0] < self._span
        self._latest.append(now)
        return many
