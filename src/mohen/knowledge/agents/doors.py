"""Agents that share the home: workspaces, conversations, whom they may listen to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mohen.knowledge.agents import agents
from mohen.knowledge.agents.model import Agent, Registered
from mohen.knowledge.transcripts.model import Source, SourceKind

if TYPE_CHECKING:
    from mohen.parts import Parts


class AgentsDoor:
    """Agents that share the home: workspaces, conversations, whom they may listen to."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def init(
        self,
        workspace: str | None = None,
        *,
        agent_id: str | None = None,
        sources: Sequence[Source] | None = None,
        sees: Sequence[str] | None = None,
    ) -> Registered:
        """Have an agent for a workspace, or one without; asking twice is asking once."""
        return agents.init(self._parts, workspace, agent_id=agent_id, sources=sources, sees=sees)

    def list(self) -> list[tuple[Agent, bool]]:
        """Each with whether its workspace is where it was."""
        return agents.list_agents(self._parts)

    def find(self, workspace: str) -> Agent | None:
        """The agent that works in a folder, or in one that it lies in."""
        return agents.find(self._parts, workspace)

    def update(
        self,
        project_id: str,
        *,
        sources: Sequence[Source] | None = None,
        sees: Sequence[str] | None = None,
        workspace: str | None = None,
    ) -> Agent:
        """Change what is given."""
        return agents.update(
            self._parts, project_id, sources=sources, sees=sees, workspace=workspace
        )

    def remove(self, project_id: str) -> bool:
        """Whether there was one. What it knows stays."""
        return agents.remove(self._parts, project_id)

    def detect(self, path: str) -> SourceKind:
        """Of what kind the conversations are that a file or a folder holds."""
        return agents.detect(self._parts, path)
