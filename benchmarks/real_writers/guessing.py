"""The taste score on what writers chose: each choice is guessed before it is learned from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log
from random import Random

import numpy as np
import numpy.typing as npt

from mohen.episodes import style_evidence
from mohen.episodes.record import scene_of
from mohen.rules import taste as tastes
from mohen.rules.comparisons import Account
from mohen.rules.taste import Choice, Taste
from real_writers.desk import POLICY
from real_writers.reading import SKILL, Turn, act, real

Doubles = npt.NDArray[np.float64]
PROVEN_BY = (25, 50, 100, 200, 400)


def choices(turns: Sequence[Turn], lot: Random | None = None) -> list[Choice]:
    """What was taken among several, or what the lot says was."""
    found = []
    for turn in turns:
        if len(turn.shown) < 2 or turn.picked < 0:
            continue
        picked = turn.picked if lot is None else lot.randrange(len(turn.shown))
        draft = (real(turn) if lot is None else act(turn, picked)).draft
        told = style_evidence.evidence(
            draft.candidates, picked, draft.final_text, POLICY.style, context=draft.input_context
        )
        account = Account.read(told.to_json())
        scene = scene_of(draft, POLICY.scenes)
        made = tastes.choice(account, picked, scene, SKILL, POLICY.taste, POLICY.style)
        if made is not None:
            found.append(made)
    return found


@dataclass(frozen=True, slots=True)
class Guesses:
    """Right ones in a row of choices."""

    of: int
    own: float  # by what was learned of this writer before each
    chance: float
    first: float  # always the first
    everyones: float  # by what was learned of all others
    usual: float  # by what ships
    likelier: float  # log-likelihood over chance
    likelier_everyones: float
    proven_at: int | None  # choices


def guessed(mine: Sequence[Choice], others: Doubles, since: int) -> Guesses:
    """Over the choices from `since` on; what is learned is learned from the first."""
    taste, proven, rows = Taste(POLICY.taste), None, []
    for number, each in enumerate(mine):
        if number >= since:
            slopes = taste.slope(each.scene, each.skill), others, taste.usual
            own, theirs, usual = (tastes.chances(each.shown, slope) for slope in slopes)
            rows.append(
                (
                    tastes.guessed(own, each.taken),
                    1 / len(each.shown),
                    float(each.taken == 0),
                    tastes.guessed(theirs, each.taken),
                    tastes.guessed(usual, each.taken),
                    log(own[each.taken] * len(each.shown)),
                    log(theirs[each.taken] * len(each.shown)),
                )
            )
        taste.learn(each)
        if proven is None and taste.proof().proven:
            proven = number + 1
    return Guesses(len(rows), *np.array(rows).sum(axis=0).tolist(), proven)


def of_all(made: Sequence[Sequence[Choice]]) -> Doubles:
    """What is learned of many as if they were one who knows no scenes and forgets nothing."""
    taste = Taste(replace(POLICY.taste, choices_left=1.0, guesses_left=1.0))
    for each in (each for mine in made for each in mine):
        taste.learn(Choice(each.shown, each.taken, "", ""))
    return taste.slope("", "")


def ever_proven(mine: Sequence[Choice]) -> bool:
    taste = Taste(POLICY.taste)
    for each in mine:
        taste.learn(each)
        if taste.proof().proven:
            return True
    return False
