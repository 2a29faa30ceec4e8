"""From transcripts to knowledge, in seven phases."""

from __future__ import annotations

from mohen.flows.parts import Parts


class ConsolidationDoor:
    """From transcripts to knowledge, in seven phases."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
