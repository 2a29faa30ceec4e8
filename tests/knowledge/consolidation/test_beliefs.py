"""What a fact says to a belief, and how a belief is found."""

from __future__ import annotations

from typing import Any

import pytest

from mohen.knowledge.consolidation.beliefs import Held, Judgement, denied, judge
from mohen.knowledge.model import BELIEF, FACT, USER, Item, State
from mohen.knowledge.policy import Reconciling
from mohen.knowledge.understanding import similarity
from shows import shows

POLICY = Reconciling()


def item(content: str, kind: str = FACT, **more: Any) -> Item:
    given = {"subject": USER, "created_at": 5, "updated_at": 5, "id": f"{kind[0]}_1", **more}
    return Item(type=kind, project_id="p", content=content, origin="extracted", **given)


def belief(content: str, **more: Any) -> Item:
    return item(content, BELIEF, **{"confidence": 0.6, "created_at": 1, **more})


@shows("R196", "B17")
@pytest.mark.parametrize(
    ("fact", "guess", "verdict"),
    [
        ("用户在一家科技公司工作", "用户可能在科技公司工作", Judgement.CONFIRM),
        ("用户不在科技公司工作", "用户可能在科技公司工作", Judgement.DENY),
        ("用户喜欢爬山", "用户可能在科技公司工作", Judgement.IRRELEVANT),
        ("用户在科技大学读书", "用户可能在科技公司工作", None),
        ("The user works at a tech company", "The user probably works at a tech company",
         Judgement.CONFIRM),
        ("The user never worked at a tech company", "The user might work at a tech company",
         Judgement.DENY),
        ("The user hates cats", "The user may like cats", None),
        ("用户有2个孩子", "用户可能有3个孩子", None),
        # what is denied beside it, or denied of something else
        ("The user loves hiking but hates running", "The user might love hiking",
         Judgement.CONFIRM),
        ("The user does not work with Google Docs", "The user may work at Google", None),
        ("用户喜欢咖啡，但是不喜欢茶", "用户可能喜欢咖啡", Judgement.CONFIRM),
    ],
)  # fmt: skip
def test_by_words(fact: str, guess: str, verdict: Judgement | None) -> None:
    assert judge(item(fact), belief(guess), POLICY) == verdict


def test_by_attribute() -> None:
    lives = {"attribute": "location"}
    guess = belief("用户可能住在北京", value="北京", **lives)
    assert judge(item("用户住在北京", value="北京", **lives), guess, POLICY) == Judgement.CONFIRM
    assert judge(item("用户住在上海", value="上海", **lives), guess, POLICY) == Judgement.DENY
    other = item("张三住在上海", value="上海", subject="张三", **lives)
    assert judge(other, guess, POLICY) == Judgement.IRRELEVANT
    early = item("用户住在上海", value="上海", created_at=0, **lives)
    assert judge(early, guess, POLICY) == Judgement.IRRELEVANT


@pytest.mark.parametrize(
    ("attribute", "told", "guessed", "verdict"),
    [
        ("preference:tea", "prefer", "like", Judgement.CONFIRM),
        ("preference:tea", "avoid", "like", Judgement.DENY),
        ("allergy:nuts", "none", "allergic", Judgement.DENY),
        ("job", "software engineer", "engineer", Judgement.CONFIRM),
        ("job", "engineer", "software engineer", None),
        ("job", "nurse", "teacher", Judgement.DENY),
        ("relation:Anna", "colleague", "friend", None),
        ("relation:wife", "Mary", "Anna", Judgement.DENY),
        ("habit:wake up", "wake up at 6", "wake up at 7", None),
    ],
)
def test_values_deny_each_other_only_where_one_can_hold(
    attribute: str, told: str, guessed: str, verdict: Judgement | None
) -> None:
    fact = item("fact", attribute=attribute, value=told)
    guess = belief("guess", attribute=attribute, value=guessed)
    assert judge(fact, guess, POLICY) == verdict


def test_who_shares_nobody_is_no_evidence() -> None:
    about = belief("张三可能在科技公司工作", subject="张三")
    fact = item("李四在科技公司工作", subject="李四")
    assert judge(fact, about, POLICY) == Judgement.IRRELEVANT


@shows("R196")
def test_a_belief_is_given_up_below_two_tenths() -> None:
    once = denied(belief("x", confidence=0.7), 9, POLICY)
    assert (once.state, round(once.confidence, 3)) == (State.ACTIVE, 0.4)
    assert denied(once, 9, POLICY).state is State.DENIED


def test_beliefs_are_found_by_their_words_among_many() -> None:
    many = [belief(f"用户可能喜欢第{n}种茶", id=f"b_{n:04}") for n in range(500)]
    held = Held.of([*many, belief("用户可能在科技公司工作", id="b_x")])
    fact = item("用户在科技公司工作")
    assert held.near(fact, similarity.content_terms(fact.content), POLICY) == ["b_x"]
    held.drop("b_x")
    assert held.near(fact, similarity.content_terms(fact.content), POLICY) == []


@pytest.mark.parametrize(
    ("text", "is_against"),
    [
        ("用户不喜欢香菜", True), ("用户讨厌香菜", True), ("用户不讨厌香菜", False),
        ("用户特别喜欢别墅，不过没钱", True), ("用户非常喜欢未来", False),
        ("The user doesn't like tea", True), ("The user hates tea", True),
        ("The user doesn't hate tea", False), ("The user notes everything", False),
    ],
)  # fmt: skip
def test_a_no_and_a_dislike_turn_things_around(text: str, is_against: bool) -> None:
    assert similarity.against(text) is is_against
