"""Work that must keep its order: of one key one after another, of different keys side by side.

A caller who records and at once undoes, without waiting for the first answer, means the two in
that order (C89).
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Hashable
from concurrent.futures import Executor

Work = Callable[[], None]


class Turns:
    def __init__(self, pool: Executor) -> None:
        self._pool = pool
        self._lock = threading.Lock()
        self._queues: dict[Hashable, deque[Work]] = {}

    def submit(self, key: Hashable, work: Work) -> None:
        with self._lock:
            waiting = self._queues.get(key)
            if waiting is not None:
                waiting.append(work)
                return
            self._queues[key] = deque([work])
        self._pool.submit(self._run, key)

    def _run(self, key: Hashable) -> None:
        """One worker goes through the whole queue, then leaves."""
        while True:
            with self._lock:
                waiting = self._queues[key]
                if not waiting:
                    del self._queues[key]
                    return
                work = waiting.popleft()
            work()
