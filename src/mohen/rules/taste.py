"""How likely an author takes each of several candidates: a conditional logit over style features.

Pure: choices in, chances out. It learns choice by choice in order of time, and guesses each choice
before it learns from it: so what it says of its own worth was never fitted to what it is judged
by. All it knows at first is what nearly anybody prefers. How far an author is drawn away from
that, and whether a kind of scene or a skill has a taste of its own, is decided by what would have
guessed the earlier choices better. Where a candidate stands (the first is taken more often) is
fitted beside it, and is no part of the taste.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from math import log
from typing import TYPE_CHECKING

import numpy as np

from mohen.core.values import dataclass
from mohen.rules import taste_text
from mohen.rules.comparisons import NAMES, PLACE, Account
from mohen.rules.model import Proof
from mohen.rules.policy import Taste as Policy
from mohen.rules.taste_text import COMPLETE, LONGER
from mohen.text.policy import Style
from mohen.text.style import BETWEEN, FEATURES, PARAGRAPHS, SIDES, WHOLE, Profile

if TYPE_CHECKING:
    import numpy.typing as npt

    Doubles = npt.NDArray[np.float64]

USUAL = (LONGER, COMPLETE)
"""What nearly anybody prefers: a text that is longer, and one that ends where a sentence does."""
_NOT_IN_ALL = {"sentence_spread", "variety"}
"""Many texts cannot show it: whether it was compared would depend on which of them was taken."""
_SAID_ALREADY = {WHOLE, PARAGRAPHS}
STYLE = tuple(name for name in NAMES if name not in _NOT_IN_ALL | _SAID_ALREADY)
SHOWN = (*USUAL, *STYLE)
"""What a candidate is judged by, in the order of the columns."""
_COLUMNS = [PLACE[name] for name in STYLE]
_ABSENT = dict.fromkeys(SIDES, BETWEEN)


# -- What is compared: how far each candidate leans above the others.


@dataclass(frozen=True, slots=True)
class Choice:
    """One candidate was taken of several."""

    shown: Doubles  # by candidate, as they stood, and by feature: from -1 to 1
    taken: int
    scene: str
    skill: str


def choice(
    told: Account, taken: int, scene: str, skill: str, policy: Policy, style: Style
) -> Choice | None:
    """What was taken among what, as it was measured then; None where that says nothing."""
    count = len(told.rejected) + 1
    if count < 2 or not 0 <= taken < count or len(told.ends) not in (0, count):
        return None
    chosen = told.used - told.edit[0] if len(told.edit) else told.used
    apart = np.insert(-told.rejected, taken, 0.0, axis=0)
    sizes = chosen[PLACE[WHOLE]] + apart[:, PLACE[WHOLE]]
    if np.isnan(sizes).any():
        return None  # of several languages, or without a word
    ends = told.ends or (True,) * count  # an earlier version did not look
    return Choice(_leaning(apart, sizes, ends, policy, style), taken, scene, skill)


def leaning(
    profiles: Sequence[Profile], ends: Sequence[bool], policy: Policy, style: Style
) -> Doubles | None:
    """The same of candidates that nobody chose from yet; None where they cannot be compared."""
    units = {FEATURES[WHOLE].unit(each.language) for each in profiles}
    if len(profiles) < 2 or len(units) > 1 or any(WHOLE not in each for each in profiles):
        return None
    rows = [[each.get(name, _ABSENT.get(name, np.nan)) for name in NAMES] for each in profiles]
    values = np.array(rows, np.float64)
    return _leaning(values, values[:, PLACE[WHOLE]], ends, policy, style)


def _leaning(
    values: Doubles, sizes: Doubles, ends: Sequence[bool], policy: Policy, style: Style
) -> Doubles:
    scale = np.array([FEATURES[name].norm(style).scale for name in STYLE])
    usual = np.log(np.maximum(1, sizes)) / log(policy.clearly_longer), np.array(ends, np.float64)
    both = _above(np.stack(usual, axis=1), 0), _above(values[:, _COLUMNS] / scale, policy.dead_zone)
    return np.concatenate(both, axis=1)


def _above(values: Doubles, dead: float) -> Doubles:
    """By option and feature: how far above the others on average. A difference too small to notice
    is none, and one that was not measured either; none is larger than 1."""
    apart = values[:, None] - values[None]
    apart = np.where(np.abs(apart) >= dead, apart, 0).clip(-1, 1)
    return np.asarray(apart.sum(axis=1) / (len(values) - 1))


# -- What is learned.


class _Logit:
    """Learns a choice at a time, by one step of Newton's method: several at once, each drawn to
    where it began by another strength. What guesses better counts for more, and what was long ago
    for less: minds change."""

    def __init__(self, start: Doubles, drawn: Doubles, policy: Policy) -> None:
        """`drawn`: by strength and feature."""
        self._policy = policy
        self._start = start
        self._drawn = drawn
        self._slope = np.tile(start, (len(drawn), 1))
        self._told = np.zeros((*drawn.shape, drawn.shape[1]))  # by the choices: the curvature
        self._guessed = np.zeros(len(drawn))  # log-likelihood of the choices before each was known

    def slope(self) -> Doubles:
        return _shares(self._guessed) @ self._slope

    def learn(self, shown: Doubles, taken: int) -> None:
        likely = _shares((shown @ self._slope.T).T)
        self._guessed = self._policy.guesses_left * self._guessed + np.log(likely[:, taken])
        mean = likely @ shown
        square = (likely[:, :, None] * shown).transpose(0, 2, 1) @ shown
        left = self._policy.choices_left
        self._told = left * self._told + square - mean[:, :, None] * mean[:, None, :]
        back = (1 - left) * self._drawn * (self._slope - self._start)
        curve = self._told + self._drawn[:, :, None] * np.eye(len(self._start))
        step = np.linalg.solve(curve, (shown[taken] - mean - back)[:, :, None])
        self._slope = self._slope + step[:, :, 0]


def _shares(utility: Doubles) -> Doubles:
    raised = np.exp(utility - utility.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


class Taste:
    """What one author takes, learned from choice to choice."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self.usual = np.zeros(len(SHOWN))
        # Of two texts the one leans by 1 and the other by -1.
        self.usual[: len(USUAL)] = np.log(policy.usual_odds) / 2
        self._whole = self._fresh()
        self._parts: dict[tuple[str, str], _Logit] = {}  # of a kind of scene, of a skill
        self._better: dict[tuple[str, str], float] = {}  # than the whole, where both could guess
        alike = np.full((1, policy.places), policy.drawn_usual)
        self._place = _Logit(np.zeros(policy.places), alike, policy)
        self.choices = 0
        self._over_chance = self._over_place = 0.0
        self._last: deque[tuple[float, float, float]] = deque(maxlen=policy.judged)

    def _fresh(self) -> _Logit:
        """Its last columns are where a candidate stands."""
        usual, places = len(USUAL), self._policy.places
        drawn = np.full((len(self._policy.drawn), len(SHOWN) + places), self._policy.drawn_usual)
        drawn[:, usual : len(SHOWN)] = np.array(self._policy.drawn)[:, None]
        return _Logit(np.append(self.usual, np.zeros(places)), drawn, self._policy)

    def slope(self, scene: str, skill: str) -> Doubles:
        """How much each feature counts there, wherever a candidate stands."""
        return self._slope(scene, skill)[: len(SHOWN)]

    def learn(self, made: Choice) -> None:
        """Guess first, and see."""
        places = self._policy.places
        stands = np.eye(places)[np.minimum(np.arange(len(made.shown)), places - 1)]
        shown = np.concatenate([made.shown, stands], axis=1)
        self._judge(made, shown, stands)
        self._place.learn(stands, made.taken)
        whole = chances(shown, self._whole.slope())[made.taken]
        for part in _parts(made.scene, made.skill):
            own = self._parts.setdefault(part, self._fresh())
            better = log(chances(shown, own.slope())[made.taken] / whole)
            before = self._policy.guesses_left * self._better.get(part, 0.0)
            self._better[part] = before + better
            own.learn(shown, made.taken)
        self._whole.learn(shown, made.taken)
        self.choices += 1

    def _judge(self, made: Choice, shown: Doubles, stands: Doubles) -> None:
        slope, count, taken = self._slope(made.scene, made.skill), len(shown), made.taken
        place = chances(stands, self._place.slope())
        mine = chances(shown, slope)[taken]
        self._over_chance += log(mine * count)
        self._over_place += log(mine / place[taken])
        wanted = chances(made.shown, slope[: len(SHOWN)])
        self._last.append((guessed(wanted, taken), 1 / count, guessed(place, taken)))

    def _slope(self, scene: str, skill: str) -> Doubles:
        known = [each for each in _parts(scene, skill) if each in self._parts]
        slopes = [self._whole.slope(), *(self._parts[each].slope() for each in known)]
        apart = log(self._policy.seldom_apart)
        shares = _shares(np.array([0.0, *(self._better[each] + apart for each in known)]))
        return np.asarray(shares @ np.array(slopes))

    def proof(self) -> Proof:
        """How it would have guessed. It has proven itself when the choices so far were so much
        likelier by it than by chance, and than by where the candidates stood, that a fair game
        would hardly ever have come so far; and when it was ahead of both of late."""
        told = np.array(self._last, np.float64).reshape(-1, 3).sum(axis=0)
        beyond = min(self._over_chance, self._over_place) >= -log(self._policy.doubt)
        proven = bool(beyond and told[0] > max(told[1:]))
        right, chance, place = (round(float(each)) for each in told)
        of = len(self._last)
        words = taste_text.proof(right, chance, place, of, proven=proven)
        return Proof(proven, right, chance, place, of, self.choices, words)


def chances(shown: Doubles, slope: Doubles) -> Doubles:
    """Of each candidate; together 1."""
    return _shares(shown @ slope)


def guessed(likely: Doubles, taken: int) -> float:
    """1 where the likeliest was taken; of several that are as likely, a part."""
    best = np.flatnonzero(likely >= likely.max() - _SAME)
    return float(taken in best) / len(best)


_SAME = 1e-9


def _parts(scene: str, skill: str) -> list[tuple[str, str]]:
    return [each for each in (("scene", scene), ("skill", skill)) if each[1]]
