"""No text makes work grow faster than itself: each pattern meets what hurts it most."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from house.hostile import Found, Work, patterns, worst, written_where_used

# Processor time is compared, which wants a quiet machine: `make soak`.
pytestmark = pytest.mark.soak

# What these look at was cut to a bounded length before (`Screening.longest`, `unbroken`).
_CUT_BEFORE = ("mohen.knowledge.understanding.",)
_NOT_CUT = (
    "mohen.knowledge.understanding.borrowed_text.",
    "mohen.knowledge.understanding.fragments.",
    "mohen.knowledge.understanding.similarity.",
)


def test_no_pattern_takes_more_than_its_text() -> None:
    bad = []
    for found in chain(patterns(), written_where_used()):
        cut = found.name.startswith(_CUT_BEFORE) and not found.name.startswith(_NOT_CUT)
        hurt = worst(found, Work.SQUARE if cut else Work.LINE)
        if hurt:
            bad.append(f"{found.name}: {hurt}")
    assert not bad, "\n".join(bad)


@pytest.mark.parametrize(
    ("source", "way"),
    [
        (r"\d+x", "search"),
        (r"\s+$", "finditer"),
        (r"\([^)]*\)", "finditer"),
        (r"“[^”]*”", "search"),
        (r"#\s+(.+?)\s*#*!", "match"),
        (r"(?:a|b|ab)+c", "match"),
        (r"(?:\w+ ?)+!", "fullmatch"),
    ],
)
def test_one_that_does_is_found(source: str, way: str) -> None:
    assert worst(Found("sample", re.compile(source), frozenset({way})), Work.LINE)


@pytest.mark.parametrize(
    "source", [r"(?<!\d)\d+x", r"\d{1,20}x", r"\([^()]*\)", r"“[^”]{0,200}”", r"(?<!\s)\s+$"]
)
def test_one_that_does_not_is_left_alone(source: str) -> None:
    found = Found("sample", re.compile(source), frozenset({"finditer"}))
    assert worst(found, Work.LINE) is None
