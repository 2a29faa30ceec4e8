"""A play that goes on over messages, batches and runs is never what the user is."""

from __future__ import annotations

import pytest

from mohen.memory import Memory
from mohen.testing import FrozenClock
from shows import shows
from talks import MINUTE, NOON, USER, Killed, Mortal, Talks, contents, listening, run

PLAY = "我们来玩角色扮演，你是海盗我是船长"


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(NOON + 48 * 60 * MINUTE)


@pytest.fixture
def talks() -> Talks:
    return Talks().say("a", "我叫张三", PLAY, "我住在加勒比海", "我今年五百岁")


@shows("R194", "C58")
@pytest.mark.parametrize("batch", [1, 2, 500])
def test_it_lasts_over_batches_and_runs(memory: Memory, talks: Talks, batch: int) -> None:
    parts = listening(memory, talks, batch=batch)
    run(parts)
    talks.say("a", "我的船叫黑珍珠，我养了一只鹦鹉")
    run(parts)
    assert contents(parts) == {"用户叫张三"}
    # Another session is no part of it
    talks.say("b", "我喜欢喝咖啡")
    talks.say("a", "好了不玩了", "我住在北京")
    run(parts)
    assert contents(parts) == {"用户叫张三", "用户喜欢喝咖啡", "用户住在北京"}


def test_a_day_later_it_is_over(memory: Memory, talks: Talks) -> None:
    parts = listening(memory, talks)
    run(parts)
    talks.say("a", (USER, "我住在北京", NOON + 24 * 60 * MINUTE))
    run(parts)
    assert contents(parts) == {"用户叫张三", "用户住在北京"}


@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize("dies_at", range(5))
def test_a_kill_between_two_batches_loses_no_part(
    memory: Memory, talks: Talks, dies_at: int, written: bool
) -> None:
    parts = listening(memory, talks, batch=1, is_gone=lambda _process: True)
    mortal = Mortal(parts.mind_db, dies_at=dies_at, written=written)
    with pytest.raises(Killed):
        run(parts.but(mind_db=mortal))
    run(parts)
    assert contents(parts) == {"用户叫张三"}


def test_what_was_rewritten_is_read_without_it(memory: Memory, talks: Talks) -> None:
    parts = listening(memory, talks)
    run(parts)
    talks.rewrite("a", "我叫张三", "我住在北京", "我喜欢喝咖啡", "我讨厌香菜", "我养了猫")
    run(parts)
    assert "用户住在北京" in contents(parts)


def test_an_opening_on_a_branch_that_was_left_is_void(memory: Memory, talks: Talks) -> None:
    parts = listening(memory, talks)
    run(parts)
    talks.abandoned["a"] = (2, 3, 4)
    talks.say("a", "我住在北京")
    run(parts)
    assert contents(parts) == {"用户叫张三", "用户住在北京"}
