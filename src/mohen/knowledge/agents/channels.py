"""Channels of agents that share the home: workspaces, conversations, whom they may read."""

from __future__ import annotations

from typing import Annotated

from mohen.conversations.model import Heard
from mohen.errors import InvalidArgument
from mohen.knowledge.agents.agents import named_after
from mohen.knowledge.agents.model import Agent, Host
from mohen.knowledge.transcripts.model import Source, SourceKind
from mohen.server.channels import Channel, Desk
from mohen.server.shapes import ITSELF, Beside, Milliseconds, Nothing, Wire

Workspace = Annotated[str, "absolute path of the folder that holds the agent's `memory/`"]
Reaches = Annotated[Host, "how it searches: `command` runs `mohen search`, `mcp` has the tool"]
Sees = Annotated[list[str], "agents whose knowledge it may read; `*` for all of the home"]


class SourcePayload(Wire):
    kind: Annotated[SourceKind | None, "found out when absent"] = None
    path: Annotated[str, "absolute path of a file or a folder"]


class SourceData(Wire, of=Source):
    pass


class AgentInitPayload(Wire):
    workspace: Workspace | None = None
    agent_id: Annotated[str | None, "the folder's name, made unique, when absent"] = None
    sources: Annotated[
        list[SourcePayload] | None,
        "conversations to listen to; OpenClaw's of the workspace when absent",
    ] = None
    sees: Sees | None = None
    host: Reaches | None = None


class AgentData(Wire, of=Agent):
    project_id: Annotated[str, "the agent's id, and the project of its memory"]
    workspace: Workspace | None = None
    sources: list[SourceData]
    sees: Sees
    created_at: Milliseconds
    host: Reaches


class AgentInitData(AgentData):
    created: Annotated[bool, "false: it was there before"]
    moved: Annotated[bool, "its workspace was moved, and is bound again"]


class AgentListItem(AgentData):
    missing: Annotated[bool, "the workspace is not there now"]


class AgentListData(Wire):
    items: Annotated[list[AgentListItem], ITSELF]


class AgentFindPayload(Wire):
    workspace: Annotated[str, "absolute path; folders above it are tried too"]


class AgentFindData(Wire):
    agent: Annotated[AgentData | None, "absent: nobody works there"] = None
    project_id: Annotated[
        str, "whose memory is meant there: of the agent, or as it would be called"
    ]


class AgentHearPayload(Wire):
    project_id: str
    kind: Annotated[SourceKind | None, "found out when absent"] = None
    path: Annotated[str, "absolute path of a transcript, or of a folder of them"]
    ended: Annotated[bool, "it is over: all that was heard is learned from"] = False


class AgentHearData(Wire, of=Heard):
    heard: Annotated[int, "messages that were new, and are on disk now"]
    same: Annotated[int, "that were known"]
    edited: Annotated[int, "that say something else than before"]
    left_out: Annotated[int, "that hold nothing but blanks, or our own words"]
    private: Annotated[bool, "privacy mode is on: it was passed over"]


class AgentUpdatePayload(Wire):
    project_id: str
    sources: list[SourcePayload] | None = None
    sees: Sees | None = None
    workspace: Workspace | None = None
    host: Reaches | None = None


class AgentPayload(Wire):
    project_id: str


class AgentRemoveData(Wire):
    project_id: str
    removed: Annotated[bool, "false: there was none"]


def _init(desk: Desk, asked: AgentInitPayload) -> object:
    done = desk.memory.agents.init(
        asked.workspace,
        agent_id=asked.agent_id,
        sources=_sources(desk, asked.sources),
        sees=asked.sees,
        host=asked.host,
    )
    return Beside(done.agent, created=done.created, moved=done.moved)


def _list(desk: Desk, _asked: Nothing) -> object:
    return [Beside(agent, missing=not there) for agent, there in desk.memory.agents.list()]


def _update(desk: Desk, asked: AgentUpdatePayload) -> Agent:
    return desk.memory.agents.update(
        asked.project_id,
        sources=_sources(desk, asked.sources),
        sees=asked.sees,
        workspace=asked.workspace,
        host=asked.host,
    )


def _find(desk: Desk, asked: AgentFindPayload) -> object:
    agent = desk.memory.agents.find(asked.workspace)
    called = named_after(asked.workspace) if agent is None else agent.project_id
    return {"agent": agent, "project_id": called}


def _hear(desk: Desk, asked: AgentHearPayload) -> object:
    kind = asked.kind or desk.memory.agents.detect(asked.path)
    source = Source(kind, asked.path)
    return desk.memory.agents.hear(asked.project_id, source, ended=asked.ended)


def _remove(desk: Desk, asked: AgentPayload) -> object:
    had = desk.memory.agents.remove(asked.project_id)
    return {"project_id": asked.project_id, "removed": had}


def _sources(desk: Desk, asked: list[SourcePayload] | None) -> list[Source] | None:
    return None if asked is None else [Source(_kind(desk, each), each.path) for each in asked]


def _kind(desk: Desk, asked: SourcePayload) -> SourceKind:
    if asked.kind is not None:
        return asked.kind
    try:
        return desk.memory.agents.detect(asked.path)
    except InvalidArgument as error:
        raise InvalidArgument(f"sources: {error.message}", field="sources") from None


_PLACES = frozenset({"workspace", "path"})

TABLE: tuple[Channel, ...] = (
    Channel(
        "agent:init",
        "Have an agent for a workspace. Asking again keeps what is there; a workspace that was "
        "moved is bound again.",
        AgentInitPayload,
        AgentInitData,
        _init,
        in_order=True,
        machine=True,
    ),
    Channel(
        "agent:list",
        "Agents that share this home.",
        Nothing,
        AgentListData,
        _list,
        places=_PLACES,
    ),
    Channel(
        "agent:find",
        "The agent that works in a folder, or in one that it lies in.",
        AgentFindPayload,
        AgentFindData,
        _find,
        machine=True,
    ),
    Channel(
        "agent:hear",
        "What a host wrote down of its conversations, from where it was read up to.",
        AgentHearPayload,
        AgentHearData,
        _hear,
        in_order=True,
        timeout=lambda policy: policy.doors.timeout_max_ms,
        machine=True,
    ),
    Channel(
        "agent:update",
        "Change what an agent listens to, whom it may read, or where its workspace is.",
        AgentUpdatePayload,
        AgentData,
        _update,
        in_order=True,
        machine=("sources", "workspace"),
        places=_PLACES,
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
