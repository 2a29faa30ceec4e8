"""What is due, from when it was last done. Windows that were missed are made up for by one run.

Local time comes in as a function, so that nothing here asks a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from mohen.policy import DAY_MS, Policy
from mohen.policy.upkeep import HOUR_MS

Offset = Callable[[int], int]
"""Milliseconds that local time is ahead of UTC at a moment."""


class Task(StrEnum):
    """Its name is that of its stamp."""

    STRENGTHS = "strengths"  # daily, at the start of the app (R63)
    CLEANUP = "cleanup"  # every night (R103); what seed 000 does monthly is a part of it (C8)
    DISTILL = "weekly"  # R63, C17


Stamps = Mapping[Task, int | None]


def due(now: int, stamps: Stamps, policy: Policy, offset: Offset) -> list[Task]:
    """What has to be done now. Strengths are due where they were never computed; the others
    only when a window passed since their stamp, so a new home has missed none."""
    tasks = [
        task
        for task in Task
        if (at := next_due(task, stamps.get(task), policy, offset)) is not None and at <= now
    ]
    covered = Task.CLEANUP in tasks  # a cleanup computes strengths first
    return [task for task in tasks if not (covered and task is Task.STRENGTHS)]


def next_due(task: Task, last: int | None, policy: Policy, offset: Offset) -> int | None:
    """When it has to be done again; None while it was not even stamped."""
    if task is Task.STRENGTHS:
        return 0 if last is None else last + policy.decay.recompute_every_ms
    if last is None:
        return None
    if task is Task.CLEANUP:
        return window_after(last, policy.upkeep.cleanup_hour, offset)
    return last + policy.upkeep.weekly_ms


def window_after(moment: int, hour: int, offset: Offset) -> int:
    """The next time it strikes this hour where the author lives, after a moment."""
    local = moment + offset(moment)
    strike = local - local % DAY_MS + hour * HOUR_MS
    if strike <= local:
        strike += DAY_MS
    near = strike - offset(moment)
    return strike - offset(near)  # the clocks may have been changed in between
