"""Two facts that clash, as a finding."""

from __future__ import annotations

from mohen.logic.story import naming
from mohen.logic.story.book import Book
from mohen.model.graph import Contradiction, Kind, Mark, Relation, Severity, State

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
    """`about` tells findings apart that rest on the same lines; `entities` are ids."""
    evidence = tuple(each.evidence for each in sides)
    about = " ".join((about, *entities))
    return Contradiction(
        id=naming.finding_id(book.project_id, kind, about, *map(_said, sides)),
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
    """In words, for a message."""
    number = side.since.chapter
    return (f"in chapter {number}", f"第{number}章") if number else ("in the setting", "设定中")
