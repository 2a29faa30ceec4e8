"""Something said is taken back: what was known from it alone is withdrawn, what also stands
elsewhere stays, and what was made of it is withdrawn too or marked stale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.logs import logger
from mohen.core.values import dataclass
from mohen.errors import InvalidArgument
from mohen.knowledge.consolidation.model import Change, Done
from mohen.knowledge.decay import MANUAL
from mohen.knowledge.model import LAST_LINE, Item, State

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock
    from mohen.knowledge.consolidation.store import FragmentStore
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.workspace.refresh_files import FileRefresher
    from mohen.policy import Policy


log = logger(__name__)

_TAKEN_BACK = "all it was known from was taken back"
_STALE = "some of what it was made of was taken back"
_AGAIN = "what took its place was taken back"
_HOLDING = (State.ACTIVE, State.ARCHIVED)


class Retractor:
    """Takes back what was said."""

    def __init__(
        self,
        *,
        clock: Clock,
        file_refresher: FileRefresher,
        fragment_store: FragmentStore,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        policy: Policy,
    ) -> None:
        self._clock = clock
        self._file_refresher = file_refresher
        self._fragment_store = fragment_store
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._policy = policy

    def take_back(
        self, project_id: str | None, session: str, line: int | None = None
    ) -> list[Change]:
        """A line of a conversation, or with no line all of it. It is not read again either: what of
        it waits to become knowledge goes."""
        validation.check_ids(self._policy.recording, projectId=project_id, session=session)
        if line is not None and not 1 <= line <= LAST_LINE:
            raise InvalidArgument(f"lines are counted from 1, up to {LAST_LINE}", field="line")

        def write(tx: Tx) -> list[Change]:
            self._fragment_store.drop_source(tx, project_id or "", session, line)
            return self.retract(tx, project_id, [(session, line)])

        changes = self._mind_db.write(write).value
        self._file_refresher.follow(project_id)
        log.info("retracted: %d changes", len(changes))
        return changes

    def retract(
        self,
        tx: Tx,
        project_id: str | None,
        sources: Sequence[tuple[str, int | None]],
    ) -> list[Change]:
        """In a transaction of the caller's. A line of None is every line of its session."""
        desk = _Desk(self._knowledge_store, tx, self._clock.now())
        for session, line in sources:
            for item in self._knowledge_store.of_source(tx, project_id, session, line):
                self._knowledge_store.drop_source(tx, item.id, session, line)
                desk.judge(item.id)
        return desk.changes

    def withdraw(self, tx: Tx, id: str, why: str) -> list[Change]:
        """One item, whatever it still stands on, and all that follows from its going."""
        desk = _Desk(self._knowledge_store, tx, self._clock.now())
        item = self._knowledge_store.find(tx, id)
        if item is not None and item.state is not State.WITHDRAWN:
            desk.withdraw(item, why)
        return desk.changes


@dataclass(slots=True)
class _Desk:
    """One taking back and what follows from it."""

    knowledge: KnowledgeStore
    tx: Tx
    now: int
    changes: list[Change] = field(default_factory=list)

    def judge(self, id: str) -> None:
        """Does it still stand on anything? What was typed stands by itself."""
        item = self.knowledge.find(self.tx, id)
        if item is None or item.state is State.WITHDRAWN or item.origin == MANUAL:
            return
        if item.sources or any(self._holding(item.source_facts)):
            return
        self.withdraw(item, _TAKEN_BACK)

    def _holding(self, ids: Sequence[str]) -> Iterator[bool]:
        for each in self.knowledge.some(self.tx, ids):
            yield each.state in _HOLDING

    def withdraw(self, item: Item, why: str) -> None:
        knowledge = self.knowledge
        before = knowledge.replaced_by(self.tx, item.id)
        knowledge.put_state(self.tx, item.id, State.WITHDRAWN, now=self.now)
        self.changes.append(Change(Done.WITHDRAWN, item.id, item.type, item.content, why=why))
        for each in before:
            self._reinstate(each, item)
        for each in knowledge.derived_from(self.tx, item.id):
            self._shake(each)

    def _reinstate(self, before: Item, gone: Item) -> None:
        """What it took the place of holds again, or was replaced by what replaced it."""
        knowledge = self.knowledge
        if gone.superseded_by is not None:
            knowledge.put_state(
                self.tx,
                before.id,
                State.SUPERSEDED,
                now=self.now,
                valid_to=gone.valid_to,
                superseded_by=gone.superseded_by,
            )
            return
        knowledge.put_state(self.tx, before.id, State.ACTIVE, now=self.now)
        self.changes.append(
            Change(Done.RESTORED, before.id, before.type, before.content, why=_AGAIN)
        )

    def _shake(self, derived: Item) -> None:
        """What was made of it: stale while something holds it up, else withdrawn too."""
        if derived.state is State.WITHDRAWN or derived.origin == MANUAL:
            return
        if derived.sources or any(self._holding(derived.source_facts)):
            self.knowledge.put_stale(self.tx, [derived.id])
            self.changes.append(
                Change(Done.CHANGED, derived.id, derived.type, derived.content, why=_STALE)
            )
            return
        self.withdraw(derived, _TAKEN_BACK)
