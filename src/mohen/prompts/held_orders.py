"""What waits for a person: memories that look like orders to a model, and letting one stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.errors import NotFound
from mohen.knowledge import held_back
from mohen.knowledge.model import State
from mohen.manuscript.model import FileKind
from mohen.prompts import memory_lines
from mohen.prompts.model import HeldKind, HeldOrder
from mohen.rules.model import Origin
from mohen.text import orders, quoted

if TYPE_CHECKING:
    from mohen.compaction.store import ConversationStore
    from mohen.core.database import Database
    from mohen.core.ports import Clock
    from mohen.episodes.store import EpisodeStore
    from mohen.knowledge.held_back import HeldBack
    from mohen.knowledge.seen_orders_store import SeenOrdersStore
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.workspace.refresh_files import FileRefresher
    from mohen.manuscript.projects import Projects
    from mohen.policy import Policy
    from mohen.rules.store import RuleStore

log = logger(__name__)

_FILES = (FileKind.STYLE_GUIDE, FileKind.CHARACTER, FileKind.WORLD, FileKind.OUTLINE)
_LATEST = 200  # interactions and conversations that are looked through: prompts recall the newest
_SHOWN = 400  # characters of each: enough to see what it wants


class HeldOrders:
    """Lists what is held back, and lets a person say that it may stand."""

    def __init__(
        self,
        *,
        clock: Clock,
        conversation_store: ConversationStore,
        episode_store: EpisodeStore,
        file_refresher: FileRefresher,
        held_back: HeldBack,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        policy: Policy,
        projects: Projects,
        rule_store: RuleStore,
        seen_orders_store: SeenOrdersStore,
    ) -> None:
        self._clock = clock
        self._conversation_store = conversation_store
        self._episode_store = episode_store
        self._file_refresher = file_refresher
        self._held_back = held_back
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._policy = policy
        self._projects = projects
        self._rule_store = rule_store
        self._seen_orders_store = seen_orders_store

    def list(self, project_id: str | None = None) -> tuple[HeldOrder, ...]:
        """Of a project and of what is global, each text once."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        found = {each.id: each for each in self._found(project_id)}
        return tuple(found.values())

    def accept(self, id: str, project_id: str | None = None) -> HeldOrder:
        """A person has seen it: from now on it is used, as a quotation."""
        held = next((each for each in self.list(project_id) if each.id == id), None)
        if held is None:
            raise NotFound("nothing that waits has this id", field="id")
        now = self._clock.now()
        self._mind_db.write(
            lambda tx: self._seen_orders_store.add(tx, held.project_id, held.id, now=now)
        )
        self._file_refresher.follow(held.project_id)
        log.info("an order was let stand: %s", held.id)
        return held

    def _found(self, project_id: str | None) -> Iterator[HeldOrder]:
        yield from self._knowledge(project_id)
        yield from self._rules(project_id)
        if project_id is not None:
            for each in self._episode_store.latest(Scope(project_id), _LATEST):
                said = memory_lines.whole(each)
                yield from self._held(
                    project_id, said, HeldKind.EPISODE, each.id, "interaction", each.timestamp
                )
        for compact in self._conversation_store.page(Scope(project_id), None, _LATEST):
            yield from self._held(
                project_id, compact.summary, HeldKind.CONVERSATION, compact.id, "conversation",
                compact.updated_at,
            )  # fmt: skip
        yield from self._files(project_id)

    def _knowledge(self, project_id: str | None) -> Iterator[HeldOrder]:
        after, size = "", self._policy.transfer.page
        while page := self._knowledge_store.page(
            Scope(project_id), states=(State.ACTIVE,), after=after, limit=size, own=False
        ):
            after = page[-1].id
            for each in page:
                if self._held_back.holds_item(each):
                    yield from self._held(
                        each.project_id, held_back.said(each), HeldKind.KNOWLEDGE, each.id,
                        each.origin, each.created_at, shown=each.content,
                    )  # fmt: skip

    def _rules(self, project_id: str | None) -> Iterator[HeldOrder]:
        for scope in {None, project_id}:
            for each in self._rule_store.of(Scope(scope)):
                if each.origin is not Origin.MANUAL and not each.user_confirmed:
                    yield from self._held(
                        scope, each.text, HeldKind.RULE, each.id, each.origin.value, each.created_at
                    )

    def _files(self, project_id: str | None) -> Iterator[HeldOrder]:
        shelf = self._projects.shelf(project_id)
        for kind in _FILES if shelf is not None else ():
            for file in shelf.files(kind) if shelf is not None else ():
                for line in file.text.splitlines() if orders.are_in(file.text) else ():
                    yield from self._held(
                        project_id, line, HeldKind.FILE, file.ref, "file", file.modified_at
                    )

    def _held(
        self,
        project_id: str | None,
        said: str,
        kind: HeldKind,
        ref: str,
        origin: str,
        at: int | None,
        shown: str | None = None,
    ) -> Iterator[HeldOrder]:
        if self._held_back.holds(project_id, said):
            yield HeldOrder(
                id=self._held_back.mark(said),
                kind=kind,
                ref=ref,
                origin=origin,
                text=quoted.line(shown or said)[:_SHOWN],
                project_id=project_id,
                at=at,
            )
