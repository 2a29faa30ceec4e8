"""What cannot both be true, kind by kind, always with both places that say so."""

from __future__ import annotations

from collections.abc import Iterable

from mohen.story.checks import kinship, knowledge, places, states, times
from mohen.story.model import Contradiction
from mohen.story.world_state import Book

_CHECKS = (states.check, times.check, places.check, knowledge.check, kinship.check)


def check(book: Book) -> list[Contradiction]:
    """All contradictions, in the order of the story, each once."""
    found: dict[str, Contradiction] = {}
    for look in _CHECKS:
        for each in look(book):
            found.setdefault(each.id, each)
    return sorted(found.values(), key=_in_order)


def _in_order(finding: Contradiction) -> tuple[int, int, str]:
    lines: Iterable[int] = (each.first for each in finding.evidence)
    return finding.chapter, max(lines, default=0), finding.id
