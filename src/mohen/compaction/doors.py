"""Conversations: in full, and compact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mohen.compaction import compaction
from mohen.compaction.model import Compact, Compacts, Expanded, Saved, Turn
from mohen.core.erasure import Receipt

if TYPE_CHECKING:
    from mohen.parts import Parts


class ConversationsDoor:
    """Conversations: in full, and compact."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def save(self, id: str, turns: Sequence[Turn], project_id: str | None = None) -> Saved:
        """The whole conversation as it is now. The same messages again change nothing."""
        return compaction.save(self._parts, id, turns, project_id)

    def get(self, id: str, project_id: str | None = None) -> Compact:
        return compaction.get(self._parts, id, project_id)

    def expand(self, id: str, project_id: str | None = None) -> Expanded:
        """Every message of it, or why they cannot be had."""
        return compaction.expand(self._parts, id, project_id)

    def list(
        self,
        project_id: str | None = None,
        *,
        before: tuple[int, str] | None = None,
        limit: int | None = None,
    ) -> Compacts:
        """A page of compacts, the newest first."""
        return compaction.list_page(self._parts, project_id, before=before, limit=limit)

    def delete(
        self,
        id: str,
        project_id: str | None = None,
        *,
        dry_run: bool = False,
        operator: str | None = None,
    ) -> tuple[bool, Receipt]:
        """Whether it went, and how many of each thing did."""
        return compaction.delete(self._parts, id, project_id, dry_run=dry_run, operator=operator)
