"""What the door counts: how many calls of which channel ended how, and how long they took.

Names of channels and codes alone: nothing that a caller wrote, and nobody's name. Counted by the
loop that serves, so without a lock.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import Final

SECONDS: Final = (
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1.0,
    2.5,
    5.0,
    10.0,
    30.0,
)
"""Upper bounds of the classes that times are counted in; one more for what took longer."""


class Times:
    """How long calls of one kind took."""

    def __init__(self) -> None:
        self.classes = [0] * (len(SECONDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.classes[bisect_left(SECONDS, seconds)] += 1
        self.total += seconds


class Measures:
    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()
        """By channel ("" where it is none of ours) and code ("OK" where it went well)."""
        self.times: dict[str, Times] = {}
        self.refused: Counter[str] = Counter()
        """By status: who was turned away at the door."""
        self.limited = 0
        self.pushes = 0

    def answered(self, channel: str, code: str, seconds: float) -> None:
        self.calls[channel, code] += 1
        self.times.setdefault(channel, Times()).add(seconds)
