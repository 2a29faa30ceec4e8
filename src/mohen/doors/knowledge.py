"""What is known from conversations: captured, found, faded, corrected, forgotten."""

from __future__ import annotations

from mohen.flows import inject as inject_flow
from mohen.flows import search as search_flow
from mohen.flows.parts import Parts
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
