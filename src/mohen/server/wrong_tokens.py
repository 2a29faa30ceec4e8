"""Slowing down whoever guesses. Who bears the right token never waits: nobody can lock them out."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable

from mohen.core.policy import Doors

_ADDRESSES = 1_024  # that are counted apart; the one that was quiet for longest is forgotten
_CROWD = 16  # times as many of all addresses together


class WrongTokens:
    """One count for everybody on loopback, where an address says nothing of who it is; elsewhere
    one for each address, and one for all of them together."""

    def __init__(
        self,
        doors: Doors,
        clock: Callable[[], float] = time.monotonic,
        *,
        each_address: bool = False,
    ) -> None:
        self._span = doors.wrong_tokens_ms / 1000
        self._most = doors.wrong_tokens
        self._clock = clock
        self._each = each_address
        self._latest: deque[float] = deque(maxlen=self._most * (_CROWD if each_address else 1))
        self._of: OrderedDict[str, deque[float]] = OrderedDict()

    def one_more(self, address: str = "") -> bool:
        """Whether there were too many before it."""
        crowd = self._many(self._latest)
        return (self._each and self._many(self._counted(address))) or crowd

    def _counted(self, address: str) -> deque[float]:
        found = self._of.setdefault(address, deque(maxlen=self._most))
        self._of.move_to_end(address)
        if len(self._of) > _ADDRESSES:
            self._of.popitem(last=False)
        return found

    def _many(self, latest: deque[float]) -> bool:
        now = self._clock()
        many = len(latest) == latest.maxlen and now - latest[0] < self._span
        latest.append(now)
        return many
