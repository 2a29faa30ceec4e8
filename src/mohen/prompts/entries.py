"""`memory.entries`: what the user typed in or approved of, and what a prompt is given of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mohen.notes.edit import Notes
    from mohen.prompts.preview import Previews
    from mohen.rules.label_learning import LabelLearning
    from mohen.rules.unlearn import Unlearn


class Entries:
    """What the user typed in or approved of, and what a prompt would be given of it."""

    def __init__(
        self, *, label_learning: LabelLearning, notes: Notes, previews: Previews, unlearn: Unlearn
    ) -> None:
        self.create = notes.create
        self.list = notes.list_entries
        self.update = notes.update
        self.delete = notes.delete
        self.ingest = label_learning.ingest
        self.clear_learned = unlearn.clear_learned
        self.preview = previews.preview
