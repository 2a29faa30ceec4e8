"""What is done from time to time: strengths by day, the cleanup by night, a look back by week."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from mohen.core import system
from mohen.core.degradation import Reason
from mohen.core.logs import logger
from mohen.core.policy import DAY_MS, HOUR_MS
from mohen.errors import MohenError
from mohen.upkeep.model import Task, Timetable

if TYPE_CHECKING:
    from mohen.conversations.erase import TalkEraser
    from mohen.core.database import Database
    from mohen.core.health import LostDatabases
    from mohen.core.home import Home
    from mohen.core.home_clock import ClockWatch
    from mohen.core.ports import Clock, Jobs
    from mohen.core.secure_wipe import SecureWipe
    from mohen.core.settings import UserSettings
    from mohen.core.settings_store import SettingsStore
    from mohen.core.watermarks import Watermarks
    from mohen.documents.documents import Documents
    from mohen.knowledge.agents.store import AgentStore
    from mohen.knowledge.consolidation.consolidate import Consolidator
    from mohen.knowledge.consolidation.dry_run import DryRun
    from mohen.knowledge.consolidation.listen import LearningFromTalk
    from mohen.knowledge.consolidation.schedule import Schedule
    from mohen.policy import Policy
    from mohen.rules.distill import Distiller
    from mohen.session.session import Sessions
    from mohen.session.working_memory import WorkingMemory
    from mohen.upkeep.cleanup import Cleanup
    from mohen.upkeep.reindex import Reindex


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


log = logger(__name__)


class Upkeep:
    """Does from time to time what has to be done."""

    def __init__(
        self,
        *,
        agent_store: AgentStore,
        cleanup: Cleanup,
        clock: Clock,
        clock_watch: ClockWatch,
        consolidator: Consolidator,
        distiller: Distiller,
        documents: Documents,
        dry_run: DryRun,
        home: Home,
        jobs: Jobs,
        learning_from_talk: LearningFromTalk,
        lost_databases: LostDatabases,
        marks: Watermarks,
        policy: Policy,
        reindex: Reindex,
        schedule: Schedule,
        secure_wipe: SecureWipe,
        sessions: Sessions,
        settings: UserSettings,
        settings_store: SettingsStore,
        talk_db: Database,
        talk_eraser: TalkEraser,
        working: WorkingMemory,
    ) -> None:
        self._agent_store = agent_store
        self._cleanup = cleanup
        self._clock = clock
        self._clock_watch = clock_watch
        self._consolidator = consolidator
        self._distiller = distiller
        self._documents = documents
        self._dry_run = dry_run
        self._home = home
        self._jobs = jobs
        self._learning_from_talk = learning_from_talk
        self._lost_databases = lost_databases
        self._marks = marks
        self._policy = policy
        self._reindex = reindex
        self._schedule = schedule
        self._secure_wipe = secure_wipe
        self._sessions = sessions
        self._settings = settings
        self._settings_store = settings_store
        self._talk_db = talk_db
        self._talk_eraser = talk_eraser
        self._working = working

    def tick(self) -> None:
        """Do what is due. A restart does not do it again, and missed windows are made up for once
        (C8). What fails here has raised its own alarm, and keeps nothing else from being done."""
        if self._talk_db.is_there:
            self._talk_eraser.pay()
        self._clock_watch.keep()
        self._documents.sweep()
        self._secure_wipe.pay()
        if self._working.all():
            self._sessions.settle_idle()
        self._dry_run.sweep()
        self._home.lay_by(self._policy.storage.reserve_bytes)
        stamps = self._stamps()
        self._begin_counting(stamps)
        tried = {**stamps, Task.CLEANUP: self._tried(stamps[Task.CLEANUP])}
        for task in due(self._clock.now(), tried, self._policy, system.offset):
            try:
                self._do(task)
            except MohenError as error:
                log.warning("upkeep: %s not done: %s", task, error.code)
        if self._talk_db.is_there:
            self._learning_from_talk.catch_up()
        self._consolidate_later()
        self._lost_databases.notice()
        if self._settings.get().embedder_before is not None:
            self._reindex.follow_up()

    def _do(self, task: Task) -> None:
        if task is Task.STRENGTHS:
            self._strengths()
        elif task is Task.CLEANUP:
            self._cleanup.clean()
        else:
            self._distill()

    def _consolidate_later(self) -> None:
        """Not at once: a command that opens the memory for a moment must not wait for it, and
        nothing is learned by the command that shows what would be."""
        self._jobs.submit(
            "consolidate",
            lambda: self.consolidate_due(),
            after_ms=self._policy.consolidation.settle_ms,
            hurried=False,
        )

    def consolidate_due(self) -> None:
        """Agents whose hour has come, or whose pile is high (R201)."""
        for agent in self._agent_store.all():
            if self._jobs.is_ending():
                return
            try:
                if (trigger := self._schedule.trigger(agent)) is not None:
                    self._consolidator.consolidate(agent.project_id, trigger)
            except MohenError as error:
                log.warning("upkeep: %s not consolidated: %s", agent.project_id, error.code)

    def timetable(self) -> Timetable:
        """When each task last ran and is due next."""
        last = {task: at for task, at in self._stamps().items() if at is not None}
        coming = {
            task: next_due(task, at, self._policy, system.offset) for task, at in last.items()
        }
        failing = [
            each.began_at
            for each in self._settings_store.alerts(limit=self._policy.paging.alerts)
            if each.ended_at is None and each.code == Reason.CLEANUP_FAILED.code
        ]
        return Timetable(
            last={task.value: at for task, at in last.items()},
            next={task.value: at for task, at in coming.items() if at is not None},
            failing_since=min(failing, default=None),
        )

    # -- the timetable

    def _stamps(self) -> dict[Task, int | None]:
        return {task: self._settings_store.stamp(task.value) for task in Task}

    def _begin_counting(self, stamps: dict[Task, int | None]) -> None:
        """A new home has missed no window: its time begins now."""
        new = [task for task in (Task.CLEANUP, Task.DISTILL) if stamps[task] is None]
        if new:
            self._cleanup.stamp(*new)

    def _tried(self, stamp: int | None) -> int | None:
        """A cleanup that failed is tried again at the next window, or by another process."""
        return None if stamp is None else max(stamp, self._marks.cleanup_failed_at)

    # -- tasks

    def _strengths(self) -> None:
        if count := self._cleanup.refresh_strengths():
            log.info("strengths recomputed: %d", count)
        self._cleanup.stamp(Task.STRENGTHS)

    def _distill(self) -> None:
        """Stamped first: when it fails, the other triggers see to it (R49)."""
        from mohen.rules.model import (
            Trigger,  # once a week; the look at what is due is at every start
        )

        self._cleanup.stamp(Task.DISTILL)
        self._distiller.distill(None, Trigger.WEEKLY)
