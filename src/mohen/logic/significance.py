"""What an author would show by chance, and how far beyond that this author is.

Under "no further preference" each comparison might have come out for any of its options, as
likely as what is already known of the author makes it. So the comparisons are decided anew by
lot, many times, and each time the strongest of all features in all scenes is noted: what beats
nearly all of those is not chance, however many features were tried and however they hang
together (C80, C81). The lot is drawn from a fixed seed: the same evidence gives the same rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mohen.logic import companions
from mohen.logic.witnesses import Sample
from mohen.policy import Learning

if TYPE_CHECKING:
    import numpy.typing as npt

    from mohen.logic.companions import Effect

    Floats = npt.NDArray[np.float32]
    Doubles = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Level:
    """Some of the comparisons: all, those of a scene, or of a skill in a scene."""

    scene: str | None
    skill: str | None
    rows: Ints  # in order of time
    cuts: tuple[int, ...]  # where an author may have changed their mind: rows before each

    def blocks(self) -> list[Ints]:
        return np.split(self.rows, self.cuts)


class Outlook:
    """What to expect of every comparison, given the preferences that are known already.

    An edit has two ways to be expected: for what it moves of itself, by what it was made for;
    for everything unrelated, as if nothing were known, since an edit may be for two things.
    """

    def __init__(self, sample: Sample, known: Sequence[Effect], policy: Learning) -> None:
        self._sample = sample
        self._policy = policy
        fitted = companions.fitted(sample, known, policy)
        loose = fitted.copy()
        loose[sample.edited] = companions.fitted(sample, (), policy)[sample.edited]
        self._shadow = companions.shadows(known)
        self._ways = ((self._shadow, fitted), (~self._shadow, loose))
        self._over = np.empty_like(sample.scores)  # by option: how far above expectation
        self.spread = np.empty(sample.scores[:, 0].shape, np.float32)
        for features, chances in self._ways:
            scores = sample.scores[:, :, features]
            expected = np.einsum("uc,ucf->uf", chances, scores)
            self._over[:, :, features] = scores - expected[:, None]
            square = np.einsum("uc,ucf->uf", chances, np.square(scores))
            self.spread[:, features] = np.maximum(0, square - np.square(expected))
        self._over *= sample.weight[:, None, None]
        self.spread *= np.square(sample.weight)[:, None]
        self.lean = self._over[:, 0]

    def verdicts(self, levels: Sequence[Level], trust: Floats) -> Verdicts:
        """`trust` holds back features that seldom are a preference of their own."""
        blocks = [rows for level in levels for rows in level.blocks()]
        spreads = np.array([self.spread[rows].sum(axis=0) for rows in blocks])
        sums = np.array([self.lean[rows].sum(axis=0) for rows in blocks])
        strength = _strongest(sums[None], spreads, levels, self._policy)[0] * trust
        chance = _strongest(self._by_lot(blocks), spreads, levels, self._policy) * trust
        return Verdicts(strength, _stepped_down(strength, chance))

    def _by_lot(self, blocks: Sequence[Ints]) -> Floats:
        """The sums of every block when each comparison is decided by lot. One that is in
        several levels comes out the same in all of them."""
        count = len(self._sample.options)
        lots = self._policy.lots if count < self._policy.many else self._policy.lots_of_many
        draw = np.random.default_rng(self._policy.seed).random((lots, count), np.float32)
        sums = np.empty((lots, len(blocks), self._over.shape[2]), np.float32)
        for features, chances in self._ways:
            if not features.any():
                continue
            bounds = np.cumsum(chances, axis=1).astype(np.float32)
            picks = np.zeros(draw.shape, np.int64)
            for option in range(bounds.shape[1] - 1):
                picks += draw > bounds[:, option]
            picks = np.minimum(picks, self._sample.options - 1)
            for at, rows in enumerate(blocks):
                sums[:, at, features] = self._block(picks, rows, features)
        return sums

    def _block(self, picks: Ints, rows: Ints, features: npt.NDArray[np.bool_]) -> Floats:
        """As matrix products, a bounded number of comparisons at a time."""
        options = self._over.shape[1]
        total = np.zeros((len(picks), int(features.sum())), np.float32)
        for start in range(0, len(rows), self._policy.lot_rows):
            some = rows[start : start + self._policy.lot_rows]
            chosen = (picks[:, some, None] == np.arange(options)).reshape(len(picks), -1)
            over = self._over[some][:, :, features].reshape(-1, total.shape[1])
            total += chosen.astype(np.float32) @ over
        return total


@dataclass(frozen=True, slots=True)
class Verdicts:
    """By feature: how strong the strongest sign of a preference is, and its adjusted p."""

    strength: Floats
    p: Floats


def standardised(sums: Floats, spreads: Floats, least: float) -> Floats:
    """1 is what chance does as a matter of course."""
    return np.where(spreads > least, sums / np.sqrt(np.maximum(spreads, least)), 0)


def _strongest(sums: Floats, spreads: Floats, levels: Sequence[Level], policy: Learning) -> Floats:
    """Axes of `sums`: lot, block, feature. The strongest sign of each feature over the levels,
    steady or turned: a preference that was reversed cancels itself in the whole."""
    best = np.zeros((sums.shape[0], sums.shape[2]), np.float32)
    at = 0
    for level in levels:
        size = len(level.cuts) + 1
        block, spread = sums[:, at : at + size], spreads[at : at + size]
        at += size
        whole = standardised(block.sum(axis=1), spread.sum(axis=0), policy.ridge)
        np.maximum(best, np.abs(whole), out=best)
        for cut in range(1, size):
            one = standardised(block[:, :cut].sum(axis=1), spread[:cut].sum(axis=0), policy.ridge)
            two = standardised(block[:, cut:].sum(axis=1), spread[cut:].sum(axis=0), policy.ridge)
            square = np.square(one) + np.square(two) - policy.turn_penalty
            turned = np.where(one * two < 0, np.sqrt(np.maximum(0, square)), 0)
            np.maximum(best, turned, out=best)
    return best


def _stepped_down(strength: Floats, chance: Floats) -> Floats:
    """Adjusted p-values: each feature against the best that chance does among it and all weaker
    ones (Westfall and Young), so that one true preference does not hide the next."""
    order = np.argsort(-strength, kind="stable")
    rest = np.maximum.accumulate(chance[:, order[::-1]], axis=1)[:, ::-1]
    beaten = (rest >= strength[order]).sum(axis=0)
    p = np.maximum.accumulate((beaten + 1) / (len(chance) + 1))
    adjusted = np.empty_like(p)
    adjusted[order] = p
    return np.asarray(adjusted, np.float32)
