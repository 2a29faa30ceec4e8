"""Chinese words that are one, though a pattern could cut them: 个人, 会议, 小说."""

from __future__ import annotations

from functools import cache

from mohen.knowledge.understanding import entities
from mohen.text.word_lists import topics

_LONGEST = 4  # characters of a word that is looked for


@cache
def _common() -> frozenset[str]:
    return frozenset(topics(entities.__file__, "zh/names.txt")["common"].split())


def cut(text: str, place: int) -> bool:
    """Whether a word of the text begins before the place and ends after it."""
    known = _common()
    return any(
        text[start:end] in known
        for start in range(max(0, place - _LONGEST + 1), place)
        for end in range(place + 1, min(len(text), start + _LONGEST) + 1)
    )


def common(text: str) -> bool:
    """Whether a text begins with a word that names nobody: 任务, 方案, 小说家."""
    known = _common()
    return any(text[:end] in known for end in range(2, _LONGEST + 1))


def ends(text: str) -> bool:
    """Whether a text ends with a word that is listed: 温和 is no 和 that something must follow."""
    known = _common()
    return any(text[-size:] in known for size in range(2, _LONGEST + 1))
