"""The index made anew: what episodes and what knowledge are found by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.episodes.index import EpisodeIndex
from mohen.episodes.model import Coverage

if TYPE_CHECKING:
    from mohen.core.ports import Embedder
    from mohen.episodes import embed
    from mohen.episodes.embed import EpisodeEmbedder
    from mohen.knowledge.index import KnowledgeIndex
    from mohen.knowledge.index_items import KnowledgeIndexer


class Reindex:
    """Makes the indexes anew."""

    def __init__(
        self,
        *,
        episode_embedder: EpisodeEmbedder,
        episode_index: EpisodeIndex,
        knowledge_index: KnowledgeIndex,
        knowledge_indexer: KnowledgeIndexer,
    ) -> None:
        self._episode_embedder = episode_embedder
        self._episode_index = episode_index
        self._knowledge_index = knowledge_index
        self._knowledge_indexer = knowledge_indexer

    def rebuild(self, progress: embed.Progress | None = None) -> tuple[int, int]:
        """Texts and vectors made anew; answers how many of each. Says nothing of when conversations
        were last consolidated (B18)."""
        words, vectors = self._episode_embedder.rebuild(progress)
        known = self._knowledge_indexer.rebuild()
        return words + known, vectors + known

    def in_order(self) -> bool:
        """Whether everything is found by its words."""
        return self._episode_index.words_in_order() and self._knowledge_index.words_in_order()

    def coverage(self, model: Embedder) -> Coverage:
        """How far the vectors follow."""
        of = model.name, model.dims
        episodes, known = self._episode_index.coverage(*of), self._knowledge_index.coverage(*of)
        return Coverage(
            episodes.episodes + known.episodes,
            episodes.vectors + known.vectors,
            episodes.foreign + known.foreign,
        )
