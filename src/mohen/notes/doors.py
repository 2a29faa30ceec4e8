"""What the user typed in or approved of, and what a prompt would be given of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.core.erasure import Receipt
from mohen.knowledge.model import Item
from mohen.notes import edit
from mohen.prompts import preview as prompts_preview
from mohen.prompts.preview import Preview
from mohen.rules import label_learning, unlearn
from mohen.rules.model import Action, Learned

if TYPE_CHECKING:
    from mohen.parts import Parts


class EntriesDoor:
    """What the user typed in or approved of, and what a prompt would be given of it."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._fallbacks = prompts_preview.Fallbacks(parts.policy.entries.fallbacks_until_error)

    def create(self, kind: str, content: str, *, scope: str, project_id: str | None = None) -> Item:
        """Add an entry; a `preference` becomes a rule, everything else is knowledge."""
        return edit.create(self._parts, kind, content, scope=scope, project_id=project_id)

    def list(
        self,
        project_id: str | None = None,
        *,
        scope: str | None = None,
        kind: str | None = None,
        limit: int | None = None,
    ) -> tuple[list[Item], int]:
        """Rules and knowledge in one order, and how many there are."""
        return edit.list_entries(self._parts, project_id, scope=scope, kind=kind, limit=limit)

    def update(
        self,
        id: str,
        project_id: str | None = None,
        *,
        content: str | None = None,
        version: int | None = None,
    ) -> Item:
        return edit.update(self._parts, id, project_id, content=content, version=version)

    def delete(
        self,
        id: str,
        project_id: str | None = None,
        *,
        dry_run: bool = False,
        operator: str | None = None,
    ) -> tuple[bool, Receipt]:
        """Whether it went, and how many of each thing did."""
        return edit.delete(self._parts, id, project_id, dry_run=dry_run, operator=operator)

    def ingest(
        self,
        action: Action,
        evidence_ref: str | None,
        *,
        skill_id: str,
        project_id: str | None = None,
        run_id: str | None = None,
    ) -> Learned:
        """Take in an act and its label; answers which rules came of it."""
        return label_learning.ingest(
            self._parts,
            action,
            evidence_ref,
            skill_id=skill_id,
            project_id=project_id,
            run_id=run_id,
        )

    def clear_learned(
        self,
        project_id: str | None = None,
        *,
        token: str | None = None,
        operator: str | None = None,
    ) -> Receipt:
        """Forget all labels of the scope and the unconfirmed rules they taught."""
        return unlearn.clear_learned(self._parts, project_id, token=token, operator=operator)

    def preview(self, project_id: str | None = None, *, query_text: str | None = None) -> Preview:
        """What a prompt would be given. Without a query nothing is recalled."""
        return prompts_preview.preview(
            self._parts, project_id, query_text=query_text, fallbacks=self._fallbacks
        )
