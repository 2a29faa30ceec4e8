"""Everything that is known in a project, and its story, brought together for a picture."""

from __future__ import annotations

from collections.abc import Iterator

from mohen.flows import knowledge, story, story_files
from mohen.flows.parts import Parts
from mohen.logic import drafts
from mohen.logic.knowing import drawing
from mohen.logic.story import drawing as story_drawing
from mohen.model.drawing import Drawing, Drawn
from mohen.model.knowledge import Item
from mohen.model.scope import Scope


def draw(parts: Parts, project_id: str | None = None) -> Drawn:
    drafts.check_ids(parts.policy.recording, projectId=project_id)
    mentions = knowledge.entities(parts, project_id)
    return Drawn(
        parts.clock.now(),
        drawing.drawing(_items(parts, project_id), mentions),
        None if project_id is None else _story(parts, project_id),
    )


def _items(parts: Parts, project_id: str | None) -> Iterator[Item]:
    """In pages of one view, so that what is written meanwhile does not come in twice."""
    size, after = parts.policy.paging.list_max, ""
    with parts.mind_db.read() as reader:
        while True:
            page = parts.knowledge.page(
                Scope(project_id),
                states=drawing.SHOWN,
                after=after,
                limit=size,
                own=False,
                reader=reader,
            )
            yield from page
            if len(page) < size:
                return
            after = page[-1].id


def _story(parts: Parts, project_id: str) -> Drawing | None:
    story_files.refreshed(parts, project_id)
    book = story.read(parts, project_id)
    return story_drawing.drawing(book) if book.entities else None
