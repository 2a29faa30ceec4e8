"""What is worth keeping of what people say: both languages, line by line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sayings_en
import sayings_zh
from mohen.logic.knowing.fragments import split
from mohen.logic.knowing.screening import Screened, screen
from mohen.model.consolidation import Fragment, Frame, Tag, Verdict
from mohen.model.reason import Reason
from mohen.model.transcript import Role, Utterance
from mohen.policy import Screening
from shows import shows

POLICY = Screening()
BEST = [Verdict.KEPT, Verdict.UNDECIDED, Verdict.DROPPED]


def screened(text: str, role: Role = Role.USER) -> list[Screened]:
    parts = split(Utterance("s1", 1, role, text, None), at=0, policy=POLICY)
    return [screen(each, POLICY) for each in parts]


def best(text: str) -> Verdict:
    return min((each.verdict for each in screened(text)), key=BEST.index)


def lines(table: str) -> list[str]:
    return table.strip().splitlines()


@shows("R194", "R204", "C45")
@pytest.mark.parametrize("text", lines(sayings_zh.KEPT) + lines(sayings_en.KEPT))
def test_what_says_something_lasting_is_kept(text: str) -> None:
    assert best(text) is Verdict.KEPT


@shows("R194", "R204", "C47")
@pytest.mark.parametrize("text", lines(sayings_zh.DROPPED) + lines(sayings_en.DROPPED))
def test_what_says_nothing_lasting_is_dropped(text: str) -> None:
    assert best(text) is Verdict.DROPPED


@shows("R204")
@pytest.mark.parametrize("text", lines(sayings_zh.UNDECIDED) + lines(sayings_en.UNDECIDED))
def test_what_no_rule_decides_is_left_to_a_model(text: str) -> None:
    assert best(text) is Verdict.UNDECIDED
