"""The snapshot of an agent: made anew when what it tells would differ, and else left byte for
byte as it is (C97)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.errors import StoreError
from mohen.knowledge import counts, decay
from mohen.knowledge.agents.model import Host
from mohen.knowledge.model import Stats
from mohen.knowledge.workspace import layout, snapshot_text
from mohen.knowledge.workspace.model import Kept
from mohen.text import tokens

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock, Jobs
    from mohen.core.settings import UserSettings
    from mohen.knowledge.agents.load_config import AgentConfigs
    from mohen.knowledge.agents.model import Config
    from mohen.knowledge.agents.store import AgentStore
    from mohen.knowledge.held_back import HeldBack
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
        agent_store: AgentStore,
        clock: Clock,
        held_back: HeldBack,
        jobs: Jobs,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        policy: Policy,
        said_to_agents: SaidToAgents,
        settings: UserSettings,
        workspace_files: WorkspaceFiles,
        workspace_store: WorkspaceStore,
    ) -> None:
        self._agent_configs = agent_configs
        self._agent_store = agent_store
        self._clock = clock
        self._held_back = held_back
        self._jobs = jobs
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._policy = policy
        self._said_to_agents = said_to_agents
        self._settings = settings
        self._workspace_files = workspace_files
        self._workspace_store = workspace_store

    def current(self, project_id: str | None = None, host: Host | None = None) -> Kept:
        """The snapshot as it stands; where there is none yet, it is made. `host`: of who reads it
        now, where that is another than what is known of the agent."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        kept = self._workspace_store.snapshot(project_id) or self._first(project_id)
        if kept.given != kept.items:
            self._jobs.submit("snapshot given", partial(self.hand_out, project_id), once=False)
        reaches, elsewhere = self._reader(project_id)
        text = snapshot_text.told_to(kept.text, host or reaches, elsewhere)
        return replace(kept, text=text, tokens=tokens.estimate(text, self._policy.tokens))

    def hand_out(self, project_id: str | None) -> None:
        """Conversations begin with it as it is now: somebody asked for it, or the file will be read
        that a consolidation leaves."""
        self._mind_db.write(lambda tx: self._workspace_store.hand_out(tx, project_id))

    def _reader(self, project_id: str | None) -> tuple[Host, str | None]:
        """How the agent reaches its memory, and the project to name where no folder does."""
        agent = None if project_id is None else self._agent_store.get(project_id)
        if agent is None:
            return Host.COMMAND, project_id
        return agent.host, project_id if agent.workspace is None else None

    def _first(self, project_id: str | None) -> Kept:
        config = self._agent_configs.config(project_id)
        while True:
            kept = self._kept(self._made(project_id, config))
            try:
                if self._keep(project_id, kept):
                    return kept
            except StoreError as error:  # reading it needs no pen
                log.warning("snapshot not kept: %s", error.reason)
                return kept

    def refresh(self, project_id: str | None, config: Config) -> bool:
        """Whether it was rewritten. What a person wrote into the one before is taken in first,
        while it can be told from what we wrote. Raises `IoFailed`."""
        self._workspace_files.take_in(project_id)
        while True:
            made = self._made(project_id, config)
            before = self._workspace_store.snapshot(project_id)
            if before is not None and before.body == made.body:
                return False
            if self._keep(project_id, self._kept(made)):
                return True

    def _kept(self, made: snapshot_text.Snapshot) -> Kept:
        return Kept(made.text, made.body, made.items, self._clock.now())

    def _keep(self, project_id: str | None, kept: Kept) -> bool:
        """Whether it could be: not where something was forgotten meanwhile that it tells."""
        self._said_to_agents.remember(project_id or "", [kept.text])

        def write(tx: Tx) -> bool:
            if len(self._knowledge_store.some(tx, kept.items)) < len(set(kept.items)):
                return False
            self._workspace_store.put_snapshot(tx, project_id, kept)
            return True

        return self._mind_db.write(write).value

    def _made(self, project_id: str | None, config: Config) -> snapshot_text.Snapshot:
        policy, now = self._policy, self._clock.now()
        known = self._knowledge_store.most_known(Scope(project_id), policy.snapshot.considered)
        items = [
            replace(each, score=decay.faded(each, now, config, policy.knowledge).score)
            for each in self._held_back.passed(known)
        ]
        language = snapshot_text.language(items, self._settings.get().prompt_language)
        return snapshot_text.render(
            items,
            self._counted(project_id),
            at=layout.moment(now - now % 1000) or "",
            now=now,
            language=language,
            search=snapshot_text.search_of(*self._reader(project_id), language),
            config=config,
            bounds=policy.snapshot,
            count=lambda text: tokens.estimate(text, policy.tokens),
            day=_day,
        )

    def _counted(self, project_id: str | None) -> Stats:
        named = self._knowledge_store.mentions(Scope(project_id), own=True)
        return counts.counted(
            self._knowledge_store.counts(project_id),
            entities=len(named),
            policy=self._policy.knowledge,
        )


def _day(ms: int) -> str:
    """Where the author lives."""
    return datetime.fromtimestamp(ms / 1000).astimezone().date().isoformat()
