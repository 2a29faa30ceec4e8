"""No text makes work grow faster than itself: each pattern meets what hurts it most."""

from __future__ import annotations

import re
import time

import pytest

from house.hostile import Found, patterns, worst

_MANY = 40  # texts that each pattern takes, at random
_TRIES = 5
_PAUSE_S = 0.3  # longer each time: what another took of the processor is over by then


def hurting(found: Found, walks: int = 0) -> str | None:
    """What hurts does so each time; what another's machine took from ours does not."""
    hurt = None
    for tried in range(_TRIES):
        time.sleep(tried * _PAUSE_S)
        hurt = worst(found, walks)
        if hurt is None:
            return None
    return f"{found.name}: {hurt}"


def test_no_pattern_takes_more_than_its_text() -> None:
    bad = [hurt for each in patterns() if (hurt := hurting(each))]
    assert not bad, "\n".join(bad)


@pytest.mark.soak
def test_none_does_in_a_wide_sweep() -> None:
    bad = [hurt for each in patterns() if (hurt := hurting(each, _MANY))]
    assert not bad, "\n".join(bad)


@pytest.mark.parametrize(
    ("source", "way"),
    [
        (r"\d+x", "finditer"),
        (r"\s+$", "finditer"),
        (r"\([^)]*\)", "finditer"),
        (r"“[^”]*”", "finditer"),
        (r"#\s+(.+?)\s*#*!", "match"),
        (r"\s*\s*\s*x", "match"),
        (r"[a-z,]*[0-9,]*x", "match"),  # what both take is in neither's name
        (r"(?:a|b|ab)+c", "match"),
        (r"(?:\w+ ?)+!", "fullmatch"),
        (r"(?:一定要?|要)*记", "match"),
        (r"have(?: (?:seasonal|bad|seasonal|low))*!", "fullmatch"),
        (r"(?:(?:ha){2,}h?)+\.", "fullmatch"),
        (r"(?s)<a>.*?</a>", "finditer"),
        (r"x(?=.*y)", "finditer"),
        (r"[a-z]{0,300}[a-z]{0,300}[a-z]{0,300}!", "match"),  # bounded, and yet too much
    ],
)
def test_one_that_does_is_found(source: str, way: str) -> None:
    assert worst(Found("sample", re.compile(source), frozenset({way})))


@pytest.mark.parametrize(
    "source",
    [
        r"(?<!\d)\d+x",
        r"\d{1,20}x",
        r"\([^()]*\)",
        r"“[^”]{0,200}”",
        r"(?<!\s)\s++$",
    ],
)
def test_one_that_does_not_is_left_alone(source: str) -> None:
    assert worst(Found("sample", re.compile(source), frozenset({"finditer"}))) is None
