"""What is due when: windows, catching up, and never twice."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.core.policy import DAY_MS
from mohen.policy import Policy
from mohen.upkeep import upkeep
from mohen.upkeep.model import Task
from shows import shows

POLICY = Policy()
HOUR = DAY_MS // 24


def utc(_moment: int) -> int:
    return 0


def zone(name: str) -> upkeep.Offset:
    def offset(moment: int) -> int:
        ahead = datetime.fromtimestamp(moment / 1000, ZoneInfo(name)).utcoffset()
        assert ahead is not None
        return int(ahead / timedelta(milliseconds=1))

    return offset


def at(text: str, name: str = "UTC") -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(name)).timestamp() * 1000)


def due(now: int, offset: upkeep.Offset = utc, **stamps: int) -> list[Task]:
    named = {task: stamps.get(task.name.lower()) for task in Task}
    return upkeep.due(now, named, POLICY, offset)


@shows("R103")
@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2026-03-10T01:59:59", False),
        ("2026-03-10T02:00:00", True),
        ("2026-03-10T23:00:00", True),
    ],
)
def test_the_cleanup_is_due_from_two_in_the_morning(now: str, expected: bool):
    last = at("2026-03-09T14:00:00")
    assert (Task.CLEANUP in due(at(now), cleanup=last)) is expected


@shows("R103")
@pytest.mark.parametrize("name", ["Asia/Shanghai", "America/New_York", "Asia/Kathmandu"])
def test_two_in_the_morning_is_the_authors(name: str):
    last = at("2026-03-20T14:00:00", name)
    assert Task.CLEANUP not in due(at("2026-03-21T01:59:59", name), zone(name), cleanup=last)
    assert Task.CLEANUP in due(at("2026-03-21T02:00:00", name), zone(name), cleanup=last)


@pytest.mark.parametrize(
    ("before", "window"),
    [
        ("2026-10-24T23:00:00", "2026-10-25T02:00:00"),  # the night the clocks go back
        ("2026-10-25T12:00:00", "2026-10-26T02:00:00"),
        ("2026-03-29T12:00:00", "2026-03-30T02:00:00"),  # the day they went forward
    ],
)
def test_a_change_of_the_clocks_moves_the_window_with_them(before: str, window: str):
    name = "Europe/Lisbon"
    found = upkeep.window_after(at(before, name), 2, zone(name))
    local = datetime.fromtimestamp(found / 1000, UTC).astimezone(ZoneInfo(name))
    assert local.replace(tzinfo=None).isoformat() == window


@shows("C8")
def test_seven_missed_windows_are_made_up_for_by_one_run():
    last = at("2026-03-01T02:00:05")
    now = at("2026-03-08T09:00:00")
    assert due(now, cleanup=last).count(Task.CLEANUP) == 1
    assert Task.CLEANUP not in due(now, cleanup=now)


@shows("C8")
def test_a_new_home_has_missed_nothing():
    assert due(at("2026-03-08T09:00:00")) == [Task.STRENGTHS]


@shows("R63")
def test_strengths_by_day_and_distillation_by_week():
    now = at("2026-03-08T09:00:00")
    assert due(now, strengths=now - DAY_MS + 1, distill=now - 7 * DAY_MS + 1) == []
    assert due(now, strengths=now - DAY_MS) == [Task.STRENGTHS]
    assert due(now, strengths=now, distill=now - 7 * DAY_MS) == [Task.DISTILL]


def test_a_cleanup_computes_strengths_itself():
    now = at("2026-03-08T09:00:00")
    assert due(now, strengths=now - DAY_MS, cleanup=now - DAY_MS) == [Task.CLEANUP]


OFFSETS = st.integers(-12, 14).map(lambda hours: lambda _moment: hours * HOUR)


@given(moment=st.integers(0, 4_000_000_000_000), hour=st.integers(0, 23), offset=OFFSETS)
def test_a_window_strikes_its_hour_within_a_day(moment: int, hour: int, offset: upkeep.Offset):
    window = upkeep.window_after(moment, hour, offset)
    assert moment < window <= moment + DAY_MS
    assert (window + offset(window)) % DAY_MS == hour * HOUR


@shows("C8")
@given(
    start=st.integers(0, 4_000_000_000_000),
    steps=st.lists(st.integers(0, 3 * DAY_MS), min_size=1, max_size=30),
    offset=OFFSETS,
)
def test_however_often_one_looks_each_window_is_used_at_most_once(
    start: int, steps: list[int], offset: upkeep.Offset
):
    now, stamp, ran = start, start, []
    for step in steps:
        now += step
        if Task.CLEANUP in due(now, offset, cleanup=stamp):
            ran.append((now + offset(now) - 2 * HOUR) // DAY_MS)
            stamp = now
        assert Task.CLEANUP not in due(now, offset, cleanup=stamp)
    assert len(ran) == len(set(ran))
