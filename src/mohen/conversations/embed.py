"""Giving messages their vectors, in the background."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mohen.core import health
from mohen.core.degradation import Reason
from mohen.core.logs import logger
from mohen.episodes.model import Coverage
from mohen.errors import EmbedderError, StoreError

if TYPE_CHECKING:
    from mohen.conversations.index import TalkIndex
    from mohen.conversations.store import TalkStore
    from mohen.core.database import Database
    from mohen.core.health import Health
    from mohen.core.ports import Embedder, Jobs, Matrix
    from mohen.episodes.embed import EpisodeEmbedder
    from mohen.policy import Policy


log = logger(__name__)

_SUBJECT = "talk"


class TalkEmbedder:
    """Gives messages their vectors. What was said is expendable: a file that cannot be read stops
    nobody else."""

    def __init__(
        self,
        *,
        episode_embedder: EpisodeEmbedder,
        health: Health,
        jobs: Jobs,
        policy: Policy,
        talk_db: Database,
        talk_index: TalkIndex,
        talk_store: TalkStore,
    ) -> None:
        self._done: dict[tuple[int, str], int] = {}  # by file and embedder: up to which message
        self._episode_embedder = episode_embedder
        self._health = health
        self._jobs = jobs
        self._policy = policy
        self._talk_db = talk_db
        self._talk_index = talk_index
        self._talk_store = talk_store

    def follow_up(self) -> None:
        """Have what is new embedded, once things are quiet, where this process goes by meaning."""
        policy = self._policy.vectors
        if self._episode_embedder.at_hand:
            self._jobs.submit(
                "embed talk",
                lambda: self.catch_up(),
                after_ms=policy.embed_delay_ms,
                at_most_ms=policy.embed_at_most_ms,
            )

    def catch_up(self, *, model: Embedder | None = None, asked: bool = False) -> int:
        """Embed every message that has no vector of this embedder, or of the one that answers;
        tells how many. A dead embedder is a visible degradation, tried again after the next
        message. Who goes by words alone leaves it to others, unless it is asked for."""
        at_hand = asked or self._episode_embedder.at_hand
        if not at_hand or not self._talk_store.is_there:
            return 0
        broken, total, policy = [], 0, self._policy.vectors
        try:
            with (
                self._jobs.aside()
            ):  # who says something meanwhile waits for the lock several times
                total = self._embed_all(
                    model or self._episode_embedder.embedder(),
                    step=policy.embed_batch if asked else policy.embed_step,
                    again=model is not None,
                )
        except EmbedderError as error:
            log.warning("embedding postponed: %s", error.code)
            broken.append(health.embedder_dead(error))
        except StoreError as error:
            log.warning("what was said is not embedded: %s", error.reason)
        self._health.settle(_SUBJECT, broken, among=[Reason.ENCODING_FAILED])
        return total

    def _embed_all(self, model: Embedder, *, step: int, again: bool) -> int:
        """In small steps, so that others go first, and several of them in one write: each write
        keeps who says something meanwhile waiting, and costs more than what it writes."""
        self._talk_db.open()
        total, upto = 0, (self._talk_db.opened, model.name)
        size = self._policy.vectors.embed_batch
        while batch := self._talk_index.unembedded(
            model.name, after=self._done.get(upto, 0), limit=size
        ):
            self._embed(model, batch, step)
            self._done[upto], total = batch[-1][0], total + len(batch)
            if again and self._jobs.is_ending():
                break  # it goes on another time
        return total

    def _embed(self, model: Embedder, batch: Sequence[tuple[int, str]], step: int) -> None:
        import numpy as np  # most commands embed nothing

        pks = [pk for pk, _ in batch]
        vectors: list[Matrix] = []
        for begin in range(0, len(batch), step):
            texts = [text for _, text in batch[begin : begin + step]]
            vectors.append(self._episode_embedder.encode(model, texts))
            self._jobs.give_way()
        rows = np.concatenate(vectors)
        self._talk_db.write(lambda tx: self._talk_index.add_vectors(tx, model.name, pks, rows))

    def rebuild(self) -> int:
        """All vectors made anew; answers how many."""
        if not self._talk_store.is_there:
            return 0
        try:
            self._talk_db.write(self._talk_index.drop_vectors)
        except StoreError as error:
            log.warning("what was said is not embedded: %s", error.reason)
            return 0
        self._talk_index.unload()
        self._done.clear()
        return self.catch_up(asked=True)

    def coverage(self, model: Embedder) -> Coverage:
        """How far the vectors follow; of a file that cannot be read nothing is missing."""
        try:
            if self._talk_store.is_there:
                return self._talk_index.coverage(model.name, model.dims)
        except StoreError as error:
            log.warning("what was said cannot be counted: %s", error.reason)
        return Coverage(0, 0, 0)

    def keep_vectors_of(self, model: Embedder) -> None:
        """Those of other embedders go: this one answers."""
        try:
            if self._talk_store.is_there and self._talk_index.has_others(model.name):
                self._talk_db.write(lambda tx: self._talk_index.keep_vectors_of(tx, model.name))
        except StoreError as error:
            log.warning("vectors of another embedder stay: %s", error.reason)
