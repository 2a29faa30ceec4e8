"""Likeness of two texts, and whether a speech gives a secret away."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from mohen.story.policy import Story
from mohen.text.normalize import fold


def share(one: str, other: str) -> float:
    """How many of the pairs of characters of one text stand in the other, 0 to 1."""
    pairs, others = _pairs(one), _pairs(other)
    return len(pairs & others) / len(pairs) if pairs else 0.0


def tells(said: str, secret: Mapping[str, str], policy: Story) -> bool:
    """Whether a speech gives a secret away: it holds all its keywords, or nearly all its words."""
    if said.rstrip().endswith(("？", "?")):
        return False
    plain = fold(said)
    words = [fold(each) for each in re.split(r"[、,，;；]\s*", secret.get("keywords", "")) if each]
    if words and all(each in plain for each in words):
        return True
    content = secret.get("content", "")
    return bool(content) and share(content, said) >= policy.telling_share


def _pairs(text: str) -> set[str]:
    plain = re.sub(r"\W+", "", fold(text))
    return {a + b for a, b in pairwise(plain)}
