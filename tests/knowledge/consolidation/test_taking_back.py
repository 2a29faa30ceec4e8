"""What a speaker takes back, across tool calls, sessions and readings."""

from __future__ import annotations

import pytest

from mind import Mind, corrects, guesses, lives, says, takes_back
from mohen.knowledge.model import BELIEF, State
from mohen.memory import Memory


@pytest.fixture
def mind(memory: Memory) -> Mind:
    return Mind(memory)


def test_a_joke_reaches_the_message_before_it_however_much_a_host_wrote_between(
    mind: Mind,
) -> None:
    mind.hears(
        lives("北京", line=1),
        says("用户是宇航员", "job", "宇航员", line=3, day=0.001, previous=1),
        takes_back(line=30, day=0.002, previous=3),
    )
    assert mind.known() == ["用户住在北京"]
    assert mind.known(State.WITHDRAWN) == ["用户是宇航员"]


def test_a_joke_takes_nothing_back_where_the_message_before_it_told_nothing(mind: Mind) -> None:
    mind.hears(lives("北京", line=1), takes_back(line=4, day=0.001, previous=3))
    assert mind.known() == ["用户住在北京"]


def test_what_is_to_be_forgotten_is_forgotten_of_every_session(mind: Mind) -> None:
    cilantro = {"attribute": "preference:香菜", "value": "dislike"}
    mind.hears(
        says("用户讨厌香菜", **cilantro, session="monday"),
        says("用户讨厌香菜", **cilantro, session="tuesday", day=1),
        says("用户养了猫", session="tuesday", day=1, line=3),
    )
    mind.hears(takes_back("香菜", session="friday", day=4))
    assert mind.known() == ["用户养了猫"]
    # And said again afterwards it is meant
    mind.hears(says("用户讨厌香菜", **cilantro, session="sunday", day=6))
    assert "用户讨厌香菜" in mind.known()


def test_what_is_said_after_a_wish_to_forget_is_not_meant_by_it(mind: Mind) -> None:
    mind.hears(says("用户讨厌香菜", day=6, session="later"))
    mind.hears(takes_back("香菜", day=4))
    assert mind.known() == ["用户讨厌香菜"]


def test_a_session_that_is_read_again_brings_nothing_back(mind: Mind) -> None:
    session = (
        lives("北京", line=1),
        says("用户是宇航员", "job", "宇航员", line=3, day=0.001, previous=1),
        takes_back(line=5, day=0.002, previous=3),
        guesses("用户可能有胃炎", "health:胃炎", "yes", line=7, day=0.003, confidence=0.3),
        says("用户没有胃炎", "health:胃炎", "no", line=9, day=0.004),
        says("用户的老家是成都", "hometown", "成都", line=11, day=0.005),
        corrects("重庆", "用户更正：重庆", line=13, day=0.006),
    )
    mind.hears(*session)
    before = [(each.id, each.content, each.state) for each in mind.items(*State)]
    beliefs = mind.known(*State, kind=BELIEF)
    assert ("用户的老家是重庆", State.ACTIVE) in {each[1:] for each in before}
    assert mind.hears(*session) == []
    assert [(each.id, each.content, each.state) for each in mind.items(*State)] == before
    assert mind.known(*State, kind=BELIEF) == beliefs


def test_a_joke_of_an_old_session_that_is_read_late_leaves_no_history(mind: Mind) -> None:
    mind.hears(says("用户是编辑", "job", "编辑", day=9, session="new"))
    mind.hears(
        says("用户是宇航员", "job", "宇航员", line=3, previous=1),
        takes_back(line=5, day=0.001, previous=3),
    )
    assert mind.history("job") == [("编辑", 9, None)]


def test_a_correction_of_an_old_session_that_is_read_late_corrects_its_own(mind: Mind) -> None:
    mind.hears(lives("广州", 9, session="new"))
    mind.hears(lives("北京", line=1), corrects("上海", "用户更正：上海", line=3, day=1e-3))
    assert [value for value, *_ in mind.history("location")] == ["北京", "上海", "广州"]
    assert mind.known() == ["用户住在广州"]
