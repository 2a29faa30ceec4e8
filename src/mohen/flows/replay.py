"""The past, lived through again: everything is done by the flows that do it every day, on a clock
that stands where the story is. So what they write has the dates it would have had.

Nothing is put off while it lasts, for whatever is done later is done today; and no model is asked:
what is replayed is nobody's work, and nobody should pay for it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import TypeVar

from mohen.flows.parts import Parts
from mohen.ports import Clock

T = TypeVar("T")


class PastClock:
    """Stands at a moment until it is moved; waiting takes as long as it does."""

    def __init__(self, real: Clock, at: int) -> None:
        self._real = real
        self.at = at

    def now(self) -> int:
        return self.at

    def pause(self, ms: int) -> None:
        self._real.pause(ms)


class _Never:
    """Leaves undone what could be done later; what a call wants of it is done there and then."""

    def submit(
        self,
        name: str,
        work: Callable[[], object],
        *,
        after_ms: int = 0,
        at_most_ms: int = 0,
        once: bool = True,
        hurried: bool = True,
    ) -> None: ...

    def when_idle(self, name: str, work: Callable[[], object], *, after_ms: int) -> None: ...

    def beside(self, work: Callable[[], T]) -> Callable[[], T]:
        return work

    def aside(self) -> AbstractContextManager[None]:
        return nullcontext()

    def give_way(self) -> None: ...

    def is_ending(self) -> bool:
        return False


def past(parts: Parts, at: int) -> tuple[Parts, PastClock]:
    """The same memory as of then, and the clock to move."""
    clock = PastClock(parts.clock, at)
    return replace(parts, clock=clock, jobs=_Never(), model=lambda _config: None), clock
