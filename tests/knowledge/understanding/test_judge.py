"""The judge of statements: what stands alone is kept, in both languages and either script, and
what puts something right is not its business."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mohen.knowledge.consolidation.model import Act, Statement
from mohen.knowledge.model import USER, Category
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding import en, zh
from mohen.knowledge.understanding.judge import Judge
from ordinary import contents, told

BOTH = pytest.mark.parametrize(
    ("judge", "content", "said"),
    [
        (zh.JUDGE, "用户会努力去面对的", "我会努力去面对的"),
        (en.JUDGE, 'The user said on 2026-02-04: "I did, and Bo won it"', "I did, and Bo won it"),
    ],
    ids=["zh", "en"],
)


def _statement(content: str) -> Statement:
    return Statement(content=content, category=Category.GENERAL, subject=USER)


def test_a_life_is_likelier_to_stand_alone_than_an_hour() -> None:
    kept, left = _statement("用户养了一只猫"), _statement("用户会努力去面对的")
    assert zh.JUDGE.likelihood(kept, "我养了一只猫", "我养了一只猫") > zh.JUDGE.likelihood(
        left, "我会努力去面对的", "好的，我会努力去面对的"
    )


def test_a_trade_is_likelier_to_stand_alone_than_an_answer() -> None:
    kept = _statement("The user is a night-shift nurse in Leeds")
    left = _statement('The user said on 2026-02-04: "I guess I only know 2"')
    assert en.JUDGE.likelihood(
        kept, "I'm a night-shift nurse in Leeds", "I'm a night-shift nurse in Leeds"
    ) > en.JUDGE.likelihood(left, "I guess I only know 2", "I guess I only know 2")


@BOTH
def test_the_threshold_is_the_policys(judge: Judge, content: str, said: str) -> None:
    left = _statement(content)
    assert not judge.stands_alone(left, said, said, Extraction())
    assert judge.stands_alone(left, said, said, replace(Extraction(), alone_from=-99.0))


@BOTH
def test_what_corrects_or_ends_something_needs_no_judge(
    judge: Judge, content: str, said: str
) -> None:
    left = _statement(content)
    assert judge.stands_alone(replace(left, act=Act.CORRECTS), said, said, Extraction())
    assert judge.stands_alone(replace(left, ended=True), said, said, Extraction())


def test_traditional_characters_are_judged_like_simplified_ones() -> None:
    assert len(contents("我在給雜誌寫專欄")) == len(contents("我在给杂志写专栏")) == 1
    assert contents("我會好好調整心態的") == contents("我会好好调整心态的") == []


def test_words_that_only_look_like_a_taste_a_day_or_a_home() -> None:
    assert contents("我喜欢上了一个非常优秀的插画师") == []
    assert contents("我周末喜欢去郊外徒步") == ["用户周末喜欢去郊外徒步"]
    assert contents("住院期间各种检查都做了") == []
    assert contents("我21号去过上海") == ["用户 2026-01-21 去过上海"]


@pytest.mark.parametrize(
    "said",
    [
        "Our heating bill went up to $350 a month",
        "My new personal best in the half marathon is 1:39:58",
        "My car does 48 mpg",
        "I scored 87 in chemistry",
        "我们的物业费涨到每月520了",
        "我跑全马的最好成绩是3小时28分",
        "我高考考了620分",
        "我们班有48个学生",
        "我一个月话费59",
        "我們班有48個學生",
    ],
)
def test_how_much_of_what_is_named_is_kept_as_it_was_said(said: str) -> None:
    [content] = told(said)
    assert content in (
        f'The user said on 2026-02-04: "{said}"',
        f"用户在 2026-02-04 说：“{said}”",
    )


@pytest.mark.parametrize(
    "said",
    [
        "My question is about number 3",
        "Our chat is 3 pages long",
        "I saved 5 hours",
        "我的问题是第2个",
        "我的意思是第3个方案",
        "我们的对话到第5章了",
    ],
)
def test_a_number_of_this_talk_or_of_nothing_that_is_named_is_left(said: str) -> None:
    assert told(said) == []


@pytest.mark.parametrize(
    ("said", "content"),
    [
        (
            "I'm seeing the cardiologist at 2:30pm next Tuesday",
            "The user is seeing the cardiologist on 2026-02-10 at 14:30",
        ),
        (
            "I'm getting my wisdom teeth out on Friday",
            "The user is getting their wisdom teeth out on 2026-02-06",
        ),
        ("My flight lands at 6:40pm on Friday", "The user's flight lands on 2026-02-06 at 18:40"),
        (
            "The parent-teacher meeting is on the 20th at 18:00",
            "The parent-teacher meeting is on 2026-02-20 at 18:00",
        ),
        ("The plumber is coming tomorrow at 9am", "The plumber is coming on 2026-02-05 at 09:00"),
        (
            "My anniversary is coming up on May 3",
            "The user's anniversary is coming up on 2026-05-03",
        ),
        ("家长会是20号晚上6点", "家长会是 2026-02-20 18:00"),
        ("周五有家长会", "用户 2026-02-06 有家长会"),
        ("水管工明天上午9点来", "水管工 2026-02-05 09:00 来"),
        ("我女儿周五期末考", "用户的女儿 2026-02-06 期末考"),
        ("我周五下午6点40的飞机到上海", "用户 2026-02-06 18:40 飞机到上海"),
        ("我爸妈周六来", "用户的爸妈 2026-02-07 来"),
    ],
)
def test_what_is_to_come_on_a_day_that_is_named_needs_no_judge(said: str, content: str) -> None:
    assert told(said) == [content]


@pytest.mark.parametrize(
    "said",
    [
        "I'm going to try both on Saturday",
        "I have some on Saturday",
        "Maybe I'll go on Saturday",
        "我周五要去拿它",
        "我周末可能去看房",
    ],
)
def test_what_is_to_come_and_leans_or_is_not_sure_is_judged(said: str) -> None:
    assert told(said) == []
