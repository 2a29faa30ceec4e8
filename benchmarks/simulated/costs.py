"""What the authors' work cost in each arm: block by block, and whether it fell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from simulated.score import DRAWS, Share, precision, recall
from simulated.sittings import ARMS, Course

BLOCK: Final = 10
FIRST, LAST = BLOCK, 2 * BLOCK
ON, OFF, UNLEARNED, TYPED = ARMS
Table = npt.NDArray[np.float64]  # authors by runs


@dataclass(frozen=True, slots=True)
class Change:
    """A difference of means, author by author."""

    mean: Share
    positive: int
    negative: int

    @property
    def p(self) -> float:
        """The sign test, both sides; an author without a difference says nothing."""
        count, fewer = self.positive + self.negative, min(self.positive, self.negative)
        if not count:
            return 1.0
        return min(1.0, 2 * sum(comb(count, k) for k in range(fewer + 1)) / float(2**count))


@dataclass(frozen=True, slots=True)
class Arm:
    """One arm over all authors."""

    name: str
    blocks: list[Share]  # mean edit cost of ten runs
    first: Share  # of the first ten runs
    last: Share  # of the last twenty
    unchanged: tuple[float, float]  # outputs kept as they were: first ten, last twenty
    content: tuple[float, float]  # candidates that need no change: first ten, last twenty
    fell: Change  # first ten against last twenty
    fell_late: Change  # first ten against last ten


@dataclass(frozen=True, slots=True)
class Result:
    authors: int
    runs: int
    arms: list[Arm]
    saved_by_block: list[Change]  # injection off less on, run by run the same task
    saved: Change  # the same, last twenty
    possible: Change  # injection off less typed by hand, last twenty
    reached: Share  # of the possible saving
    half_at: int | None  # runs, from which on half of what was possible is saved
    compared: int  # runs with injection off and with learning off
    differing: int  # of these
    precision: Share
    recall: Share


def summed_up(courses: dict[str, list[Course]]) -> Result:
    costs = {arm: np.array([each.costs for each in told]) for arm, told in courses.items()}
    ends = {arm: table[:, -LAST:].mean(axis=1) for arm, table in costs.items()}
    judged = [each.judged for each in courses[ON]]
    return Result(
        authors=len(courses[ON]),
        runs=costs[ON].shape[1],
        arms=[_arm(name, costs[name], told) for name, told in courses.items()],
        saved_by_block=[_change(each) for each in _blocks(costs[OFF] - costs[ON])],
        saved=_change(ends[OFF] - ends[ON]),
        possible=_change(ends[OFF] - ends[TYPED]),
        reached=_ratio(ends[OFF] - ends[ON], ends[OFF] - ends[TYPED]),
        half_at=half_at(*(costs[arm].mean(axis=0) for arm in (ON, OFF, TYPED))),
        compared=costs[UNLEARNED].size,
        differing=int((costs[OFF][: len(costs[UNLEARNED])] != costs[UNLEARNED]).sum()),
        precision=precision(judged),
        recall=recall(judged),
    )


def _arm(name: str, costs: Table, courses: Sequence[Course]) -> Arm:
    def of(what: str) -> tuple[float, float]:
        table = np.array(
            [
                [s.content if what == "content" else float(s.cost == 0) for s in each.sittings]
                for each in courses
            ]
        )
        return float(table[:, :FIRST].mean()), float(table[:, -LAST:].mean())

    first, last = costs[:, :FIRST].mean(axis=1), costs[:, -LAST:].mean(axis=1)
    return Arm(
        name=name,
        blocks=[mean(each) for each in _blocks(costs)],
        first=mean(first),
        last=mean(last),
        unchanged=of("unchanged"),
        content=of("content"),
        fell=_change(first - last),
        fell_late=_change(first - costs[:, -BLOCK:].mean(axis=1)),
    )


def _blocks(costs: Table) -> list[Table]:
    """Author by author, ten runs at a time."""
    starts = range(0, costs.shape[1] - BLOCK + 1, BLOCK)
    return [costs[:, at : at + BLOCK].mean(axis=1) for at in starts]


def mean(values: Table) -> Share:
    """With a 95 % interval by drawing authors again."""
    drawn = values[_draws(len(values))].mean(axis=1)
    low, high = np.quantile(drawn, (0.025, 0.975))
    return Share(float(values.mean()), float(low), float(high))


def _ratio(part: Table, whole: Table) -> Share:
    at = _draws(len(part))
    wholes = whole[at].sum(axis=1)
    drawn = part[at].sum(axis=1)[wholes > 0] / wholes[wholes > 0]
    if not len(drawn) or whole.sum() <= 0:
        return Share(float("nan"), float("nan"), float("nan"))
    low, high = np.quantile(drawn, (0.025, 0.975))
    return Share(float(part.sum() / whole.sum()), float(low), float(high))


def _draws(count: int) -> npt.NDArray[np.int64]:
    return np.random.default_rng(0).integers(0, count, size=(DRAWS, count))


def _change(differences: Table) -> Change:
    differences = differences.round(9)
    return Change(mean(differences), int((differences > 0).sum()), int((differences < 0).sum()))


def half_at(on: Table, off: Table, typed: Table, window: int = BLOCK) -> int | None:
    """Runs after which the mean of the next ten saves half of what is possible, and all later
    ones too."""
    reached: int | None = None
    for at in range(len(on) - window + 1):
        here = slice(at, at + window)
        saved, possible = off[here].sum() - on[here].sum(), off[here].sum() - typed[here].sum()
        if saved < possible / 2:
            reached = None
        elif reached is None:
            reached = at
    return reached
