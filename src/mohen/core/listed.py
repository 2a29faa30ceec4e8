"""Answers that hold items, gone through like a tuple of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Listed(Generic[T]):
    """`for each in answer`, `len(answer)`, `answer[0]`: what it holds, in its order. An answer that
    holds nothing is false, as an empty tuple is."""

    __slots__ = ()

    items: tuple[T, ...]

    def __iter__(self) -> Iterator[T]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...
    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        return self.items[place]
