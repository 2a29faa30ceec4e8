"""What is known from conversations: captured, found, faded, corrected, forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mohen.knowledge import browse, edit, graph_data
from mohen.knowledge import capture as knowledge_capture
from mohen.knowledge import inject as knowledge_inject
from mohen.knowledge import retract as knowledge_retract
from mohen.knowledge import search as knowledge_search
from mohen.knowledge.consolidation.model import Change
from mohen.knowledge.model import (
    FACT,
    Captured,
    Category,
    Drawn,
    Found,
    Injection,
    Item,
    Known,
    Mention,
    Page,
    Patch,
    Profile,
    Query,
    State,
    Stats,
)

if TYPE_CHECKING:
    from mohen.parts import Parts


class KnowledgeDoor:
    """What is known from conversations: captured, found, faded, corrected, forgotten."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def search(self, query: Query) -> Found:
        """By words, meaning, names, time and validity, each hit with its reason."""
        return knowledge_search.search(self._parts, query)

    def inject(
        self,
        message: str,
        project_id: str | None = None,
        *,
        max_tokens: int | None = None,
        repeat_snapshot: bool = False,
    ) -> Injection:
        """What to put beside a message: nothing for chit-chat, else what is surely about it."""
        return knowledge_inject.inject(
            self._parts, project_id, message, max_tokens=max_tokens, repeat=repeat_snapshot
        )

    def capture(
        self,
        content: str,
        project_id: str | None = None,
        *,
        kind: str = FACT,
        importance: float | None = None,
        entities: Sequence[str] = (),
        confidence: float | None = None,
        basis: str = "",
        category: Category | None = None,
        source: str | None = None,
    ) -> Captured:
        """Keep something there and then."""
        return knowledge_capture.capture(
            self._parts,
            project_id,
            content,
            kind=kind,
            importance=importance,
            entities=entities,
            confidence=confidence,
            basis=basis,
            category=category,
            source=source,
        )

    def get(self, id: str, project_id: str | None = None) -> Known:
        """One item and all that belongs to it."""
        return browse.get(self._parts, id, project_id)

    def history(self, id: str, project_id: str | None = None) -> list[Item]:
        """Every value that held in its place, the newest first."""
        return browse.history(self._parts, id, project_id)

    def archive(self, id: str, project_id: str | None = None) -> Item:
        """Out of the active pool."""
        return edit.archive(self._parts, id, project_id)

    def restore(self, id: str, project_id: str | None = None) -> Item:
        """Back into it."""
        return edit.restore(self._parts, id, project_id)

    def update(
        self, id: str, project_id: str | None, patch: Patch, *, version: int | None = None
    ) -> Item:
        """By hand; from then on it does not fade."""
        return edit.update(self._parts, id, project_id, patch, version=version)

    def retract(
        self, project_id: str | None, session: str, line: int | None = None
    ) -> list[Change]:
        """Take back what a line of a conversation said, or all of it."""
        return knowledge_retract.take_back(self._parts, project_id, session, line)

    def stats(self, project_id: str | None = None) -> Stats:
        """How many items there are, by type and importance."""
        return browse.stats(self._parts, project_id)

    def entities(self, project_id: str | None = None) -> list[Mention]:
        """Who and what is spoken of, the most spoken of first."""
        return browse.entities(self._parts, project_id)

    def entity(self, name: str, project_id: str | None = None) -> Profile:
        """What is known of one of them."""
        return browse.profile(self._parts, name, project_id)

    def page(
        self,
        project_id: str | None = None,
        *,
        states: Sequence[State] | None = None,
        types: Sequence[str] = (),
        after: str | None = None,
        limit: int | None = None,
    ) -> Page:
        """Some of what is known in the project and globally, by id."""
        return browse.page(
            self._parts,
            project_id,
            states=browse.HOLDING if states is None else states,
            types=types,
            after=after,
            limit=limit,
        )

    def graph(self, project_id: str | None = None) -> Drawn:
        """All of it, and a story if there is one, as entities and what ties them."""
        return graph_data.draw(self._parts, project_id)
