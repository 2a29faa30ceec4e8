"""`memory.rules`: how the author wants text to be, and their say in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.rules.model import Conflict, Distilled, Patch, Placed, Shown, Trigger

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mohen.rules.distill import Distiller
    from mohen.rules.edit import RuleEditor
    from mohen.rules.list import RuleBook
    from mohen.rules.pause import LearningPause
    from mohen.rules.rank import Taster
    from mohen.rules.watching import Watching
    from mohen.text.default_rules import Category


class Rules:
    """How the author wants text to be: learned, shown, and theirs to change."""

    def __init__(
        self,
        *,
        distiller: Distiller,
        learning_pause: LearningPause,
        rule_book: RuleBook,
        rule_editor: RuleEditor,
        taster: Taster,
        watching: Watching,
    ) -> None:
        self._distiller = distiller
        self._rule_book = rule_book
        self._rule_editor = rule_editor
        self.list = rule_book.book
        self.why = rule_book.why
        self.history = rule_book.history
        self.conflicts = rule_book.conflicts
        self.delete = rule_editor.delete
        self.pause = learning_pause.pause
        self.resume = learning_pause.resume
        self.rank = taster.rank
        self.watching = watching.watching

    def add(
        self,
        text: str,
        *,
        category: Category | None = None,
        scope: str,
        project_id: str | None = None,
    ) -> Shown:
        """A rule in the author's own words, in force at once."""
        added = self._rule_editor.add(text, category=category, scope=scope, project_id=project_id)
        return self._rule_book.shown(added)

    def update(
        self, id: str, version: int | None, patch: Patch, *, project_id: str | None = None
    ) -> Shown:
        """Change its text, group, confidence, or whether it is confirmed."""
        return self._rule_book.shown(self._rule_editor.update(id, project_id, version, patch))

    def promote(self, id: str, *, project_id: str | None = None) -> Shown:
        """A project's rule becomes everybody's."""
        return self._rule_book.shown(self._rule_editor.promote(id, project_id))

    def resolve(
        self,
        conflict_id: str,
        chosen_rule_id: str | None = None,
        *,
        keep_both: Sequence[Placed] | None = None,
        project_id: str | None = None,
    ) -> Conflict:
        """The chosen rule is confirmed, the other deleted; or both are kept, by scene."""
        settled = self._rule_editor.resolve(
            conflict_id, chosen_rule_id, project_id, keep_both=keep_both
        )
        return self._rule_book.with_rules([settled])[0]

    def distill(self, project_id: str | None = None, *, wait: bool = True) -> Distilled:
        """Learn now from what was recorded: in one project, or in each in turn."""
        if not wait:
            return Distilled(self._distiller.begin(project_id))
        return Distilled.of(self._distiller.distill(project_id, Trigger.MANUAL))
