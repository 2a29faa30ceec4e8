"""What holds in the story, and what contradicts itself."""

from __future__ import annotations

from mohen.flows.parts import Parts


class StoryDoor:
    """What holds in the story, and what contradicts itself."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
