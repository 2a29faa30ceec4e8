"""`mohen clock`: what a machine with a wrong clock is asked, and told."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from cli.running import Run
from mohen.core.system import SystemClock

DAY = 86_400_000
Set = Callable[[int], None]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Set:
    """So many days ahead of the true time."""

    def set_(days: int) -> None:
        now = time.time_ns() // 1_000_000 + days * DAY
        monkeypatch.setattr(SystemClock, "now", lambda _self: now)

    return set_


def test_a_start_with_a_wrong_clock_takes_nothing_and_asks(
    mohen: Run, recorded: Callable[..., dict[str, Any]], set_clock: Set
) -> None:
    recorded()
    for days in (200, 730, 1_460, -15_000):
        set_clock(days)
        done = json.loads(mohen("upkeep", "--json").stdout)["data"]
        assert (done["compressed"], done["purged"], done["abandoned"]) == (0, 0, 0)
        told = mohen("status").stdout
        assert "1 whole, 0 digests" in told
        assert f"{abs(days)} days {'ahead' if days > 0 else 'behind'}" in told
        assert "mohen clock wrong" in told
        assert f"快 {days} 天" in mohen("doctor", MOHEN_LANG="zh").stdout or days < 0
    # When the clock is right again
    set_clock(0)
    assert "as the home has seen it" in mohen("clock").stdout
    assert "1 whole" in mohen("status").stdout


def test_a_word_is_taken_and_taken_back(
    mohen: Run, recorded: Callable[..., dict[str, Any]], set_clock: Set
) -> None:
    recorded()
    set_clock(200)
    asked = mohen("clock")
    assert "jumped by 200 days" in asked.stdout
    assert "mohen clock right" in asked.stdout
    assert "200 days passed at once" in mohen("clock", "right").stdout
    assert "1 whole" in mohen("status").stdout
    back = mohen("clock", "wrong", MOHEN_LANG="zh").stdout
    assert "偏差 200 天" in back
    set_clock(0)
    assert mohen("clock", "right").exit_code != 0
