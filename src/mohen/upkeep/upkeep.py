"""What is done from time to time: strengths by day, the cleanup by night, a look back by week."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from mohen.core import lost_database, secure_wipe, system
from mohen.core.degradation import Reason
from mohen.core.policy import DAY_MS
from mohen.errors import MohenError
from mohen.knowledge.consolidation import dry_run, schedule
from mohen.policy import Policy
from mohen.rules import distill
from mohen.rules.model import Trigger
from mohen.session import session
from mohen.upkeep import cleanup
from mohen.upkeep.model import Task, Timetable
from mohen.upkeep.policy import HOUR_MS

if TYPE_CHECKING:
    from mohen.parts import Parts


# -- What is due, from when it was last done. Windows that were missed are made up for by one run.


Offset = Callable[[int], int]
"""Milliseconds that local time is ahead of UTC at a moment."""


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


log = logging.getLogger(__name__)


def tick(parts: Parts) -> None:
    """Do what is due. A restart does not do it again, and missed windows are made up for once
    (C8). What fails here has raised its own alarm, and keeps nothing else from being done."""
    secure_wipe.pay(parts)
    session.settle_idle(parts)
    dry_run.sweep(parts)
    stamps = _stamps(parts)
    _begin_counting(parts, stamps)
    tried = {**stamps, Task.CLEANUP: _tried(parts, stamps[Task.CLEANUP])}
    for task in due(parts.clock.now(), tried, parts.policy, system.offset):
        try:
            _DO[task](parts)
        except MohenError as error:
            log.warning("upkeep: %s not done: %s", task, error.code)
    _consolidate_later(parts)
    lost_database.notice(parts)


def _consolidate_later(parts: Parts) -> None:
    """Not at once: a command that opens the memory for a moment must not wait for it, and
    nothing is learned by the command that shows what would be."""
    parts.jobs.submit(
        "consolidate",
        lambda: consolidate_due(parts),
        after_ms=parts.policy.consolidation.settle_ms,
        hurried=False,
    )


def consolidate_due(parts: Parts) -> None:
    """Agents whose hour has come, or whose pile is high (R201)."""
    for agent in parts.agents.all():
        if parts.jobs.is_ending():
            return
        try:
            if (trigger := schedule.trigger(parts, agent)) is not None:
                from mohen.knowledge.consolidation.consolidate import (
                    consolidate,  # much to load, seldom needed
                )

                consolidate(parts, agent.project_id, trigger)
        except MohenError as error:
            log.warning("upkeep: %s not consolidated: %s", agent.project_id, error.code)


def timetable(parts: Parts) -> Timetable:
    """When each task last ran and is due next."""
    last = {task: at for task, at in _stamps(parts).items() if at is not None}
    coming = {task: next_due(task, at, parts.policy, system.offset) for task, at in last.items()}
    failing = [
        each.began_at
        for each in parts.ledger.alerts(limit=parts.policy.paging.alerts)
        if each.ended_at is None and each.code == Reason.CLEANUP_FAILED.code
    ]
    return Timetable(
        last={task.value: at for task, at in last.items()},
        next={task.value: at for task, at in coming.items() if at is not None},
        failing_since=min(failing, default=None),
    )


# -- the timetable


def _stamps(parts: Parts) -> dict[Task, int | None]:
    return {task: parts.ledger.stamp(task.value) for task in Task}


def _begin_counting(parts: Parts, stamps: dict[Task, int | None]) -> None:
    """A new home has missed no window: its time begins now."""
    new = [task for task in (Task.CLEANUP, Task.DISTILL) if stamps[task] is None]
    if new:
        cleanup.stamp(parts, *new)


def _tried(parts: Parts, stamp: int | None) -> int | None:
    """A cleanup that failed is tried again at the next window, or by another process."""
    return None if stamp is None else max(stamp, parts.marks.cleanup_failed_at)


# -- tasks


def _strengths(parts: Parts) -> None:
    if count := cleanup.refresh_strengths(parts):
        log.info("strengths recomputed: %d", count)
    cleanup.stamp(parts, Task.STRENGTHS)


def _distill(parts: Parts) -> None:
    """Stamped first: when it fails, the other triggers see to it (R49)."""
    cleanup.stamp(parts, Task.DISTILL)
    distill.distill(parts, None, Trigger.WEEKLY)


_DO: dict[Task, Callable[[Parts], object]] = {
    Task.STRENGTHS: _strengths,
    Task.CLEANUP: cleanup.clean,
    Task.DISTILL: _distill,
}
