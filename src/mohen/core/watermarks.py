"""How far this process's background work has come."""

from __future__ import annotations

import threading
from dataclasses import field
from typing import TYPE_CHECKING

from mohen.core.values import dataclass

if TYPE_CHECKING:
    from mohen.core.database import Database


@dataclass(slots=True)
class Watermarks:
    """How far this process's background work has come, so that it does not look again at what
    it has done. Losing them costs one look from the beginning."""

    file: int = 0  # which file they are of: another may come to stand at its path
    embedded: dict[str, int] = field(default_factory=dict)  # by embedder
    measured: int = 0
    cleanup_failed_at: int = 0
    folders: dict[str, str] = field(default_factory=dict)  # the stamp of each project's folder
    places: dict[str, str] = field(default_factory=dict)  # and where it was when last looked up
    looking: threading.Lock = field(default_factory=threading.Lock)  # at those stamps

    def of(self, database: Database) -> Watermarks:
        """These, begun afresh if the file is another."""
        database.open()
        if self.file != database.opened:
            self.file, self.embedded, self.measured = database.opened, {}, 0
        return self
