"""Calibration: the suggestions are real, what was done with them is decided by lot.

Nothing is preferred then, so nothing may be learned, at any look.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from real_writers.desk import Notebook, looks
from real_writers.reading import Act, Turn, act

TAKEN_BACK = 0.15  # of what was accepted
REFUSED = 0.25  # about what the writers did
EDITED = 0.33
Lot = Callable[[Turn, Sequence[Turn], Random, bool], Act]


def choices(turn: Turn, _edits: Sequence[Turn], lot: Random, named: bool) -> Act:
    return act(turn, lot.randrange(len(turn.shown)), named=named)


def undos(turn: Turn, _edits: Sequence[Turn], lot: Random, named: bool) -> Act:
    undo = lot.random() < TAKEN_BACK
    return act(turn, lot.randrange(len(turn.shown)), undo=undo, named=named)


def rejections(turn: Turn, edits: Sequence[Turn], lot: Random, named: bool) -> Act:
    if lot.random() < REFUSED:
        return act(turn, -1, named=named)
    return choices(turn, edits, lot, named)


def edits(turn: Turn, edits: Sequence[Turn], lot: Random, named: bool) -> Act:
    """Somebody's edit, forwards or backwards, in one of three; else a choice."""
    if lot.random() >= EDITED:
        return choices(turn, edits, lot, named)
    one = lot.choice(edits)
    before, after = one.taken or "", one.became or ""
    if lot.random() < 1 / 2:
        before, after = after, before
    return act(turn, 0, after, named=named, shown=(before,))


def strangers_edits(turn: Turn, edits: Sequence[Turn], lot: Random, named: bool) -> Act:
    """Somebody's edit as they made it, now this one's and now that one's; in one of three. What is
    left of it is what everybody does when they edit."""
    if lot.random() >= EDITED:
        return choices(turn, edits, lot, named)
    one = lot.choice(edits)
    return act(turn, 0, one.became, named=named, shown=(one.taken or "",))


KINDS: dict[str, Lot] = {
    "choices": choices,
    "undos": undos,
    "rejections": rejections,
    "edits": edits,
    "edits of strangers": strangers_edits,
}


def false_rules(
    turns: Sequence[Turn],
    edits: Sequence[Turn],
    kind: str,
    *,
    named: bool,
    times: int,
    seed: str,
) -> list[str]:
    """Every rule that was held to be true at any of so many looks, in words."""
    lot, book, found = Random(seed), Notebook(), dict[str, None]()
    ends = looks(len(turns), times)
    for number, turn in enumerate(turns, 1):
        book.hear(KINDS[kind](turn, edits, lot, named))
        if number in ends:
            found |= dict.fromkeys(each.text for each in book.look())
    return list(found)
