"""The law by which knowledge fades (C48–C50, C94), and how use keeps it alive (R226, R227)."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.core.policy import DAY_MS
from mohen.knowledge import decay
from mohen.knowledge.agents import config as agents_config
from mohen.knowledge.model import BELIEF, FACT, SUMMARY, Category, Item, State
from mohen.policy import Policy
from shows import shows

POLICY = Policy()
KNOWN, CONFIG = POLICY.knowledge, agents_config.default(POLICY)
BORN = 1_770_000_000_000

shares = st.floats(0, 1)
moments = st.integers(0, 4_000 * DAY_MS).map(lambda ms: BORN + ms)
types = st.sampled_from((FACT, BELIEF, SUMMARY, "dream"))


def item(**changes: object) -> Item:
    made = Item(
        id="f_20260202_001",
        type=FACT,
        project_id="agent",
        content="用户昨天去了北京",
        origin="extracted",
        created_at=BORN,
        updated_at=BORN,
        importance=0.5,
        score=0.5,
        faded_at=BORN,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def after(days: float, each: Item) -> Item:
    return decay.faded(each, BORN + round(days * DAY_MS), CONFIG, KNOWN)


@shows("R190", "C49")
@pytest.mark.parametrize(("kind", "days"), [(FACT, 86.6), (BELIEF, 9.9), (SUMMARY, 27.7)])
def test_half_is_left_at_importance_0_after_the_days_of_the_seed(kind: str, days: float) -> None:
    left = decay.rate(item(type=kind, importance=0.0), CONFIG, KNOWN)
    assert math.log(2) / left == pytest.approx(days, abs=0.1)


@shows("R191", "C49")
@pytest.mark.parametrize(("importance", "rate"), [(1.0, 0.004), (0.5, 0.006), (0.0, 0.008)])
def test_what_matters_fades_more_slowly(importance: float, rate: float) -> None:
    assert decay.rate(item(importance=importance), CONFIG, KNOWN) == pytest.approx(rate)


@shows("R190", "C48")
@pytest.mark.parametrize(
    ("kind", "days", "left"),
    [
        (FACT, 30, 0.8353), (FACT, 90, 0.5827), (FACT, 180, 0.3396),
        (BELIEF, 30, 0.2070), (BELIEF, 90, 0.0089), (BELIEF, 180, 0.0001),
        (SUMMARY, 30, 0.5698), (SUMMARY, 90, 0.1850), (SUMMARY, 180, 0.0342),
    ],
)  # fmt: skip
def test_what_is_left_after_30_90_and_180_days(kind: str, days: int, left: float) -> None:
    found = after(days, item(type=kind, score=1.0))
    assert found.score == pytest.approx(left, abs=0.0001)
    assert found.state is (State.ACTIVE if left >= 0.05 else State.ARCHIVED)


@shows("C50", "R192")
def test_even_what_matters_fully_would_be_archived_after_749_days() -> None:
    full = item(importance=1.0, score=1.0, category=Category.PREFERENCE)
    assert after(748, full).state is State.ACTIVE
    assert after(749, full).state is State.ARCHIVED


@shows("C50")
@pytest.mark.parametrize("category", [Category.IDENTITY, Category.HEALTH, Category.SAFETY])
def test_who_one_is_and_what_endangers_one_is_never_archived(category: Category) -> None:
    vital = item(importance=1.0, score=1.0, category=category)
    assert after(5_000, vital).state is State.ACTIVE
    assert after(5_000, replace(vital, importance=0.9)).state is State.ARCHIVED


@shows("C94")
def test_what_was_typed_does_not_fade() -> None:
    typed = item(origin=decay.MANUAL)
    assert after(10_000, typed) is typed


@shows("C48", "B18")
@given(kind=types, importance=shares, score=shares, first=moments, second=moments)
def test_fading_in_two_steps_is_fading_in_one(
    kind: str, importance: float, score: float, first: int, second: int
) -> None:
    each = item(type=kind, importance=importance, score=score, category=Category.HEALTH)
    first, second = sorted((first, second))
    config = replace(CONFIG, archive=0.0)  # what left for the archive fades no more
    once = decay.faded(each, second, config, KNOWN)
    twice = decay.faded(decay.faded(each, first, config, KNOWN), second, config, KNOWN)
    assert twice.score == pytest.approx(once.score, abs=1e-12)
    assert twice.faded_at == once.faded_at


@shows("C48", "B18")
@given(score=shares, at=moments, later=st.integers(0, DAY_MS - 1))
def test_a_second_time_the_same_day_changes_nothing(score: float, at: int, later: int) -> None:
    once = decay.faded(item(score=score), at, CONFIG, KNOWN)
    assert decay.faded(once, once.faded_at + later, CONFIG, KNOWN) is once


@given(kind=types, importance=shares, score=shares, at=moments)
def test_a_score_only_falls_and_is_never_negative(
    kind: str, importance: float, score: float, at: int
) -> None:
    found = decay.faded(item(type=kind, importance=importance, score=score), at, CONFIG, KNOWN)
    assert 0 <= found.score <= score


@given(kind=types, low=shares, high=shares, at=moments)
def test_of_two_alike_the_one_that_matters_more_keeps_more(
    kind: str, low: float, high: float, at: int
) -> None:
    low, high = sorted((low, high))
    less, more = (
        decay.faded(item(type=kind, importance=each, score=1.0), at, CONFIG, KNOWN).score
        for each in (low, high)
    )
    assert less <= more + 1e-12


@given(back=st.integers(0, 4_000 * DAY_MS))
def test_a_clock_that_went_backwards_changes_nothing(back: int) -> None:
    each = item()
    assert decay.faded(each, BORN - back, CONFIG, KNOWN) is each


@pytest.mark.parametrize("state", [each for each in State if each is not State.ACTIVE])
def test_only_what_is_active_fades(state: State) -> None:
    each = item(state=state)
    assert after(400, each) is each


def test_an_item_that_was_never_faded_fades_from_when_it_was_made() -> None:
    assert after(30, item(faded_at=0)) == after(30, item())


def test_a_rate_that_its_owner_set_is_used() -> None:
    config = replace(CONFIG, decay_rates={**CONFIG.decay_rates, FACT: 0.0})
    assert decay.faded(item(), BORN + 900 * DAY_MS, config, KNOWN).score == 0.5


# -- use


@shows("R226")
@given(score=shares, days=st.integers(1, 300))
def test_being_of_use_saturates(score: float, days: int) -> None:
    each = item(score=score)
    for day in range(days):
        before, each = each, decay.used(each, BORN + day * DAY_MS, CONFIG, KNOWN)
        assert each.score <= 1
        assert each.score >= before.score * 0.99
    assert each.state is State.ACTIVE


@shows("R226")
def test_an_access_gives_a_tenth_of_what_is_missing_and_once_a_day() -> None:
    once = decay.used(item(score=0.5), BORN, CONFIG, KNOWN)
    assert once.score == pytest.approx(0.55)
    assert decay.used(once, BORN + 1, CONFIG, KNOWN) is once
    assert decay.used(once, BORN + DAY_MS, CONFIG, KNOWN).score > once.score


@shows("R227")
def test_what_is_used_in_the_archive_comes_back_at_three_tenths() -> None:
    cold = item(state=State.ARCHIVED, score=0.04)
    back = decay.used(cold, BORN + 9 * DAY_MS, CONFIG, KNOWN)
    assert (back.state, back.score, back.faded_at) == (State.ACTIVE, 0.3, BORN + 9 * DAY_MS)


def test_what_was_archived_by_hand_comes_back_with_the_score_it_had() -> None:
    assert decay.restored(item(state=State.ARCHIVED, score=0.9), BORN, KNOWN).score == 0.9


@pytest.mark.parametrize("state", [State.SUPERSEDED, State.DENIED, State.WITHDRAWN])
def test_what_does_not_hold_is_not_kept_alive_by_looking_at_it(state: State) -> None:
    each = item(state=state)
    assert decay.used(each, BORN + DAY_MS, CONFIG, KNOWN) is each
