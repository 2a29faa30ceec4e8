"""When a consolidation is called for: at its hour, once for all that were missed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.core.policy import DAY_MS, HOUR_MS
from mohen.knowledge.agents import config
from mohen.knowledge.consolidation import schedule as consolidation_schedule
from mohen.knowledge.consolidation.model import Progress, Trigger
from mohen.knowledge.consolidation.schedule import Plan
from mohen.policy import Policy
from shows import shows

POLICY = Policy()
TIMES = POLICY.consolidation


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def plan(since: str = "2026-02-04T12:00", *, schedule: str = "0 3 * * *", ahead: int = 0) -> Plan:
    chosen = replace(config.default(POLICY), schedule=schedule)
    return Plan(at(since), chosen, TIMES, lambda _moment: ahead)


def done(text: str, **more: int) -> Progress:
    return Progress(last_run=at(text), last_success=at(text), **more)


def called(now: str, progress: Progress = Progress(), times: Plan | None = None) -> Trigger | None:  # noqa: B008
    return consolidation_schedule.called_for(at(now), progress, times or plan())


@shows("R201", "R218")
def test_at_three_in_the_morning_where_the_user_lives() -> None:
    assert called("2026-02-05T02:59") is None
    assert called("2026-02-05T03:00") is Trigger.SCHEDULE
    shanghai = plan(ahead=8 * HOUR_MS)
    assert called("2026-02-04T18:59", times=shanghai) is None
    assert called("2026-02-04T19:00", times=shanghai) is Trigger.SCHEDULE


@shows("R201")
def test_once_a_night() -> None:
    assert called("2026-02-05T23:00", done("2026-02-05T03:00")) is None
    assert called("2026-02-06T03:00", done("2026-02-05T03:00")) is Trigger.SCHEDULE


@shows("R218")
def test_at_the_hour_that_its_owner_chose() -> None:
    weekly = plan(schedule="30 22 * * 0")  # Sundays; the 8th is one
    assert called("2026-02-05T03:00", done("2026-02-04T12:00"), weekly) is None
    assert consolidation_schedule.next_time(done("2026-02-04T12:00"), weekly) == at(
        "2026-02-08T22:30"
    )


@shows("R201")
def test_two_days_without_one_are_too_long_whatever_the_schedule_says() -> None:
    never = plan(schedule="0 3 30 2 *")
    assert called("2026-02-06T12:00", done("2026-02-04T12:00"), never) is None
    assert called("2026-02-06T12:01", done("2026-02-04T12:00"), never) is Trigger.FALLBACK


def test_a_new_agent_has_missed_nothing() -> None:
    assert called("2026-02-04T12:00") is None
    assert consolidation_schedule.next_time(Progress(), plan()) == at("2026-02-05T03:00")


@given(nights=st.integers(1, 400))
def test_what_was_missed_is_made_up_for_once(nights: int) -> None:
    last = done("2026-02-04T12:00")
    now = at("2026-02-05T04:00") + nights * DAY_MS
    assert consolidation_schedule.called_for(now, last, plan()) is not None
    after = replace(last, last_run=now, last_success=now)
    assert consolidation_schedule.called_for(now, after, plan()) is None


# -- interrupted


@shows("R202", "R224")
def test_what_was_interrupted_goes_on_as_soon_as_anybody_looks() -> None:
    stopped = done("2026-02-04T12:00", current_phase=3, retry_count=1)
    assert called("2026-02-04T12:10", stopped) is Trigger.SCHEDULE


@shows("C96")
def test_what_failed_too_often_waits_for_its_hour() -> None:
    stopped = replace(
        done("2026-02-05T09:00", current_phase=3, retry_count=TIMES.retries + 1),
        last_success=at("2026-02-01T03:00"),
    )
    assert called("2026-02-05T09:10", stopped) is None
    assert called("2026-02-06T03:00", stopped) is Trigger.SCHEDULE


# -- by hand, and for a pile


@shows("R201", "C58")
@pytest.mark.parametrize(("hours", "lately"), [(0, True), (19.9, True), (20, False), (50, False)])
def test_a_success_of_less_than_twenty_hours_ago_is_enough(hours: float, lately: bool) -> None:
    now = at("2026-02-04T12:00") + round(hours * HOUR_MS)
    assert consolidation_schedule.was_lately(now, done("2026-02-04T12:00"), TIMES) is lately


def test_without_a_success_nothing_was_lately() -> None:
    now = at("2026-02-04T12:00")
    assert not consolidation_schedule.was_lately(now, Progress(last_run=now), TIMES)
    assert not consolidation_schedule.was_lately(now, Progress(now, now, current_phase=2), TIMES)


def test_a_pile_that_stays_does_not_call_all_the_time() -> None:
    ran = done("2026-02-04T12:00")
    assert not consolidation_schedule.may_clear(at("2026-02-04T12:59"), ran, TIMES)
    assert consolidation_schedule.may_clear(at("2026-02-04T13:00"), ran, TIMES)
    assert consolidation_schedule.may_clear(0, Progress(), TIMES)
