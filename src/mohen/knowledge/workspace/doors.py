"""The snapshot, and the files of a workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.knowledge.workspace import refresh_files, snapshot
from mohen.knowledge.workspace import validate as workspace_validate
from mohen.knowledge.workspace.model import Kept, Projected, Validation

if TYPE_CHECKING:
    from mohen.parts import Parts


class SnapshotDoor:
    """The snapshot, and the files of a workspace."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def current(self, project_id: str | None = None) -> Kept:
        """As it stands; the same bytes until what it tells would differ."""
        return snapshot.current(self._parts, project_id)

    def write_files(self, project_id: str) -> Projected:
        """Take in what a person changed in the workspace, then bring its files up to date."""
        return refresh_files.files(self._parts, project_id)

    def validate(self, project_id: str | None = None, *, repair: bool = False) -> Validation:
        return workspace_validate.validate(self._parts, project_id, repair=repair)
