"""`memory.snapshot`: what every conversation of an agent is given, and the files that show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mohen.knowledge.workspace.refresh_files import FileRefresher
    from mohen.knowledge.workspace.snapshot import Snapshots
    from mohen.knowledge.workspace.validate import Validator


class SnapshotAndFiles:
    """An agent's snapshot and files: as they stand, written anew, checked."""

    def __init__(
        self, *, file_refresher: FileRefresher, snapshots: Snapshots, validator: Validator
    ) -> None:
        self.current = snapshots.current
        self.write_files = file_refresher.files
        self.validate = validator.validate
