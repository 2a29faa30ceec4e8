"""Whether an agent's memory is whole (R214): its rows, its index, its files. What can be repaired
without losing anything is repaired when asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.values import dataclass
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
    from mohen.models.model_budget import ModelBudget
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
        model_budget: ModelBudget,
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
        self._model_budget = model_budget
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
            defects += self._config(project_id)
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
                self._snapshots.refresh(project_id, self._agent_configs.config(project_id))
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

    def _config(self, project_id: str) -> Iterator[Defect]:
        """What of config.json is not obeyed."""
        config, problems = self._agent_configs.configured(project_id)
        said = [*problems, *([_NO_SERVER] if self._model_budget.no_server(config.model) else [])]
        cure = ("correct memory/config.json", "请修正 memory/config.json")
        yield from (Defect("CONFIG", layout.CONFIG, each, cure=cure) for each in said)

    def _files(self, project_id: str, at: Workspace) -> Iterator[Defect]:
        """Files against rows: what is not there, what is there too much, what says something else
        and what stands in the wrong folder."""
        for each in import_edits.troubles(at, self._policy):
            yield Defect(
                "LINE",
                f"{each.ref}:{each.line}",
                (f"does not parse: {each.why}", f"无法解析：{each.why}"),
                cure=("correct the line, or take it out", "请改正或删去该行"),
            )
        known = self._workspace_store.hashes(project_id)
        made = dict(self._workspace_files.made(project_id))
        there = {ref: at.read(ref) for ref in made.keys() | known.keys()}
        for ref, text in sorted(there.items()):
            if ref not in made:
                if text is not None:
                    yield _defect("EXTRA", ref)
            elif text is None:
                yield _defect("MISSING", ref)
            elif ref not in layout.pools() and ref != layout.RANKINGS and text != made[ref]:
                edited = not layout.is_derived(ref) and import_edits.digest(text) != known.get(ref)
                yield _defect("EDITED" if edited else "STALE", ref)
        yield from self._lines(made, there)

    def _lines(self, made: Mapping[str, str], there: Mapping[str, str | None]) -> Iterator[Defect]:
        """The items of `active/` and `archive/`, line by line. A file that is gone was said."""
        pools = [ref for ref in layout.pools() if there.get(ref) is not None]
        told = [(ref, each) for ref in pools for each in self._read(ref, there[ref] or "")]
        want = {each.id: (ref, each) for ref in pools for each in self._read(ref, made[ref])}
        stand = {each.id: ref for ref, each in told}
        for ref, line in told:
            where = f"{ref}:{line.number}"
            place, wanted = want.get(line.id, (None, None))
            if place is None or wanted is None:
                yield _defect("EXTRA_LINE", where)
            elif place != ref:
                yield _defect("FOLDER", f"{where} → {place}")
            elif wanted.stamp != line.stamp:
                yield _defect("DIFFERENT", where)
        for ref in pools:
            ids = [id for id, (place, _) in want.items() if id and place == ref and id not in stand]
            if ids:
                yield _defect("MISSING_LINE", f"{ref}: {_listed(ids)}")

    def _read(self, ref: str, text: str) -> list[layout.Written]:
        return layout.read(text, layout.kind_of(ref), self._policy)[0]


_SAID = {
    "MISSING": ("the file is gone", "文件不存在"),
    "EXTRA": ("the file tells of what is not known any more", "文件所述已不在记忆中"),
    "EDITED": ("changed by hand, not taken in yet", "有手工修改，尚未并入"),
    "STALE": ("does not say what the memory knows", "与记忆不一致"),
    "EXTRA_LINE": ("the line is no memory that is kept", "此行不是已保存的记忆"),
    "MISSING_LINE": ("known, and no line tells of it", "记忆存在，但文件中没有此行"),
    "DIFFERENT": ("the line says something else than the memory", "此行内容与记忆不同"),
    "FOLDER": (
        "the line stands in another folder than the memory says",
        "此行所在文件夹与记忆的状态不符",
    ),
}
_CURE = (
    "`mohen validate --repair` takes in what you changed and writes the rest anew",
    "`mohen validate --repair` 会并入你的修改，并重写其余内容",
)
_NO_SERVER = (
    "consolidation.model names a model, and no model server is set (`mohen config set model "
    'openai:NAME`): rules do the work alone; "default" asks whichever model is set',
    "consolidation.model 指定了模型，但没有设置模型服务（`mohen config set model openai:名称`）："
    '目前仅用规则；写 "default" 则使用已设置的模型',
)


def _defect(code: str, where: str) -> Defect:
    return Defect(code, where, _SAID[code], cure=_CURE)


def _listed(ids: list[str]) -> str:
    named = ", ".join(ids[:_EXAMPLES])
    return named if len(ids) <= _EXAMPLES else f"{named} … ({len(ids)})"
