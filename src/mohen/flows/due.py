"""When an agent's conversations are consolidated: by the clock, by the pile, or by its owner."""

from __future__ import annotations

from mohen.flows import local_time, pause, projection, settings, unread
from mohen.flows.parts import Parts
from mohen.logic.knowing import timing
from mohen.model.agent import Agent
from mohen.model.consolidation import Trigger

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


def why_not(
    parts: Parts, agent: Agent, trigger: Trigger, *, wanted: bool
) -> tuple[str, str] | None:
    """Why nothing is to be done now, and what to do: in English and in Chinese. `wanted`: by
    somebody who knows that it was done lately."""
    if settings.load(parts).privacy_mode_enabled:
        return PRIVATE
    if pause.is_paused(parts, agent.project_id):
        return PAUSED
    if wanted or trigger is not Trigger.MANUAL:
        return None
    policy = parts.policy.consolidation
    progress = parts.fragments.progress(agent.project_id)
    if not timing.was_lately(parts.clock.now(), progress, policy):
        return None
    if waiting(parts, agent.project_id) > policy.backlog:
        return None
    en, zh = LATELY
    hours = policy.not_again_hours
    return en.format(hours=hours), zh.format(hours=hours)


def trigger(parts: Parts, agent: Agent) -> Trigger | None:
    """What calls for a consolidation now, if anything does (R201)."""
    now, policy = parts.clock.now(), parts.policy.consolidation
    progress = parts.fragments.progress(agent.project_id)
    called = timing.called_for(now, progress, _plan(parts, agent))
    if called is not None or not timing.may_clear(now, progress, policy):
        return called
    return Trigger.BACKLOG if waiting(parts, agent.project_id) > policy.backlog else None


def next_due(parts: Parts, project_id: str) -> int | None:
    """When it is consolidated next by itself; None for who is no agent, or never is."""
    agent = parts.agents.get(project_id)
    if agent is None:
        return None
    return timing.next_due(parts.fragments.progress(project_id), _plan(parts, agent))


def _plan(parts: Parts, agent: Agent) -> timing.Plan:
    return timing.Plan(
        since=agent.created_at,
        config=projection.config(parts, agent.project_id),
        policy=parts.policy.consolidation,
        offset=local_time.offset,
    )


def waiting(parts: Parts, project_id: str) -> int:
    """What was said and not looked at yet: messages not read, fragments not sifted."""
    left = parts.fragments.backlog(project_id)
    return left.fragments + unread.waiting(parts, project_id)
