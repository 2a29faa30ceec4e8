"""Reads the prose of a card: 师父是周伯；铁匠，五十岁. Her mentor is Old Zhou; a blacksmith, fifty.

A card is about one person or place, who need not be named again: a clause without a subject is
about them, and one that begins with another (her father …) is about that other until the sentence
ends. What is hedged, denied or past says nothing. Patterns are tried on one clause at a time, and
nearly all are anchored to its beginning.
"""

from __future__ import annotations

from collections.abc import Iterator

from mohen.story.card_prose import en, zh
from mohen.story.card_prose.said import Placed, Said
from mohen.text.language import has_han
from mohen.text.lazy_pattern import LazyPattern

_TRIM = " \t　-*+•>_`\"'"
_SENTENCE = LazyPattern(r"[。！？；;!?]|\.(?=\s|$)")
_CLAUSE = LazyPattern(r"[。！？；;!?，,]|\.(?=\s|$)")


def of_person(line: str, name: str) -> Iterator[Said]:
    """What a line of somebody's card says of them."""
    language = zh if has_han(line) else en
    for sentence in _SENTENCE.split(line.strip(_TRIM)):
        if sentence.strip():
            yield from language.of_person(sentence.strip(), name)


def of_place(line: str, name: str) -> Iterator[Placed]:
    """Where a line of a place's card says that it is."""
    for clause in _clauses(line):
        inside, near = (zh if has_han(clause) else en).where(clause.removeprefix(name))
        if (inside or near) and name not in (inside, near):
            yield Placed(name, inside, near)


def places(line: str) -> Iterator[Placed]:
    """The places that a line of prose about the world names."""
    before = ""
    for clause in _clauses(line):
        for found in (zh if has_han(clause) else en).places(clause, before):
            yield found
            before = found.name


def is_place(name: str, description: str = "") -> bool:
    """Whether something is a place by its name's ending, or by what is said of it first."""
    first = _clauses(description)[0]
    return bool((zh if has_han(name) else en).is_place(name, first))


def _clauses(line: str) -> list[str]:
    return [each.strip() for each in _CLAUSE.split(line.strip(_TRIM))]
