"""Edit cost over time: pieces that were counted apart become buckets, thirds and the whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum

from mohen.model.progress import Cost


def joined(pieces: Sequence[Cost]) -> Cost | None:
    """Many as one; None where there is none."""
    if not pieces:
        return None
    return Cost(
        since=min(each.since for each in pieces),
        until=max(each.until for each in pieces),
        episodes=sum(each.episodes for each in pieces),
        total=fsum(each.total for each in pieces),
        accepted=sum(each.accepted for each in pieces),
        edited=sum(each.edited for each in pieces),
        rewritten=sum(each.rewritten for each in pieces),
        rejected=sum(each.rejected for each in pieces),
        undone=sum(each.undone for each in pieces),
    )


def grouped(pieces: Iterable[tuple[int, Cost]]) -> dict[int, Cost]:
    """By their number, in its order."""
    by_number: dict[int, list[Cost]] = {}
    for number, piece in pieces:
        by_number.setdefault(number, []).append(piece)
    found = {number: joined(each) for number, each in sorted(by_number.items())}
    return {number: cost for number, cost in found.items() if cost is not None}
