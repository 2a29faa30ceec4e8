"""How important each thing in mind is, and what goes when there is too much (R8, R9, R99)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.session import importance as session_importance
from mohen.session.model import Focus, Kind, Working, WorkingItem
from mohen.session.policy import Session

POLICY = Session()
NOW = 1_760_000_000_000
TERMS = ("sword", "snow", "fight", "garden", "rose", "letter", "rain", "river")
MINUTE = 60_000


def item(**changes: object) -> WorkingItem:
    plain = WorkingItem(
        id="a", kind=Kind.INTENT, text="x", at=NOW, touched_at=NOW, tokens=10, terms=frozenset()
    )
    return replace(plain, **changes)


def looking_at(*terms: str, tokens: int = 10) -> Focus:
    return Focus(at=NOW, text=" ".join(terms), tokens=tokens, terms=frozenset(terms))


def holding(*items: WorkingItem, focus: Focus | None = None, budget: int = 100) -> Working:
    return Working(
        session_id="s", project_id="p", began_at=NOW, focus=focus, items=items, token_budget=budget
    )


def importance(one: WorkingItem, focus: Focus | None, now: int = NOW) -> float:
    return session_importance.importance(one, focus, now, POLICY)


some_terms = st.frozensets(st.sampled_from(TERMS))
items = st.builds(
    item,
    kind=st.sampled_from(Kind),
    touched_at=st.integers(NOW - 600 * MINUTE, NOW),
    uses=st.integers(1, 1_000),
    terms=some_terms,
    tokens=st.integers(1, 60),
)
focuses = st.none() | st.builds(
    lambda terms, tokens: looking_at(*terms, tokens=tokens), some_terms, st.integers(0, 100)
)
buffers = st.lists(items, max_size=12).map(
    lambda found: [replace(each, id=f"i{n}") for n, each in enumerate(found)]
)


# -- importance


def test_the_weights_share_one_whole() -> None:
    assert POLICY.relevance + POLICY.recency + POLICY.interactions == pytest.approx(1)


def test_a_short_intent_about_a_long_passage_is_wholly_related_to_it() -> None:
    passage = looking_at(*TERMS)
    assert session_importance.relevance(item(terms=frozenset({"snow", "fight"})), passage) == 1
    assert session_importance.relevance(item(terms=frozenset({"snow", "tea"})), passage) == 0.5
    assert session_importance.relevance(item(terms=frozenset({"tea"})), passage) == 0


def test_it_halves_with_each_half_life_and_a_signal_waits() -> None:
    older = item(touched_at=NOW - POLICY.half_life_ms)
    assert session_importance.recency(item(), NOW, POLICY) == 1
    assert session_importance.recency(older, NOW, POLICY) == pytest.approx(0.5)
    assert session_importance.recency(replace(older, kind=Kind.SIGNAL), NOW, POLICY) == 1


@given(one=items, focus=focuses)
def test_it_lies_between_nought_and_one(one: WorkingItem, focus: Focus | None) -> None:
    assert 0 <= importance(one, focus) <= 1


@given(one=items, focus=focuses, more=st.integers(1, 1_000))
def test_more_uses_never_lower_it(one: WorkingItem, focus: Focus | None, more: int) -> None:
    assert importance(replace(one, uses=one.uses + more), focus) >= importance(one, focus)


@given(one=items, focus=focuses, later=st.integers(0, 600 * MINUTE))
def test_nor_does_a_later_touch(one: WorkingItem, focus: Focus | None, later: int) -> None:
    touched = replace(one, touched_at=one.touched_at + later)
    assert importance(touched, focus) >= importance(one, focus)


@given(one=items, shown=some_terms, data=st.data())
def test_nor_a_focus_that_comes_closer(
    one: WorkingItem, shown: frozenset[str], data: st.DataObject
) -> None:
    if not one.terms:
        return
    shared = data.draw(st.sampled_from(sorted(one.terms)))
    assert importance(one, looking_at(*shown, shared)) >= importance(one, looking_at(*shown))


# -- eviction


@given(found=buffers, focus=focuses, budget=st.integers(100, 400), data=st.data())
def test_what_is_left_fits_the_focus_stays_and_only_what_must_goes(
    found: list[WorkingItem], focus: Focus | None, budget: int, data: st.DataObject
) -> None:
    newest = data.draw(st.none() | st.sampled_from([each.id for each in found] or [None]))
    before = holding(*found, focus=focus, budget=budget)
    after = session_importance.evict(before, NOW, POLICY, newest=newest)
    assert after.tokens == session_importance.counted(after) <= budget
    assert after.focus == focus
    assert after.evicted == len(before.items) - len(after.items)
    assert [each for each in before.items if each in after.items] == list(after.items)
    if after.evicted:  # the last that went had to
        gone = [each.tokens for each in before.items if each not in after.items]
        assert after.tokens + max(gone) > budget


@given(found=buffers, focus=focuses, budget=st.integers(100, 300))
def test_the_least_important_goes_first(
    found: list[WorkingItem], focus: Focus | None, budget: int
) -> None:
    before = holding(*found, focus=focus, budget=budget)
    kept = session_importance.evict(before, NOW, POLICY).items
    gone = [each for each in before.items if each not in kept]

    def turn(one: WorkingItem) -> tuple[bool, float]:
        return not session_importance.is_stale(one, focus, NOW, POLICY), importance(one, focus)

    assert all(turn(lost) <= turn(held) for lost in gone for held in kept)


def test_a_stale_intent_that_has_nothing_to_do_with_the_focus_goes_before_all() -> None:
    # Given an intent that was often used, long ago, for another scene
    focus = looking_at("sword", "snow", "fight")
    old = NOW - POLICY.stale_ms
    stale = item(id="stale", touched_at=old, uses=50, terms=frozenset({"garden"}), tokens=40)
    faint = item(id="faint", kind=Kind.DIALOGUE, touched_at=NOW - 600 * MINUTE, tokens=40)
    related = replace(stale, id="related", terms=frozenset({"sword"}))
    assert importance(stale, focus) > importance(faint, focus)
    # When it is too much
    after = session_importance.evict(holding(faint, stale, related, focus=focus), NOW, POLICY)
    # Then it goes, though other things matter less by the numbers
    assert [each.id for each in after.items] == ["faint", "related"]


def test_of_equals_the_one_not_touched_for_longest_goes() -> None:
    signals = [
        item(id=f"s{n}", kind=Kind.SIGNAL, touched_at=NOW - n * MINUTE, tokens=60) for n in (1, 9)
    ]
    after = session_importance.evict(holding(*signals), NOW, POLICY)
    assert [each.id for each in after.items] == ["s1"]


def test_what_was_just_written_stays_unless_it_cannot_fit_at_all() -> None:
    # Given things that matter more than what comes now
    focus = looking_at("sword", "snow")
    dear = item(id="dear", terms=frozenset({"sword"}), uses=9, tokens=80)
    new = item(id="new", tokens=80)
    # Then the new one stays
    after = session_importance.evict(holding(dear, new, focus=focus), NOW, POLICY, newest="new")
    assert [each.id for each in after.items] == ["new"]
    # But not beside a focus that leaves no room for it
    wide = looking_at("sword", tokens=50)
    after = session_importance.evict(holding(dear, new, focus=wide), NOW, POLICY, newest="new")
    assert after.items == ()
    assert after.evicted == 2
