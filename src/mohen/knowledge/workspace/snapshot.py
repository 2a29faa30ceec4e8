"""The snapshot of an agent: made anew when what it tells would differ, and else left byte for
byte as it is (C97)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.errors import StoreError
from mohen.knowledge.workspace import layout, snapshot_text
from mohen.knowledge.workspace.model import Kept
from mohen.text import tokens

if TYPE_CHECKING:
    from mohen.core.database import Database
    from mohen.core.ports import Clock
    from mohen.core.settings import UserSettings
    from mohen.knowledge.agents.load_config import AgentConfigs
    from mohen.knowledge.agents.model import Config
    from mohen.knowledge.browse import KnowledgeBrowser
    from mohen.knowledge.self_output import SaidToAgents
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.workspace.files import WorkspaceFiles
    from mohen.knowledge.workspace.store import WorkspaceStore
    from mohen.policy import Policy


log = logger(__name__)


class Snapshots:
    """Makes the snapshot of an agent anew when it would differ."""

    def __init__(
        self,
        *,
        agent_configs: AgentConfigs,
        clock: Clock,
        knowledge_browser: KnowledgeBrowser,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        policy: Policy,
        said_to_agents: SaidToAgents,
        settings: UserSettings,
        workspace_files: WorkspaceFiles,
        workspace_store: WorkspaceStore,
    ) -> None:
        self._agent_configs = agent_configs
        self._clock = clock
        self._knowledge_browser = knowledge_browser
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._policy = policy
        self._said_to_agents = said_to_agents
        self._settings = settings
        self._workspace_files = workspace_files
        self._workspace_store = workspace_store

    def current(self, project_id: str | None = None) -> Kept:
        """The snapshot as it stands; where there is none yet, it is made."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        kept = self._workspace_store.snapshot(project_id) or self._first(project_id)
        return replace(kept, tokens=tokens.estimate(kept.text, self._policy.tokens))

    def _first(self, project_id: str | None) -> Kept:
        made = self._made(project_id, self._agent_configs.config(project_id))
        kept = self._kept(made)
        try:
            self._keep(project_id, kept)
        except StoreError as error:  # reading it needs no pen
            log.warning("snapshot not kept: %s", error.reason)
        return kept

    def refresh(self, project_id: str | None, config: Config) -> bool:
        """Whether it was rewritten. What a person wrote into the one before is taken in first,
        while it can be told from what we wrote. Raises `IoFailed`."""
        self._workspace_files.take_in(project_id)
        made = self._made(project_id, config)
        before = self._workspace_store.snapshot(project_id)
        if before is not None and before.body == made.body:
            return False
        self._keep(project_id, self._kept(made))
        return True

    def _kept(self, made: snapshot_text.Snapshot) -> Kept:
        return Kept(made.text, made.body, made.items, self._clock.now())

    def _keep(self, project_id: str | None, kept: Kept) -> None:
        self._said_to_agents.remember(project_id or "", [kept.text])
        self._mind_db.write(lambda tx: self._workspace_store.put_snapshot(tx, project_id, kept))

    def _made(self, project_id: str | None, config: Config) -> snapshot_text.Snapshot:
        policy, now = self._policy, self._clock.now()
        items = self._knowledge_store.most_known(Scope(project_id), policy.snapshot.considered)
        return snapshot_text.render(
            items,
            self._knowledge_browser.stats(project_id),
            at=layout.moment(now - now % 1000) or "",
            now=now,
            language=snapshot_text.language(items, self._settings.get().prompt_language),
            config=config,
            bounds=policy.snapshot,
            count=lambda text: tokens.estimate(text, policy.tokens),
            day=_day,
        )


def _day(ms: int) -> str:
    """Where the author lives."""
    return datetime.fromtimestamp(ms / 1000).astimezone().date().isoformat()
