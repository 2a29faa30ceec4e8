"""Where one lives and where one works: told in the same words of a place, and two things."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from mohen.knowledge.consolidation.model import Statement
from mohen.text.lazy_pattern import LazyPattern

WORKPLACE = "location:work"
_WORKS = LazyPattern("上班|工作|任职|实习|打工| works? ")
_LIVES = LazyPattern("住| lives? ")
_MOVED = LazyPattern("搬到| moved to ")


def is_work(content: str) -> bool:
    """Of what is told of a place: 我在上海上班."""
    return bool(_WORKS.search(content)) and not is_home(content)


def is_home(content: str) -> bool:
    return bool(_LIVES.search(content) or _MOVED.search(content))


def is_still_home(content: str) -> bool:
    """我住在昆山 says nothing against work in 上海; who moved may have left both."""
    return bool(_LIVES.search(content)) and not _MOVED.search(content)


def apart(said: Iterable[tuple[int, Statement]]) -> list[tuple[int, Statement]]:
    """我在上海上班，住在昆山: of who lives elsewhere in the same message, where they work."""
    found = list(said)
    homes = {
        each.subject: each.value
        for _, each in found
        if each.attribute == "location" and is_still_home(each.content)
    }
    return [
        (at, replace(each, attribute=WORKPLACE))
        if each.attribute == "location"
        and not each.ended
        and is_work(each.content)
        and homes.get(each.subject, each.value) != each.value
        else (at, each)
        for at, each in found
    ]
