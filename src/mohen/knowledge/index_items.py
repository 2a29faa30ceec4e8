"""Keeping the index of knowledge: words with each write, meaning in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from mohen.core import health
from mohen.core.degradation import Reason
from mohen.core.logs import logger
from mohen.errors import EmbedderError
from mohen.knowledge import query_parsing
from mohen.text import terms

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.health import Health
    from mohen.core.ports import Embedder, Jobs
    from mohen.episodes.embed import EpisodeEmbedder
    from mohen.knowledge.index import KnowledgeIndex
    from mohen.knowledge.model import (
        Item,
    )
    from mohen.knowledge.store import KnowledgeStore
    from mohen.policy import Policy


log = logger(__name__)


class KnowledgeIndexer:
    """Keeps the index of knowledge up to date."""

    def __init__(
        self,
        *,
        episode_embedder: EpisodeEmbedder,
        health: Health,
        jobs: Jobs,
        knowledge_index: KnowledgeIndex,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        policy: Policy,
    ) -> None:
        self._episode_embedder = episode_embedder
        self._health = health
        self._jobs = jobs
        self._knowledge_index = knowledge_index
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._policy = policy

    def index(self, tx: Tx, *items: Item) -> None:
        """Whenever an item's words are added or changed, in the same transaction and after its row
        is written. Its vector follows in the background."""
        self._knowledge_index.put(tx, {item.id: _terms(item) for item in items})

    def follow_up(self) -> None:
        """Have what is new embedded, once things are quiet."""
        policy = self._policy.vectors
        self._jobs.submit(
            "embed knowledge",
            lambda: self.catch_up(),
            after_ms=policy.embed_delay_ms,
            at_most_ms=policy.embed_at_most_ms,
        )

    def catch_up(self, project_id: str | None = None, *, asked: bool = False) -> int:
        """Words and vectors of what has none, of one project or of everything; answers how many it
        was. A dead embedder is a visible degradation, tried again later. Who goes by words alone
        leaves it to others, unless it is asked for."""
        if not asked and not self._episode_embedder.at_hand:
            return 0
        index = self._knowledge_index
        return self._all(
            self._episode_embedder.embedder,
            lambda _, after, size: index.pending(of=project_id, after=after, limit=size),
        )

    def embed_with(self, model: Embedder) -> int:
        """Vectors of this embedder for what has others only."""
        index = self._knowledge_index
        return self._all(
            lambda: model,
            lambda of, after, size: index.unembedded(of.name, after=after, limit=size),
            again=True,
        )

    def _all(
        self,
        embedder: Callable[[], Embedder],
        batches: Callable[[Embedder, int, int], list[tuple[int, str, bool]]],
        *,
        again: bool = False,
    ) -> int:
        done, after, size = 0, 0, self._policy.storage.rebuild_batch
        try:
            model = embedder()
            while batch := batches(model, after, size):
                self._put_in(model, batch)
                done, after = done + len(batch), batch[-1][0]
                self._jobs.give_way()
                if again and self._jobs.is_ending():
                    break  # it goes on another time
        except EmbedderError as error:
            log.warning("embedding postponed: %s", error.code)
            dead = [health.embedder_dead(error)]
            self._health.settle(_SUBJECT, dead, among=[Reason.ENCODING_FAILED])
        return done

    def _put_in(self, model: Embedder, batch: Sequence[tuple[int, str, bool]]) -> None:
        """Encoding takes its time: what says something else by then, or is gone, is left for
        later."""
        ids = [id for _, id, _ in batch]
        with self._mind_db.read() as reader:
            items = {each.id: each for each in self._knowledge_store.some(reader, ids)}
        known = [(pk, items[id], wordless) for pk, id, wordless in batch if id in items]
        vectors = self._episode_embedder.encode(
            model, [query_parsing.searchable(item) for _, item, _ in known]
        )

        def write(tx: Tx) -> None:
            now = {
                each.id: query_parsing.searchable(each)
                for each in self._knowledge_store.some(tx, ids)
            }
            same = [
                at
                for at, (_, item, _) in enumerate(known)
                if now.get(item.id) == query_parsing.searchable(item)
            ]
            owed = [(known[at][0], _terms(known[at][1])) for at in same if known[at][2]]
            if owed:
                self._knowledge_index.put_words(tx, owed)
            pks = [known[at][0] for at in same]
            self._knowledge_index.add_vectors(tx, model.name, pks, vectors[same])

        self._mind_db.write(write)

    def rebuild(self) -> int:
        """Words and vectors made anew from the items; answers how many."""
        self._mind_db.write(self._knowledge_index.recreate)
        self._knowledge_index.unload()
        self._health.settle(
            _SUBJECT, [], among=[Reason.INDEX_UNAVAILABLE, Reason.DIMENSION_CONFLICT]
        )
        return self.catch_up(asked=True)

    def words_anew(self) -> None:
        """Of every item whose words are not owed anyway; vectors stay as they are."""
        self._mind_db.write(self._knowledge_index.recreate_words)
        after, size = 0, self._policy.storage.rebuild_batch
        while batch := self._knowledge_index.worded(after=after, limit=size):
            with self._mind_db.read() as reader:
                items = {
                    each.id: each
                    for each in self._knowledge_store.some(reader, [id for _, id in batch])
                }
            words = [(pk, _terms(items[id])) for pk, id in batch if id in items]
            self._mind_db.write(partial(self._knowledge_index.put_words, words=words))
            after = batch[-1][0]


def _terms(item: Item) -> str:
    return " ".join(terms.expand(query_parsing.searchable(item)))


_SUBJECT = "knowledge"
