"""How many there are, by what they are and how much they matter."""

from __future__ import annotations

import pytest

from mohen.knowledge import counts, profiles
from mohen.knowledge.model import EntityType, Mention, State, Stats
from mohen.policy import Policy
from shows import shows

POLICY = Policy().knowledge


def stats(known: dict[tuple[State, str, float], int]) -> Stats:
    return counts.counted(
        known, entities=3, unprocessed=5, last_success=7, next_due=9, policy=POLICY
    )


@shows("R212")
@pytest.mark.parametrize(
    ("importance", "band"),
    [
        (1.0, "critical"), (0.9, "critical"), (0.899, "high"), (0.7, "high"),
        (0.699, "medium"), (0.4, "medium"), (0.399, "low"), (0.0, "low"),
    ],
)  # fmt: skip
def test_each_importance_is_of_one_band(importance: float, band: str) -> None:
    assert counts.band(importance, POLICY) == band


@shows("C54")
def test_active_and_archive_are_counted_together_and_nothing_else() -> None:
    found = stats(
        {
            (State.ACTIVE, "fact", 1.0): 2,
            (State.ARCHIVED, "summary", 0.5): 3,
            (State.SUPERSEDED, "fact", 1.0): 10,
            (State.WITHDRAWN, "fact", 1.0): 10,
            (State.DENIED, "belief", 0.2): 10,
        }
    )
    assert (found.total, found.active, found.archived) == (5, 2, 3)
    assert found.by_type == {"fact": 2, "summary": 3}
    assert found.by_importance == {"critical": 2, "high": 0, "medium": 3, "low": 0}
    assert (found.themes, found.entities, found.unprocessed) == (3, 3, 5)
    assert (found.last_success, found.next_due) == (7, 9)


@shows("C55")
def test_more_than_about_200_are_warned_of() -> None:
    assert stats({(State.ACTIVE, "fact", 0.5): 200}).warnings == ()
    assert len(stats({(State.ACTIVE, "fact", 0.5): 201}).warnings) == 1
    assert stats({(State.ARCHIVED, "fact", 0.5): 9_999}).warnings == ()


def test_an_entity_is_what_most_take_it_for_if_anybody_knows() -> None:
    counted = [
        ("北京", "other", 9), ("北京", "location", 2), ("张三", "person", 1),
        ("张三", "organization", 3), ("某物", "other", 1),
    ]  # fmt: skip
    assert profiles.mentions(counted) == [
        Mention("北京", EntityType.LOCATION, 11),
        Mention("张三", EntityType.ORGANIZATION, 4),
        Mention("某物", EntityType.OTHER, 1),
    ]
