"""What is asked of the memory of episodes, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mohen.model.episode import Episode, Strength
from mohen.model.health import Degradation
from mohen.model.rule import BuiltInRule


class Mode(StrEnum):
    """Semantic: ranked by words and meaning. Deterministic: by scene and time alone, or by
    words where meaning is out of order."""

    SEMANTIC = "semantic"
    DETERMINISTIC = "deterministic"


class Purpose(StrEnum):
    """Only what goes into a prompt counts as a recall (C63)."""

    BROWSE = "browse"
    CONTEXT = "context"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    project_id: str
    scene_type: str | None = None
    query_text: str | None = None
    limit: int | None = None
    purpose: Purpose = Purpose.BROWSE
    passage: bool = False  # the text at hand rather than a question: its telling words will do


@dataclass(frozen=True, slots=True)
class Recalled:
    """One episode found again, and why."""

    episode: Episode
    strength: Strength  # as of now, not as persisted
    score: float
    reason: tuple[str, str]  # English, Chinese


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    items: tuple[Recalled, ...]
    mode: Mode
    degradations: tuple[Degradation, ...] = ()
    fallback_rules: tuple[BuiltInRule, ...] = ()
