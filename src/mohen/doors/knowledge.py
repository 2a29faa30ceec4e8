"""What is known from conversations: captured, found, faded, corrected, forgotten."""

from __future__ import annotations

from mohen.flows.parts import Parts


class KnowledgeDoor:
    """What is known from conversations: captured, found, faded, corrected, forgotten."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
