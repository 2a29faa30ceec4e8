"""Entries: their order, how many a prompt is shown, and which a query finds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.core import validation
from mohen.episodes.policy import Recall
from mohen.errors import InvalidArgument
from mohen.knowledge.model import Item
from mohen.notes import notes
from mohen.rules.policy import Entries
from shows import shows

POLICY = Entries()


def item(id: str = "a", **changes: object) -> Item:
    plain = Item(
        id=id, type="note", project_id=None, content="雪", origin="manual", created_at=1,
        updated_at=1,
    )  # fmt: skip
    return replace(plain, **changes)  # type: ignore[arg-type]


ITEMS = st.lists(
    st.builds(
        item,
        id=st.uuids().map(str),
        type=st.sampled_from(["preference", "fact", "note", "belief", "summary", "mood", "arc"]),
        project_id=st.sampled_from([None, "novel"]),
        updated_at=st.integers(0, 3),
        content=st.text("雪夜", min_size=1, max_size=500),
    ),
    max_size=40,
)


@shows("R137", "C44")
def test_the_order_is_scope_type_newest_id() -> None:
    wanted = [
        item("g", type="preference", project_id="novel", updated_at=1),
        item("f", type="fact", project_id="novel", updated_at=1),
        item("e", type="summary", project_id="novel", updated_at=9),
        item("d", type="mood", project_id="novel", updated_at=9),
        item("c", type="preference", updated_at=2),
        item("a", type="preference", updated_at=1),
        item("b", type="preference", updated_at=1),
        item("0", type="note", updated_at=5),
    ]
    assert notes.ordered(reversed(wanted)) == wanted


@shows("R137")
@given(ITEMS, st.randoms())
def test_the_order_does_not_depend_on_how_they_came(items: list[Item], chance) -> None:
    shuffled = list(items)
    chance.shuffle(shuffled)
    assert notes.ordered(shuffled) == notes.ordered(items)


def test_what_is_cut_ends_in_an_ellipsis() -> None:
    assert notes.shortened(item(content="雪" * 360), POLICY).content == "雪" * 360
    assert notes.shortened(item(content="雪" * 361), POLICY).content == "雪" * 359 + "…"


@pytest.mark.parametrize("kind", ["", "Fact", "事实", "a b", "1st", "a" * 41, "fact\n", "-x"])
def test_a_type_is_one_plain_word(kind: str) -> None:
    with pytest.raises(InvalidArgument) as refused:
        validation.check_type(kind, POLICY.type_chars_max)
    assert refused.value.details["field"] == "type"


@shows("C44")
@pytest.mark.parametrize("kind", ["fact", "note", "world.rule", "plot-arc", "x_1"])
def test_any_plain_word_will_do(kind: str) -> None:
    validation.check_type(kind, POLICY.type_chars_max)


def found(query: str, *contents: str, cosines: list[float] | None = None) -> list[tuple]:
    items = [item(str(place), content=each) for place, each in enumerate(contents)]
    matches = notes.matching(query, items, cosines, trust=0.5, policy=POLICY, recall=Recall())
    return [(each.item.id, round(each.score, 2)) for each in matches]


def test_a_query_finds_what_shares_its_words() -> None:
    assert found("林远的剑", "林远怕水", "剑在井里", "雪夜无声") == [("0", 0.33)]
    assert found("swords", "The sword is old", "rain") == [("0", 1.0)]
    assert found("剑", "他的剑断了", "雪") == [("0", 1.0)]
    assert found("。。。", "雪") == []


def test_a_query_finds_what_is_near_in_meaning() -> None:
    assert found("weapon", "sword", "rain", cosines=[0.8, 0.1]) == [("0", 0.4)]
    assert found("sword", "sword", "blade", cosines=[1.0, 0.6]) == [("0", 1.0), ("1", 0.3)]


def test_only_the_best_few_are_recalled() -> None:
    many = [notes.Match(item(str(n), content="雪" * 300), 1.0) for n in range(9)]
    assert len(notes.recalled(many, POLICY)) == 4  # 1200 characters
    few = [notes.Match(item(str(n)), 1.0) for n in range(9)]
    assert len(notes.recalled(few, POLICY)) == 8
