"""Authors who are kept only if they act on what they are said to like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from mohen.policy import Policy
from simulated.acting import simulate
from simulated.author import Author, population
from simulated.showing import Shown, shown

LONG: Final = 60  # episodes
_BATCH = 40
_TESTS: Final[dict[str, Callable[[Shown], bool]]] = {
    "strong": lambda each: each.is_strong,
    "clear": lambda each: each.is_clear,
}
_AT_MOST = {"strong": 3, "clear": 16}  # drawn for each that is wanted

Mapper = Callable[[Callable[[Author], bool], Sequence[Author]], Iterable[bool]]


@dataclass(slots=True)
class Draw:
    """Who was kept, and how many were drawn and kept by the number of their tastes."""

    kind: str
    kept: list[Author] = field(default_factory=list)
    drawn: Counter[int] = field(default_factory=Counter)
    passed: Counter[int] = field(default_factory=Counter)


def strong(count: int, seed: int = 0, language: str | None = None) -> list[Author]:
    """One taste everywhere, strong by C80's own measure: 95 % of its comparisons agree."""
    return draw("strong", count, seed, language).kept


def clear(count: int, seed: int = 0, language: str | None = None) -> list[Author]:
    """One to three tastes and 12 % noise, and every single taste is really acted on."""
    return draw("clear", count, seed, language).kept


def draw(kind: str, count: int, seed: int, language: str | None = None, each: Mapper = map) -> Draw:
    """The first `count` that pass; `each` may ask several at a time."""
    made = Draw(kind)
    authors = population(kind, count * _AT_MOST[kind], seed, language)
    for at in range(0, len(authors), _BATCH):
        some = authors[at : at + _BATCH]
        for author, passes in zip(some, each(acts_on_it, some), strict=True):
            if len(made.kept) == count:
                return made
            made.drawn[len(author.truths)] += 1
            if passes:
                made.passed[len(author.truths)] += 1
                made.kept.append(author)
    return made


def acts_on_it(author: Author) -> bool:
    """On every taste, in the episodes that will be recorded?"""
    return all(map(_TESTS[author.kind], shown(author, simulate(author, LONG), Policy().style)))
