"""What hearing needs of features after it."""

from __future__ import annotations

from typing import Protocol


class OwnWords(Protocol):
    """Knows again what we said ourselves (C64)."""

    def known(self, project_id: str) -> frozenset[str]: ...

    def without(self, text: str, known: frozenset[str]) -> str:
        """The text without our own words."""
        ...


class Learning(Protocol):
    def follow(self, project_id: str) -> None:
        """Learn from what was heard, in the background."""
        ...
