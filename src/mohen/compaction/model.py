"""A conversation in full, and the compact that stands for it and points back (R165, R166)."""

from __future__ import annotations

from enum import StrEnum

from mohen.core.listed import Listed
from mohen.core.values import dataclass


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
    full_ref: str  # `.mohen/conversations/<id>.json`, `db:conversations/<id>`; "": not kept
    messages: int
    tokens: int
    created_at: int
    updated_at: int
    compacted: bool  # False: still short enough to be read in full


@dataclass(frozen=True, slots=True)
class Saved:
    """What came of saving one."""

    compact: Compact
    trouble: str | None = None  # why the whole is not in the project's folder


@dataclass(frozen=True, slots=True)
class Expanded:
    """The way back from a compact."""

    compact: Compact
    turns: tuple[Turn, ...]
    trouble: str | None = None  # why they cannot be had


@dataclass(frozen=True, slots=True)
class Compacts(Listed[Compact]):
    """A page of them, the newest first."""

    items: tuple[Compact, ...]
    limit: int
    next: tuple[int, str] | None = None  # where the next page begins
