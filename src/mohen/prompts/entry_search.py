"""Entries that had no room in every prompt, found by what this one is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.core import health
from mohen.errors import EmbedderError
from mohen.notes import notes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mohen.core.degradation import Degradation
    from mohen.core.ports import EmbedderFor
    from mohen.core.settings_model import Settings
    from mohen.embedders.vector_cache import VectorCache
    from mohen.episodes.embed import EpisodeEmbedder
    from mohen.knowledge.model import Item
    from mohen.notes.notes import Match
    from mohen.policy import Policy


class EntrySearch:
    """Finds entries by words and meaning."""

    def __init__(
        self,
        *,
        embedder_for: EmbedderFor,
        episode_embedder: EpisodeEmbedder,
        policy: Policy,
        vector_cache: VectorCache,
    ) -> None:
        self._embedder_for = embedder_for
        self._episode_embedder = episode_embedder
        self._policy = policy
        self._vector_cache = vector_cache

    def matches(
        self, known: Settings, query: str, among: Sequence[Item]
    ) -> tuple[list[Match], Degradation | None]:
        """Those that answer the query, and what is broken about the search."""
        policy = self._policy.entries
        trust, cosines, broken = self._meaning(known, query, among)
        found = notes.matching(
            query, among, cosines, trust=trust, policy=policy, recall=self._policy.recall
        )
        return notes.recalled(found, policy), broken

    def _meaning(
        self, known: Settings, query: str, among: Sequence[Item]
    ) -> tuple[float, list[float] | None, Degradation | None]:
        """How near each is to the query and how far to trust that, or what is broken."""
        try:
            model = self._embedder_for(known.answering)
            asked = self._episode_embedder.question(model, query)
            if asked is None:
                return 0.0, None, None
            contents = tuple(each.content for each in among)
            vectors = self._vector_cache.matrix(
                model.name, contents, lambda texts: self._episode_embedder.encode(model, texts)
            )
        except EmbedderError as error:
            return 0.0, None, health.embedder_dead(error)
        return model.trust, (vectors @ asked).tolist(), None
