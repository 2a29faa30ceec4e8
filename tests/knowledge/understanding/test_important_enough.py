"""What is stored at all, and how much it matters then (C51)."""

from __future__ import annotations

from typing import Any

import pytest

from mohen.knowledge.agents import config
from mohen.knowledge.consolidation.model import Act, Fragment, Piece, Statement, Tag
from mohen.knowledge.model import Category
from mohen.knowledge.transcripts.model import Role
from mohen.knowledge.understanding import importance as understanding_importance
from mohen.policy import Policy
from shows import shows

POLICY = Policy()
CONFIG = config.default(POLICY)


def importance(
    text: str, category: Category, *, model: float | None = None, **said: Any
) -> float | None:
    piece = Piece(1, Fragment("s", 1, 0, Role.USER, text, Tag.STATEMENT, 0), model)
    statement = Statement(content=text, category=category, **said)
    return understanding_importance.importance(piece, statement, CONFIG, POLICY.knowledge)


@shows("C51", "R187")
@pytest.mark.parametrize(
    ("text", "category", "expected"),
    [
        ("我对花生过敏", Category.HEALTH, 1.0),
        ("我讨厌香菜", Category.PREFERENCE, 0.8),
        ("我昨天去了北京", Category.GENERAL, 0.5),
        ("今天下午开会", Category.TEMPORARY, None),
        ("记住，今天下午开会", Category.TEMPORARY, 0.7),
        ("重要：今天下午开会", Category.TEMPORARY, 0.5),
    ],
)
def test_what_is_of_the_moment_is_stored_only_when_somebody_asks_for_it(
    text: str, category: Category, expected: float | None
) -> None:
    assert importance(text, category) == (None if expected is None else pytest.approx(expected))


@pytest.mark.parametrize("act", [Act.CORRECTS, Act.TAKES_BACK])
def test_what_speaks_against_something_always_gets_through(act: Act) -> None:
    assert importance("开玩笑的", Category.TEMPORARY, act=act) is not None


@shows("R194")
def test_where_a_model_said_how_much_it_matters_that_stands() -> None:
    assert importance("The street smells of ginger", Category.GENERAL, model=0.7) == 0.7
    assert importance("The street smells of ginger", Category.GENERAL, model=0.1) is None


def test_of_several_only_those_that_are_worth_it() -> None:
    piece = Piece(1, Fragment("s", 1, 0, Role.USER, "…", Tag.STATEMENT, 0))
    made = [
        (piece, Statement(content="用户对花生过敏", category=Category.HEALTH)),
        (piece, Statement(content="用户今天下午开会", category=Category.TEMPORARY)),
    ]
    (kept,) = understanding_importance.worth(made, CONFIG, POLICY.knowledge)
    assert kept == (*made[0], 1.0)
