"""What the prose of a card says, as values, and the words it is known by in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from mohen.core.values import dataclass
from mohen.story import vocabulary
from mohen.story.model import EntityType
from mohen.text.word_lists import topics

ALIAS = "alias"


@dataclass(frozen=True, slots=True)
class Said:
    """What a clause says of the one whom the card is about.

    kind    a relation, an attribute, or `ALIAS`
    value   the other's name, or the attribute's value
    other   what the other is, of a relation; None of an attribute
    theirs  the other is it of them: 师父是周伯; else they are it of the other: 周伯的徒弟
    chapter from when it holds; 0: from the beginning
    """

    kind: str
    value: str
    other: EntityType | None = None
    theirs: bool = True
    chapter: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """A place that a sentence names, and the place that it is in or near."""

    name: str
    inside: str = ""
    near: str = ""


# -- words


@cache
def words(language: str, topic: str) -> tuple[str, ...]:
    """The longest first."""
    found = topics(__file__, f"{language}/card_words.txt")[topic].split()
    return tuple(sorted(found, key=lambda word: (-len(word), word)))


def either(words: Iterable[str]) -> str:
    """A pattern: one of them, the longest that fits."""
    return "|".join(re.escape(each) for each in sorted(words, key=lambda w: (-len(w), w)))


@cache
def ending(language: str, topic: str) -> re.Pattern[str]:
    return re.compile(f"(?:{either(words(language, topic))})$")


@cache
def ties(*, latin: bool) -> dict[str, str]:
    """What each word for a tie between people means: 师父 is a mentor."""
    return {
        word.replace("_", " "): kind
        for kind in _TIES
        for word in vocabulary.RELATIONS[kind][1].split()
        if word.isascii() == latin and (latin or len(word) > 1)
    }


_TIES = (
    vocabulary.FATHER,
    vocabulary.MOTHER,
    vocabulary.CHILD,
    vocabulary.SIBLING,
    vocabulary.SPOUSE,
    *("friend", "ally", "enemy", "mentor", "student"),
)
