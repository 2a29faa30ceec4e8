"""When a cron expression strikes next."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.knowledge.consolidation import cron
from mohen.knowledge.policy import Consolidation

HOUR = 3_600_000


def ms(said: str) -> int:
    return int(datetime.fromisoformat(said).replace(tzinfo=UTC).timestamp() * 1000)


def next_after(said: str, expression: str, ahead: int = 0) -> str | None:
    found = cron.next_after(ms(said), expression, lambda _moment: ahead, Consolidation())
    return None if found is None else datetime.fromtimestamp(found / 1000, UTC).isoformat()[:16]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("0 3 * * *", "2026-02-04T03:00"),
        ("0 2 * * *", "2026-02-05T02:00"),  # not again at the very minute
        ("*/15 9-17 * * mon-fri", "2026-02-04T09:00"),
        ("30 2 * * 1-5", "2026-02-04T02:30"),
        ("0 0 29 2 *", "2028-02-29T00:00"),
        ("0 3 1,15 * *", "2026-02-15T03:00"),
        ("0 3 1,15 * fri", "2026-02-06T03:00"),  # either is enough, as cron has it
        ("0 3 * * 7", "2026-02-08T03:00"),  # Sunday by its other number
        ("@weekly", "2026-02-08T00:00"),
        ("0 3 31 2 *", None),
    ],
)
def test_strikes(expression: str, expected: str | None) -> None:
    assert next_after("2026-02-04T02:00:00", expression) == expected


def test_the_hour_is_the_authors() -> None:
    assert next_after("2026-02-04T02:00:00", "0 3 * * *", ahead=8 * HOUR) == "2026-02-04T19:00"


@pytest.mark.parametrize(
    "expression",
    ["", "0 3 * *", "60 * * * *", "* * * * 8", "a b c d e", "*/0 * * * *", "5-1 * * * *"],
)
def test_nonsense_is_no_schedule(expression: str) -> None:
    assert not cron.is_sound(expression)
    assert next_after("2026-02-04T02:00:00", expression) is None


@given(st.integers(0, 4_000_000_000_000), st.integers(0, 59), st.integers(0, 23))
def test_a_daily_strike_is_at_most_a_day_away(moment: int, minute: int, hour: int) -> None:
    expression = f"{minute} {hour} * * *"
    found = cron.next_after(moment, expression, lambda _moment: 0, Consolidation())
    assert found is not None
    assert 0 < found - moment <= 24 * HOUR
    struck = datetime.fromtimestamp(found / 1000, UTC)
    assert (struck.minute, struck.hour) == (minute, hour)
