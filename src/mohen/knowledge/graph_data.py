"""Everything that is known in a project, and its story, brought together for a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.scope import Scope
from mohen.knowledge.model import (
    TIME,
    Drawing,
    Drawn,
    EntityType,
    Figure,
    Item,
    Mention,
    State,
    Told,
)
from mohen.knowledge.workspace.snapshot_text import LABELS
from mohen.story import graph_data

if TYPE_CHECKING:
    from mohen.core.database import Database
    from mohen.core.ports import Clock
    from mohen.knowledge.browse import KnowledgeBrowser
    from mohen.knowledge.store import KnowledgeStore
    from mohen.policy import Policy
    from mohen.story.for_prompts import StoryLines
    from mohen.story.ingest import StoryIngest


# -- Knowledge as a picture: each item ties those it speaks of, from when to when it held.


SHOWN = (State.ACTIVE, State.ARCHIVED, State.SUPERSEDED)
"""What holds or held. A belief that was denied never did, and what was taken back is not shown."""

_FAMILIES = {
    "allergy": ("Allergy", "过敏"),
    "health": ("Health", "健康"),
    "preference": ("Taste", "喜好"),
    "pet": ("Pet", "宠物"),
    "skill": ("Skill", "技能"),
    "project": ("Project", "项目"),
    "goal": ("Goal", "目标"),
    "owns": ("Owns", "拥有"),
    "habit": ("Habit", "习惯"),
    "constraint": ("Constraint", "约束"),
    "style": ("Manner", "方式"),
    "schedule": ("Plan", "日程"),
}


def drawing(items: Iterable[Item], mentions: Iterable[Mention]) -> Drawing:
    types = {each.name: each.type for each in mentions}
    told = tuple(_told(each) for each in items)
    names = sorted({name for each in told for name in each.figures})
    figures = (Figure(name, name, types.get(name, EntityType.OTHER).value) for name in names)
    return Drawing(TIME, tuple(figures), told)


def _told(item: Item) -> Told:
    return Told(
        id=item.id,
        kind=item.type,
        text=(item.content, item.content),
        label=_label(item),
        figures=tuple(dict.fromkeys(item.entities)),
        since=item.began,
        until=_until(item),
        sources=item.sources,
        importance=item.importance,
        confidence=item.confidence,
        archived=item.state is State.ARCHIVED,
    )


def _until(item: Item) -> int | None:
    if item.valid_to is not None or item.state is not State.SUPERSEDED:
        return item.valid_to
    return item.updated_at


def _label(item: Item) -> tuple[str, str]:
    """A word for the tie: what family of things is said, or how somebody is related."""
    family, _, rest = item.attribute.partition(":")
    if family == "relation":
        return rest, rest
    return _FAMILIES.get(family) or (LABELS["en"].get(family, ""), LABELS["zh"].get(family, ""))


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
            drawing(self._items(project_id), mentions),
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
