"""Episodes as the learner sees them: comparisons that an author made, in arrays.

A comparison is a choice among options: the candidate that was taken against those that were
not, the edited text against the one before, a kept text against one that was undone or
rejected, a comment against its opposite. An author without a preference would as likely have
taken any other option: that is what everything is tested against, so a comparison keeps what
each option would have said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mohen.logic.evidence import CHOSEN_VS_REJECTED, FINAL_VS_CHOSEN, Evidence
from mohen.logic.style import FEATURES
from mohen.policy import Learning, Style

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
    Ints = npt.NDArray[np.int64]

NAMES = tuple(FEATURES)
PLACE = {name: at for at, name in enumerate(NAMES)}


@dataclass(frozen=True, slots=True)
class Witness:
    """One answered episode: where it happened, what became of it, what was measured."""

    episode_id: str
    at: int
    scene: str
    skill: str
    accepted: bool
    undone: bool
    evidence: Evidence

    @property
    def kept(self) -> bool:
        return self.accepted and not self.undone


@dataclass(frozen=True, slots=True)
class Sample:
    """Every comparison of a project, oldest first. Axes: comparison, option, feature.

    `values` are relative to what the author took (option 0), on the scale on which a
    difference matters; `scores` say how far each option leans above the others, -1 to 1.
    """

    witness: Ints  # which episode each comparison is of
    options: Ints  # how many it had
    weight: Floats
    edited: npt.NDArray[np.bool_]  # the two options are one text before and after an edit
    values: Floats
    scores: Floats
    spread: Floats  # mean square of a comparison's scores: its variance where nothing is preferred
    pairs: Ints  # per comparison and feature: options that differ from what was taken
    level: Floats  # what the taken option measured, in the feature's own unit


@dataclass(frozen=True, slots=True)
class _Comparison:
    witness: int
    weight: float
    edited: bool
    taken: dict[str, float]
    others: tuple[dict[str, float], ...]  # taken minus other


def sample(witnesses: Sequence[Witness], policy: Learning, style: Style) -> Sample:
    found = list(_comparisons(witnesses, policy))
    options = 1 + max((len(each.others) for each in found), default=1)
    scale = np.array([FEATURES[name].norm(style).scale for name in NAMES], np.float32)
    values = np.zeros((len(found), options, len(NAMES)), np.float32)
    real = np.zeros((len(found), options), bool)
    level = np.full((len(found), len(NAMES)), np.nan, np.float32)
    for row, each in enumerate(found):
        real[row, : 1 + len(each.others)] = True
        for name, value in each.taken.items():
            level[row, PLACE[name]] = value
        for column, other in enumerate(each.others, start=1):
            for name, difference in other.items():
                values[row, column, PLACE[name]] = -difference
    values /= scale
    scores = _scores(values, real, policy.dead_zone)
    count = real.sum(axis=1)[:, None]
    return Sample(
        witness=np.array([each.witness for each in found], np.int64),
        options=real.sum(axis=1),
        weight=np.array([each.weight for each in found], np.float32),
        edited=np.array([each.edited for each in found], bool),
        values=values,
        scores=scores,
        spread=np.square(scores).sum(axis=1) / count,
        pairs=(np.abs(values[:, 1:]) >= policy.dead_zone).sum(axis=1),
        level=level,
    )


def _scores(values: Floats, real: npt.NDArray[np.bool_], dead: float) -> Floats:
    """How far each option leans above the others on average, each difference held to ±1; one
    too small to notice counts as none. Over all options of a comparison they add up to 0."""
    scores = np.zeros_like(values)
    options = values.shape[1]
    for one in range(options):
        for other in range(one + 1, options):
            both = (real[:, one] & real[:, other])[:, None]
            lean = values[:, one] - values[:, other]
            lean = np.where(both & (np.abs(lean) >= dead), lean, 0).clip(-1, 1)
            scores[:, one] += lean
            scores[:, other] -= lean
    return np.asarray(scores / np.maximum(1, real.sum(axis=1) - 1)[:, None, None], np.float32)


def _comparisons(witnesses: Sequence[Witness], policy: Learning) -> Iterator[_Comparison]:
    beside = _kept_beside(witnesses, policy.neighbours)
    spoken = set(beside.values())
    for at, each in enumerate(witnesses):
        if at in beside:
            yield _taken_back(at, witnesses, beside[at], policy)
        elif not _is_taken_back(each):
            yield from _made(at, each, policy.options, choice=at not in spoken)
        yield from _said(at, each, policy)


def _is_taken_back(witness: Witness) -> bool:
    return witness.undone or (not witness.accepted and bool(witness.evidence.refused))


def _kept_beside(witnesses: Sequence[Witness], reach: int) -> dict[int, int]:
    """For each undone or rejected text the kept one of its scene nearest in time, each of them
    once: a text that spoke in one comparison and again in another would seem two."""
    beside: dict[int, int] = {}
    for at, each in enumerate(witnesses):
        if _is_taken_back(each):
            near = (
                place
                for distance in range(1, reach + 1)
                for place in (at - distance, at + distance)
                if 0 <= place < len(witnesses)
            )
            free = (place for place in near if place not in beside.values())
            found = next((place for place in free if _comparable(each, witnesses[place])), None)
            if found is not None:
                beside[at] = found
    return beside


def _comparable(gone: Witness, kept: Witness) -> bool:
    """One kept text beside one that was not: alike in everything but the author's verdict, or
    rare marks would look disliked."""
    alike = gone.evidence.profile.language == kept.evidence.profile.language
    return kept.kept and kept.scene == gone.scene and alike


def _made(at: int, witness: Witness, most: int, *, choice: bool) -> Iterator[_Comparison]:
    """Choosing and editing, as they were measured when they happened (C76). The choice of a
    text that speaks beside another is left out, unless it was edited since."""
    used = witness.evidence.profile.features
    edit: dict[str, float] | None = None
    for pair in witness.evidence.pairs:
        if pair.kind == FINAL_VS_CHOSEN:
            edit = pair.differences
            yield _Comparison(at, pair.weight, True, used, (edit,))
    rejected = [pair for pair in witness.evidence.pairs if pair.kind == CHOSEN_VS_REJECTED]
    if rejected and (choice or edit is not None):
        chosen = used if edit is None else _less(used, edit)
        weight = sum(pair.weight for pair in rejected)
        others = tuple(pair.differences for pair in rejected[: most - 1])
        yield _Comparison(at, weight, False, chosen, others)


def _taken_back(
    at: int, witnesses: Sequence[Witness], beside: int, policy: Learning
) -> _Comparison:
    """What was kept, against what was undone or rejected."""
    witness = witnesses[at]
    weight = policy.undone_vs_kept if witness.undone else policy.rejected_vs_kept
    taken = witnesses[beside].evidence.profile.features
    refused = witness.evidence.refused or (witness.evidence.profile.features,)
    others = tuple(_less(taken, each) for each in refused[: policy.options - 1])
    return _Comparison(at, weight, False, taken, others)


def _said(at: int, witness: Witness, policy: Learning) -> Iterator[_Comparison]:
    """A comment wants more or less of something: as clear as a difference can be."""
    for name, direction in witness.evidence.said:
        whole = FEATURES[name].norm(Style()).scale * direction
        yield _Comparison(at, policy.comment, False, {}, ({name: whole},))


def _less(taken: dict[str, float], difference: dict[str, float]) -> dict[str, float]:
    return {name: value - difference[name] for name, value in taken.items() if name in difference}
