"""Rows of a store that cannot be read: what they are of, never what stands in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any

from mohen.core.values import dataclass

Key = tuple[Any, ...]
"""What finds a row: its number, or the bytes of its primary key."""


@dataclass(frozen=True, slots=True)
class Rows:
    """How the product reads the rows of a table. `select` answers the table's key (its number, or
    the columns of its primary key) and then what `read` reads."""

    table: str
    select: str
    read: Callable[[Sequence[Any]], object]


@dataclass(frozen=True, slots=True)
class Loss:
    """A row that is damaged: what it is of, never what stands in it."""

    table: str
    id: str | None
    project_id: str | None
    whole: bool  # the row is lost, not only some letters of its texts


@dataclass(slots=True)
class Damage:
    """What is wrong in a file, row by row."""

    letters: dict[str, dict[str, list[Key]]] = field(default_factory=dict)
    """By table and column: the rows whose text has bytes that are none."""
    senseless: dict[str, list[Key]] = field(default_factory=dict)
    """By table: the rows that cannot be read at all."""
    losses: tuple[Loss, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.letters or self.senseless)


@dataclass(slots=True)
class Saved:
    """What was taken over from a damaged store, and what was not."""

    rows: int = 0
    losses: list[Loss] = field(default_factory=list)
    unnamed: int = 0
    """Rows, or stretches of rows, of which nothing is known but that they cannot be read."""
