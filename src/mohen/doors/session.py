"""Working memory: what the author has in mind now, never on disk."""

from __future__ import annotations

from mohen.flows.parts import Parts


class SessionDoor:
    """Working memory: what the author has in mind now, never on disk."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
