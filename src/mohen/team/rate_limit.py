"""How many requests of one author are answered: so many a second, and some more at once."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

_CRUMB = 1e-9  # what sums of fractions lose


class Bucket:
    """Fills with so many a second up to `burst`; each request takes one out."""

    def __init__(
        self, a_second: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = a_second
        self._burst = burst
        self._clock = clock
        self._left = float(burst)
        self._at = clock()

    def take(self) -> int:
        """0, or in how many milliseconds there is one again."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1 - _CRUMB:
            return max(1, math.ceil((1 - self._left) / self._rate * 1000))
        self._left -= 1
        return 0
