"""Whether an agent's memory is whole (R214): its rows, its index, its files. What can be repaired
without losing anything is repaired when asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mohen.core.database import Tx
from mohen.core.ports import Workspace
from mohen.episodes import validate as episodes_validate
from mohen.errors import IoFailed
from mohen.knowledge import browse, index_items
from mohen.knowledge.agents import load_config
from mohen.knowledge.workspace import files as workspace_files
from mohen.knowledge.workspace import import_edits, layout, snapshot
from mohen.knowledge.workspace.model import Defect, Validation
from mohen.text import tokens

if TYPE_CHECKING:
    from mohen.parts import Parts


_EXAMPLES = 5  # ids that are named; the rest is counted


@dataclass(frozen=True, slots=True)
class _Rows:
    """Something that rows can be wrong in, and how it is put right."""

    code: str
    find: Callable[[str | None], list[str]]
    message: tuple[str, str]
    mend: Callable[[Parts, Tx, str | None, list[str]], object]


def validate(parts: Parts, project_id: str | None, *, repair: bool = False) -> Validation:
    episodes_validate.check_ids(parts.policy.recording, projectId=project_id)
    stats = browse.stats(parts, project_id)
    defects = [
        *_damage(parts),
        *_rows(parts, project_id, repair=repair),
        *_index(parts, project_id, repair=repair),
        *_snapshot(parts, project_id, repair=repair),
    ]
    at = load_config.files(parts, project_id)
    if at is not None and project_id is not None:
        defects += _tree(parts, project_id, at, repair=repair)
    files = len(parts.projections.hashes(project_id or ""))
    return Validation(items=stats.total, files=files, defects=tuple(defects))


def _damage(parts: Parts) -> Iterator[Defect]:
    said = parts.mind_db.check()
    if said != "ok":
        yield Defect(
            "DATABASE_DAMAGED",
            parts.mind_db.name,
            ("SQLite finds the file damaged", "SQLite 发现文件已损坏"),
            cure=("run `mohen doctor --mend`", "运行 `mohen doctor --mend`"),
        )


# -- rows


def _kinds(parts: Parts) -> tuple[_Rows, ...]:
    return (
        _Rows(
            "FIGURES",
            parts.integrity.out_of_bounds,
            ("figures out of bounds", "数值越界"),
            lambda parts, tx, project, _ids: parts.integrity.clamp(tx, project),
        ),
        _Rows(
            "SUCCESSOR",
            parts.integrity.lost_successors,
            ("superseded by something that is not there", "取代它的条目不存在"),
            lambda parts, tx, project, _ids: parts.integrity.drop_lost_successors(tx, project),
        ),
        _Rows(
            "DERIVED",
            parts.integrity.lost_links,
            ("derived from something that is gone", "所依据的条目已不存在"),
            lambda parts, tx, _project, ids: parts.knowledge.put_stale(tx, ids),
        ),
    )


def _rows(parts: Parts, project_id: str | None, *, repair: bool) -> Iterator[Defect]:
    for kind in _kinds(parts):
        if ids := kind.find(project_id):
            if repair:
                _mend(parts, kind, project_id, ids)
            yield Defect(kind.code, _listed(ids), kind.message, repaired=repair)


def _mend(parts: Parts, kind: _Rows, project_id: str | None, ids: list[str]) -> None:
    parts.mind_db.write(lambda tx: kind.mend(parts, tx, project_id, ids))


def _listed(ids: list[str]) -> str:
    named = ", ".join(ids[:_EXAMPLES])
    return named if len(ids) <= _EXAMPLES else f"{named} … ({len(ids)})"


def _index(parts: Parts, project_id: str | None, *, repair: bool) -> Iterator[Defect]:
    ids = parts.integrity.unfindable(project_id)
    if ids:
        if repair:
            index_items.rebuild(parts)
        message = ("not in the index: searches miss it", "不在索引中，检索会漏掉")
        yield Defect("INDEX", _listed(ids), message, repaired=repair)


def _snapshot(parts: Parts, project_id: str | None, *, repair: bool) -> Iterator[Defect]:
    """Only one that somebody asked for: an empty memory needs none."""
    kept = parts.projections.snapshot(project_id)
    if kept is None:
        return
    config = load_config.config(parts, project_id)
    if tokens.estimate(kept.text, parts.policy.tokens) > config.layer1_total:
        if repair:
            snapshot.refresh(parts, project_id, config)
        message = ("longer than its budget", "超出预算")
        yield Defect("SNAPSHOT", layout.SNAPSHOT, message, repaired=repair)


# -- files


def _tree(parts: Parts, project_id: str, at: Workspace, *, repair: bool) -> Iterator[Defect]:
    try:
        found = list(_files(parts, project_id, at))
        if repair:
            workspace_files.write(parts, project_id)
            still = {(each.code, each.where) for each in _files(parts, project_id, at)}
            found = [replace(each, repaired=(each.code, each.where) not in still) for each in found]
    except IoFailed:
        yield Defect(
            "WORKSPACE",
            "memory/",
            ("the workspace cannot be read or written", "工作区无法读写"),
            cure=("check that the folder is there and yours", "请检查目录是否存在、是否有权限"),
        )
        return
    yield from found
    _, problems = load_config.configured(parts, project_id)
    yield from (
        Defect("CONFIG", layout.CONFIG, (said, said), cure=("correct the file", "请修正文件"))
        for said in problems
    )


def _files(parts: Parts, project_id: str, at: Workspace) -> Iterable[Defect]:
    for each in import_edits.troubles(at, parts.policy):
        yield Defect(
            "LINE",
            f"{each.ref}:{each.line}",
            (f"does not parse: {each.why}", f"无法解析：{each.why}"),
            cure=("correct the line, or take it out", "请改正或删去该行"),
        )
    for ref, known in parts.projections.hashes(project_id).items():
        text = at.read(ref)
        if text is None:
            yield Defect("MISSING", ref, ("the file is gone", "文件不存在"))
        elif import_edits.digest(text) != known:
            message = ("changed by hand, not taken in yet", "有手工修改，尚未并入")
            yield Defect("EDITED", ref, message)
