"""What somebody has kept: sound or not, in whose words, how sure."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.errors import InvalidArgument
from mohen.knowledge import capture, claim
from mohen.knowledge.model import BELIEF, FACT, NOTE, SUMMARY
from mohen.policy import Policy
from shows import shows

POLICY = Policy().knowledge


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("用户对花生过敏", "我对花生过敏"),
        ("用户的名字是张三", "我的名字是张三"),
        ("用户29岁", "我29岁"),
        ("用户 2026-11-18 去北京", "我2026-11-18 去北京"),
        ("The user lives in Berlin", "I live in Berlin"),
        ("User is a teacher", "I am a teacher"),
        ("user has a cat", "I have a cat"),
        ("User studies law", "I study law"),
        ("User's name is Anna", "My name is Anna"),
        ("The user’s birthday is 3 May", "My birthday is 3 May"),
    ],
)
def test_what_is_told_of_the_user_is_read_as_the_user_would_say_it(told: str, said: str) -> None:
    assert claim.first_person(told) == said


@pytest.mark.parametrize(
    "text", ["用户", "我对花生过敏", "Users love it", "user", "张三是用户", ""]
)
def test_anything_else_is_left_as_it_is(text: str) -> None:
    assert claim.first_person(text) == text


@shows("R210")
@given(st.floats(allow_nan=False))
def test_a_share_is_from_0_to_1_and_a_change_is_said(value: float) -> None:
    kept, warnings = capture.share(value, "importance")
    assert 0 <= kept <= 1
    assert bool(warnings) == (kept != value)


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(InvalidArgument):
        capture.share(math.nan, "importance")


@shows("R184", "R185")
@given(st.none() | st.floats(allow_nan=False), st.sampled_from((FACT, SUMMARY, NOTE)))
def test_only_a_belief_is_less_than_certain(asked: float | None, kind: str) -> None:
    assert capture.sound_confidence(kind, asked, POLICY)[0] == 1
    sure, _ = capture.sound_confidence(BELIEF, asked, POLICY)
    assert 0 <= sure < 1


def test_names_are_kept_once_and_without_space_around_them() -> None:
    assert capture.sound_names([" 张三", "", "Anna ", "张三", "  "], POLICY) == ("张三", "Anna")
