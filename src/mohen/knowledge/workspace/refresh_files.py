"""After something is gone for good, what was told of it is told anew: snapshots at once (C97), and
the files of workspaces, of which none holds deleted text (C74)."""

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
        policy: Policy,
        snapshots: Snapshots,
        workspace_files: WorkspaceFiles,
        workspace_store: WorkspaceStore,
    ) -> None:
        self._agent_configs = agent_configs
        self._agent_store = agent_store
        self._jobs = jobs
        self._policy = policy
        self._snapshots = snapshots
        self._workspace_files = workspace_files
        self._workspace_store = workspace_store

    def later(self, project_id: str | None) -> None:
        """Once it is quiet: something was added or changed, and nothing has to be gone at once."""
        self._jobs.submit(
            f"retell {project_id or ''}",
            lambda: self.retell(project_id),
            after_ms=self._policy.knowledge.retell_ms,
        )

    def retell(self, project_id: str | None) -> int:
        """For one project, or where something global went for all; answers how many files may still
        hold it: somebody else changed them just now, or they cannot be written."""
        everybodys = [each.project_id for each in self._agent_store.all()]
        return sum(
            self._retold(each)
            for each in ([None, *everybodys] if project_id is None else [project_id])
        )

    def files(self, project_id: str | None) -> Projected:
        """Take in what a person changed, then tell everything anew. Raises `IoFailed`."""
        taken = self._workspace_files.take_in(project_id)
        if self._workspace_store.snapshot(project_id) is not None:
            self._snapshots.refresh(project_id, self._agent_configs.config(project_id))
        done = self._workspace_files.write(project_id)
        return replace(done, taken=taken if done.taken == NOTHING else done.taken)

    def _retold(self, project_id: str | None) -> int:
        try:
            left = self.files(project_id).left
            return len(self.files(project_id).left if left else left)  # it is taken in by now
        except (IoFailed, StoreError) as error:
            log.warning("a workspace may still tell of what was deleted: %s", error.code)
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
