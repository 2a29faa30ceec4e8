"""Whether what was learned is true of the author."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

import numpy as np

from mohen.rules.model import Op, Predicate
from simulated.author import Truth
from simulated.families import expresses, moves_with

DRAWS: Final = 2_000  # of the bootstrap
FEW: Final = 5  # authors, of whom drawing again makes no interval
FINE: Final = ("right", "narrow", "redundant")  # reasons of rules that are true


@dataclass(frozen=True, slots=True)
class Judged:
    """Every rule of one author in one of the counts; `found` are truths."""

    right: int = 0
    narrow: int = 0  # of the right ones: stated for a scene though true everywhere (C78)
    redundant: int = 0  # true, and said already by another rule
    symptoms: int = 0  # wrong: what moves with a taste, taken for it
    false: int = 0  # wrong
    found: int = 0
    truths: int = 0
    reasons: tuple[str, ...] = field(default=())  # one for each rule, in order
    which: tuple[int, ...] = field(default=())  # the truths that were found, by their number

    @property
    def wrong(self) -> int:
        return self.symptoms + self.false


def judge(truths: Sequence[Truth], predicates: Iterable[Predicate | None]) -> Judged:
    """Set what was learned against what is true; the surest rule first decides."""
    said: set[tuple[int, str | None]] = set()
    reasons = [_reason(truths, each, said) for each in predicates]
    which = tuple(n for n, truth in enumerate(truths) if _is_found(n, truth, said))
    narrow = reasons.count("narrow")
    return Judged(
        right=reasons.count("right") + narrow,
        narrow=narrow,
        redundant=reasons.count("redundant"),
        symptoms=reasons.count("symptom"),
        false=len(reasons) - narrow - sum(map(reasons.count, ("right", "redundant", "symptom"))),
        found=len(which),
        truths=len(truths),
        reasons=tuple(reasons),
        which=which,
    )


def _reason(
    truths: Sequence[Truth], rule: Predicate | None, said: set[tuple[int, str | None]]
) -> str:
    if rule is None:
        return "unmeasurable"
    direction = -1 if rule.op is Op.LESS else 1
    nearly = ""
    for number, truth in enumerate(truths):
        if not expresses(rule.feature, truth.knob):
            continue
        if truth.direction != direction:
            nearly = nearly or "backwards"
        elif rule.skill_used is not None or truth.scene not in (None, rule.scene_type):
            nearly = "wrong scene"
        else:
            return _add(number, truth, rule.scene_type, said)
    if nearly:
        return nearly
    return "symptom" if any(moves_with(rule.feature, each.knob) for each in truths) else "false"


def _add(number: int, truth: Truth, scene: str | None, said: set[tuple[int, str | None]]) -> str:
    if (number, scene) in said or (number, None) in said:
        return "redundant"
    said.add((number, scene))
    return "right" if truth.scene == scene else "narrow"


def _is_found(number: int, truth: Truth, said: set[tuple[int, str | None]]) -> bool:
    """As it is; or a taste of everywhere in two scenes at least."""
    scenes = [scene for other, scene in said if other == number]
    return truth.scene in scenes or len(scenes) > 1


# -- of many authors


@dataclass(frozen=True, slots=True)
class Share:
    value: float
    low: float
    high: float


def precision(judged: Sequence[Judged]) -> Share:
    """Right of all rules that are right or wrong; what was only said twice is counted apart."""
    return _share(judged, lambda j: j.right, lambda j: j.right + j.wrong)


def strict_precision(judged: Sequence[Judged]) -> Share:
    """The same with everything said twice taken for wrong."""
    return _share(judged, lambda j: j.right, lambda j: j.right + j.wrong + j.redundant)


def recall(judged: Sequence[Judged]) -> Share:
    return _share(judged, lambda j: j.found, lambda j: j.truths)


def false_rate(judged: Sequence[Judged]) -> Share:
    """Authors without a taste of whom something was learned."""
    return _share(judged, lambda j: int(bool(j.reasons)), lambda _: 1)


def _share(
    judged: Sequence[Judged], part: Callable[[Judged], int], whole: Callable[[Judged], int]
) -> Share:
    """With a 95 % interval by drawing authors again, not rules: rules of one author agree.

    Where all are alike, or few, the draws are too and say nothing of what was not seen: then
    Wilson's.
    """
    parts = np.array([part(each) for each in judged], dtype=float)
    wholes = np.array([whole(each) for each in judged], dtype=float)
    if not wholes.sum():
        return Share(float("nan"), float("nan"), float("nan"))
    value = float(parts.sum() / wholes.sum())
    authors = int((wholes > 0).sum())
    if value in (0.0, 1.0) or authors < FEW:
        return _wilson(value, authors)
    drawn = np.random.default_rng(0).integers(0, len(judged), size=(DRAWS, len(judged)))
    sums = wholes[drawn].sum(axis=1)
    ratios = parts[drawn].sum(axis=1)[sums > 0] / sums[sums > 0]
    low, high = np.quantile(ratios, (0.025, 0.975))
    return Share(value, float(low), float(high))


def _wilson(value: float, count: int) -> Share:
    squared = 1.96**2
    middle = (value + squared / (2 * count)) / (1 + squared / count)
    half = 1.96 * sqrt(value * (1 - value) / count + squared / (4 * count * count))
    half /= 1 + squared / count
    return Share(value, max(0.0, middle - half), min(1.0, middle + half))
