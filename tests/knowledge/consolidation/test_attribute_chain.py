"""What held from when until when, by what was said of it."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.knowledge.consolidation.attribute_chain import Mention, same, spans


def said(at: int, value: str, row: str | None = None, *, ended: bool = False) -> Mention:
    return Mention(at, "s", at, value, ended, row)


def told(*mentions: Mention) -> list[tuple[str, int, int | None]]:
    return [(each.value, each.start, each.end) for each in spans(mentions, "location")]


def test_values_follow_each_other() -> None:
    assert told(said(1, "a"), said(3, "b"), said(2, "a")) == [("a", 1, 3), ("b", 3, None)]


def test_an_end_ends_what_it_names_and_nothing_else() -> None:
    assert told(said(1, "a"), said(2, "a", ended=True)) == [("a", 1, 2), ("a", 2, None)]
    assert told(said(1, "b"), said(2, "a", ended=True)) == [("b", 1, None), ("a", 2, 2)]
    assert told(said(1, "a"), said(2, "a", ended=True), said(3, "a")) == [
        ("a", 1, 2), ("a", 2, 3), ("a", 3, None),
    ]  # fmt: skip


def test_an_item_in_two_spans_stays_the_newer_one() -> None:
    first, second, third = spans([said(1, "a", "x"), said(3, "a", "x"), said(2, "b")], "location")
    assert (first.row, first.like) == (None, "x")
    assert (second.row, second.like) == (None, None)
    assert (third.row, third.like) == ("x", None)


def test_two_items_are_never_poured_into_one() -> None:
    found = spans([said(1, "a", "x"), said(2, "a", "y")], "location")
    assert [each.row for each in found] == ["x", "y"]


MENTIONS = st.lists(
    st.builds(said, st.integers(0, 40), st.sampled_from("abc"), ended=st.booleans()),
    unique_by=lambda each: each.at,
)


@given(mentions=MENTIONS)
def test_time_is_covered_once_from_the_first_word_on(mentions: list[Mention]) -> None:
    found = [each for each in spans(mentions, "location") if not each.void]
    assert all(one.end == other.start for one, other in itertools.pairwise(found))
    assert [each.end for each in found][-1:] == [None] * bool(mentions)
    everything = [each for span in spans(mentions, "location") for each in span.mentions]
    assert sorted(everything, key=lambda each: each.at) == sorted(
        mentions, key=lambda each: each.at
    )


@given(mentions=MENTIONS, data=st.data())
def test_the_order_of_hearing_makes_no_difference(
    mentions: list[Mention], data: st.DataObject
) -> None:
    assert told(*data.draw(st.permutations(mentions))) == told(*mentions)


@pytest.mark.parametrize(
    ("held", "now", "attribute", "is_same"),
    [
        ("Berlin", "berlin", "location", True),
        ("北京", "北京市", "location", True),
        ("上海浦东", "上海", "location", True),
        ("上海", "上海浦东", "location", False),
        ("New York", "York", "location", False),
        ("张三丰", "张三", "name", False),
        ("机器人_5", "机器人_50", "name", False),
        ("dislike", "like", "preference:tea", False),
        ("ＡＢＣ", "abc", "employer", True),
        ("北京", "", "location", False),
    ],
)
def test_whether_two_values_are_one(held: str, now: str, attribute: str, is_same: bool) -> None:
    assert same(held, now, attribute) is is_same
