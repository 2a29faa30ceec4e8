"""Why something was written."""

from __future__ import annotations

from mohen.flows.parts import Parts


class TracesDoor:
    """Why something was written."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
