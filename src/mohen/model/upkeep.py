"""What upkeep did, and when it will again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mohen.model.episode import Vitals


@dataclass(frozen=True, slots=True)
class Living:
    """An episode that still has its text, as a cleanup sees it."""

    seq: int
    vitals: Vitals
    confirmed: bool


@dataclass(frozen=True, slots=True)
class Old:
    """A digest, as a cleanup sees it."""

    seq: int
    timestamp: int
    protected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleaned:
    """What a cleanup did, or would do."""

    strengths: int = 0
    abandoned: int = 0
    compressed: int = 0
    purged: int = 0
    evicted_rules: int = 0
    traces: int = 0
    dry_run: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Timetable:
    """When each task last ran and is due next, and since when it fails."""

    last: Mapping[str, int] = field(default_factory=dict)
    next: Mapping[str, int] = field(default_factory=dict)
    failing_since: int | None = None
