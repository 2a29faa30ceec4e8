"""A conversation in full, and the compact that stands for it and points back (R165, R166)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Turn:
    role: str  # user, assistant or system
    content: str
    skill_id: str | None = None
    at: int | None = None


class Quality(StrEnum):
    """Who made the digest: a model, our rules, or nobody (nothing to say)."""

    MODEL = "model"
    HEURISTIC = "heuristic"
    PLACEHOLDER = "placeholder"


@dataclass(frozen=True, slots=True, kw_only=True)
class Compact:
    id: str  # of the conversation
    project_id: str | None
    summary: str
    quality: Quality
    full_ref: str  # `.mohen/conversations/<id>.json`, or `db:conversations/<id>`
    messages: int
    tokens: int
    created_at: int
    updated_at: int
    compacted: bool  # False: still short enough to be read in full
