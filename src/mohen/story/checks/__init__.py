"""Finds contradictions in a story, each with both places that say so."""

from __future__ import annotations

from collections.abc import Iterable

from mohen.story.checks import people, time_and_place
from mohen.story.model import Contradiction
from mohen.story.world_state import Book

_CHECKS = (
    people.check_states,
    time_and_place.check_times,
    time_and_place.check_places,
    people.check_knowledge,
    people.check_kinship,
)


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
