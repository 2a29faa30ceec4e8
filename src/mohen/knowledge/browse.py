"""Looking at what is known: one item with its history, pages, counts, entities.

How it comes to be is `capture` and the consolidation; how it is changed by hand `amend`, taken back
`retract`, forgotten `remove`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.scope import Scope, refuse_strangers
from mohen.errors import NotFound, StoreError
from mohen.knowledge import counts, decay
from mohen.knowledge.identities import subject_of
from mohen.knowledge.model import Item, Known, Mention, Page, Profile, State, Stats, place
from mohen.knowledge.profiles import profile_of

if TYPE_CHECKING:
    from mohen.conversations.store import TalkStore
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock
    from mohen.knowledge.agents.agents import Agents
    from mohen.knowledge.agents.load_config import AgentConfigs
    from mohen.knowledge.consolidation.schedule import Schedule
    from mohen.knowledge.consolidation.store import FragmentStore
    from mohen.knowledge.held_back import HeldBack
    from mohen.knowledge.store import KnowledgeStore
    from mohen.policy import Policy


HOLDING = (State.ACTIVE, State.ARCHIVED)
"""What holds, in use or in the archive."""


class KnowledgeBrowser:
    """Shows what is known: one item, pages, counts, entities."""

    def __init__(
        self,
        *,
        agent_configs: AgentConfigs,
        agents: Agents,
        clock: Clock,
        fragment_store: FragmentStore,
        held_back: HeldBack,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        policy: Policy,
        schedule: Schedule,
        talk_store: TalkStore,
    ) -> None:
        self._agent_configs = agent_configs
        self._agents = agents
        self._clock = clock
        self._fragment_store = fragment_store
        self._held_back = held_back
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._policy = policy
        self._schedule = schedule
        self._talk_store = talk_store

    def get(self, id: str, project_id: str | None = None) -> Known:
        item = self.own(id, project_id, read=True)
        config = self._agent_configs.config(item.project_id)
        with self._mind_db.read() as reader:
            chain = self._knowledge_store.chain(reader, id)
            said = self._knowledge_store.said(reader, id)
            derived = self._knowledge_store.derived_from(reader, id)
        now = decay.faded(item, self._clock.now(), config, self._policy.knowledge)
        return Known(
            item=item,
            score=now.score,
            said=tuple(said),
            history=tuple(reversed(chain)),
            derived=tuple(each.id for each in derived),
            gone=tuple(self._gone(item.project_id, said)),
            held_back=self._held_back.holds_item(item),
        )

    def _gone(
        self, project_id: str | None, said: Sequence[tuple[str, int, int]]
    ) -> Iterator[tuple[str, int]]:
        """Of which places the words are not kept any more (C102); where nobody can tell, none."""
        if project_id is None or not self._talk_store.is_there:
            return
        with suppress(StoreError):
            for session, line, _at in said:
                if line and self._talk_store.is_gone(project_id, session, line):
                    yield session, line

    def page(
        self,
        project_id: str | None = None,
        *,
        states: Sequence[State] | None = None,
        types: Sequence[str] = (),
        source: str | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> Page:
        """Some of what is seen from a project; with a source, what it knows from there."""
        validation.check_ids(
            self._policy.recording, projectId=project_id, source=source, cursor=after
        )
        bounds = self._policy.paging
        size = validation.size(limit, default=bounds.list_default, most=bounds.list_max)
        found = self._knowledge_store.page(
            Scope(project_id),
            states=HOLDING if states is None else states,
            types=types,
            source=None if source is None else place(source),
            after=after or "",
            limit=size + 1,
            own=source is not None,
        )
        shown = tuple(found[:size])
        return Page(shown, size, shown[-1].id if len(found) > size else None)

    def history(self, id: str, project_id: str | None = None) -> list[Item]:
        """Every value that held in its place, the newest first, each with its validity."""
        self.own(id, project_id, read=True)
        with self._mind_db.read() as reader:
            return self._knowledge_store.chain(reader, id)[::-1]

    def stats(self, project_id: str | None = None) -> Stats:
        validation.check_ids(self._policy.recording, projectId=project_id)
        agent = project_id or ""
        return counts.counted(
            self._knowledge_store.counts(project_id),
            entities=len(self._knowledge_store.mentions(Scope(project_id), own=True)),
            unprocessed=self._schedule.waiting(agent),
            last_success=self._fragment_store.progress(agent).last_success,
            next_due=self._schedule.next_due(agent),
            policy=self._policy.knowledge,
        )

    def entities(self, project_id: str | None = None) -> list[Mention]:
        """Who and what is spoken of, the most spoken of first."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        return self._knowledge_store.mentions(Scope(project_id))

    def profile(self, name: str, project_id: str | None = None) -> Profile:
        validation.check_ids(self._policy.recording, name=name, projectId=project_id)
        scope, now = Scope(project_id), self._clock.now()
        who = self._knowledge_store.identities(scope)
        found = self._knowledge_store.of_entity(scope, who.spans(name, now))
        if not found:
            raise NotFound("nothing is known of an entity of that name", field="name")
        known_as = name if subject_of(name) != name else who.one(name, now)
        return profile_of(known_as, found, who)

    # -- what the other flows of knowledge share

    def own(self, id: str, project_id: str | None, *, read: bool = False) -> Item:
        """The item, if it is global, the project's own, or to `read` of one it may listen to. Who
        names no project sees only what is global (C92): ids are easily guessed."""
        validation.check_ids(self._policy.recording, id=id, projectId=project_id)
        item = self._knowledge_store.get(id)
        if item is None:
            raise NotFound("no such entry", field="id")
        if not (read and self._may_read(project_id, item.project_id)):
            refuse_strangers(item.project_id, project_id)
        return item

    def _may_read(self, project_id: str | None, of: str | None) -> bool:
        return of in self._agents.readable(project_id)

    def there(self, tx: Tx, id: str) -> Item:
        item = self._knowledge_store.find(tx, id)
        if item is None:
            raise NotFound("no such entry", field="id")
        return item
