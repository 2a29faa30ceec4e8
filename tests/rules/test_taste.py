"""What the taste score is, as laws."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mohen.policy import Policy
from mohen.rules import taste as tastes
from mohen.rules.taste import SHOWN, Choice, Taste
from mohen.text import sentences, style

POLICY = Policy()
texts = st.lists(
    st.text(alphabet="雨她门走了。！“” ，\nabc.AB", min_size=1, max_size=60), min_size=2, max_size=6
)


def leaning(candidates: list[str]) -> np.ndarray | None:
    return tastes.leaning(
        [style.measure(each, POLICY.style) for each in candidates],
        [sentences.is_ended(each) for each in candidates],
        POLICY.taste,
        POLICY.style,
    )


def taught(seed: int, count: int = 12) -> Taste:
    lot, taste = np.random.default_rng(seed), Taste(POLICY.taste)
    for _ in range(count):
        taste.learn(
            Choice(lot.uniform(-1, 1, (4, len(SHOWN))), int(lot.integers(4)), "action", "x")
        )
    return taste


SLOPE = taught(3).slope("action", "x")


@settings(max_examples=25, deadline=None)
@given(texts, st.randoms())
def test_chances_add_up_and_the_order_of_the_candidates_does_not_matter(
    candidates: list[str], lot: Random
) -> None:
    shown = leaning(candidates)
    mixed = list(range(len(candidates)))
    lot.shuffle(mixed)
    again = leaning([candidates[at] for at in mixed])
    assert (shown is None) == (again is None)
    if shown is None or again is None:
        return
    chances, others = (
        tastes.chances(each, taught(3).slope("action", "x")) for each in (shown, again)
    )
    assert chances.sum() == pytest.approx(1)
    assert (chances > 0).all()
    assert others == pytest.approx(chances[mixed])


def test_learning_on_is_learning_all_of_it() -> None:
    """Choice by choice, whoever stops in between."""
    one, two = taught(1, 30), taught(1, 30)
    assert one.slope("action", "x").tolist() == two.slope("action", "x").tolist()
    assert one.proof() == two.proof()


def test_who_takes_the_first_is_no_lover_of_what_stood_there() -> None:
    lot, taste = np.random.default_rng(2), Taste(POLICY.taste)
    for _ in range(200):
        taste.learn(Choice(lot.uniform(-1, 1, (5, len(SHOWN))), 0, "", ""))
    assert not taste.proof().proven
    assert np.abs(taste.slope("", "") - taste.usual).max() < 0.35


def test_by_lot_it_is_hardly_ever_proven() -> None:
    """At any of eighty choices; the odds that are allowed are one in a hundred."""
    proven = 0
    for seed in range(20):
        lot, taste = np.random.default_rng(seed), Taste(POLICY.taste)
        ever = False
        for _ in range(80):
            taste.learn(Choice(lot.uniform(-1, 1, (4, len(SHOWN))), int(lot.integers(4)), "", ""))
            ever = ever or taste.proof().proven
        proven += ever
    assert proven <= 1


def test_a_taste_that_is_there_is_proven_and_guessed() -> None:
    lot, taste = np.random.default_rng(4), Taste(POLICY.taste)
    at = SHOWN.index("comma")
    for _ in range(80):
        shown = lot.uniform(-1, 1, (4, len(SHOWN)))
        taken = int(np.argmin(shown[:, at])) if lot.random() > 0.1 else int(lot.integers(4))
        taste.learn(Choice(shown, taken, "", ""))
    proof = taste.proof()
    assert proof.proven
    assert proof.guessed > 2 * proof.chance
    assert int(np.argmin(taste.slope("", ""))) == at


def test_a_mind_that_changes_is_followed() -> None:
    lot, taste = np.random.default_rng(6), Taste(POLICY.taste)
    at = SHOWN.index("comma")
    for number in range(320):
        shown = lot.uniform(-1, 1, (4, len(SHOWN)))
        way = 1 if number < 160 else -1
        taste.learn(Choice(shown, int(np.argmax(way * shown[:, at])), "", ""))
    assert taste.slope("", "")[at] < -0.5
