"""Two places at one time, with no way between them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.story import vocabulary
from mohen.story.checks.clash import clash, where
from mohen.story.model import Contradiction, EntityType, Kind, Severity, State
from mohen.story.world_state import Book

_SETTLEMENT = re.compile(r".*[城镇村县州国京岛港郡市省寨]")
_DESCRIBED = re.compile(
    r"[城镇村县州国岛郡市省寨](?:$|[，。；,、])|\b(?:city|town|village|island|county|harbou?r|capital)\b",
    re.IGNORECASE,
)


def check(book: Book) -> Iterator[Contradiction]:
    """Within one scene somebody is in one place, and then in another that is not part of it or
    around it, and has not gone there."""
    for id, entity in book.entities.items():
        if entity.type is not EntityType.CHARACTER:
            continue
        last: State | None = None
        for each in book.states_of(id):
            if each.attribute != vocabulary.LOCATION or not each.since.chapter:
                continue
            if last is not None and _same_time(last, each) and apart(book, last.value, each.value):
                yield _two_places(book, last, each)
            last = each


def _same_time(one: State, other: State) -> bool:
    return (one.since.chapter, one.scene) == (other.since.chapter, other.scene)


def apart(book: Book, one: str, other: str) -> bool:
    """Whether two places are known to be two: neither lies in the other, and both are places of
    one kind, such as two towns or two rooms of one house."""
    if one == other or not {one, other} <= book.entities.keys():
        return False
    around_one, around_other = _around(book, one), _around(book, other)
    if other in around_one or one in around_other:
        return False
    settled = _is_settlement(book, one) and _is_settlement(book, other)
    return settled or bool(around_one and around_other)


def _is_settlement(book: Book, place: str) -> bool:
    """A town is never in another one; a house may be in any."""
    words = book.entities[place].attributes.get("description", "")
    return bool(_SETTLEMENT.fullmatch(book.name(place)) or _DESCRIBED.search(words))


def _around(book: Book, place: str) -> set[str]:
    """Everything that a place lies in."""
    found: set[str] = set()
    waiting = [place]
    while waiting:
        here = waiting.pop()
        for relation in book.relations:
            inside = relation.kind == vocabulary.LOCATED_AT and relation.source == here
            if inside and relation.target not in found:
                found.add(relation.target)
                waiting.append(relation.target)
    return found


def _two_places(book: Book, one: State, other: State) -> Contradiction:
    name, first, second = book.name(one.entity), book.name(one.value), book.name(other.value)
    en, zh = where(other)
    return clash(
        book,
        Kind.PLACE,
        Severity.MEDIUM,
        "place",
        (
            f"{name} is in {first} and, in the same scene {en}, in {second} without a way there",
            f"{name}{zh}同一场景中先在{first}，又在{second}，其间没有移动",
        ),
        (one.entity, one.value, other.value),
        one,
        other,
    )
