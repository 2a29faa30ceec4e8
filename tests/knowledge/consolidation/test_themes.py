"""Summaries in the words of their facts, and profiles."""

from __future__ import annotations

from typing import Any

import pytest

from mohen.knowledge import profiles
from mohen.knowledge.consolidation import themes
from mohen.knowledge.consolidation.themes import Group
from mohen.knowledge.model import AGENT, BELIEF, FACT, USER, EntityType, Item
from mohen.policy import Policy
from shows import shows

POLICY = Policy()


def fact(number: int, content: str, attribute: str, value: str = "", **more: Any) -> Item:
    given = {"subject": USER, "importance": 0.8, "type": FACT, **more}
    return Item(
        id=f"f_{number:03}", project_id="p", content=content, origin="extracted",
        created_at=number, updated_at=number, attribute=attribute, value=value, **given,
    )  # fmt: skip


@shows("R196")
@pytest.mark.parametrize(
    ("group", "facts", "text"),
    [
        (
            Group(USER, "life"),
            [("用户读计算机专业大三", "major"), ("用户住在上海", "location"),
             ("用户在做个人项目“寒武纪”", "project:寒武纪")],
            "用户：住在上海，读计算机专业大三，在做个人项目“寒武纪”",
        ),
        (
            Group(USER, "taste"),
            [("The user likes coffee", "preference:coffee"),
             ("The user likes tea", "preference:tea"),
             ("The user hates cilantro", "preference:cilantro")],
            "The user: likes coffee, tea; hates cilantro",
        ),
        (
            Group(USER, "health"),
            [("用户对花生过敏", "allergy:花生"), ("用户有高血压", "health:高血压"),
             ("用户每天吃降压药", "medication:降压药")],
            "用户：有高血压，对花生过敏，每天吃降压药",
        ),
        (
            Group("妈妈", "life"),
            [("用户的妈妈住在成都", "location"), ("用户的妈妈是老师", "job"),
             ("用户的妈妈今年50岁", "age")],
            "妈妈：今年50岁，住在成都，是老师",
        ),
        (
            Group("Anna", "life"),
            [("The user's wife Anna is a nurse", "job"), ("Anna lives in Berlin", "location"),
             ("Anna is 31", "age")],
            "Anna: is 31; lives in Berlin; is a nurse",
        ),
        (
            Group(AGENT, "manners"),
            [("用户要求助手以后都用中文回答", "style:language"),
             ("用户要求助手不要用表情符号", "style:emoji"),
             ("用户要求助手回答尽量简短一点", "style:length")],
            "助手：以后都用中文回答，不要用表情符号，回答尽量简短一点",
        ),
        (
            Group(AGENT, "manners"),
            [("The user wants the assistant not to use emojis", "style:emoji"),
             ("The user wants the assistant to keep answers short", "style:length"),
             ("The user wants the assistant never to mention Anna", "style:names")],
            "The assistant: not to use emojis; to keep answers short; never to mention Anna",
        ),
        (
            Group(USER, "people"),
            [("The user has a cat named Luna", "pet:luna"),
             ("The user has a cat named Milo", "pet:milo"),
             ("The user's boss is called Tom", "relation:boss")],
            "The user: boss is called Tom; has a cat named Luna, a cat named Milo",
        ),
    ],
)  # fmt: skip
def test_a_summary_says_its_facts(group: Group, facts: list[tuple[str, str]], text: str) -> None:
    items = [
        fact(n, content, attribute, subject=group.subject)
        for n, (content, attribute) in enumerate(facts)
    ]
    composed = themes.compose(group, items, POLICY, trigger=3)
    assert composed.text == text
    assert set(composed.facts) == set(items)


def test_what_matters_most_is_said_first_and_the_rest_not_at_all() -> None:
    items = [fact(n, f"用户喜欢第{n}种特别难得的好茶叶", f"preference:{n}") for n in range(9)]
    items.append(fact(9, "用户喜欢水", "preference:水", importance=1.0))
    composed = themes.compose(Group(USER, "taste"), items, POLICY, trigger=3)
    assert composed.text.startswith("用户：喜欢水、")
    assert len(composed.text) <= POLICY.reconciling.summary_chars
    assert len(composed.facts) < len(items)


def test_what_can_be_summed_up() -> None:
    counts = [(USER, "location", 1), (USER, "job", 2), (USER, "", 9), ("寒武纪", "", 3)]
    assert themes.worth(counts, 3) == [Group(USER, "life"), Group("寒武纪", "about")]
    assert themes.worth(counts, 4) == []


@shows("R196")
def test_a_profile_is_what_items_say_of_it() -> None:
    said = [
        (fact(1, "张三住在北京", "location", "北京", subject="张三"), "person"),
        (fact(2, "张三在腾讯上班", "employer", "腾讯", subject="张三"), "other"),
        (fact(3, "张三可能喜欢茶", "preference:茶", "like", subject="张三", type=BELIEF), "other"),
        (fact(4, "用户认识张三", "relation:张三", "朋友"), "other"),
    ]
    made = profiles.profile_of("张三", said)
    assert made.type is EntityType.PERSON
    assert {name: each.value for name, each in made.attributes.items()} == {
        "location": "北京",
        "employer": "腾讯",
    }
    assert made.facts == ("f_001", "f_002", "f_004")
    assert made.beliefs == ("f_003",)


def test_two_languages_are_not_mixed_and_one_of_each_is_not_enough() -> None:
    mixed = [
        fact(1, "用户喜欢茶", "preference:茶"),
        fact(2, "The user likes tea", "preference:tea"),
        fact(3, "用户喜欢水", "preference:水"),
    ]
    assert themes.compose(Group(USER, "taste"), mixed, POLICY, trigger=3).facts == ()
    more = [*mixed, fact(4, "用户讨厌酒", "preference:酒")]
    composed = themes.compose(Group(USER, "taste"), more, POLICY, trigger=3)
    assert composed.text == "用户：喜欢茶、水，讨厌酒"
