"""Where projects live, and their files."""

from __future__ import annotations

from mohen.flows.parts import Parts


class ProjectsDoor:
    """Where projects live, and their files."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
