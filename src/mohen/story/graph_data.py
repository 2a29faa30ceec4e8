"""Everything that is known in a project and its story, gathered for a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.scope import Scope
from mohen.knowledge import graph_data
from mohen.knowledge.model import (
    CHAPTER,
    Drawing,
    Drawn,
    Figure,
    Item,
    Told,
)
from mohen.story import prompt_lines, vocabulary
from mohen.story.model import Relation, State
from mohen.story.world_state import Book

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
            graph_data.drawing(
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
                    states=graph_data.SHOWN,
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
        return drawing(book) if book.entities else None


# -- the story as data for a drawing: relations and states, and the chapters in which they hold


def drawing(book: Book) -> Drawing:
    entities = sorted(book.entities.values(), key=lambda each: (each.name, each.id))
    figures = (Figure(each.id, each.name, each.type.value, each.aliases) for each in entities)
    told = (*_relations(book), *_states(book))
    return Drawing(CHAPTER, tuple(figures), tuple(sorted(told, key=lambda t: (t.since, t.id))))


def _relations(book: Book) -> Iterator[Told]:
    seen: set[tuple[str, str, str, int]] = set()
    for each in sorted(book.relations, key=lambda r: (r.since, r.id)):
        key = each.source, each.kind, each.target, each.since.chapter
        if key not in seen:
            seen.add(key)
            yield _relation(book, each)


def _relation(book: Book, relation: Relation) -> Told:
    words = vocabulary.relation_words(relation.kind)
    source, target = book.name(relation.source), book.name(relation.target)
    return Told(
        id=relation.id,
        kind="relation",
        text=(f"{source} — {words[0]} → {target}", f"{source} — {words[1]} → {target}"),
        label=words,
        figures=(relation.source, relation.target),
        since=relation.since.chapter,
        until=None if relation.until is None else relation.until.chapter,
        sources=_sources([relation]),
    )


def _states(book: Book) -> Iterator[Told]:
    """Each value once, while it is the latest; with every place that says so."""
    by_key: dict[tuple[str, str], list[State]] = {}
    for each in book.states:
        if each.attribute not in vocabulary.HIDDEN and each.value != vocabulary.SOMEWHERE:
            by_key.setdefault((each.entity, each.attribute), []).append(each)
    for (_, attribute), said in sorted(by_key.items()):
        said.sort(key=lambda each: (each.since, each.id))
        if attribute in vocabulary.CHANGING:
            yield from _changing(book, said)
        else:
            values = dict.fromkeys(each.value for each in said)
            yield from (_state(book, [s for s in said if s.value == v], None) for v in values)


def _changing(book: Book, said: list[State]) -> Iterator[Told]:
    runs: list[list[State]] = []
    for each in said:
        if runs and runs[-1][-1].value == each.value:
            runs[-1].append(each)
        else:
            runs.append([each])
    for run, later in zip(runs, [*runs[1:], None], strict=True):
        yield _state(book, run, None if later is None else later[0].since.chapter)


def _state(book: Book, said: list[State], next_: int | None) -> Told:
    first, last = said[0], said[-1]
    ends = last.until.chapter if last.until is not None else next_
    of_whom = (first.value,) if first.value in book.entities else ()
    value = book.name(first.value) if of_whom else first.value
    words = vocabulary.attribute_words(first.attribute)
    name = book.name(first.entity)
    return Told(
        id=first.id,
        kind="state",
        text=(f"{name} · {words[0]}: {value}", f"{name} · {words[1]}：{value}"),
        label=words,
        figures=(first.entity, *of_whom),
        since=first.since.chapter,
        until=ends,
        sources=_sources(said),
    )


def _sources(said: Iterable[Relation | State]) -> tuple[str, ...]:
    places = (prompt_lines.place(each.evidence) for each in said)
    return tuple(dict.fromkeys(each for each in places if each))
