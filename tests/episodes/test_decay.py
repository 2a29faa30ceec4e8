"""The fixed formula and its bands (R50–R54; C1–C4; edge cases "Decay")."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.core.policy import DAY_MS
from mohen.episodes import decay
from mohen.episodes.model import Band, Vitals
from mohen.episodes.policy import Decay
from shows import shows

POLICY = Decay()
NOW = 1_760_000_000_000


def after(days: float, importance: float = 0.0, recalls: int = 0, **more: object) -> float:
    vitals = Vitals(NOW - round(days * DAY_MS), importance, recalls, **more)  # type: ignore[arg-type]
    return decay.value(vitals, NOW, POLICY)


@shows("R50", "R111")
@pytest.mark.parametrize(
    ("days", "importance", "recalls", "value"),
    [
        (0, 0.0, 0, 1.0),
        (10, 0.0, 0, math.exp(-1)),
        (10, 1.0, 0, math.exp(-1) * 1.3),
        (10, 0.0, 3, math.exp(-1) * 1.6),
        (10, 1.0, 3, math.exp(-1) * 1.3 * 1.6),
    ],
)
def test_the_formula(days: float, importance: float, recalls: int, value: float) -> None:
    assert after(days, importance, recalls) == pytest.approx(value)


@shows("R64", "C1")
def test_seventeen_days_at_full_importance_are_compressible_and_sixty_days_expiring() -> None:
    assert after(17, importance=1.0) == pytest.approx(0.2375, abs=1e-4)
    assert decay.band(after(17, importance=1.0), POLICY) is Band.COMPRESSIBLE
    assert decay.band(after(60), POLICY) is Band.EXPIRING


@shows("R51", "R52", "R53", "R54")
@pytest.mark.parametrize(
    ("strength", "band"),
    [
        (1.0, Band.ACTIVE),
        (0.7, Band.ACTIVE),
        (0.6999, Band.FADING),
        (0.3, Band.FADING),
        (0.2999, Band.COMPRESSIBLE),
        (0.1, Band.COMPRESSIBLE),
        (0.0999, Band.EXPIRING),
        (0.0, Band.EXPIRING),
    ],
)
def test_each_lower_bound_belongs_to_the_band_above(strength: float, band: Band) -> None:
    assert decay.band(strength, POLICY) is band


@shows("C2", "R65")
def test_a_recall_makes_an_episode_young_again() -> None:
    old = Vitals(NOW - 7 * DAY_MS, 0.0)
    assert decay.value(old, NOW, POLICY) == pytest.approx(0.4966, abs=1e-4)
    recalled = Vitals(NOW - 7 * DAY_MS, 0.0, 1, NOW)
    assert decay.value(recalled, NOW, POLICY) == 1.0


def test_often_recalled_and_important_far_outlives_bare() -> None:
    assert after(30, importance=1.0, recalls=10) > 3.5 * after(30)


def test_the_future_is_age_zero_and_importance_is_clamped() -> None:
    assert after(-5) == 1.0
    assert after(10, importance=7.0) == after(10, importance=1.0)
    assert after(10, importance=-7.0) == after(10, importance=0.0)


@shows("R57")
def test_a_core_setting_never_fades() -> None:
    assert after(4000, core_setting=True) == 1.0


vitals = st.builds(
    Vitals,
    timestamp=st.integers(0, NOW),
    importance=st.floats(0, 1),
    recall_count=st.integers(0, 1000),
    last_recalled_at=st.none() | st.integers(0, NOW),
)


@given(vitals, st.integers(0, 400 * DAY_MS), st.integers(0, 400 * DAY_MS))
def test_strength_stays_within_zero_and_one_and_only_falls_with_time(
    each: Vitals, soon: int, later: int
) -> None:
    first = decay.value(each, NOW + soon, POLICY)
    assert 0 <= decay.value(each, NOW + soon + later, POLICY) <= first <= 1
