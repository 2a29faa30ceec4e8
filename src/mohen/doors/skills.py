"""What the AI can be asked to do, and doing it."""

from __future__ import annotations

from mohen.flows.parts import Parts


class SkillsDoor:
    """What the AI can be asked to do, and doing it."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
