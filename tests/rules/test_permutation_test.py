"""How far beyond chance an author is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mohen.rules.comparisons import NAMES, PLACE, Sample, sample
from mohen.rules.permutation_test import Level, Outlook, Verdicts, standardised
from prose import POLICY, Author, Prose, witness
from shows import shows

LEARNING = POLICY.learning
LENGTH, LONGEST = PLACE["mean_sentence_length"], PLACE["longest_sentence"]
TRUST = np.ones(len(NAMES), np.float32)


def heard(author: Author, *acts: str) -> Sample:
    """What an author did: `short`, `long`, `anything`."""
    told = [witness(n, getattr(author, act)()) for n, act in enumerate(acts)]
    return sample(told, LEARNING, POLICY.style)


def whole(found: Sample, *cuts: int) -> Level:
    return Level(None, None, np.arange(len(found.options)), cuts)


def judged(found: Sample, *cuts: int, known: list[int] | None = None) -> Verdicts:
    rows = np.arange(len(found.options))
    outlook = Outlook(found, [(each, rows) for each in known or []], LEARNING)
    return outlook.verdicts([whole(found, *cuts)], TRUST)


@shows("C80")
def test_what_is_always_done_is_hardly_chance() -> None:
    verdicts = judged(heard(Author(), *["short"] * 15))
    assert verdicts.p[LENGTH] == pytest.approx(1 / (LEARNING.lots + 1))


@shows("C80")
@given(times=st.integers(2, 60), options=st.integers(2, 8), took=st.data())
def test_a_strength_is_what_the_likelihood_has_it_to_be(
    times: int, options: int, took: st.DataObject
) -> None:
    """One of several has it each time: to take it says more than to pass it over, and either says
    as much as a coin that falls so seldom."""
    taken = took.draw(st.integers(0, times))
    others = options - 1
    sums = np.array(taken - (times - taken) / others)
    most = np.array([times, times / others])
    strength = standardised(sums, np.array(times / others), most, np.array(True))
    share, fair = taken / times, 1 / options
    odds = sum(
        one * np.log(one / two) for one, two in ((share, fair), (1 - share, 1 - fair)) if one
    )
    assert np.square(strength) == pytest.approx(2 * times * odds, abs=1e-6)
    assert strength * sums >= 0


@shows("C80")
def test_what_is_done_now_and_then_may_be_chance() -> None:
    verdicts = judged(heard(Author(), *["short", "long"] * 8))
    assert verdicts.p[LENGTH] > 0.5


@shows("R35")
def test_what_another_wish_explains_is_no_news() -> None:
    found = heard(Author(), *["short"] * 20)
    assert judged(found).p[LONGEST] < 0.01
    assert judged(found, known=[LENGTH]).p[LONGEST] > 0.1


@shows("C82")
def test_a_wish_that_was_reversed_is_seen_where_it_turned() -> None:
    found = heard(Author(), *["short"] * 15, *["long"] * 15)
    assert judged(found).p[LENGTH] > 0.5  # it cancels itself
    assert judged(found, 15).p[LENGTH] < 0.01


def test_features_that_are_not_trusted_are_not_seen() -> None:
    found = heard(Author(), *["short"] * 15)
    outlook = Outlook(found, (), LEARNING)
    assert not outlook.verdicts([whole(found)], np.zeros(len(NAMES), np.float32)).strength.any()


def test_of_large_samples_fewer_lots_tell_the_same() -> None:
    few = replace(LEARNING, many=1)
    found = heard(Author(), *["short"] * 15)
    verdicts = Outlook(found, (), few).verdicts([whole(found)], TRUST)
    assert verdicts.p[LENGTH] == pytest.approx(1 / (LEARNING.lots_of_many + 1))


@shows("C80")
def test_that_the_first_is_taken_a_little_more_often_is_no_taste() -> None:
    # Given short and long in turn, of which the first is taken six times in ten, and is short
    prose, told = Prose(1), []
    for n in range(100):
        act = {"candidates": [prose.short(), prose.long()], "selectedIndex": int(n % 10 >= 6)}
        told.append(witness(n, act))
    placed = [replace(each, position=n % 10 >= 6) for n, each in enumerate(told)]
    # Then it shows where nobody knows their places, and is what anybody does where they are known
    found, known = (sample(each, LEARNING, POLICY.style) for each in (told, placed))
    assert judged(found).strength[LENGTH] > 1.5
    assert judged(known).strength[LENGTH] < 0.5


# -- laws

ACTS = st.lists(st.sampled_from(["short", "long", "anything"]), min_size=1, max_size=20)
SEEDS = st.integers(0, 10_000)


@settings(max_examples=25, deadline=None)
@given(SEEDS, ACTS)
def test_a_p_is_a_p_and_the_stronger_is_never_the_likelier(seed: int, acts: list[str]) -> None:
    verdicts = judged(heard(Author(seed), *acts))
    assert ((verdicts.p > 0) & (verdicts.p <= 1)).all()
    order = np.argsort(-verdicts.strength, kind="stable")
    assert (np.diff(verdicts.p[order]) >= 0).all()


@shows("C80")
@settings(max_examples=10, deadline=None)
@given(SEEDS, ACTS)
def test_the_same_evidence_gives_the_same_verdict(seed: int, acts: list[str]) -> None:
    one, other = (judged(heard(Author(seed), *acts)) for _ in range(2))
    assert np.array_equal(one.p, other.p)
    assert np.array_equal(one.strength, other.strength)


@given(st.sets(st.integers(1, 19), max_size=4))
def test_blocks_are_the_rows_between_cuts(cuts: set[int]) -> None:
    level = Level(None, None, np.arange(20), tuple(sorted(cuts)))
    assert np.concatenate(level.blocks()).tolist() == list(range(20))
    assert len(level.blocks()) == len(cuts) + 1
