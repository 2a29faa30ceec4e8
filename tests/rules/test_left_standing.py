"""What an author who edits leaves standing is no taste of theirs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mohen.policy import Policy
from mohen.rules.comparisons import Witness
from mohen.rules.learner import Pattern
from mohen.rules.left_standing import is_left
from mohen.rules.model import Op, Predicate
from prose import Prose, shouted, witness
from shows import shows

LEARNING = Policy().learning
CALM = Predicate("exclamation", Op.LESS, 0.1, "per 100 code points")
PATTERN = Pattern(CALM, "zh", 3.0, (), 0, 0, False)


def edits(touched: int, left: int) -> list[Witness]:
    """Loud texts: some were calmed by the edit, of some a sentence was cut and the rest left."""
    prose = Prose(1)
    loud = [shouted(prose.passage([1, 2, 1])) for _ in range(touched + left)]
    calmed = [each.replace("！", "。") for each in loud[:touched]]
    shorter = [each[each.index("！") + 1 :] for each in loud[touched:]]
    return [
        witness(n, {"candidates": [before], "selectedIndex": 0, "finalText": after})
        for n, (before, after) in enumerate(zip(loud, calmed + shorter, strict=True))
    ]


@shows("R36", "C80")
@pytest.mark.parametrize(
    ("touched", "left", "verdict"), [(0, 3, False), (0, 4, True), (1, 8, True), (3, 6, False)]
)
def test_edits_that_leave_it_standing_speak(touched: int, left: int, verdict: bool) -> None:
    assert is_left(PATTERN, edits(touched, left), LEARNING) is verdict


def test_what_choices_show_beyond_doubt_is_wanted_though_no_edit_is_for_it() -> None:
    clear = replace(PATTERN, strength=LEARNING.left_strength)
    assert not is_left(clear, edits(0, 8), LEARNING)


def test_texts_that_are_as_wanted_give_no_chance_to_show_it() -> None:
    prose = Prose(1)
    calm = [prose.passage([1, 2, 1]) for _ in range(8)]
    cut = [each[each.index("。") + 1 :] for each in calm]
    told = [
        witness(n, {"candidates": [before], "selectedIndex": 0, "finalText": after})
        for n, (before, after) in enumerate(zip(calm, cut, strict=True))
    ]
    assert not is_left(PATTERN, told, LEARNING)


@pytest.mark.parametrize(("loud", "verdict"), [(1, False), (2, True)])
def test_of_one_who_edits_much_and_never_for_it_few_texts_tell_enough(
    loud: int, verdict: bool
) -> None:
    prose = Prose(1)
    calm = [prose.passage([1, 2, 1]) for _ in range(LEARNING.left_edits)]
    cut = [each[each.index("。") + 1 :] for each in calm]
    told = [
        witness(n, {"candidates": [before], "selectedIndex": 0, "finalText": after})
        for n, (before, after) in enumerate(zip(calm, cut, strict=True), start=loud)
    ]
    assert is_left(PATTERN, [*edits(0, loud), *told], LEARNING) is verdict
