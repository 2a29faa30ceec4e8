"""A contradiction of two facts, as a finding."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from mohen.story import fact_ids
from mohen.story.model import Contradiction, Kind, Mark, Relation, Severity, State
from mohen.story.world_state import Book

Sided = State | Relation | Mark


def clash(
    book: Book,
    kind: Kind,
    severity: Severity,
    about: str,
    message: tuple[str, str],
    entities: tuple[str, ...],
    *sides: Sided,
) -> Contradiction:
    """A contradiction. `about` tells apart findings on the same lines; `entities` are ids."""
    evidence = tuple(each.evidence for each in sides)
    about = " ".join((about, *entities))
    return Contradiction(
        id=fact_ids.finding_id(book.project_id, kind, about, *map(_said, sides)),
        kind=kind,
        severity=severity,
        message=message,
        entities=tuple(dict.fromkeys(book.name(id) for id in entities)),
        evidence=evidence,
        chapter=max(each.since.chapter for each in sides),
    )


def _said(side: Sided) -> str:
    """What a side says: its words, or what it means where it was said without any."""
    words = side.evidence.mark or side.evidence.excerpt
    return words or (side.kind if isinstance(side, Relation) else side.value)


def where(side: Sided) -> tuple[str, str]:
    """A place in words, for a message."""
    number = side.since.chapter
    return (f"in chapter {number}", f"第{number}章") if number else ("in the setting", "设定中")


# -- Ways through a graph of relations.


Steps = Mapping[str, Sequence[tuple[str, Relation]]]
"""Where each entity leads, and by which relation."""


def way(steps: Steps, start: str, end: str) -> list[Relation]:
    """The shortest way from one to another, or nothing. Circles do not matter."""
    came: dict[str, tuple[str, Relation] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if here == end:
            break
        for there, relation in steps.get(here, ()):
            if there not in came:
                came[there] = (here, relation)
                waiting.append(there)
    found: list[Relation] = []
    back = came.get(end)
    while back is not None:
        found.append(back[1])
        back = came[back[0]]
    return found[::-1]
