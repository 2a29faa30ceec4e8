"""Whether an agent's memory is whole (R214): its rows, its index, its files. What can be repaired
without losing anything is repaired when asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.errors import IoFailed
from mohen.knowledge.workspace import import_edits, layout
from mohen.knowledge.workspace.model import Defect, Validation
from mohen.text import tokens

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.knowledge.agents.load_config import AgentConfigs
    from mohen.knowledge.browse import KnowledgeBrowser
    from mohen.knowledge.index_items import KnowledgeIndexer
    from mohen.knowledge.integrity_store import IntegrityStore
    from mohen.knowledge.ports import Workspace
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.workspace.files import WorkspaceFiles
    from mohen.knowledge.workspace.snapshot import Snapshots
    from mohen.knowledge.workspace.store import WorkspaceStore
    from mohen.policy import Policy


_EXAMPLES = 5  # ids that are named; the rest is counted


@dataclass(frozen=True, slots=True)
class _Rows:
    """Something that rows can be wrong in, and how it is put right."""

    code: str
    find: Callable[[str | None], list[str]]
    message: tuple[str, str]
    mend: Callable[[Tx, str | None, list[str]], object]


class Validator:
    """Checks that an agent's memory is whole."""

    def __init__(
        self,
        *,
        agent_configs: AgentConfigs,
        integrity_store: IntegrityStore,
        knowledge_browser: KnowledgeBrowser,
        knowledge_indexer: KnowledgeIndexer,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        policy: Policy,
        snapshots: Snapshots,
        workspace_files: WorkspaceFiles,
        workspace_store: WorkspaceStore,
    ) -> None:
        self._agent_configs = agent_configs
        self._integrity_store = integrity_store
        self._knowledge_browser = knowledge_browser
        self._knowledge_indexer = knowledge_indexer
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._policy = policy
        self._snapshots = snapshots
        self._workspace_files = workspace_files
        self._workspace_store = workspace_store

    def validate(self, project_id: str | None = None, *, repair: bool = False) -> Validation:
        validation.check_ids(self._policy.recording, projectId=project_id)
        stats = self._knowledge_browser.stats(project_id)
        defects = [
            *self._damage(),
            *self._rows(project_id, repair=repair),
            *self._index(project_id, repair=repair),
            *self._snapshot(project_id, repair=repair),
        ]
        at = self._agent_configs.files(project_id)
        if at is not None and project_id is not None:
            defects += self._tree(project_id, at, repair=repair)
        files = len(self._workspace_store.hashes(project_id or ""))
        return Validation(items=stats.total, files=files, defects=tuple(defects))

    def _damage(self) -> Iterator[Defect]:
        said = self._mind_db.check()
        if said != "ok":
            yield Defect(
                "DATABASE_DAMAGED",
                self._mind_db.name,
                ("SQLite finds the file damaged", "SQLite 发现文件已损坏"),
                cure=("run `mohen doctor --mend`", "运行 `mohen doctor --mend`"),
            )

    # -- rows

    def _kinds(self) -> tuple[_Rows, ...]:
        return (
            _Rows(
                "FIGURES",
                self._integrity_store.out_of_bounds,
                ("figures out of bounds", "数值越界"),
                lambda tx, project, _ids: self._integrity_store.clamp(tx, project),
            ),
            _Rows(
                "SUCCESSOR",
                self._integrity_store.lost_successors,
                ("superseded by something that is not there", "取代它的条目不存在"),
                lambda tx, project, _ids: self._integrity_store.drop_lost_successors(tx, project),
            ),
            _Rows(
                "DERIVED",
                self._integrity_store.lost_links,
                ("derived from something that is gone", "所依据的条目已不存在"),
                lambda tx, _project, ids: self._knowledge_store.put_stale(tx, ids),
            ),
        )

    def _rows(self, project_id: str | None, *, repair: bool) -> Iterator[Defect]:
        for kind in self._kinds():
            if ids := kind.find(project_id):
                if repair:
                    self._mend(kind, project_id, ids)
                yield Defect(kind.code, _listed(ids), kind.message, repaired=repair)

    def _mend(self, kind: _Rows, project_id: str | None, ids: list[str]) -> None:
        self._mind_db.write(lambda tx: kind.mend(tx, project_id, ids))

    def _index(self, project_id: str | None, *, repair: bool) -> Iterator[Defect]:
        ids = self._integrity_store.unfindable(project_id)
        if ids:
            if repair:
                self._knowledge_indexer.rebuild()
            message = ("not in the index: searches miss it", "不在索引中，检索会漏掉")
            yield Defect("INDEX", _listed(ids), message, repaired=repair)

    def _snapshot(self, project_id: str | None, *, repair: bool) -> Iterator[Defect]:
        """Only one that somebody asked for: an empty memory needs none."""
        kept = self._workspace_store.snapshot(project_id)
        if kept is None:
            return
        config = self._agent_configs.config(project_id)
        if tokens.estimate(kept.text, self._policy.tokens) > config.layer1_total:
            if repair:
                self._snapshots.refresh(project_id, config)
            message = ("longer than its budget", "超出预算")
            yield Defect("SNAPSHOT", layout.SNAPSHOT, message, repaired=repair)

    # -- files

    def _tree(self, project_id: str, at: Workspace, *, repair: bool) -> Iterator[Defect]:
        try:
            found = list(self._files(project_id, at))
            if repair:
                self._workspace_files.write(project_id)
                still = {(each.code, each.where) for each in self._files(project_id, at)}
                found = [
                    replace(each, repaired=(each.code, each.where) not in still) for each in found
                ]
        except IoFailed:
            yield Defect(
                "WORKSPACE",
                "memory/",
                ("the workspace cannot be read or written", "工作区无法读写"),
                cure=("check that the folder is there and yours", "请检查目录是否存在、是否有权限"),
            )
            return
        yield from found
        _, problems = self._agent_configs.configured(project_id)
        yield from (
            Defect("CONFIG", layout.CONFIG, (said, said), cure=("correct the file", "请修正文件"))
            for said in problems
        )

    def _files(self, project_id: str, at: Workspace) -> Iterable[Defect]:
        for each in import_edits.troubles(at, self._policy):
            yield Defect(
                "LINE",
                f"{each.ref}:{each.line}",
                (f"does not parse: {each.why}", f"无法解析：{each.why}"),
                cure=("correct the line, or take it out", "请改正或删去该行"),
            )
        for ref, known in self._workspace_store.hashes(project_id).items():
            text = at.read(ref)
            if text is None:
                yield Defect("MISSING", ref, ("the file is gone", "文件不存在"))
            elif import_edits.digest(text) != known:
                message = ("changed by hand, not taken in yet", "有手工修改，尚未并入")
                yield Defect("EDITED", ref, message)


def _listed(ids: list[str]) -> str:
    named = ", ".join(ids[:_EXAMPLES])
    return named if len(ids) <= _EXAMPLES else f"{named} … ({len(ids)})"
