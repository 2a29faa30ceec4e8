"""What is not as it should be, said in a value and never in an exception."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any

from mohen.core.values import dataclass


class Reason(StrEnum):
    """Why something is answered with less than it could be."""

    EPISODES_UNREADABLE = "EPISODES_UNREADABLE"
    MIND_UNREADABLE = "MIND_UNREADABLE"
    TALK_UNREADABLE = "TALK_UNREADABLE"
    EPISODES_LOST = "EPISODES_LOST"
    TALK_LOST = "TALK_LOST"
    MIND_LOST = "MIND_LOST"
    READ_ONLY = "READ_ONLY"
    EPISODES_DAMAGED = "EPISODES_DAMAGED"
    MIND_DAMAGED = "MIND_DAMAGED"
    TALK_DAMAGED = "TALK_DAMAGED"
    WRITES_LOST = "WRITES_LOST"
    INDEX_UNAVAILABLE = "INDEX_UNAVAILABLE"
    VEC_UNAVAILABLE = "VEC_UNAVAILABLE"
    DIMENSION_CONFLICT = "DIMENSION_CONFLICT"
    ENCODING_FAILED = "ENCODING_FAILED"
    MODEL_UNAVAILABLE = "MODEL_UNAVAILABLE"
    BUDGET_SPENT = "BUDGET_SPENT"
    CLEANUP_FAILED = "CLEANUP_FAILED"
    KEPT_BY_SERVER = "KEPT_BY_SERVER"
    CONSOLIDATION_FAILED = "CONSOLIDATION_FAILED"
    CLOCK_JUMPED = "CLOCK_JUMPED"

    @property
    def code(self) -> str:
        """As alerts and `meta.degraded` name it."""
        if self is Reason.CLEANUP_FAILED:
            return "MEMORY_CLEANUP_FAILED"  # as the seed has it (R112)
        return f"MEMORY_DEGRADE_{self}"


@dataclass(frozen=True, slots=True)
class Degradation:
    """One thing that is broken, what it costs, and how to mend it. Attached to results."""

    reason: Reason
    message: tuple[str, str]  # English, Chinese
    cure: tuple[str, str]

    @property
    def code(self) -> str:
        return self.reason.code


@dataclass(frozen=True, slots=True)
class Alert:
    """An alarm that someone should see (C96)."""

    code: str
    subject: str
    detail: Mapping[str, Any] = field(default_factory=dict)
    began_at: int = 0
    ended_at: int | None = None


class Finding(StrEnum):
    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the doctor's report; `cure` says how to mend what is not ok."""

    name: str
    finding: Finding
    message: tuple[str, str]  # English, Chinese
    cure: tuple[str, str] | None = None
