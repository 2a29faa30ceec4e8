"""Knowledge as a picture: who is tied to whom, by what, from when to when."""

from __future__ import annotations

from typing import Any

import pytest

from mohen.knowledge.graph_data import drawing
from mohen.knowledge.model import EntityType, Item, Mention, State


def item(id: str = "f_1", **more: Any) -> Item:
    given = {"content": "用户住在北京", "entities": ("用户", "北京"), **more}
    return Item(
        id=id, type="fact", project_id="p", origin="captured", created_at=5, updated_at=9, **given
    )


def test_everybody_who_is_spoken_of_is_there_once_and_of_their_kind() -> None:
    mentions = [Mention("北京", EntityType.LOCATION, 2), Mention("nobody", EntityType.PERSON, 1)]
    made = drawing([item("f_1"), item("f_2", entities=("北京", "Anna", "Anna"))], mentions)
    assert [(each.id, each.type) for each in made.figures] == [
        ("Anna", "other"),
        ("北京", "location"),
        ("用户", "other"),
    ]
    assert made.told[1].figures == ("北京", "Anna")


def test_an_item_holds_from_when_it_was_said_unless_it_says_otherwise() -> None:
    plain, dated = drawing([item(), item(valid_from=1, valid_to=4)], []).told
    assert (plain.since, plain.until) == (5, None)
    assert (dated.since, dated.until) == (1, 4)


def test_what_was_superseded_without_a_day_ended_when_it_was_changed() -> None:
    (old,) = drawing([item(state=State.SUPERSEDED)], []).told
    assert old.until == 9


@pytest.mark.parametrize(
    ("attribute", "label"),
    [
        ("relation:妈妈", ("妈妈", "妈妈")),
        ("allergy:花生", ("Allergy", "过敏")),
        ("location", ("Lives in", "所在地")),
        ("", ("", "")),
        ("something:else", ("", "")),
    ],
)
def test_a_tie_has_a_word_where_there_is_one(attribute: str, label: tuple[str, str]) -> None:
    (told,) = drawing([item(attribute=attribute)], []).told
    assert told.label == label
