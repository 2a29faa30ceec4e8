"""One distillation: when it looked, how far, what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Trigger(StrEnum):
    BATCH = "batch"  # enough new episodes (R38, C80)
    IDLE = "idle"  # the author is away (R39)
    MANUAL = "manual"  # R40
    CONTRADICTION = "contradiction"  # a rule's last episodes speak against it (R41, C82)
    WEEKLY = "weekly"  # R63


class Stage(StrEnum):
    """What a listener hears of, with how far it has come."""

    STARTED = "started"
    CLUSTERED = "clustered"
    PATTERNED = "patterned"
    GENERATED = "generated"
    COMPLETED = "completed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    id: str
    project_id: str
    trigger: Trigger
    started_at: int
    ended_at: int | None = None
    upto: int = 0  # the last episode it saw, by order of acknowledgement
    episodes: int = 0
    error: str | None = None  # a code
    created: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()

    @property
    def status(self) -> str:
        if self.ended_at is None:
            return "running"
        return "failed" if self.error else "completed"
