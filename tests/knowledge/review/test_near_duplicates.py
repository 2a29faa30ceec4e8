"""Which memories say the same, and which only look it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.knowledge.policy import Review
from mohen.knowledge.review import findings

SAME = [
    ("用户喜欢喝乌龙茶", "用户喜欢喝　乌龙茶。"),
    ("用户收藏钢笔", "用户收藏着钢笔"),
    ("User plays the cello", "The user plays the cello."),
    (
        "User is allergic to peanuts, shellfish and bees and carries an epinephrine pen",
        "User is allergic to peanuts, shellfish and bees and always carries an epinephrine pen",
    ),
]
OTHER = [
    ("用户喜欢猫", "用户喜欢猫粮"),
    ("用户喜欢猫", "用户不喜欢猫"),
    ("小明喜欢小红", "小红喜欢小明"),
    ("机器人_5 坏了", "机器人_50 坏了"),
    ("Tom hired Anna", "Anna hired Tom"),
    ("User has 2 cats", "User has 3 cats"),
    ("The meeting with Anna is in the hall", "The meeting with Tom is in the hall"),
]


def grouped(*texts: str) -> list[list[int]]:
    return findings.same([findings.words(each) for each in texts], Review())


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_is_known(one: str, other: str) -> None:
    assert grouped(one, "天气很好", other) == [[0, 2]]


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_what_says_something_else_is_left_alone(one: str, other: str) -> None:
    assert grouped(one, other) == []


@given(st.lists(st.sampled_from([text for pair in SAME + OTHER for text in pair]), max_size=12))
def test_groups_do_not_overlap_and_equal_texts_share_one(texts: list[str]) -> None:
    groups = grouped(*texts)
    members = [place for group in groups for place in group]
    assert len(members) == len(set(members))
    for first, text in enumerate(texts):
        for second in range(first + 1, len(texts)):
            if texts[second] == text:
                assert any({first, second} <= set(group) for group in groups)


def test_many_are_compared_with_few(monkeypatch: pytest.MonkeyPatch) -> None:
    # Not each with each: two thousand that differ are hardly compared at all.
    compared = 0
    alike = findings._alike

    def counted(*args: object) -> bool:
        nonlocal compared
        compared += 1
        return alike(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(findings, "_alike", counted)
    grouped(*(f"User likes thing{n} and stuff{n * 7}" for n in range(2000)))
    assert compared < 2000


def test_a_name_with_a_number_is_no_count() -> None:
    told = [findings.words(each) for each in ("机器人_5坏了", "机器人_50坏了", "Chapter 3 is done")]
    assert findings.recounted(told) == []
    told = [findings.words(each) for each in ("用户养了2只猫", "用户养了3只猫")]
    assert findings.recounted(told) == [[0, 1]]
