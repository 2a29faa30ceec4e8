"""Shapes of agents that share the home."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.core import shapes
from mohen.core.shapes import Milliseconds
from mohen.errors import InvalidArgument
from mohen.knowledge.agents.model import Agent, Registered
from mohen.knowledge.transcripts.model import Source, SourceKind
from mohen.server.channel import Channel, Desk, Push
from mohen.server.wire import Wire

Kind = Literal["openclaw", "claude-code", "codex", "chatgpt", "claude", "text"]
Workspace = Annotated[
    str, Field(description="absolute path of the folder that holds the agent's `memory/`")
]
Sees = Annotated[
    list[str], Field(description="agents whose knowledge it may read; `*` for all of the home")
]


class SourcePayload(Wire):
    kind: Annotated[Kind | None, Field(description="found out when absent")] = None
    path: Annotated[str, Field(description="absolute path of a file or a folder")]


class SourceData(Wire):
    kind: Kind
    path: str


class AgentInitPayload(Wire):
    workspace: Workspace | None = None
    agent_id: Annotated[
        str | None, Field(description="the folder's name, made unique, when absent")
    ] = None
    sources: Annotated[
        list[SourcePayload] | None,
        Field(description="conversations to listen to; OpenClaw's of the workspace when absent"),
    ] = None
    sees: Sees | None = None


class AgentData(Wire):
    project_id: Annotated[str, Field(description="the agent's id, and the project of its memory")]
    workspace: Workspace | None = None
    sources: list[SourceData]
    sees: Sees
    created_at: Milliseconds

    @classmethod
    def of(cls, agent: Agent) -> AgentData:
        return cls.model_validate(_plain(agent))


class AgentInitData(AgentData):
    created: Annotated[bool, Field(description="false: it was there before")]
    moved: Annotated[bool, Field(description="its workspace was moved, and is bound again")]

    @classmethod
    def made(cls, done: Registered) -> AgentInitData:
        plain = _plain(done.agent)
        return cls.model_validate({**plain, "created": done.created, "moved": done.moved})


class AgentListItem(AgentData):
    missing: Annotated[bool, Field(description="the workspace is not there now")]

    @classmethod
    def listed(cls, agent: Agent, there: bool) -> AgentListItem:
        return cls.model_validate({**_plain(agent), "missing": not there})


class AgentListData(Wire):
    items: list[AgentListItem]


class AgentFindPayload(Wire):
    workspace: Annotated[str, Field(description="absolute path; folders above it are tried too")]


class AgentFindData(Wire):
    agent: Annotated[AgentData | None, Field(description="absent: nobody works there")] = None


class AgentUpdatePayload(Wire):
    project_id: str
    sources: list[SourcePayload] | None = None
    sees: Sees | None = None
    workspace: Workspace | None = None


class AgentPayload(Wire):
    project_id: str


class AgentRemoveData(Wire):
    project_id: str
    removed: Annotated[bool, Field(description="false: there was none")]


def _plain(agent: Agent) -> dict[str, object]:
    return {
        "project_id": agent.project_id,
        "workspace": agent.workspace,
        "sources": [
            SourceData.model_validate({"kind": each.kind.value, "path": each.path})
            for each in agent.sources
        ],
        "sees": list(agent.sees),
        "created_at": agent.created_at,
    }


# -- Agents that share the home: workspaces, conversations, whom they may listen to.


def _init(desk: Desk, asked: AgentInitPayload) -> Wire:
    done = desk.memory.agents.init(
        asked.workspace,
        agent_id=asked.agent_id,
        sources=_sources(desk, asked.sources),
        sees=asked.sees,
    )
    return AgentInitData.made(done)


def _list(desk: Desk, _asked: shapes.Nothing) -> Wire:
    found = desk.memory.agents.list()
    return AgentListData(items=[AgentListItem.listed(*each) for each in found])


def _find(desk: Desk, asked: AgentFindPayload) -> Wire:
    found = desk.memory.agents.find(asked.workspace)
    return AgentFindData(agent=None if found is None else AgentData.of(found))


def _update(desk: Desk, asked: AgentUpdatePayload) -> Wire:
    changed = desk.memory.agents.update(
        asked.project_id,
        sources=_sources(desk, asked.sources),
        sees=asked.sees,
        workspace=asked.workspace,
    )
    return AgentData.of(changed)


def _remove(desk: Desk, asked: AgentPayload) -> Wire:
    had = desk.memory.agents.remove(asked.project_id)
    return AgentRemoveData(project_id=asked.project_id, removed=had)


def _sources(desk: Desk, asked: list[SourcePayload] | None) -> list[Source] | None:
    return None if asked is None else [Source(_kind(desk, each), each.path) for each in asked]


def _kind(desk: Desk, asked: SourcePayload) -> SourceKind:
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
        AgentInitPayload,
        AgentInitData,
        _init,
        in_order=True,
    ),
    Channel(
        "agent:list",
        "Agents that share this home.",
        shapes.Nothing,
        AgentListData,
        _list,
    ),
    Channel(
        "agent:find",
        "The agent that works in a folder, or in one that it lies in.",
        AgentFindPayload,
        AgentFindData,
        _find,
    ),
    Channel(
        "agent:update",
        "Change what an agent listens to, whom it may read, or where its workspace is.",
        AgentUpdatePayload,
        AgentData,
        _update,
        in_order=True,
    ),
    Channel(
        "agent:remove",
        "Take an agent off the list. What it knows stays until it is cleared or forgotten; how "
        "far its conversations were read is dropped.",
        AgentPayload,
        AgentRemoveData,
        _remove,
        in_order=True,
    ),
)

PUSHES: tuple[Push, ...] = ()
