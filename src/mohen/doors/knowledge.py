"""What is known from conversations: captured, found, faded, corrected, forgotten."""

from __future__ import annotations

from collections.abc import Sequence

from mohen.flows import amend as amend_flow
from mohen.flows import capture as capture_flow
from mohen.flows import draw as draw_flow
from mohen.flows import inject as inject_flow
from mohen.flows import knowledge as knowledge_flow
from mohen.flows import retract as retract_flow
from mohen.flows import search as search_flow
from mohen.flows.parts import Parts
from mohen.model.consolidation import Change
from mohen.model.drawing import Drawn
from mohen.model.knowledge import (
    FACT,
    Captured,
    Category,
    Item,
    Known,
    Mention,
    Page,
    Patch,
    Profile,
    State,
    Stats,
)
from mohen.model.search import Found, Injection, Query


class KnowledgeDoor:
    """What is known from conversations: captured, found, faded, corrected, forgotten."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def search(self, query: Query) -> Found:
        """By words, meaning, names, time and validity, each hit with its reason."""
        return search_flow.search(self._parts, query)

    def inject(
        self,
        message: str,
        project_id: str | None = None,
        *,
        max_tokens: int | None = None,
        repeat_snapshot: bool = False,
    ) -> Injection:
        """What to put beside a message: nothing for chit-chat, else what is surely about it."""
        return inject_flow.inject(
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
        return capture_flow.capture(
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
        return knowledge_flow.get(self._parts, id, project_id)

    def history(self, id: str, project_id: str | None = None) -> list[Item]:
        """Every value that held in its place, the newest first."""
        return knowledge_flow.history(self._parts, id, project_id)

    def archive(self, id: str, project_id: str | None = None) -> Item:
        """Out of the active pool."""
        return amend_flow.archive(self._parts, id, project_id)

    def restore(self, id: str, project_id: str | None = None) -> Item:
        """Back into it."""
        return amend_flow.restore(self._parts, id, project_id)

    def update(
        self, id: str, project_id: str | None, patch: Patch, *, version: int | None = None
    ) -> Item:
        """By hand; from then on it does not fade."""
        return amend_flow.update(self._parts, id, project_id, patch, version=version)

    def retract(
        self, project_id: str | None, session: str, line: int | None = None
    ) -> list[Change]:
        """Take back what a line of a conversation said, or all of it."""
        return retract_flow.take_back(self._parts, project_id, session, line)

    def stats(self, project_id: str | None = None) -> Stats:
        """How many items there are, by type and importance."""
        return knowledge_flow.stats(self._parts, project_id)

    def entities(self, project_id: str | None = None) -> list[Mention]:
        """Who and what is spoken of, the most spoken of first."""
        return knowledge_flow.entities(self._parts, project_id)

    def entity(self, name: str, project_id: str | None = None) -> Profile:
        """What is known of one of them."""
        return knowledge_flow.profile(self._parts, name, project_id)

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
        return knowledge_flow.page(
            self._parts,
            project_id,
            states=knowledge_flow.HOLDING if states is None else states,
            types=types,
            after=after,
            limit=limit,
        )

    def graph(self, project_id: str | None = None) -> Drawn:
        """All of it, and a story if there is one, as entities and what ties them."""
        return draw_flow.draw(self._parts, project_id)
