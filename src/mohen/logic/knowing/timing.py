"""When a consolidation is called for: at its hour, after two days without one, or to go on with
one that was interrupted (R201, R202). Hours that were missed are made up for by one run."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.logic.knowing import cron
from mohen.logic.knowing.cron import Offset
from mohen.model.agent import Config
from mohen.model.consolidation import Progress, Trigger
from mohen.policy import Consolidation
from mohen.policy.upkeep import HOUR_MS


@dataclass(frozen=True, slots=True)
class Plan:
    """What an agent's times follow from."""

    since: int  # when the agent came: a new one has missed nothing
    config: Config
    policy: Consolidation
    offset: Offset


def called_for(now: int, progress: Progress, plan: Plan) -> Trigger | None:
    """What calls for a run now, by the clock."""
    if progress.current_phase is not None and not _gave_up(progress, plan.policy):
        return Trigger.SCHEDULE
    last = _last(progress, plan)
    if now - last > plan.config.fallback_hours * HOUR_MS:
        return Trigger.FALLBACK
    strikes = _strike(last, plan)
    return Trigger.SCHEDULE if strikes is not None and strikes <= now else None


def next_due(progress: Progress, plan: Plan) -> int | None:
    """When the clock calls next; it may be over already. None: its schedule never strikes."""
    return _strike(_last(progress, plan), plan)


def was_lately(now: int, progress: Progress, policy: Consolidation) -> bool:
    """Whether the last success is so young that nobody needs another; not of one that waits to
    be continued."""
    last = progress.last_success
    return (
        progress.current_phase is None
        and last is not None
        and now - last < policy.not_again_hours * HOUR_MS
    )


def may_clear(now: int, progress: Progress, policy: Consolidation) -> bool:
    """Whether a pile may call for a run: what a run did not clear, the next will not either."""
    return progress.last_run is None or now - progress.last_run >= policy.backlog_pause_ms


def _gave_up(progress: Progress, policy: Consolidation) -> bool:
    """It failed too often to be tried again before its hour."""
    return progress.retry_count > policy.retries


def _last(progress: Progress, plan: Plan) -> int:
    last = plan.since if progress.last_success is None else progress.last_success
    if progress.current_phase is not None and progress.last_run is not None:
        return max(last, progress.last_run)
    return last


def _strike(last: int, plan: Plan) -> int | None:
    return cron.next_after(last, plan.config.schedule, plan.offset, plan.policy)
