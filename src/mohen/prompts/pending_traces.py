"""Traces of prompts that were just handed out: kept right after the answer, for the author need
not wait for them. Whoever wants to read a trace has them kept first."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import Context
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mohen.prompts.model import Assembly

_AT_ONCE = 16  # in one write: each waits its turn in the lane, and who lends a hand for more, long

Keep = Callable[[Sequence["Assembly"]], object]


class PendingTraces:
    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._waiting: deque[Assembly] = deque()
        self._keep: Keep = lambda _made: None

    def add(self, made: Assembly, keep: Keep, *, most: int) -> None:
        """`keep` keeps some at once. Where more than `most` wait, because prompts are asked for
        faster than the background keeps their traces, whoever adds one lends a hand, unless
        somebody is at it: each of them holds the whole of its prompt."""
        self._keep = keep
        self._waiting.append(made)
        if len(self._waiting) > most and self._lock.acquire(blocking=False):
            try:
                self._keep_some()
            finally:
                self._lock.release()

    def newest(self, project_id: str | None, skill_id: str, model: str) -> Assembly | None:
        """Of those that are still to be kept: the next prompt need not wait until they are."""
        asked = project_id, skill_id, model
        for made in reversed(tuple(self._waiting)):
            if asked == (made.request.project_id, made.request.skill_id, made.model):
                return made
        return None

    def settle(self) -> None:
        """When this returns, everything that was added before is kept or has failed."""
        for _ in range(0, len(self._waiting), _AT_ONCE):
            self._keep_some()

    def _keep_some(self) -> None:
        """The oldest, in nobody's call: they are others' too, whatever becomes of it."""
        with self._lock:
            made = list(islice(self._waiting, _AT_ONCE))
            try:
                if made:
                    Context().run(self._keep, made)
            finally:
                for _ in made:
                    self._waiting.popleft()
