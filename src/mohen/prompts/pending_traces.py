"""Traces of prompts that were just handed out: kept right after the answer, for the author need
not wait for them. Whoever wants to read a trace has them kept first."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mohen.prompts.model import Assembly


class _Waiting(NamedTuple):
    made: Assembly
    keep: Callable[[], object]


class PendingTraces:
    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._waiting: deque[_Waiting] = deque()

    def add(self, made: Assembly, keep: Callable[[], object]) -> None:
        self._waiting.append(_Waiting(made, keep))

    def newest(self, project_id: str | None, skill_id: str, model: str) -> Assembly | None:
        """Of those that are still to be kept: the next prompt need not wait until they are."""
        asked = project_id, skill_id, model
        for made, _ in reversed(tuple(self._waiting)):
            if asked == (made.request.project_id, made.request.skill_id, made.model):
                return made
        return None

    def settle(self) -> None:
        """When this returns, everything that was added before is kept or has failed."""
        with self._lock:
            while self._waiting:
                try:
                    self._waiting[0].keep()
                finally:
                    self._waiting.popleft()
