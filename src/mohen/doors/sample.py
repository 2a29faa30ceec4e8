"""A sample project, for whoever has none yet."""

from __future__ import annotations

from mohen.flows.parts import Parts
from mohen.model.sample import Loaded, Removed


class SampleDoor:
    """A sample project, for whoever has none yet."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def load(self, language: str = "both", *, reset: bool = False) -> list[Loaded]:
        """Make it and learn from it; `reset` clears what it made before and begins anew."""
        from mohen.flows import sample as sample_flow  # seldom used

        return sample_flow.load(self._parts, language, reset=reset)

    def remove(self, language: str = "both") -> list[Removed]:
        """Take it away; files that the author changed stay."""
        from mohen.flows import sample as sample_flow

        return sample_flow.remove(self._parts, language)
