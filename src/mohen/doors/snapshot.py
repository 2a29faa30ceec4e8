"""The snapshot, and the files of a workspace."""

from __future__ import annotations

from mohen.flows import retell
from mohen.flows import snapshot as snapshot_flow
from mohen.flows import validate as validate_flow
from mohen.flows.parts import Parts
from mohen.model.projection import Kept, Projected
from mohen.model.validation import Validation


class SnapshotDoor:
    """The snapshot, and the files of a workspace."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def current(self, project_id: str | None = None) -> Kept:
        """As it stands; the same bytes until what it tells would differ."""
        return snapshot_flow.current(self._parts, project_id)

    def write_files(self, project_id: str) -> Projected:
        """Take in what a person changed in the workspace, then bring its files up to date."""
        return retell.files(self._parts, project_id)

    def validate(self, project_id: str | None = None, *, repair: bool = False) -> Validation:
        return validate_flow.validate(self._parts, project_id, repair=repair)
