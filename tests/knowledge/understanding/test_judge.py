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
from ordinary import contents

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
