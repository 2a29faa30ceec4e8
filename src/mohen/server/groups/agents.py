"""Agents that share the home: workspaces, conversations, whom they may listen to."""

from __future__ import annotations

from typing import Any

from mohen.errors import InvalidArgument
from mohen.model.transcript import Source, SourceKind
from mohen.server.channel import Channel, Desk, Push
from mohen.server.schemas import agents, common
from mohen.server.wire import Wire


def _init(desk: Desk, asked: agents.AgentInitPayload) -> Wire:
    done = desk.memory.agents.init(
        asked.workspace,
        agent_id=asked.agent_id,
        sources=_sources(desk, asked.sources),
        sees=asked.sees,
    )
    return agents.AgentInitData.made(done)


def _list(desk: Desk, _asked: common.Nothing) -> Wire:
    found = desk.memory.agents.list()
    return agents.AgentListData(items=[agents.AgentListItem.listed(*each) for each in found])


def _find(desk: Desk, asked: agents.AgentFindPayload) -> Wire:
    found = desk.memory.agents.find(asked.workspace)
    return agents.AgentFindData(agent=None if found is None else agents.AgentData.of(found))


def _update(desk: Desk, asked: agents.AgentUpdatePayload) -> Wire:
    changed = desk.memory.agents.update(
        asked.project_id,
        sources=_sources(desk, asked.sources),
        sees=asked.sees,
        workspace=asked.workspace,
    )
    return agents.AgentData.of(changed)


def _remove(desk: Desk, asked: agents.AgentPayload) -> Wire:
    had = desk.memory.agents.remove(asked.project_id)
    return agents.AgentRemoveData(project_id=asked.project_id, removed=had)


def _sources(desk: Desk, asked: list[agents.SourcePayload] | None) -> list[Source] | None:
    return None if asked is None else [Source(_kind(desk, each), each.path) for each in asked]


def _kind(desk: Desk, asked: agents.SourcePayload) -> SourceKind:
    if asked.kind is not None:
        return SourceKind(asked.kind)
    try:
        return desk.memory.agents.detect(asked.path)
    except InvalidArgument as error:
        raise InvalidArgument(f"sources: {error.message}", field="sources") from None


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "agent:init",
        "Have an agent for a workspace. Asking again keeps what is there; a workspace that was "
        "moved is bound again.",
        agents.AgentInitPayload,
        agents.AgentInitData,
        _init,
        in_order=True,
    ),
    Channel(
        "agent:list",
        "Agents that share this home.",
        common.Nothing,
        agents.AgentListData,
        _list,
    ),
    Channel(
        "agent:find",
        "The agent that works in a folder, or in one that it lies in.",
        agents.AgentFindPayload,
        agents.AgentFindData,
        _find,
    ),
    Channel(
        "agent:update",
        "Change what an agent listens to, whom it may read, or where its workspace is.",
        agents.AgentUpdatePayload,
        agents.AgentData,
        _update,
        in_order=True,
    ),
    Channel(
        "agent:remove",
        "Take an agent off the list. What it knows stays until it is cleared or forgotten; how "
        "far its conversations were read is dropped.",
        agents.AgentPayload,
        agents.AgentRemoveData,
        _remove,
        in_order=True,
    ),
)

PUSHES: tuple[Push, ...] = ()
