"""The snapshot, and the files of a workspace."""

from __future__ import annotations

from mohen.flows.parts import Parts


class SnapshotDoor:
    """The snapshot, and the files of a workspace."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
