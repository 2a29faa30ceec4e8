"""What goes by night, as laws: nothing protected, nothing uncompressed deleted, budgets kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.core.policy import DAY_MS
from mohen.episodes import decay
from mohen.episodes.model import Living, Old, Vitals
from mohen.policy import Policy
from mohen.rules import curation
from mohen.rules.model import Origin, Rule
from mohen.text import normalize
from mohen.text.default_rules import Category
from mohen.upkeep import cleanup
from shows import shows

NOW = 1_000 * DAY_MS
POLICY = Policy()
SMALL = replace(POLICY, upkeep=replace(POLICY.upkeep, active_budget=4, digest_budget=3))

AGES = st.integers(0, 400).map(lambda days: NOW - days * DAY_MS)
VITALS = st.builds(
    Vitals,
    timestamp=AGES,
    importance=st.floats(0, 1),
    recall_count=st.integers(0, 5),
    last_recalled_at=st.none() | AGES,
    core_setting=st.booleans(),
)
LIVING = st.lists(st.tuples(VITALS, st.booleans()), max_size=12).map(
    lambda given: [Living(seq, *each) for seq, each in enumerate(given)]
)
DIGESTS = st.lists(st.tuples(AGES, st.booleans()), max_size=12).map(
    lambda given: sorted(
        (Old(100 + seq, *each) for seq, each in enumerate(given)),
        key=lambda each: (each.timestamp, each.seq),
    )
)


@shows("C3", "C10", "C11", "C6")
@given(living=LIVING, digests=DIGESTS)
def test_the_law_of_the_night(living: list[Living], digests: list[Old]):
    night = cleanup.night(living, digests, NOW, SMALL)
    protected = {each.seq for each in living if each.confirmed or each.vitals.core_setting}
    protected |= {each.seq for each in digests if each.protected}
    going, gone = set(night.compress), set(night.purge)
    # Nothing twice, nothing protected, and only what is or becomes a digest is deleted.
    assert len(going) == len(night.compress)
    assert len(gone) == len(night.purge)
    assert not (going | gone) & protected
    assert gone <= going | {each.seq for each in digests}
    # What is left fits its budgets, or is protected.
    left = [each for each in living if each.seq not in going]
    assert len(left) <= 4 or {each.seq for each in left} <= protected
    kept = ({each.seq for each in digests} | going) - gone
    assert len(kept) <= 3 or kept <= protected
    # Whatever is out of recall became a digest.
    for each in left:
        alive = decay.recallable(decay.strength(each.vitals, NOW, SMALL.decay))
        assert each.seq in protected or alive
    # An old digest goes, whatever the budgets are.
    ttl = NOW - SMALL.upkeep.digest_ttl_days * DAY_MS
    assert all(each.protected or each.seq in gone for each in digests if each.timestamp < ttl)


@shows("R60")
def test_the_oldest_go_first_and_no_more_than_must():
    living = [Living(seq, Vitals(NOW, 0.5), False) for seq in range(6)]  # oldest first
    assert cleanup.night(living, [], NOW, SMALL) == cleanup.Night(compress=(0, 1))


@shows("R61")
def test_the_oldest_digests_go_first_and_new_ones_count():
    digests = [Old(seq, NOW - (50 - seq) * DAY_MS, False) for seq in range(3)]
    new = Living(7, Vitals(NOW - 30 * DAY_MS, 0.0), False)
    assert cleanup.night([new], digests, NOW, SMALL) == cleanup.Night((7,), (0,))


def rule(**changes: Any) -> Rule:
    given = {
        "id": "r", "text": "t", "category": Category.STYLE, "project_id": "p",
        "origin": Origin.DISTILLED, "confidence": 0.8, "evidence_at": NOW, "created_at": 0,
        "updated_at": 0,
    }  # fmt: skip
    return Rule(**{**given, **changes})


@shows("C9")
@pytest.mark.parametrize(("days", "share"), [(0, 1.0), (1, 0.98), (10, 0.98**10), (-3, 1.0)])
def test_standing_fades_with_the_days_without_evidence(days: int, share: float):
    aged = rule(evidence_at=NOW - days * DAY_MS)
    assert curation.standing(aged, NOW, POLICY.rules) == pytest.approx(0.8 * share)
    confirmed = replace(aged, user_confirmed=True)
    assert curation.standing(confirmed, NOW, POLICY.rules) == 0.8


@shows("R62", "R102", "C9")
@given(
    budget=st.integers(0, 6),
    given=st.lists(st.tuples(st.floats(0, 1), st.booleans(), st.integers(0, 300)), max_size=10),
)
def test_the_weakest_go_and_confirmed_ones_stay(budget: int, given: list[tuple[float, bool, int]]):
    policy = replace(POLICY.rules, budget=budget)
    rules = [
        rule(
            id=f"r{n}",
            confidence=sure,
            user_confirmed=confirmed,
            evidence_at=NOW - days * DAY_MS,
        )
        for n, (sure, confirmed, days) in enumerate(given)
    ]
    going = curation.weakest(rules, NOW, policy)
    staying = [each for each in rules if each not in going and not each.user_confirmed]
    assert not any(each.user_confirmed for each in going)
    assert len(rules) - len(going) <= budget or not staying
    assert len(going) <= max(0, len(rules) - budget)
    worth = [curation.standing(each, NOW, policy) for each in going]
    assert all(lost <= curation.standing(each, NOW, policy) for lost in worth for each in staying)


# -- words


@shows("C74")
@pytest.mark.parametrize(
    ("text", "wanted", "said"),
    [
        ("The Heron", "heron", True),
        ("ＨＥＲＯＮ", "Heron", True),
        ("青鸾渡过了雪山", "雪山", True),
        ("青鸾渡过了雪山", "山雪", False),
        ("Straße", "STRASSE", True),
        ("a heron\n b", " heron  b", True),
        ("a heronb", "heron b", False),
        ("O’Brien said “no”", 'o\'brien said "no"', True),
    ],
)
def test_a_text_says_a_word_whatever_its_width_case_and_typesetting(
    text: str, wanted: str, said: bool
):
    assert normalize.mentions(text, normalize.folded(wanted)) is said


@given(before=st.text(max_size=10), word=st.text(min_size=1, max_size=10))
def test_what_is_inside_is_always_found_whatever_stands_before_a_space(before: str, word: str):
    assert normalize.mentions(f"{before} {word}", normalize.folded(f" {word}"))
