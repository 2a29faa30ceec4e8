"""Deletions that end together are wiped together."""

from __future__ import annotations

from mohen.upkeep.clear import Wipes


def test_one_wipe_serves_all_who_asked_before_it_began() -> None:
    wiped: list[int] = []
    wipes = Wipes(lambda: bool(wiped.append(1) or True))
    # Given two deletions that are over before anybody wipes
    first = second = wipes.begun
    # Then one wipe is for both
    assert wipes.done_since(first)
    assert wipes.done_since(second)
    assert len(wiped) == 1
    # And whoever deletes after it began has one of their own
    assert wipes.done_since(wipes.begun)
    assert len(wiped) == 2


def test_what_was_not_wiped_is_told_to_all_who_waited_for_it() -> None:
    outcomes = iter([False, True])
    wipes = Wipes(lambda: next(outcomes))
    asked = wipes.begun
    assert [wipes.done_since(asked), wipes.done_since(asked)] == [False, False]
    assert wipes.done_since(wipes.begun)
