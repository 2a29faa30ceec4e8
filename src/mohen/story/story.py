"""What the rest of the house asks of the story: lines for a prompt, names to be masked.

Both read what is known and never the files: an author must not wait for a chapter to be read.
What changed is read soon after, in the background.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.core import settings
from mohen.core.scope import Scope
from mohen.story import ingest, prompt_lines, world_state
from mohen.story.model import EntityType, Line
from mohen.story.world_state import Book

if TYPE_CHECKING:
    from mohen.parts import Parts


_MASKED = (EntityType.CHARACTER, EntityType.LOCATION, EntityType.FACTION)


def relevant(
    parts: Parts, project_id: str, text: str, *, chapter_id: str | None
) -> tuple[Line, ...]:
    """What the graph says of those who are named in the text, as of the chapter."""
    known, policy = read(parts, project_id), parts.policy.context
    ingest.refresh_soon(parts, project_id)
    return prompt_lines.relevant(
        known,
        text,
        at=known.chapter(chapter_id),
        language=settings.load(parts).prompt_language,
        entities=policy.graph_entities,
        edges=policy.graph_edges,
    )


def names(parts: Parts, project_id: str) -> tuple[str, ...]:
    """People, places and factions with their aliases, longest first."""
    known = read(parts, project_id)
    found = {
        name
        for each in known.entities.values()
        if each.type in _MASKED
        for name in (each.name, *each.aliases)
        if len(name) >= parts.policy.story.name_chars_min
    }
    return tuple(sorted(found, key=lambda name: (-len(name), name)))


def read(parts: Parts, project_id: str) -> Book:
    """The story as far as it has been read."""
    return world_state.book(parts.graph.facts(Scope(project_id)), parts.policy.story)
