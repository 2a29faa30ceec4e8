"""A workspace's config.json over the policy, read anew each time: an edit counts at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.core.logs import logger
from mohen.errors import IoFailed, StoreError
from mohen.knowledge.agents import config as agents_config
from mohen.knowledge.workspace import layout

if TYPE_CHECKING:
    from mohen.knowledge.agents.config import Problem
    from mohen.knowledge.agents.model import Config
    from mohen.knowledge.agents.store import AgentStore
    from mohen.knowledge.ports import Workspace, WorkspaceAt
    from mohen.policy import Policy

log = logger(__name__)

_UNREADABLE = "config.json could not be read", "config.json 无法读取"


class AgentConfigs:
    """Reads each agent's config.json."""

    def __init__(
        self,
        *,
        agent_store: AgentStore,
        policy: Policy,
        workspace_at: WorkspaceAt,
    ) -> None:
        self._agent_store = agent_store
        self._policy = policy
        self._workspace_at = workspace_at

    def files(self, project_id: str | None) -> Workspace | None:
        """None where the project has no workspace."""
        agent = None if project_id is None else self._agent_store.get(project_id)
        if agent is None or agent.workspace is None:
            return None
        return self._workspace_at(agent.workspace)

    def config(self, project_id: str | None) -> Config:
        """The workspace's `config.json` over the policy."""
        return self.configured(project_id)[0]

    def configured(self, project_id: str | None) -> tuple[Config, tuple[Problem, ...]]:
        """The same, and what in the file was not understood. One that cannot be read is none."""
        try:
            at = self.files(project_id)
            text = None if at is None else at.read(layout.CONFIG)
        except (IoFailed, StoreError) as error:
            log.warning("config.json not read: %s", error.code)
            return agents_config.default(self._policy), (_UNREADABLE,)
        if text is None:
            return agents_config.default(self._policy), ()
        return agents_config.read(text, self._policy)
