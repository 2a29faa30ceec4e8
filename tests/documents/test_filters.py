"""Which documents a filter lets through."""

from __future__ import annotations

from typing import Any

import pytest

from mohen.documents import filters
from mohen.errors import InvalidArgument

ANN = {
    "name": "安",
    "age": 31,
    "score": 4.5,
    "active": True,
    "tags": ["a", "b"],
    "home": {"city": "Oslo", "access-level": 2},
    "a.b": "dotted",
    "nothing": None,
}


@pytest.mark.parametrize(
    "filter",
    [
        {},
        {"name": "安"},
        {"age": 31, "active": True},
        {"age": 31.0},
        {"age": {"$gt": 30, "$lte": 31}},
        {"age": {"$gte": 31}},
        {"score": {"$lt": 10**100}},
        {"name": {"$ne": "Bo", "$gt": "a"}},
        {"home": {"city": "Oslo"}},
        {"home": {"access-level": {"$gte": 2}}},
        {"home.city": "Oslo"},
        {"home.access-level": {"$eq": 2}},
        {"a.b": "dotted"},
        {"tags": ["a", "b"]},
        {"nothing": None},
        {"nowhere": None},
        {"nowhere": {"$ne": 1}},
    ],
    ids=str,
)
def test_all_of_it_holds(filter: dict[str, Any]) -> None:
    filters.check(filter)
    assert filters.lets_through(ANN, filter)


@pytest.mark.parametrize(
    "filter",
    [
        {"name": "安", "age": 30},
        {"age": "31"},
        {"active": 1},
        {"age": {"$gt": "30"}},
        {"age": {"$eq": float("nan")}},
        {"active": {"$gte": 0}},
        {"nowhere": {"$gt": 0}},
        {"nothing": {"$lt": 1}},
        {"tags": ["b", "a"]},
        {"tags": ["a"]},
        {"home": {"city": "Bergen"}},
        {"home": "Oslo"},
        {"home.nowhere.city": "Oslo"},
        {"name": {"city": "Oslo"}},
        {"name') OR ('1'='1": "x"},
    ],
    ids=str,
)
def test_something_of_it_does_not_hold(filter: dict[str, Any]) -> None:
    assert not filters.lets_through(ANN, filter)


def test_a_value_that_is_no_object_has_no_fields() -> None:
    assert not filters.lets_through("Oslo", {"city": "Oslo"})
    assert filters.lets_through("Oslo", {})


def test_an_unknown_operator_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="operators") as refused:
        filters.check({"home": {"city": {"$regex": "O.*"}}})
    assert refused.value.details["field"] == "filter"
