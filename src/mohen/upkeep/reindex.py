"""The index made anew: what episodes, knowledge and messages are found by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.core.logs import logger
from mohen.episodes.index import EpisodeIndex
from mohen.episodes.model import Coverage
from mohen.errors import EmbedderError

if TYPE_CHECKING:
    from mohen.conversations.embed import TalkEmbedder
    from mohen.core.database import Database
    from mohen.core.ports import Embedder, EmbedderFor, Jobs
    from mohen.core.settings import UserSettings
    from mohen.episodes import embed
    from mohen.episodes.embed import EpisodeEmbedder
    from mohen.knowledge.index import KnowledgeIndex
    from mohen.knowledge.index_items import KnowledgeIndexer


log = logger(__name__)


class Reindex:
    """Makes the indexes anew."""

    def __init__(
        self,
        *,
        episode_embedder: EpisodeEmbedder,
        embedder_for: EmbedderFor,
        episode_index: EpisodeIndex,
        episodes_db: Database,
        jobs: Jobs,
        knowledge_index: KnowledgeIndex,
        knowledge_indexer: KnowledgeIndexer,
        mind_db: Database,
        settings: UserSettings,
        talk_embedder: TalkEmbedder,
    ) -> None:
        self._embedder_for = embedder_for
        self._episode_embedder = episode_embedder
        self._episode_index = episode_index
        self._episodes_db = episodes_db
        self._jobs = jobs
        self._mind_db = mind_db
        self._settings = settings
        self._knowledge_index = knowledge_index
        self._knowledge_indexer = knowledge_indexer
        self._talk_embedder = talk_embedder

    def rebuild(self, progress: embed.Progress | None = None) -> tuple[int, int]:
        """Texts and vectors made anew; answers how many of each. Says nothing of when conversations
        were last consolidated (B18)."""
        self._settings.embedded_anew(self._settings.get().embedder)
        words, vectors = self._episode_embedder.rebuild(progress)
        known = self._knowledge_indexer.rebuild()
        return words + known, vectors + known + self._talk_embedder.rebuild()

    def follow_up(self) -> None:
        """Have `go_on` done in the background, where this process goes by meaning."""
        if self._episode_embedder.at_hand:
            self._jobs.submit("embed anew", lambda: self.go_on(), hurried=False)

    def go_on(self) -> None:
        """Embed what was left to do and, with the embedder that was chosen last, everything again;
        when that is complete it answers, and the old vectors go. Killed, it goes on from there."""
        self._episode_embedder.catch_up()
        self._knowledge_indexer.catch_up()
        self._talk_embedder.catch_up()
        chosen = self._settings.get().embedder
        try:
            model = self._embedder_for(chosen)
        except EmbedderError as error:
            log.warning("not embedded anew: %s", error.code)
            return
        self._episode_embedder.catch_up(model=model)
        self._knowledge_indexer.embed_with(model)
        self._talk_embedder.catch_up(model=model)
        if self.coverage(model).missing or self._knowledge_index.owes():
            return  # something failed, or came in between: another time
        self._settings.embedded_anew(chosen)
        if self._settings.get().answering != chosen:
            return  # somebody chose again meanwhile
        if self._episode_index.has_others(model.name):
            self._episodes_db.write(lambda tx: self._episode_index.keep_vectors_of(tx, model.name))
        if self._knowledge_index.has_others(model.name):
            self._mind_db.write(lambda tx: self._knowledge_index.keep_vectors_of(tx, model.name))
        self._talk_embedder.keep_vectors_of(model)

    def in_order(self) -> bool:
        """Whether everything is found by its words."""
        return self._episode_index.words_in_order() and self._knowledge_index.words_in_order()

    def coverage(self, model: Embedder) -> Coverage:
        """How far the vectors follow."""
        of = model.name, model.dims
        each = [
            self._episode_index.coverage(*of),
            self._knowledge_index.coverage(*of),
            self._talk_embedder.coverage(model),
        ]
        return Coverage(
            sum(one.episodes for one in each),
            sum(one.vectors for one in each),
            sum(one.foreign for one in each),
        )
