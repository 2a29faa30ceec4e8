"""JSON as it was given: what comes back, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.documents import exact_json
from mohen.errors import DocumentTooLarge, InvalidArgument

_MOST = 1 << 20
_TEXT = st.text(st.characters(exclude_categories=["Cs"]))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | _TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(_TEXT, inner),
    max_leaves=30,
)  # fmt: skip


def same(one: Any, other: Any) -> bool:
    """To the kind of number, the sign of nothing, and the order of keys."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float):
        return one == other and math.copysign(1, one) == math.copysign(1, other)
    return bool(one == other)


@given(JSON)
def test_any_json_comes_back_as_it_is(value: Any) -> None:
    assert same(exact_json.read(exact_json.written(value, _MOST)), value)


@pytest.mark.parametrize("value", [10**400, -(10**30), 0.1, -0.0, 5e-324, 1.0, 1, True])
def test_numbers_keep_their_kind(value: Any) -> None:
    assert same(exact_json.read(exact_json.written(value, _MOST)), value)


def test_a_tuple_is_an_array() -> None:
    assert exact_json.read(exact_json.written((1, (2,)), _MOST)) == [1, [2]]


@pytest.mark.parametrize(
    "value",
    [
        {1: "one"},
        [math.nan],
        {"a": -math.inf},
        ["\ud800"],
        {"\udfff": 1},
        {"when": object()},
        [b"bytes"],
        pytest.param(10**5_000, id="too long"),
    ],
)
def test_what_is_not_json_is_refused_by_its_field(value: Any) -> None:
    with pytest.raises(InvalidArgument) as refused:
        exact_json.written(value, _MOST)
    assert refused.value.details["field"] == "value"


def test_what_is_nested_without_end_is_refused() -> None:
    value: list[Any] = []
    value.append(value)
    with pytest.raises(InvalidArgument, match="deep"):
        exact_json.written(value, _MOST)


def test_bytes_are_counted_and_not_letters() -> None:
    assert exact_json.written("雪", 5) == '"雪"'
    with pytest.raises(DocumentTooLarge) as refused:
        exact_json.written("雪", 4)
    assert refused.value.code == "DOCUMENT_TOO_LARGE"
    assert refused.value.details == {"field": "value", "limitBytes": 4}
