"""What upkeep did, and when it will again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Annotated

from mohen.core.policy import Milliseconds
from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleaned:
    """What a cleanup did, or would do."""

    strengths: Annotated[int, "strengths computed anew"] = 0
    abandoned: Annotated[int, "open episodes that nobody answered"] = 0
    compressed: Annotated[int, "episodes that became digests"] = 0
    purged: Annotated[int, "digests deleted"] = 0
    evicted_rules: int = 0
    traces: Annotated[int, "old traces of generations deleted"] = 0
    messages: Annotated[int, "messages older, or more, than are kept"] = 0
    dry_run: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Timetable:
    """When each task last ran and is due next, and since when it fails."""

    last: Annotated[Mapping[str, Milliseconds], "when each task last ran"] = field(
        default_factory=dict
    )
    next: Annotated[Mapping[str, Milliseconds], "when each is due again"] = field(
        default_factory=dict
    )
    failing_since: Milliseconds | None = None


# -- How much room a memory takes, and how much there is.


@dataclass(frozen=True, slots=True)
class Usage:
    """How many there are. Limits are a project's, so they are told of one project only."""

    used: int
    cap: Annotated[int | None, "of one project; no more than that is ever kept"] = None
    budget: Annotated[
        int | None, "of one project; above it the least of use go, or a warning comes"
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    files: Annotated[Mapping[str, int], "bytes of each file in the home"]
    episodes: Annotated[Usage | None, "absent, as the others: they cannot be counted"]
    digests: Usage | None
    rules: Usage | None
    knowledge: Annotated[Usage | None, "living items"]


class Task(StrEnum):
    """Its name is that of its stamp."""

    STRENGTHS = "strengths"  # daily, at the start of the app (R63)
    CLEANUP = "cleanup"  # every night (R103); what seed 000 does monthly is a part of it (C8)
    DISTILL = "weekly"  # R63, C17
