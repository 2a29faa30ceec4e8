"""When an agent's conversations are consolidated: by the clock, by the pile, or by its owner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.core import system
from mohen.core.policy import HOUR_MS
from mohen.core.values import dataclass
from mohen.knowledge.consolidation import cron
from mohen.knowledge.consolidation.model import Progress, Trigger

if TYPE_CHECKING:
    from mohen.core.ports import Clock
    from mohen.core.settings import UserSettings
    from mohen.knowledge.agents.load_config import AgentConfigs
    from mohen.knowledge.agents.model import Agent, Config
    from mohen.knowledge.agents.store import AgentStore
    from mohen.knowledge.consolidation.backlog import Backlog
    from mohen.knowledge.consolidation.cron import Offset
    from mohen.knowledge.consolidation.store import FragmentStore
    from mohen.knowledge.policy import Consolidation
    from mohen.policy import Policy
    from mohen.rules.pause import LearningPause


# -- when a consolidation is called for


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


def next_time(progress: Progress, plan: Plan) -> int | None:
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


LEASE = "consolidation"
"""With an agent's id behind it: who consolidates that agent, or needs it to be left alone."""

PRIVATE = (
    "privacy mode is on, so nothing of conversations is kept: turn it off "
    "(`mohen config set privacy-mode-enabled false`), then consolidate",
    "隐私模式已开启，不保留任何对话内容："
    "关闭后（`mohen config set privacy-mode-enabled false`）再整合",
)
PAUSED = (
    "learning is paused: resume it, then consolidate",
    "学习已暂停：恢复后再整合",
)
LATELY = (
    "it was done less than {hours:g} hours ago and little is new: use `--force` to do it anyway",
    "距上次整合不足 {hours:g} 小时，且新内容不多：如仍需执行请加 `--force`",
)


class Schedule:
    """Decides when an agent's conversations are consolidated."""

    def __init__(
        self,
        *,
        agent_configs: AgentConfigs,
        agent_store: AgentStore,
        backlog: Backlog,
        clock: Clock,
        fragment_store: FragmentStore,
        learning_pause: LearningPause,
        policy: Policy,
        settings: UserSettings,
    ) -> None:
        self._agent_configs = agent_configs
        self._agent_store = agent_store
        self._backlog = backlog
        self._clock = clock
        self._fragment_store = fragment_store
        self._learning_pause = learning_pause
        self._policy = policy
        self._settings = settings

    def why_not(self, agent: Agent, trigger: Trigger, *, wanted: bool) -> tuple[str, str] | None:
        """Why nothing is to be done now, and what to do: in English and in Chinese. `wanted`: by
        somebody who knows that it was done lately."""
        if self._settings.get().privacy_mode_enabled:
            return PRIVATE
        if self._learning_pause.is_paused(agent.project_id):
            return PAUSED
        if wanted or trigger is not Trigger.MANUAL:
            return None
        policy = self._policy.consolidation
        progress = self._fragment_store.progress(agent.project_id)
        if not was_lately(self._clock.now(), progress, policy):
            return None
        if self.waiting(agent.project_id) > policy.backlog:
            return None
        en, zh = LATELY
        hours = policy.not_again_hours
        return en.format(hours=hours), zh.format(hours=hours)

    def trigger(self, agent: Agent) -> Trigger | None:
        """What calls for a consolidation now, if anything does (R201)."""
        now, policy = self._clock.now(), self._policy.consolidation
        progress = self._fragment_store.progress(agent.project_id)
        called = called_for(now, progress, self._plan(agent))
        if called is not None or not may_clear(now, progress, policy):
            return called
        return Trigger.BACKLOG if self.waiting(agent.project_id) > policy.backlog else None

    def next_due(self, project_id: str) -> int | None:
        """When it is consolidated next by itself; None for who is no agent, or never is."""
        agent = self._agent_store.get(project_id)
        if agent is None:
            return None
        return next_time(self._fragment_store.progress(project_id), self._plan(agent))

    def _plan(self, agent: Agent) -> Plan:
        return Plan(
            since=agent.created_at,
            config=self._agent_configs.config(agent.project_id),
            policy=self._policy.consolidation,
            offset=system.offset,
        )

    def waiting(self, project_id: str) -> int:
        """What was said and not looked at yet: messages not read, fragments not sifted."""
        left = self._fragment_store.backlog(project_id)
        return left.fragments + self._backlog.waiting(project_id)
