"""Names that a remote model need not know: whom the masks of prompts and questions hide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.manuscript import cards
from mohen.manuscript.model import FileKind

if TYPE_CHECKING:
    from mohen.core.settings import UserSettings
    from mohen.manuscript.projects import Projects
    from mohen.story.for_prompts import StoryLines


class PromptMasks:
    """Finds the names that a remote model need not know."""

    def __init__(
        self,
        *,
        projects: Projects,
        settings: UserSettings,
        story_lines: StoryLines,
    ) -> None:
        self._projects = projects
        self._settings = settings
        self._story_lines = story_lines

    def known(self, project_id: str | None) -> tuple[str, ...]:
        """People and places: those the author listed, those with a card (of a card that cannot be
        read, its file's name), those of the story. Raises `StoreError` where that cannot be looked
        up: then nothing may leave the machine."""
        found = list(self._settings.get().redact_names)
        shelf = self._projects.shelf(project_id)
        if shelf is not None:
            for card in shelf.files(FileKind.CHARACTER):
                found += cards.names(card)
        if project_id is not None:
            found += self._story_lines.names(project_id)
        return tuple(dict.fromkeys(found))
