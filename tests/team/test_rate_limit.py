"""An author is answered so often a second, and no other waits for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.team.rate_limit import Bucket
from team.served import Team


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_some_at_once_then_so_many_a_second() -> None:
    clock = Clock()
    bucket = Bucket(10, 3, clock)
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 100]
    clock.now = 0.1
    assert [bucket.take() for _ in range(2)] == [0, 100]
    clock.now = 100.0
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 100]


@given(st.lists(st.floats(0, 2), max_size=200))
def test_over_any_time_no_more_than_burst_and_rate(pauses: list[float]) -> None:
    clock = Clock()
    bucket = Bucket(5, 10, clock)
    taken = 0
    for pause in pauses:
        clock.now += pause
        taken += bucket.take() == 0
    assert taken <= 10 + 5 * clock.now + 1e-6


@given(st.floats(0.1, 1_000), st.integers(1, 50))
def test_who_waits_as_long_as_they_are_told_is_answered(rate: float, burst: int) -> None:
    clock = Clock()
    bucket = Bucket(rate, burst, clock)
    while not (wait := bucket.take()):
        pass
    clock.now += wait / 1000
    assert bucket.take() == 0


def test_it_is_told_as_backpressure_and_touches_nobody_else(
    open_team: Callable[..., Team], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("mohen.team.rooms.Bucket", lambda rate, burst: Bucket(rate, burst, clock))
    team = open_team(burst=3, calls_a_second=2)
    ann, bob = team.author("ann"), team.author("bob")
    assert [ann.ask("memory:status").status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = ann.ask("memory:status")
    assert refused.json()["error"]["code"] == "MEMORY_BACKPRESSURE"
    assert refused.json()["error"]["retryable"]
    assert refused.json()["error"]["details"] == {"retryAfterMs": 500}
    assert refused.headers["retry-after"] == "1"
    # Another token of the same author has no more of it; another author has their own
    assert team.author("ann").ask("memory:status").status_code == 429
    assert bob.ask("memory:status").status_code == 200
    admin = team.author("root", scope="admin")
    assert "mohen_rate_limited_total 3.0" in admin.client.get("/metrics").text
    clock.now = 0.5
    assert ann.ask("memory:status").status_code == 200
