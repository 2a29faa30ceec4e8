"""A value that is made anew only when what it is made of has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Memo(Generic[T]):
    """The last one. Whoever asks says what it is to be made of; two who ask at once may both
    make it, and make the same."""

    def __init__(self) -> None:
        self._last: tuple[object, T] | None = None

    def get(self, of: object, make: Callable[[], T]) -> T:
        last = self._last
        if last is None or last[0] != of:
            last = self._last = of, make()
        return last[1]
