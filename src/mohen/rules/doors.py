"""How the author wants text to be, and their say in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mohen.core.erasure import OPERATOR
from mohen.rules import distill, edit, pause
from mohen.rules import list as rules_list
from mohen.rules.model import (
    Conflict,
    Deleted,
    Distilled,
    History,
    LearningState,
    Patch,
    Rulebook,
    Shown,
    Trigger,
    Why,
)
from mohen.text.default_rules import Category

if TYPE_CHECKING:
    from mohen.parts import Parts


class RulesDoor:
    """How the author wants text to be: learned, shown, and theirs to change."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def list(
        self,
        project_id: str | None = None,
        *,
        scope: str | None = None,
        category: Category | None = None,
        include_overridden: bool = False,
    ) -> Rulebook:
        """Confirmed first, then the surest; with a project its own and the global ones."""
        return rules_list.book(
            self._parts,
            project_id,
            scope=scope,
            category=category,
            include_overridden=include_overridden,
        )

    def add(
        self,
        text: str,
        *,
        category: Category | None = None,
        scope: str,
        project_id: str | None = None,
    ) -> Shown:
        """A rule in the author's own words, in force at once."""
        added = edit.add(self._parts, text, category=category, scope=scope, project_id=project_id)
        return rules_list.shown(self._parts, added)

    def update(
        self, id: str, version: int | None, patch: Patch, *, project_id: str | None = None
    ) -> Shown:
        """Change its text, group, confidence, or whether it is confirmed."""
        changed = edit.update(self._parts, id, project_id, version, patch)
        return rules_list.shown(self._parts, changed)

    def delete(
        self,
        id: str,
        *,
        project_id: str | None = None,
        dry_run: bool = False,
        operator: str = OPERATOR,
    ) -> Deleted:
        """For good: it is not learned again."""
        return edit.delete(self._parts, id, project_id, dry_run=dry_run, operator=operator)

    def promote(self, id: str, *, project_id: str | None = None) -> Shown:
        """A project's rule becomes everybody's."""
        return rules_list.shown(self._parts, edit.promote(self._parts, id, project_id))

    def why(self, id: str, *, project_id: str | None = None) -> Why:
        """What speaks for and against a rule, and how sure that makes it."""
        return rules_list.why(self._parts, id, project_id)

    def history(
        self,
        project_id: str | None = None,
        *,
        rule_id: str | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> History:
        """What happened to rules, newest first; `before` is the `after` of the page before."""
        return rules_list.history(
            self._parts, project_id, rule_id=rule_id, before=before, limit=limit
        )

    def conflicts(
        self, project_id: str | None = None, *, include_resolved: bool = False
    ) -> Sequence[Conflict]:
        """Pairs that cannot both hold, for the author to decide."""
        return rules_list.conflicts(self._parts, project_id, include_resolved=include_resolved)

    def resolve(
        self, conflict_id: str, chosen_rule_id: str, *, project_id: str | None = None
    ) -> Conflict:
        """The chosen rule is confirmed, the other deleted."""
        settled = edit.resolve(self._parts, conflict_id, chosen_rule_id, project_id)
        return rules_list.with_rules(self._parts, [settled])[0]

    def pause(self, project_id: str | None = None) -> LearningState:
        """Record on, learn nothing: in one project, or everywhere."""
        return pause.pause(self._parts, project_id)

    def resume(self, project_id: str | None = None) -> LearningState:
        return pause.resume(self._parts, project_id)

    def distill(self, project_id: str | None = None, *, wait: bool = True) -> Distilled:
        """Learn now from what was recorded: in one project, or in each in turn."""
        if not wait:
            return Distilled(distill.begin(self._parts, project_id))
        return Distilled.of(distill.distill(self._parts, project_id, Trigger.MANUAL))
