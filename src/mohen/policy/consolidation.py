"""When conversations become knowledge, and in what steps."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Consolidation:
    """When conversations become knowledge, and in what steps."""

    summary_trigger: int = number(3, spec="R196, R216", unit="facts on a theme")
    schedule: str = number("0 3 * * *", spec="R201, R218", unit="cron, local time")
    fallback_hours: float = number(48, spec="R201, R218", unit="hours since the last success")
    backlog: int = number(100, spec="background 1.15", unit="unprocessed fragments")
    not_again_hours: float = number(20, spec="background 1.15", unit="hours, unless forced")
    retries: int = number(3, spec="background 1.15", unit="failures in a row before an alert")
    look_ahead_days: int = number(2_922, spec="house", unit="days; 29 February may be 8 years away")
    batch: int = number(500, spec="house", unit="messages, fragments or statements in one write")
    settle_ms: int = number(60_000, spec="house", unit="ms after the start before it may begin")
    backlog_pause_ms: int = number(3_600_000, spec="house", unit="ms between two for a backlog")
    changes_told: int = number(
        1_000, spec="house", unit="changes of a run that are told one by one"
    )
    clock_ahead_ms: int = number(
        86_400_000, spec="house", unit="ms that a host's clock may be ahead of ours"
    )
