"""Traces of prompts that were just handed out: kept right after the answer, for the author need
not wait for them. Whoever wants to read a trace has them kept first."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable


class PendingTraces:
    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._waiting: deque[Callable[[], object]] = deque()

    def add(self, keep: Callable[[], object]) -> None:
        self._waiting.append(keep)

    def settle(self) -> None:
        """When this returns, everything that was added before is kept or has failed."""
        with self._lock:
            while self._waiting:
                self._waiting.popleft()()
