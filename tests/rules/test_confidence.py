"""How sure a rule may be (C16)."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mohen.policy import Policy
from mohen.rules import model
from shows import shows

PRIOR = Policy().learning.confidence_prior
COUNTS = st.integers(0, 10_000)
WEIGHTS = st.floats(0, 10_000)


@shows("C16", "R48")
def test_thirty_five_that_agree_are_0_87() -> None:
    assert model.confidence(35, 35.0, 0.0, PRIOR) == 0.875


@shows("C16", "C81")
@pytest.mark.parametrize(
    ("bearing", "weight_for", "weight_against", "sure"),
    [
        (0, 0.0, 0.0, 0.0),
        (5, 0.0, 0.0, 0.0),
        (5, 5.0, 0.0, 0.5),
        (5, 0.0, 5.0, 0.0),
        (20, 7.5, 2.5, 0.75 * 0.8),  # weights say how consistent, episodes how many
        (20, 750.0, 250.0, 0.75 * 0.8),
    ],
)
def test_the_formula(bearing: int, weight_for: float, weight_against: float, sure: float) -> None:
    assert model.confidence(bearing, weight_for, weight_against, PRIOR) == pytest.approx(sure)


@shows("C16")
@given(COUNTS, WEIGHTS, WEIGHTS)
def test_it_is_a_share(bearing: int, one: float, other: float) -> None:
    assert 0.0 <= model.confidence(bearing, one, other, PRIOR) < 1.0


@shows("C16")
@given(COUNTS, COUNTS, WEIGHTS, WEIGHTS)
def test_more_episodes_never_make_it_less_sure(few: int, more: int, one: float, two: float) -> None:
    assume(few <= more)
    assert model.confidence(few, one, two, PRIOR) <= model.confidence(more, one, two, PRIOR)


@shows("C16")
@given(st.integers(1, 1_000), WEIGHTS, WEIGHTS, WEIGHTS)
def test_it_rises_with_what_speaks_for_it_and_falls_with_what_speaks_against(
    bearing: int, weight_for: float, weight_against: float, more: float
) -> None:
    plain = model.confidence(bearing, weight_for, weight_against, PRIOR)
    slack = 1e-9
    assert model.confidence(bearing, weight_for + more, weight_against, PRIOR) >= plain - slack
    assert model.confidence(bearing, weight_for, weight_against + more, PRIOR) <= plain + slack
