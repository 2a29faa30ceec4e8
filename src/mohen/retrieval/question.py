"""Reads a question: its terms, whom it names of those who speak, and which times."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mohen.retrieval import times
from mohen.retrieval.model import Question
from mohen.text.dates import Local
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import simplified
from mohen.text.terms import QueryBounds, expand, query_terms


def read(
    text: str, *, speakers: Iterable[str] = (), now: Local | None = None, policy: QueryBounds
) -> Question:
    """`speakers`: those who speak in what is searched; `now`: when and where it is asked."""
    asked = query_terms(text, policy=policy)
    held = frozenset(asked)
    return Question(
        terms=tuple(asked),
        speakers=frozenset(each for each in speakers if not held.isdisjoint(expand(each))),
        spans=tuple(times.asked(simplified(text), now)) if now else (),
        today=now.day if now else None,
        of_now=_OF_NOW.search(simplified(text)) is not None,
    )


_OF_NOW = LazyPattern(
    r"现在|目前|如今|眼下|当前|最近|最新|近来"
    r"|\b(?:now|nowadays|current(?:ly)?|at the moment|these days|lately|recent(?:ly)?|latest)\b",
    re.IGNORECASE,
)


_ROLES = frozenset(("", "user", "assistant", "system", "tool"))


def told(text: str, speaker: str = "") -> str:
    """A message as it is searched. A person's name is part of what can be asked for; a role is
    not."""
    return text if speaker in _ROLES else f"{speaker}: {text}"


def said(text: str, speaker: str = "") -> list[str]:
    """The terms of a message."""
    return expand(told(text, speaker))


_QUESTION_MARKS = ("?", "？")
_TAIL = 60  # characters: a question may be followed by a smile


def asks(text: str) -> bool:
    """Whether a turn ends with a question, which the next one answers."""
    return any(mark in text[-_TAIL:] for mark in _QUESTION_MARKS)
