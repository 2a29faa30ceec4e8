"""What was done to a suggestion and the label that came with it (seed 003 §5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Action(StrEnum):
    ACCEPT = "accept"
    REJECT = "reject"
    PARTIAL = "partial"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction:
    """What the author did with one labelled suggestion: accepted, rejected, or in part."""

    id: str
    at: int
    project_id: str | None  # None: global
    run_id: str | None
    skill_id: str
    action: Action
    label: str | None  # as typed; a keyed hash in privacy mode; None when it was ignored
    ignored: str | None = None  # why it teaches nothing


@dataclass(frozen=True, slots=True)
class Count:
    """How often a label, spelled so, came with an action; and when first."""

    label: str
    action: Action
    acts: int
    first_at: int


@dataclass(frozen=True, slots=True)
class Learned:
    """What came of taking one act in."""

    feedback_id: str
    rules: tuple[str, ...] = ()  # that were made or moved
    ignored: str | None = None
