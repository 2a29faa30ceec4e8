"""Whole messages as people write them, from what is said to what is understood."""

from __future__ import annotations

import pytest

from mohen.logic.knowing import extraction, fragments, screening
from mohen.logic.knowing.extraction import Extracted
from mohen.model.consolidation import Act, Verdict
from mohen.model.transcript import Role, Utterance
from mohen.policy import Policy
from shows import shows

POLICY = Policy()
AT = 1_770_170_400_000  # Wednesday 2026-02-04


def heard(text: str) -> Extracted:
    said = Utterance("s", 7, Role.USER, text, AT)
    kept = [
        each
        for each in fragments.split(said, at=AT, policy=POLICY.screening)
        if screening.screen(each, POLICY.screening).verdict is not Verdict.DROPPED
    ]
    return extraction.extract(kept, offset_ms=0, policy=POLICY.extraction)


def contents(text: str) -> list[str]:
    return [each.content for _, each in heard(text).statements]


SAYINGS = {
    # the agent is still spoken to in the rest of the sentence
    "你叫小墨，是我的写作助手": ["助手叫小墨", "助手是用户的写作助手"],
    "记住你是我的助手，叫小墨": ["助手是用户的助手", "助手叫小墨"],
    "以后都用中文回答我，别用感叹号": [
        "用户要求助手以后都用中文回答用户",
        "用户要求助手不要用感叹号",
    ],
    "你叫小墨，住在北京": ["助手叫小墨"],
    "请不要再提陈默": ["用户要求助手不要再提陈默"],
    # who was named is he or she in the next clause, however short that is
    "我男朋友叫陈默，他是医生": ["用户的男朋友叫陈默", "陈默是医生"],
    "My wife is called Anna, she works at Netflix": [
        "The user's wife is called Anna",
        "Anna works at Netflix",
    ],
    "我昨天跟老板吵架了，他说我太懒": ["用户 2026-02-03 跟老板吵架了"],
    # animals
    "我养了一只叫豆豆的猫": ["用户养了一只叫豆豆的猫"],
    "我养了两只叫豆豆和毛毛的狗": ["用户的狗叫豆豆", "用户的狗叫毛毛"],
    # what may come, and what comes
    "我可能要换工作了": ["用户可能要换工作"],
    "我可能会去北京工作": ["用户可能会去北京工作"],
    "I might move to Oslo": ["The user might move to Oslo"],
    "I might be lactose intolerant": ["The user might be lactose intolerant"],
    "I'm moving to Lisbon": ["The user is moving to Lisbon"],
    # where one works, though nobody knows the firm
    "我在豆瓣当产品经理": ["用户在豆瓣工作", "用户是产品经理"],
    "我在网上做运营": ["用户是运营"],
    # what is not, or not any more
    "我不吃素了": ["用户不再吃素"],
    "I don't have asthma": ["The user doesn't have asthma"],
    "I no longer have asthma": ["The user no longer has asthma"],
    "My phone is an iPhone 15": ["The user's phone is an iPhone 15"],
}


@shows("R195", "R205")
@pytest.mark.parametrize("text", SAYINGS)
def test_a_message_says_what_one_would_write_down(text: str) -> None:
    assert contents(text) == SAYINGS[text]


@pytest.mark.parametrize("text", ["不要再提交代码了", "I might try that", "I may be wrong"])
def test_what_looks_like_one_of_them_says_nothing(text: str) -> None:
    assert contents(text) == []


def test_an_order_of_a_new_sentence_is_a_task() -> None:
    assert contents("以后都用中文回答。别用循环") == ["用户要求助手以后都用中文回答"]


@pytest.mark.parametrize("text", ["我可能要辞职了", "I might quit my job"])
def test_that_something_may_be_over_replaces_nothing(text: str) -> None:
    ((_, belief),) = heard(text).statements
    assert (belief.attribute, belief.value, belief.ended) == ("", "", False)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [("It's not Karin, it's Karina", "Karina", "Karin"), ("不是周三，是周四", "周四", "周三")],
)
def test_a_value_in_place_of_another_is_one_thought(text: str, right: str, wrong: str) -> None:
    ((_, said),) = heard(text).statements
    assert (said.act, said.value, said.basis) == (Act.CORRECTS, right, wrong)


@pytest.mark.parametrize(
    "text", ["我喜欢这个", "明天再告诉你", "I have a question", "I love this!"]
)
def test_nobody_need_be_asked_about_what_is_said_of_this_conversation(text: str) -> None:
    assert heard(text) == Extracted()
