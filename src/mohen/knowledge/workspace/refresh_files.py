"""After something is gone for good, what was told of it is told anew: snapshots at once (C97), and
the files of workspaces, of which none holds deleted text (C74)."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.errors import IoFailed, StoreError
from mohen.knowledge.agents import load_config
from mohen.knowledge.workspace import files as workspace_files
from mohen.knowledge.workspace import snapshot
from mohen.knowledge.workspace.model import NOTHING, Projected

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)


def later(parts: Parts, project_id: str | None) -> None:
    """Once it is quiet: something was added or changed, and nothing has to be gone at once."""
    parts.jobs.submit(
        f"retell {project_id or ''}",
        lambda: retell(parts, project_id),
        after_ms=parts.policy.knowledge.retell_ms,
    )


def retell(parts: Parts, project_id: str | None) -> int:
    """For one project, or where something global went for all; answers how many files may still
    hold it: somebody else changed them just now, or they cannot be written."""
    everybodys = [each.project_id for each in parts.agents.all()]
    return sum(
        _retold(parts, each)
        for each in ([None, *everybodys] if project_id is None else [project_id])
    )


def files(parts: Parts, project_id: str | None) -> Projected:
    """Take in what a person changed, then tell everything anew. Raises `IoFailed`."""
    taken = workspace_files.take_in(parts, project_id)
    if parts.projections.snapshot(project_id) is not None:
        snapshot.refresh(parts, project_id, load_config.config(parts, project_id))
    done = workspace_files.write(parts, project_id)
    return replace(done, taken=taken if done.taken == NOTHING else done.taken)


def _retold(parts: Parts, project_id: str | None) -> int:
    try:
        left = files(parts, project_id).left
        return len(files(parts, project_id).left if left else left)  # it is taken in by now
    except (IoFailed, StoreError) as error:
        log.warning("a workspace may still tell of what was deleted: %s", error.code)
        return 1


def delete_files(parts: Parts, project_ids: Iterable[str]) -> int:
    """All that we wrote into workspaces; what its owner set there stays. Answers how many files
    could not be deleted."""
    return sum(_deleted(parts, each) for each in project_ids)


def _deleted(parts: Parts, project_id: str) -> int:
    at, left = load_config.files(parts, project_id), 0
    if at is None:
        return 0
    for ref in parts.projections.hashes(project_id):
        try:
            at.delete(ref)
        except IoFailed as error:
            log.warning("a file of a workspace was not deleted: %s", error.code)
            left += 1
    return left
