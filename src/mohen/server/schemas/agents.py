"""Shapes of agents that share the home."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mohen.model.agent import Agent, Registered
from mohen.server.schemas.common import Milliseconds
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
