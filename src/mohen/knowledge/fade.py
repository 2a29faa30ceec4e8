"""What is not of use fades (phase 5), what is of use stays or comes back (R192, R226, R227)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from mohen.core.logs import logger
from mohen.knowledge import decay
from mohen.knowledge.consolidation.model import Change, Done
from mohen.knowledge.model import Fading, Item, State

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock, Jobs
    from mohen.knowledge.agents.load_config import AgentConfigs
    from mohen.knowledge.agents.model import Config
    from mohen.knowledge.store import KnowledgeStore, Score
    from mohen.knowledge.workspace.refresh_files import FileRefresher
    from mohen.policy import Policy


log = logger(__name__)

_TOO_MANY = "more is active than config.json allows"


class Fader:
    """Phase 5: lets knowledge fade, and brings back what is used."""

    def __init__(
        self,
        *,
        agent_configs: AgentConfigs,
        file_refresher: FileRefresher,
        jobs: Jobs,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        policy: Policy,
        settled: Clock,
    ) -> None:
        self._agent_configs = agent_configs
        self._file_refresher = file_refresher
        self._jobs = jobs
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._policy = policy
        self._settled = settled

    def fade(self, project_id: str | None, config: Config) -> tuple[Change, ...]:
        """All that is active, batch by batch; answers what left for the archive. Done again at once
        it changes nothing (C48)."""
        now, gone, after = self._settled.now(), list[Change](), ""
        while True:
            batch, left = self._mind_db.write(
                partial(self._fade_some, project_id, config, now, after)
            ).value
            gone += left
            if len(batch) < self._policy.knowledge.batch:
                break
            after = batch[-1].id
            self._jobs.give_way()
        if config.active_most is not None:
            most = config.active_most
            gone += self._mind_db.write(partial(self._cap, project_id, most)).value
        if gone:
            log.info("archived: %d", len(gone))
        return tuple(gone)

    def _fade_some(
        self, project_id: str | None, config: Config, now: int, after: str, tx: Tx
    ) -> tuple[list[Fading], list[Change]]:
        policy, knowledge = self._policy.knowledge, self._knowledge_store
        batch = knowledge.fading(tx, project_id, before=now, after=after, limit=policy.batch)
        found = [(each.id, decay.left(each, now, config, policy)) for each in batch]
        scores = [(id, *left) for id, left in found if left is not None]
        knowledge.put_scores(tx, scores)
        cold = [id for id, _, _, state in scores if state is State.ARCHIVED]
        below = f"score < {config.archive:g}"
        return batch, [archived(each, below) for each in knowledge.some(tx, cold)]

    def _cap(self, project_id: str | None, most: int, tx: Tx) -> list[Change]:
        """The lowest beyond so many leave (C55); what is always kept counts and stays."""
        low = [
            each
            for each in self._knowledge_store.lowest(tx, project_id, most)
            if not decay.is_kept(each)
        ]
        self._knowledge_store.put_scores(
            tx, ((each.id, each.score, each.faded_at, State.ARCHIVED) for each in low)
        )
        return [archived(each, _TOO_MANY) for each in low]

    def touch(self, ids: Iterable[str]) -> None:
        """They were put before somebody who needed them; once a day for each that counts."""
        wanted, now, policy = sorted(set(ids)), self._settled.now(), self._policy.knowledge
        with self._mind_db.read() as reader:
            projects = {each.project_id for each in self._knowledge_store.some(reader, wanted)}
        configs = {each: self._agent_configs.config(each) for each in projects}

        def write(tx: Tx) -> set[str | None]:
            found = [
                each
                for each in self._knowledge_store.some(tx, wanted)
                if each.project_id in configs
            ]
            after = [decay.used(each, now, configs[each.project_id], policy) for each in found]
            met = [(old, new) for old, new in zip(found, after, strict=True) if new is not old]
            self._knowledge_store.put_accesses(tx, (_score(new) for _, new in met), now=now)
            return {new.project_id for old, new in met if new.state is not old.state}

        if configs:
            for woken in self._mind_db.write(write).value:
                self._file_refresher.follow(woken)


def archived(item: Item, why: str) -> Change:
    return Change(Done.ARCHIVED, item.id, item.type, item.content, why=why)


def _score(item: Item) -> Score:
    return item.id, item.score, item.faded_at, item.state
