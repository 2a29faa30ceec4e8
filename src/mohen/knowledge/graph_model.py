"""What is known as a picture: who and what there is, what is told of them, and when it held."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from mohen.core.policy import Milliseconds

TIME, CHAPTER = "time", "chapter"
"""What `since` and `until` count: milliseconds of our time, or chapters of a story."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Somebody or something."""

    id: str
    name: str
    type: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One thing that is told; it ties its figures to each other while it holds."""

    id: str
    kind: str  # fact, belief, summary, note; of a story: relation, state
    text: tuple[str, str]  # English, Chinese; the same twice where it is somebody's own words
    label: tuple[str, str] = ("", "")  # of the tie, where there is a word for it
    figures: tuple[str, ...]
    since: int
    until: int | None = None  # None: it holds
    sources: tuple[str, ...] = ()
    importance: float = 0.5
    confidence: float = 1.0
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    axis: str  # TIME or CHAPTER
    figures: tuple[Figure, ...] = ()
    told: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is known from conversations, and the story of a project that has one."""

    at: Milliseconds
    knowledge: Drawing
    story: Annotated[Drawing | None, "of a project that has one"] = None
