"""What the rest of the house asks of the story: lines for a prompt, names to be masked.

Both read what is known and never the files: an author must not wait for a chapter to be read.
What changed is read soon after, in the background.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.core.scope import Scope
from mohen.story import prompt_lines, world_state
from mohen.story.model import EntityType, Line

if TYPE_CHECKING:
    from mohen.core.settings import UserSettings
    from mohen.policy import Policy
    from mohen.story.ingest import StoryIngest
    from mohen.story.store import StoryStore
    from mohen.story.world_state import Book


_MASKED = (EntityType.CHARACTER, EntityType.LOCATION, EntityType.FACTION)


class StoryLines:
    """Tells prompts what they need of the story."""

    def __init__(
        self,
        *,
        policy: Policy,
        settings: UserSettings,
        story_ingest: StoryIngest,
        story_store: StoryStore,
    ) -> None:
        self._policy = policy
        self._settings = settings
        self._story_ingest = story_ingest
        self._story_store = story_store

    def relevant(self, project_id: str, text: str, *, chapter_id: str | None) -> tuple[Line, ...]:
        """What the graph says of those who are named in the text, as of the chapter."""
        known, policy = self.read(project_id), self._policy.context
        self._story_ingest.refresh_soon(project_id)
        return prompt_lines.relevant(
            known,
            text,
            at=known.chapter(chapter_id),
            language=self._settings.get().prompt_language,
            entities=policy.graph_entities,
            edges=policy.graph_edges,
        )

    def names(self, project_id: str) -> tuple[str, ...]:
        """People, places and factions with their aliases, longest first."""
        known = self.read(project_id)
        found = {
            name
            for each in known.entities.values()
            if each.type in _MASKED
            for name in (each.name, *each.aliases)
            if len(name) >= self._policy.story.name_chars_min
        }
        return tuple(sorted(found, key=lambda name: (-len(name), name)))

    def read(self, project_id: str) -> Book:
        """The story as far as it has been read."""
        return world_state.book(self._story_store.facts(Scope(project_id)), self._policy.story)
