"""Of what says the same, the newest stands first: what was said later holds now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

One = TypeVar("One")


def newest_first(
    found: Sequence[One], *, same: Callable[[One, One], bool], at: Callable[[One], int]
) -> list[One]:
    """`same`: whether two say the same; `at`: when it was said. Those that do keep their places
    among the others, and the newest of them takes the first."""
    groups: list[list[int]] = []
    for place, one in enumerate(found):
        group = next((each for each in groups if same(found[each[0]], one)), None)
        if group is None:
            groups.append([place])
        else:
            group.append(place)
    told = list(found)
    for group in groups:
        newest = sorted(group, key=lambda place: (-at(found[place]), place))
        for place, other in zip(group, newest, strict=True):
            told[place] = found[other]
    return told
