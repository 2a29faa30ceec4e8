"""What goes into the next prompt."""

from __future__ import annotations

from mohen.flows.parts import Parts


class ContextDoor:
    """What goes into the next prompt."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
