"""What upkeep did, and when it will again."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass

from dataclasses import dataclass, field


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


# -- How much room a memory takes, and how much there is.


@dataclass(frozen=True, slots=True)
class Usage:
    """How many there are. Limits are a project's, so they are told of one project only."""

    used: int
    cap: int | None = None  # no more than that is ever kept
    budget: int | None = None  # above that, the least of use go or a warning comes


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    files: Mapping[str, int]  # bytes of each file in the home
    episodes: Usage | None  # None, as with the others: they cannot be counted
    digests: Usage | None
    rules: Usage | None
    knowledge: Usage | None


class Task(StrEnum):
    """Its name is that of its stamp."""

    STRENGTHS = "strengths"  # daily, at the start of the app (R63)
    CLEANUP = "cleanup"  # every night (R103); what seed 000 does monthly is a part of it (C8)
    DISTILL = "weekly"  # R63, C17
