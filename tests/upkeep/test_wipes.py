"""Deletions that end together are wiped together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from factories import draft
from mohen.core.database import Database
from mohen.core.erasure import Target
from mohen.memory import open_memory
from mohen.upkeep.clear import Wipes


def test_one_wipe_serves_all_who_asked_before_it_began() -> None:
    wiped: list[int] = []
    wipes = Wipes(lambda _words: bool(wiped.append(1) or True))
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
    wipes = Wipes(lambda _words: next(outcomes))
    asked = wipes.begun
    assert [wipes.done_since(asked), wipes.done_since(asked)] == [False, False]
    assert wipes.done_since(wipes.begun)


def test_words_of_knowledge_are_wiped_for_who_deleted_some_and_again_until_they_are() -> None:
    wiped, outcomes = list[bool](), iter([True, False, True, True])
    wipes = Wipes(lambda words: bool(wiped.append(words)) or next(outcomes))
    # Given a deletion of none, one of some whose wipe fails, and two of none
    wipes.done_since(wipes.begun)
    wipes.words.set()
    for _ in range(3):
        wipes.done_since(wipes.begun)
    # Then it is done once more and no oftener
    assert wiped == [False, True, True, False]


def test_to_forget_an_episode_takes_few_turns_of_the_lanes(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a crowd each turn takes as long as all others need for theirs."""
    turns: Counter[str] = Counter()
    write = Database.write

    def counted(database: Database, work: Callable[[Any], Any]) -> Any:
        turns[database.name] += 1
        return write(database, work)

    with open_memory(home, immediate=True) as memory:
        first, *_ = [memory.episodes.record(draft(input_context=f"雨夜 {n}")) for n in range(40)]
        memory.knowledge.capture("the user's lodging is near the river", "novel")
        monkeypatch.setattr(Database, "write", counted)
        receipt = memory.upkeep.forget("novel", Target(episode_id=first.episode.id))
    assert receipt.wiped
    # Its lease taken and given back, what it left in mind.db, and that it is wiped; its row, and
    # its words. None to look for words of knowledge, links or segments of which there are no more.
    assert turns["mind.db"] <= 4
    assert turns["episodes.db"] <= 2
