"""Namespaces: written so that what lies below begins alike, and matched label by label."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mohen.documents import namespaces

_LABELS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=5)
_NAMESPACES = st.lists(_LABELS, max_size=4).map(tuple)


@given(_NAMESPACES)
def test_what_was_written_is_read(namespace: tuple[str, ...]) -> None:
    assert namespaces.labels(namespaces.path(namespace)) == namespace


@given(_NAMESPACES, _NAMESPACES)
def test_the_range_of_a_path_holds_what_lies_below_and_nothing_else(
    one: tuple[str, ...], other: tuple[str, ...]
) -> None:
    first, path = namespaces.path(one), namespaces.path(other)
    assert (first <= path < f"{first}#") == (other[: len(one)] == one)


def test_patterns() -> None:
    there = [("a",), ("a", "x", "c"), ("a", "y", "c"), ("b", "c")]
    found = namespaces.matching
    assert list(found(there, ("a",), (), None)) == there[:3]
    assert list(found(there, ("a", "*", "c"), (), None)) == there[1:3]
    assert list(found(there, (), ("c",), None)) == there[1:]
    assert list(found(there, ("a",), ("*", "c"), None)) == there[1:3]
    assert list(found(there, (), (), 1)) == [("a",), ("b",)]
    assert namespaces.fixed(("a", "*", "c")) == ("a",)
