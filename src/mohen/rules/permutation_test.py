"""Permutation tests: what an author would show by chance, and how far beyond that this author is.

Under "no further preference" each comparison might have come out for any of its options, as
likely as what is already known of the author makes it. So the comparisons are decided anew by
lot, many times, and each time the strongest of all features in all scenes is noted: what beats
nearly all of those is not chance, however many features were tried and however they hang
together (C80, C81). The lot is drawn from a fixed seed: the same evidence gives the same rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mohen.core.values import dataclass
from mohen.rules.comparisons import NAMES, Sample
from mohen.rules.policy import Learning
from mohen.text.word_lists import words

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
    Doubles = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]
    Picks = npt.NDArray[np.int8]
    Effect = tuple[int, Ints]  # a feature that matters, and the comparisons it matters in


# -- Which preferences are only the shadow of another: shorter sentences have fewer commas.
#
# Two ways to tell. Where an author chose among texts, the choice itself tells: when what was
# already found explains which option was taken, a shadow has nothing left to say. Where an author
# edited one text, everything that an edit moves moves together, so there it takes knowledge of
# the language: what changes of itself when something else does.


# What moves of itself when the first is changed in a text.
_BRINGS = {
    "mean_sentence_length": """sentence_spread longest_sentence paragraph_length text_length comma
        semicolon colon dash variety past_tense word_length dialogue_share""",
    "longest_sentence": """mean_sentence_length sentence_spread paragraph_length text_length comma
        semicolon""",
    "sentence_spread": "longest_sentence mean_sentence_length comma",
    "paragraph_length": "longest_sentence dialogue_share text_length",
    "text_length": "paragraph_length longest_sentence sentence_spread variety",
    "dialogue_share": """question exclamation colloquial contractions first_person_share colon comma
        mean_sentence_length sentence_spread longest_sentence paragraph_length text_length
        past_tense variety ellipsis word_length sight touch modifiers cliches vague exposition""",
    "first_person_share": "past_tense contractions colloquial exposition",
    "modifiers": """intensifiers idioms sight touch sound smell taste variety word_length comma
        cliches vague exposition
        mean_sentence_length longest_sentence sentence_spread paragraph_length text_length""",
    "intensifiers": "modifiers mean_sentence_length text_length",
    "idioms": "modifiers classical variety mean_sentence_length text_length cliches vague",
    "similes": """modifiers sight comma mean_sentence_length longest_sentence sentence_spread
        paragraph_length text_length variety cliches vague""",
    "classical": "variety mean_sentence_length colloquial text_length",
    "colloquial": "contractions question mean_sentence_length text_length",
    "contractions": "word_length colloquial mean_sentence_length",
    "exclamation": "mean_sentence_length sentence_spread comma",
    "ellipsis": "mean_sentence_length longest_sentence sentence_spread comma",
    "dash": "mean_sentence_length longest_sentence sentence_spread comma",
    "question": "mean_sentence_length sentence_spread dialogue_share",
    "comma": "mean_sentence_length longest_sentence sentence_spread semicolon",
    "semicolon": "mean_sentence_length longest_sentence comma",
    "sight": "modifiers mean_sentence_length text_length cliches vague",
    "sound": "mean_sentence_length sight text_length",
    "smell": "mean_sentence_length sight text_length",
    "taste": "mean_sentence_length smell text_length",
    "touch": "mean_sentence_length sight text_length vague cliches",
    "past_tense": "contractions word_length",
    "word_length": "contractions",
    "cliches": """modifiers similes idioms sight sound touch variety word_length vague exposition
        comma mean_sentence_length longest_sentence sentence_spread paragraph_length text_length""",
    "vague": """modifiers intensifiers word_length variety exposition cliches colloquial
        mean_sentence_length longest_sentence sentence_spread text_length""",
    "exposition": """modifiers word_length variety vague cliches first_person_share past_tense comma
        mean_sentence_length longest_sentence sentence_spread paragraph_length text_length""",
}
BRINGS = {name: words(brought) for name, brought in _BRINGS.items()}


def fitted(sample: Sample, found: Sequence[Effect], policy: Learning) -> Doubles:
    """How likely each option was to be taken, by what was found and by what anybody prefers: a
    conditional logit, fitted by Newton's method with a small ridge, since a clear preference would
    push it to infinity.

    Anybody takes the longer text more often, and makes a text longer by editing it. How far this
    author does is fitted as well, between not at all and as far as is usual: what is beyond that
    on either side is theirs. So is the leaning to the first, up to what would be too little for a
    rule: beyond that one who takes the first has a reason.
    """
    real = np.arange(sample.scores.shape[1]) < sample.options[:, None]
    usual, words = sample.usual.shape[-1], sample.words.shape[-1]
    free = words + len(found)
    x = np.zeros((*real.shape, usual + free))
    x[:, :, :usual] = sample.usual
    x[:, :, usual : usual + words] = sample.words
    for column, (feature, rows) in enumerate(found, usual + words):
        x[rows, :, column] = sample.scores[rows, :, feature]
    weight = sample.weight.astype(np.float64)
    ridge = policy.ridge * np.eye(x.shape[-1])
    # Of two texts the longer leans by 1 and the other by -1; the first by 1, any other by 0.
    first = np.log(policy.agreement_at_least / (1 - policy.agreement_at_least))
    most = np.array([*np.log(policy.usual_odds) / 2, first, *[np.inf] * free])
    least = np.array([*[0.0] * usual, *[-np.inf] * free])
    slope = np.zeros(x.shape[-1])
    for _ in range(policy.fit_steps):
        chances = _chances(x @ slope, real)
        mean = np.einsum("uc,ucf->uf", chances, x)
        gradient = weight @ (x[:, 0] - mean) - policy.ridge * slope
        square = np.einsum("uc,ucf,ucg->fg", weight[:, None] * chances, x, x)
        curve = square - (weight[:, None] * mean).T @ mean
        beyond = ((slope <= least) & (gradient < 0)) | ((slope >= most) & (gradient > 0))
        within = np.flatnonzero(~beyond)
        step = np.linalg.solve((curve + ridge)[np.ix_(within, within)], gradient[within])
        before = slope.copy()
        slope[within] += np.clip(step, -policy.fit_stride, policy.fit_stride)
        slope = np.clip(slope, least, most)
        if np.abs(slope - before).max() < policy.fit_close:
            break
    return _chances(x @ slope, real)


def shadows(found: Sequence[Effect]) -> npt.NDArray[np.bool_]:
    """By feature: whether an edit that was made for something found moves it of itself."""
    brought = {name for feature, _ in found for name in BRINGS.get(NAMES[feature], ())}
    own = {NAMES[feature] for feature, _ in found}
    return np.array([name in brought | own for name in NAMES], bool)


def _chances(utility: Doubles, real: npt.NDArray[np.bool_]) -> Doubles:
    utility = np.where(real, utility, -np.inf)
    raised = np.exp(utility - utility.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


# -- What an author would show by chance, and how far beyond that this author is.

_ROUNDING = 1e-5  # a lot that comes out as the author did is as strong, however it was summed up


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

    def __init__(
        self,
        sample: Sample,
        known: Sequence[Effect],
        policy: Learning,
        anybody: Doubles | None = None,
    ) -> None:
        """`anybody`: what `fitted` has when nothing is known, if it is at hand."""
        self._sample = sample
        self._policy = policy
        anybody = fitted(sample, (), policy) if anybody is None else anybody
        strict = fitted(sample, known, policy) if known else anybody
        self.chances = strict  # of each option to be taken
        loose = strict.copy()
        loose[sample.edited] = anybody[sample.edited]
        shadow = shadows(known)
        self._ways = ((shadow, strict), (~shadow, loose))
        self._over = np.empty_like(sample.scores)  # by option: how far above expectation
        self.spread = np.empty(sample.scores[:, 0].shape, np.float32)
        for features, chances in self._ways:
            scores = sample.scores[:, :, features]
            expected = np.einsum("uc,ucf->uf", chances, scores)
            self._over[:, :, features] = scores - expected[:, None]
            square = np.einsum("uc,ucf->uf", chances, np.square(scores))
            self.spread[:, features] = np.maximum(0, square - np.square(expected))
        # Whether there is anything to tell is a question of how many comparisons, however light.
        self.plain = self.spread.copy()
        self._over *= sample.weight[:, None, None]
        self.spread *= np.square(sample.weight)[:, None]
        self.lean = self._over[:, 0]
        real = (np.arange(self._over.shape[1]) < sample.options[:, None])[:, :, None]
        # How far each could lean at most, up and down.
        self.most = np.stack([np.where(real, way * self._over, 0).max(axis=1) for way in (1, -1)])
        self._drawn: tuple[Sequence[Level], Floats] | None = None

    def verdicts(self, levels: Sequence[Level], trust: Floats) -> Verdicts:
        """`trust` holds back features that seldom are a preference of their own."""
        blocks, bounds = self._blocks(levels)
        strength = self._strength(levels, blocks, bounds) * trust
        verdicts = Verdicts(strength, np.zeros_like(strength))
        # What a few of the lots beat again and again, all of them would not bear out either.
        for lots in (self._policy.lots_at_first, self._lots()):
            chance = self._chance(levels, blocks, bounds, lots)
            verdicts = Verdicts(strength, _stepped_down(strength, chance * trust))
            if verdicts.p[np.argmax(strength)] > self._policy.hopeless:
                break
        return verdicts

    def strongest(self, levels: Sequence[Level], trust: Floats) -> float:
        """How strong the strongest sign of all is, chance or not."""
        return float((self._strength(levels, *self._blocks(levels)) * trust).max())

    def _strength(self, levels: Sequence[Level], blocks: Sequence[Ints], bounds: _Bounds) -> Floats:
        sums = np.array([self.lean[rows].sum(axis=0) for rows in blocks])
        return np.asarray(_strongest(sums[None], bounds, levels, self._policy)[0])

    def bar(self, levels: Sequence[Level], trust: Floats, level: float) -> float:
        """The strength that the strongest of all must be beyond, for its adjusted p to be so
        small."""
        blocks, bounds = self._blocks(levels)
        best = np.sort((self._chance(levels, blocks, bounds, self._lots()) * trust).max(axis=1))
        beaten = max(1, int(level * (len(best) + 1)))
        return float(best[-beaten])

    def turns_by_chance(self, feature: int, rows: Ints, places: Sequence[int]) -> float:
        """How likely one who goes on as expected here seems to turn away as clearly as this author
        does, at any of these places in a sequence of comparisons."""
        first = min(places)
        late, since = rows[first:], [place - first for place in places]
        over, spread = self._over[late, :, feature], self.spread[late, feature]
        bounds = np.cumsum(self.chances[late], axis=1)
        draw = np.random.default_rng(self._policy.seed).random((self._policy.lots, len(late), 1))
        picks = np.minimum((draw > bounds).sum(axis=2), self._sample.options[late] - 1)
        drawn = np.vstack([over[:, 0], over[np.arange(len(late)), picks]])
        left = np.sqrt(np.cumsum(spread[::-1])[::-1][since])
        ends = np.cumsum(drawn[:, ::-1], axis=1)[:, ::-1][:, since] / np.where(left > 0, left, 1)
        # The author's is the first row; which way they turned is what it says at the clearest.
        way = np.sign(ends[0, np.argmax(np.abs(ends[0]))])
        best = (way * ends).max(axis=1)
        beaten = (best[1:] >= best[0] * (1 - _ROUNDING)).sum()
        return float(beaten + 1) / (self._policy.lots + 1)

    def _blocks(self, levels: Sequence[Level]) -> tuple[list[Ints], _Bounds]:
        blocks = [rows for level in levels for rows in level.blocks()]
        return blocks, _Bounds(
            np.array([self.spread[rows].sum(axis=0) for rows in blocks]),
            np.array([self.plain[rows].sum(axis=0) for rows in blocks]),
            np.array([self.most[:, rows].sum(axis=1) for rows in blocks]),
        )

    def _lots(self) -> int:
        many = len(self._sample.options) >= self._policy.many
        return self._policy.lots_of_many if many else self._policy.lots

    def _chance(
        self, levels: Sequence[Level], blocks: Sequence[Ints], bounds: _Bounds, lots: int
    ) -> Floats:
        """By lot and feature, the strongest that chance does: the same lots at each look."""
        if self._drawn is None or self._drawn[0] is not levels or len(self._drawn[1]) < lots:
            sums = self._by_lot(blocks, lots)
            self._drawn = levels, _strongest(sums, bounds, levels, self._policy)
        return self._drawn[1]

    def _by_lot(self, blocks: Sequence[Ints], lots: int) -> Floats:
        """The sums of every block when each comparison is decided by lot. One that is in
        several levels comes out the same in all of them, and is summed up once."""
        parts, held = _parts(blocks, len(self._sample.options))
        count = len(self._sample.options)
        draw = np.random.default_rng(self._policy.seed).random((lots, count), np.float32)
        sums = np.empty((lots, len(parts), self._over.shape[-1]), np.float32)
        for features, chances in self._ways:
            if not features.any():
                continue
            bounds = np.cumsum(chances, axis=1).astype(np.float32)
            picks = np.zeros(draw.shape, np.int8)
            for option in range(bounds.shape[1] - 1):
                picks += draw > bounds[:, option]
            np.minimum(picks, (self._sample.options - 1).astype(np.int8), out=picks)
            over = self._over[:, :, features]
            for at, rows in enumerate(parts):
                sums[:, at, features] = self._summed(picks, over, rows)
        return np.asarray(held @ sums)

    def _summed(self, picks: Picks, over: Floats, rows: Ints) -> Floats:
        """As matrix products, a bounded number of comparisons at a time: what the first options sum
        up to, and how far each other one that was drawn is from the first."""
        total = np.zeros((len(picks), over.shape[-1]), np.float32)
        for start in range(0, len(rows), self._policy.lot_rows):
            some = rows[start : start + self._policy.lot_rows]
            picked, above = picks[:, some], over[some]
            total += above[:, 0].sum(axis=0)
            for option in range(1, int(self._sample.options[some].max())):
                drawn = (picked == option).astype(np.float32)
                total += drawn @ (above[:, option] - above[:, 0])
        return total


def _parts(blocks: Sequence[Ints], count: int) -> tuple[list[Ints], Floats]:
    """What the blocks have in common: the comparisons that are in the same ones, and by block
    which of these parts make it up."""
    within = np.zeros((len(blocks), count), np.uint8)
    for at, rows in enumerate(blocks):
        within[at, rows] = 1
    _, first, part = np.unique(
        np.packbits(within, axis=0), axis=1, return_index=True, return_inverse=True
    )
    order = np.argsort(part.ravel(), kind="stable")
    bounds = np.cumsum(np.bincount(part.ravel()))[:-1]
    return np.split(order, bounds), within[:, first].astype(np.float32)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """By feature: how strong the strongest sign of a preference is, and its adjusted p."""

    strength: Floats
    p: Floats


@dataclass(frozen=True, slots=True)
class _Bounds:
    """By block and feature: the variance of chance, with the comparisons' weights and without, and
    how far it could lean at most."""

    spread: Floats
    plain: Floats
    most: Floats  # block, up or down, feature

    def over(self, blocks: slice) -> _Bounds:
        sums = (each[blocks].sum(axis=0) for each in (self.spread, self.plain, self.most))
        return _Bounds(*sums)


def standardised(sums: Floats, spread: Floats, most: Floats, told: npt.NDArray[np.bool_]) -> Floats:
    """How strong a lean is, with its sign; 1 is what chance does as a matter of course.

    Near nothing it is the sum over its standard deviation. Near unanimity it is more, as the
    likelihood has it: that all of twelve agree says more than that twenty-four of thirty-six do.
    The likelihood is that of as many coins as have this variance, each of which leans as far up
    and down as all do together: to pass over the one of five that asks a question says less than
    to take it, and yet more each time than its distance from the mean. Where nothing is `told` it
    is 0.
    """
    up, down = most
    known = told & (spread > 0) & (up > 0) & (down > 0)
    up, down = np.where(known, up, 1), np.where(known, down, 1)
    fair, share = down / (up + down), np.clip((sums + down) / (up + down), 0, 1)
    odds = _x_log(share, fair) + _x_log(1 - share, 1 - fair)
    square = 2 * up * down / np.where(known, spread, 1) * odds
    return np.where(known, np.sign(sums) * np.sqrt(np.maximum(square, 0)), 0)


def _x_log(x: npt.NDArray[Any], beside: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return np.asarray(x * np.log(np.where(x > 0, x, 1) / beside))


def _strongest(sums: Floats, bounds: _Bounds, levels: Sequence[Level], policy: Learning) -> Floats:
    """Axes of `sums`: lot, block, feature. The strongest sign of each feature over the levels,
    steady or turned: a preference that was reversed cancels itself in the whole."""
    best = np.zeros((sums.shape[0], sums.shape[-1]), np.float32)
    at = 0

    def strength(start: int, end: int) -> Floats:
        over = bounds.over(slice(start, end))
        told = over.plain > policy.tells
        return standardised(sums[:, start:end].sum(axis=1), over.spread, over.most, told)

    for level in levels:
        end = at + len(level.cuts) + 1
        np.maximum(best, np.abs(strength(at, end)), out=best)
        for cut in range(at + 1, end):
            one, two = strength(at, cut), strength(cut, end)
            square = np.square(one) + np.square(two) - policy.turn_penalty
            turned = np.where(one * two < 0, np.sqrt(np.maximum(0, square)), 0)
            np.maximum(best, turned, out=best)
        at = end
    return best


def _stepped_down(strength: Floats, chance: Floats) -> Floats:
    """Adjusted p-values: each feature against the best that chance does among it and all weaker
    ones (Westfall and Young), so that one true preference does not hide the next."""
    order = np.argsort(-strength, kind="stable")
    rest = np.maximum.accumulate(chance[:, order[::-1]], axis=1)[:, ::-1]
    beaten = (rest >= strength[order] * (1 - _ROUNDING)).sum(axis=0)
    p = np.maximum.accumulate((beaten + 1) / (len(chance) + 1))
    adjusted = np.empty_like(p)
    adjusted[order] = p
    return np.asarray(adjusted, np.float32)
