"""What makes episodes findable."""

from __future__ import annotations

from mohen.flows import embed
from mohen.flows.parts import Parts


class IndexDoor:
    """What makes episodes findable; it can always be made anew."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def rebuild(self, progress: embed.Progress | None = None) -> tuple[int, int]:
        """Texts and vectors made anew from the episodes; answers how many of each."""
        return embed.rebuild(self._parts, progress)
