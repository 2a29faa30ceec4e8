"""What makes episodes findable."""

from __future__ import annotations

from mohen.flows import embed, reindex
from mohen.flows.parts import Parts


class IndexDoor:
    """What makes episodes and knowledge findable; it can always be made anew."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def rebuild(self, progress: embed.Progress | None = None) -> tuple[int, int]:
        """Texts and vectors made anew; answers how many of each."""
        return reindex.rebuild(self._parts, progress)
