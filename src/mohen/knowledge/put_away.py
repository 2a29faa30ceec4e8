"""Archiving a piece of knowledge by hand: what tells of it is marked stale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.knowledge.consolidation.model import Change, Done
from mohen.knowledge.decay import MANUAL
from mohen.knowledge.model import SUMMARY, State

if TYPE_CHECKING:
    from mohen.core.database import Tx
    from mohen.knowledge.store import KnowledgeStore


class PutAway:
    """Archives an item by hand."""

    def __init__(
        self,
        *,
        knowledge_store: KnowledgeStore,
    ) -> None:
        self._knowledge_store = knowledge_store

    def put_away(self, tx: Tx, id: str, now: int) -> list[Change]:
        """Answers which summaries went; what somebody wrote as one stays."""
        self._knowledge_store.put_state(tx, id, State.ARCHIVED, now=now, put_away=True)
        made = [
            each
            for each in self._knowledge_store.derived_from(tx, id)
            if each.type == SUMMARY and each.state in _HOLDING and each.origin != MANUAL
        ]
        for each in made:
            self._knowledge_store.put_state(tx, each.id, State.WITHDRAWN, now=now)
        return [
            Change(Done.WITHDRAWN, each.id, each.type, each.content, why=_NO_SOURCE)
            for each in made
        ]


_HOLDING = (State.ACTIVE, State.ARCHIVED)


_NO_SOURCE = "some of what it was made of was archived by hand"
