"""What is done from time to time: strengths by day, the cleanup by night, a look back by week."""

from __future__ import annotations

import logging
from collections.abc import Callable

from mohen.errors import MohenError
from mohen.flows import cleanup, distill, due, erase, local_time, lost, rehearse, session
from mohen.flows.parts import Parts
from mohen.logic import schedule
from mohen.logic.schedule import Task
from mohen.model.health import Reason
from mohen.model.run import Trigger
from mohen.model.upkeep import Timetable

log = logging.getLogger(__name__)


def tick(parts: Parts) -> None:
    """Do what is due. A restart does not do it again, and missed windows are made up for once
    (C8). What fails here has raised its own alarm, and keeps nothing else from being done."""
    erase.pay(parts)
    session.settle_idle(parts)
    rehearse.sweep(parts)
    stamps = _stamps(parts)
    _begin_counting(parts, stamps)
    tried = {**stamps, Task.CLEANUP: _tried(parts, stamps[Task.CLEANUP])}
    for task in schedule.due(parts.clock.now(), tried, parts.policy, local_time.offset):
        try:
            _DO[task](parts)
        except MohenError as error:
            log.warning("upkeep: %s not done: %s", task, error.code)
    _consolidate_later(parts)
    lost.notice(parts)


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
            if (trigger := due.trigger(parts, agent)) is not None:
                from mohen.flows.consolidate import consolidate  # much to load, seldom needed

                consolidate(parts, agent.project_id, trigger)
        except MohenError as error:
            log.warning("upkeep: %s not consolidated: %s", agent.project_id, error.code)


def timetable(parts: Parts) -> Timetable:
    """When each task last ran and is due next."""
    last = {task: at for task, at in _stamps(parts).items() if at is not None}
    coming = {
        task: schedule.next_due(task, at, parts.policy, local_time.offset)
        for task, at in last.items()
    }
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
