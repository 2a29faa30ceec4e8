"""Everything that is known in a project and its story, gathered for a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.scope import Scope
from mohen.knowledge.graph_data import SHOWN, drawing
from mohen.knowledge.model import (
    Drawing,
    Drawn,
    Item,
)
from mohen.story import graph_data

if TYPE_CHECKING:
    from mohen.core.database import Database
    from mohen.core.ports import Clock
    from mohen.knowledge.browse import KnowledgeBrowser
    from mohen.knowledge.store import KnowledgeStore
    from mohen.policy import Policy
    from mohen.story.for_prompts import StoryLines
    from mohen.story.ingest import StoryIngest


class GraphData:
    """Gathers everything that is known for a picture."""

    def __init__(
        self,
        *,
        clock: Clock,
        knowledge_browser: KnowledgeBrowser,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        policy: Policy,
        story_ingest: StoryIngest,
        story_lines: StoryLines,
    ) -> None:
        self._clock = clock
        self._knowledge_browser = knowledge_browser
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._policy = policy
        self._story_ingest = story_ingest
        self._story_lines = story_lines

    def draw(self, project_id: str | None = None) -> Drawn:
        validation.check_ids(self._policy.recording, projectId=project_id)
        mentions = self._knowledge_browser.entities(project_id)
        return Drawn(
            self._clock.now(),
            drawing(
                self._items(project_id),
                mentions,
                self._knowledge_store.identities(Scope(project_id)),
            ),
            None if project_id is None else self._story(project_id),
        )

    def _items(self, project_id: str | None) -> Iterator[Item]:
        """In pages of one view, so that what is written meanwhile does not come in twice."""
        size, after = self._policy.paging.list_max, ""
        with self._mind_db.read() as reader:
            while True:
                page = self._knowledge_store.page(
                    Scope(project_id),
                    states=SHOWN,
                    after=after,
                    limit=size,
                    own=False,
                    reader=reader,
                )
                yield from page
                if len(page) < size:
                    return
                after = page[-1].id

    def _story(self, project_id: str) -> Drawing | None:
        self._story_ingest.refreshed(project_id)
        book = self._story_lines.read(project_id)
        return graph_data.drawing(book) if book.entities else None
