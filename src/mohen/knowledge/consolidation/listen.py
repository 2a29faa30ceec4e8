"""Learning from what was heard within seconds, in the background and by rules alone; what rules
leave undecided waits for the night and its budget (C65)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.core.logs import logger
from mohen.errors import Conflict, StoreError
from mohen.knowledge.agents.model import Agent
from mohen.knowledge.consolidation.model import Trigger

if TYPE_CHECKING:
    from mohen.conversations.store import TalkStore
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock, Jobs
    from mohen.knowledge.agents.store import AgentStore
    from mohen.knowledge.consolidation.backlog import Backlog
    from mohen.knowledge.consolidation.consolidate import Consolidator
    from mohen.policy import Policy


log = logger(__name__)


class LearningFromTalk:
    """Has what was heard learned from."""

    def __init__(
        self,
        *,
        agent_store: AgentStore,
        backlog: Backlog,
        clock: Clock,
        consolidator: Consolidator,
        jobs: Jobs,
        mind_db: Database,
        policy: Policy,
        talk_store: TalkStore,
    ) -> None:
        self._agent_store = agent_store
        self._backlog = backlog
        self._clock = clock
        self._consolidator = consolidator
        self._jobs = jobs
        self._mind_db = mind_db
        self._policy = policy
        self._talk_store = talk_store

    def follow(self, project_id: str) -> None:
        """Once nobody has said anything for a moment."""
        policy = self._policy.conversations
        self._jobs.submit(
            f"listen {project_id}",
            lambda: self.learn(project_id),
            after_ms=policy.quiet_ms,
            at_most_ms=policy.at_most_ms,
        )

    def catch_up(self) -> None:
        """What somebody heard who did not live to learn from it. Nobody waits for that."""
        if not self._talk_store.is_there:
            return
        try:
            waiting = [each for each in self._talk_store.projects() if self._backlog.heard(each)]
        except StoreError as error:
            log.warning("what was heard cannot be read: %s", error.reason)
            return
        for each in waiting:
            self._jobs.submit(
                f"listen {each}",
                lambda each=each: self.learn(each),  # type: ignore[misc]
                after_ms=self._policy.consolidation.settle_ms,
                hurried=False,
            )

    def learn(self, project_id: str) -> None:
        """Whoever is heard has a memory from then on: it is consolidated like any other's."""
        if self._agent_store.get(project_id) is None:
            self._mind_db.write(lambda tx: self._begin(tx, project_id))
        try:
            self._consolidator.consolidate(project_id, Trigger.HEARD)
        except Conflict:  # it is being consolidated: what came too late for that comes next
            again = self._policy.conversations.at_most_ms
            name = f"listen again {project_id}"
            self._jobs.when_idle(name, lambda: self.learn(project_id), after_ms=again)

    def _begin(self, tx: Tx, project_id: str) -> None:
        if self._agent_store.find(tx, project_id) is None:
            agent = Agent(project_id=project_id, created_at=self._clock.now())
            self._agent_store.put(tx, agent)
