"""Families that cannot be: two mothers by birth, a son who is his father's father, parents too
young for their children."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from mohen.story import vocabulary
from mohen.story.checks.clash import clash, way
from mohen.story.model import Contradiction, Kind, Relation, Severity, State
from mohen.story.world_state import Book

_PARENTS = (vocabulary.FATHER, vocabulary.MOTHER, vocabulary.PARENT)


def check(book: Book) -> Iterator[Contradiction]:
    yield from _two_of_one(book)
    lineage = _lineage(book)
    yield from _circles(book, lineage)
    yield from _brother_and_father(book, lineage)
    yield from _too_young(book, lineage)


def _lineage(book: Book) -> list[tuple[str, str, Relation]]:
    """Each parent with each child."""
    down = [(r.source, r.target, r) for r in book.relations if r.kind in _PARENTS]
    up = [(r.target, r.source, r) for r in book.relations if r.kind == vocabulary.CHILD]
    return [each for each in (*down, *up) if each[0] != each[1]]


def _two_of_one(book: Book) -> Iterator[Contradiction]:
    for kind, (en, zh) in (
        (vocabulary.FATHER, ("father", "父亲")),
        (vocabulary.MOTHER, ("mother", "母亲")),
    ):
        said: dict[str, dict[str, Relation]] = defaultdict(dict)
        for each in book.relations:
            if each.kind == kind:
                said[each.target].setdefault(each.source, each)
        for child, parents in said.items():
            first, *others = parents.values()
            for other in others:
                names = (book.name(first.source), book.name(other.source))
                yield clash(
                    book,
                    Kind.RELATION,
                    Severity.HIGH,
                    kind,
                    (
                        f"{book.name(child)} has two {en}s: {names[0]} and {names[1]}",
                        f"{book.name(child)}有两个{zh}：{names[0]}与{names[1]}",
                    ),
                    (child, first.source, other.source),
                    first,
                    other,
                )


def _circles(book: Book, lineage: list[tuple[str, str, Relation]]) -> Iterator[Contradiction]:
    steps: dict[str, list[tuple[str, Relation]]] = defaultdict(list)
    for parent, child, relation in lineage:
        steps[parent].append((child, relation))
    told: set[frozenset[str]] = set()
    for parent, child, relation in lineage:
        back = way(steps, child, parent)
        pair = frozenset((parent, child))
        if not back or pair in told:
            continue
        told.add(pair)
        a, b = book.name(parent), book.name(child)
        yield clash(
            book,
            Kind.RELATION,
            Severity.HIGH,
            "circle",
            (
                f"{a} is {b}'s parent, and {b} is {a}'s forebear",
                f"{a}是{b}的父母，{b}又是{a}的长辈",
            ),
            (parent, child),
            relation,
            back[-1],
        )


def _brother_and_father(
    book: Book, lineage: list[tuple[str, str, Relation]]
) -> Iterator[Contradiction]:
    parents = {(parent, child): relation for parent, child, relation in lineage}
    told: set[frozenset[str]] = set()
    for each in book.relations:
        if each.kind != vocabulary.SIBLING:
            continue
        for pair in ((each.source, each.target), (each.target, each.source)):
            if pair not in parents or frozenset(pair) in told:
                continue
            told.add(frozenset(pair))
            a, b = book.name(pair[0]), book.name(pair[1])
            yield clash(
                book,
                Kind.RELATION,
                Severity.HIGH,
                "sibling and parent",
                (
                    f"{a} is {b}'s parent and {b}'s sibling",
                    f"{a}既是{b}的父母，又是{b}的兄弟姐妹",
                ),
                pair,
                parents[pair],
                each,
            )


def _too_young(book: Book, lineage: list[tuple[str, str, Relation]]) -> Iterator[Contradiction]:
    told: set[tuple[str, str]] = set()
    for parent, child, _ in lineage:
        ages = _ages_together(book, parent, child)
        if ages is None or (parent, child) in told:
            continue
        told.add((parent, child))
        older, younger = ages
        years = int(older.value) - int(younger.value)
        if years >= book.policy.parent_years:
            continue
        a, b = book.name(parent), book.name(child)
        yield clash(
            book,
            Kind.RELATION,
            Severity.HIGH if years <= 0 else Severity.MEDIUM,
            "age",
            (
                f"{a} ({older.value}) is the parent of {b} ({younger.value})",
                f"{a}（{older.value}岁）是{b}（{younger.value}岁）的父母",
            ),
            (parent, child),
            older,
            younger,
        )


def _ages_together(book: Book, parent: str, child: str) -> tuple[State, State] | None:
    """Both ages as said in one chapter, or in the setting."""
    for one in book.states_of(parent):
        for other in book.states_of(child):
            if (
                one.attribute == other.attribute == vocabulary.AGE
                and one.since.chapter == other.since.chapter
                and one.value.isdecimal()
                and other.value.isdecimal()
            ):
                return one, other
    return None
