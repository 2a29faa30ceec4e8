"""After a change what was told of it is told anew, before the call that made it answers: snapshots
(C97), and the files of workspaces, of which none holds deleted text (C74)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.core.logs import logger
from mohen.errors import IoFailed, StoreError
from mohen.knowledge.workspace.model import NOTHING, Projected

if TYPE_CHECKING:
    from mohen.core.ports import Jobs
    from mohen.knowledge.agents.load_config import AgentConfigs
    from mohen.knowledge.agents.store import AgentStore
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.workspace.files import WorkspaceFiles
    from mohen.knowledge.workspace.snapshot import Snapshots
    from mohen.knowledge.workspace.store import WorkspaceStore
    from mohen.policy import Policy


log = logger(__name__)


class FileRefresher:
    """Refreshes snapshots and files after something changed."""

    def __init__(
        self,
        *,
        agent_configs: AgentConfigs,
        agent_store: AgentStore,
        jobs: Jobs,
        knowledge_store: KnowledgeStore,
        policy: Policy,
        snapshots: Snapshots,
        workspace_files: WorkspaceFiles,
        workspace_store: WorkspaceStore,
    ) -> None:
        self._agent_configs = agent_configs
        self._agent_store = agent_store
        self._jobs = jobs
        self._knowledge_store = knowledge_store
        self._policy = policy
        self._snapshots = snapshots
        self._workspace_files = workspace_files
        self._workspace_store = workspace_store

    def begin(self, project_id: str) -> None:
        """A workspace's first files. Raises `IoFailed`."""
        self._workspace_files.write_config(project_id)
        self.files(project_id)

    def follow(self, project_id: str | None) -> None:
        """After something was added or changed: before the answer, or where there is so much that
        somebody would have to wait, right after it."""
        projects = self._told(project_id)
        items = sum(self._knowledge_store.counts(each).total() for each in projects)
        if items <= self._policy.knowledge.files_at_once:
            self.retell(project_id)
        else:
            self._jobs.submit(f"retell {project_id or ''}", lambda: self.retell(project_id))

    def retell(self, project_id: str | None) -> int:
        """For one project, or where something global changed for all; answers how many files may
        tell what was: somebody else changed them just now, or they cannot be written."""
        return sum(self._retold(each) for each in self._told(project_id))

    def _told(self, project_id: str | None) -> list[str | None]:
        """Who tells of what a project knows: of what is global, everybody does."""
        if project_id is not None:
            return [project_id]
        return [None, *(each.project_id for each in self._agent_store.all())]

    def files(self, project_id: str | None) -> Projected:
        """Take in what a person changed, then tell everything anew. Raises `IoFailed`."""
        taken = self._workspace_files.take_in(project_id)
        told = self._workspace_store.snapshot(project_id) is not None
        if told or self._agent_configs.files(project_id) is not None:
            self._snapshots.refresh(project_id, self._agent_configs.config(project_id))
        done = self._workspace_files.write(project_id)
        return replace(done, taken=taken if done.taken == NOTHING else done.taken)

    def _retold(self, project_id: str | None) -> int:
        try:
            left = self.files(project_id).left
            return len(self.files(project_id).left if left else left)  # it is taken in by now
        except (IoFailed, StoreError) as error:
            log.warning("a workspace may still tell what was: %s", error.code)
            return 1

    def delete_files(self, project_ids: Iterable[str]) -> int:
        """All that we wrote into workspaces; what its owner set there stays. Answers how many files
        could not be deleted."""
        return sum(self._deleted(each) for each in project_ids)

    def _deleted(self, project_id: str) -> int:
        at, left = self._agent_configs.files(project_id), 0
        if at is None:
            return 0
        for ref in self._workspace_store.hashes(project_id):
            try:
                at.delete(ref)
            except IoFailed as error:
                log.warning("a file of a workspace was not deleted: %s", error.code)
                left += 1
        return left
