"""A sample project, for whoever has none yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.sample.model import Loaded, Removed

if TYPE_CHECKING:
    from mohen.parts import Parts


class SampleDoor:
    """A sample project, for whoever has none yet."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def load(self, language: str = "both", *, reset: bool = False) -> list[Loaded]:
        """Make it and learn from it; `reset` clears what it made before and begins anew."""
        from mohen.sample import sample  # seldom used

        return sample.load(self._parts, language, reset=reset)

    def remove(self, language: str = "both") -> list[Removed]:
        """Take it away; files that the author changed stay."""
        from mohen.sample import sample

        return sample.remove(self._parts, language)
