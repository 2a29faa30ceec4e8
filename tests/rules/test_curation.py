"""What an author may do to a rule, and the order in which rules stand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.core.policy import DAY_MS
from mohen.errors import ConfidenceOutOfRange, InvalidArgument
from mohen.policy import Policy
from mohen.rules import curation
from mohen.rules.model import Formula, Patch, Tally, Wording
from mohen.text.default_rules import Category
from rulebooks import LONG, SHORT_TEXT, rule
from shows import shows

RULES = Policy().rules
SURENESS = st.floats(0, 1)
TALLIES = st.builds(
    Tally, *[st.integers(0, 50)] * 2, *[st.floats(0, 50)] * 2, *[st.integers(0, 50)] * 2
)


@shows("C67")
@given(st.lists(st.tuples(st.booleans(), SURENESS), max_size=9), st.randoms())
def test_the_order_is_one_whatever_comes_in_first(drawn, random):
    rules = [
        rule(f"rule_{n}", user_confirmed=yes, confidence=c) for n, (yes, c) in enumerate(drawn)
    ]
    ordered = curation.in_order(rules)
    assert [each.user_confirmed for each in ordered] == sorted(
        (each.user_confirmed for each in rules), reverse=True
    )
    random.shuffle(rules)
    assert curation.in_order(rules) == ordered


@shows("R70")
@given(SURENESS)
def test_a_side_of_a_contradiction_loses_a_fifth_and_never_more_than_it_has(sure):
    less = curation.lowered(rule(confidence=sure), 9, RULES)
    assert less.confidence == pytest.approx(max(0, sure - 0.2))
    assert (less.version, less.updated_at) == (2, 9)


@shows("C22")
@given(SURENESS, TALLIES)
def test_to_be_chosen_never_makes_less_sure(sure, tally):
    chosen = curation.chosen(rule(confidence=sure, tally=tally), 9, 5)
    assert chosen.user_confirmed
    assert sure <= chosen.confidence <= 1


@shows("C16", "C3")
def test_the_formula_counts_episodes_that_are_gone():
    formula = curation.formula(Tally(30, 0, 35.0, 0.0, 5, 0), 5)
    assert formula == Formula(1.0, 35, 5, 0.875)
    assert curation.formula(Tally(), 5) is None
    assert curation.formula(Tally(supporting=3), 5) is None  # nothing was weighed


@shows("C20")
@given(st.lists(st.sampled_from(["多写雨", "少写雨", "写雪"]), max_size=30))
def test_every_other_wording_is_kept_up_to_a_number(texts):
    kept, said = rule(), [SHORT_TEXT]
    for at, text in enumerate(texts):
        kept = curation.patched(kept, Patch(text=text), at, RULES)
        said += [text] if text != said[-1] else []
    assert [each.text for each in kept.history] == said[:-1][-RULES.history_shown :]
    assert kept.user_modified == (len(said) > 1)
    assert kept.version == 1 + len(texts)


def test_the_same_text_again_is_no_new_wording():
    same = curation.patched(rule(), Patch(text=SHORT_TEXT, category=Category.STYLE), 9, RULES)
    assert same == replace(rule(), category=Category.STYLE, updated_at=9, version=2)


@pytest.mark.parametrize("text", ["", " \n\t", "。。。", "“”", "字" * 501, "\ud800字"])
def test_what_is_no_rule(text):
    with pytest.raises(InvalidArgument) as caught:
        curation.check_text(text, RULES)
    assert caught.value.details["field"] == "rule"


def test_a_rule_stands_on_one_line():
    assert curation.check_text("  多写\n 雨\t夜 ", RULES) == "多写 雨 夜"
    assert curation.check_text("字" * 500, RULES) == "字" * 500


@pytest.mark.parametrize("confidence", [-0.01, 1.01, float("nan")])
def test_a_confidence_that_is_none(confidence):
    with pytest.raises(ConfidenceOutOfRange):
        curation.check_patch(Patch(confidence=confidence), RULES)


@shows("R68")
def test_recently_is_thirty_days():
    drifted = rule(drifted_at=1_000)
    assert curation.recently_updated(drifted, 1_000 + 30 * DAY_MS - 1, RULES)
    assert not curation.recently_updated(drifted, 1_000 + 30 * DAY_MS, RULES)
    assert not curation.recently_updated(rule(), 1_000, RULES)


def test_a_twin_says_or_measures_the_same():
    there = rule("rule_there")
    assert curation.twin(rule(predicate=None), [there]) is there
    assert curation.twin(rule(text="别的"), [there]) is there
    assert (
        curation.twin(rule(text="别的", predicate=None), [replace(there, predicate=None)]) is None
    )
    assert curation.twin(rule(text="别的", predicate=LONG), [there]) is None


def test_what_drift_replaced_is_not_what_the_rule_means():
    history = (Wording("华丽", 1, "drift"), Wording("短而有力", 2, "user"))
    kept = rule(text_zh=None, text_en=None, history=history)
    assert curation.meant(kept) == ("短而有力",)
    assert curation.texts_of(kept) == (SHORT_TEXT, "华丽", "短而有力")
