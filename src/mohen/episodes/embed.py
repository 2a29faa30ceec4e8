"""Giving episodes their vectors, in the background, and making the whole index anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mohen.core import health, processors
from mohen.core.degradation import Reason
from mohen.core.logs import logger
from mohen.episodes import relevance
from mohen.episodes.model import searchable
from mohen.errors import EmbedderError
from mohen.text import terms
from mohen.text.language import has_han

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.health import Health
    from mohen.core.ports import Embedder, EmbedderFor, Jobs, Matrix
    from mohen.core.settings import UserSettings
    from mohen.core.watermarks import Watermarks
    from mohen.embedders.vector_cache import VectorCache
    from mohen.episodes.index import EpisodeIndex
    from mohen.episodes.store import EpisodeStore
    from mohen.policy import Policy


log = logger(__name__)

Progress = Callable[[str, int, int], None]
"""stage, done, of how many"""


class EpisodeEmbedder:
    """Gives episodes their vectors."""

    def __init__(
        self,
        *,
        embedder_for: EmbedderFor,
        episode_index: EpisodeIndex,
        episode_store: EpisodeStore,
        episodes_db: Database,
        health: Health,
        jobs: Jobs,
        marks: Watermarks,
        meaning: bool,
        policy: Policy,
        settings: UserSettings,
        vector_cache: VectorCache,
    ) -> None:
        self._embedder_for = embedder_for
        self._episode_index = episode_index
        self._episode_store = episode_store
        self._episodes_db = episodes_db
        self._health = health
        self._jobs = jobs
        self._marks = marks
        self._meaning = meaning
        self._line_noises: dict[tuple[str, str], relevance.Noise] = {}
        self._noises: dict[str, tuple[relevance.Noise, relevance.Noise]] = {}
        self._policy = policy
        self._settings = settings
        self._vector_cache = vector_cache

    @property
    def at_hand(self) -> bool:
        """Whether this process goes by meaning at all."""
        return self._meaning

    def embedder(self) -> Embedder:
        """The one that answers."""
        return self._embedder_for(self._settings.get().answering)

    def encode(self, model: Embedder, texts: Sequence[str]) -> Matrix:
        with processors.lent():  # it may ask another machine
            return model.embed([text[: self._policy.vectors.embed_chars] for text in texts])

    def question(self, model: Embedder, text: str) -> Matrix | None:
        """The vector of a question, which may be asked of several things; None where this process
        goes by words alone (C103)."""
        if not self._meaning:
            return None
        return self._vector_cache.vectors(
            model.name, [text], lambda texts: self.encode(model, texts)
        )[0]

    def noise(self, model: Embedder, text: str) -> relevance.Noise:
        """What is noise to an embedder, between a text like this one and stored ones."""
        policy = self._policy.relevance
        known = relevance.known_noise(model.name, text, policy)
        if known is not None:
            return known
        if model.name not in self._noises:
            self._noises[model.name] = relevance.measured_noise(
                lambda texts: self.encode(model, texts)
            )
        short, long = self._noises[model.name]
        return long if relevance.is_long(text, policy) else short

    def line_noise(self, model: Embedder, text: str) -> relevance.Noise:
        """The same between a question and lines of talk. Measured in the language of the question:
        what knows one language finds all of another alike."""
        known = relevance.known_line_noise(model.name, self._policy.relevance)
        if known is not None:
            return known
        language = "zh" if has_han(text) else "en"
        of = model.name, language
        if of not in self._line_noises:
            self._line_noises[of], _ = relevance.measured_noise(
                lambda texts: self.encode(model, texts), (language,)
            )
        return self._line_noises[of]

    def catch_up(self, progress: Progress | None = None, *, model: Embedder | None = None) -> int:
        """Embed every episode that has no vector of this embedder, or of the one that answers;
        tells how many. A dead embedder is a visible degradation, tried again after the next
        record. Who goes by words alone leaves it to others, unless it is asked for."""
        if not self._meaning and progress is None:
            return 0
        policy = self._policy.vectors
        total, size = 0, policy.embed_batch if progress else policy.embed_step
        try:
            again, model = model is not None, model or self.embedder()
            wanted = self._episode_index.coverage(model.name, model.dims).missing if progress else 0
            done = self._marks.of(self._episodes_db).embedded
            while batch := self._episode_index.unembedded(
                model.name, after=done.get(model.name, 0), limit=size
            ):
                total += self._embed(model, batch)
                done[model.name] = batch[-1][0]
                if again and self._jobs.is_ending():
                    break  # it goes on another time
                if progress is None:
                    self._jobs.give_way()
                else:
                    progress("vectors", total, max(total, wanted))
        except EmbedderError as error:
            log.warning("embedding postponed: %s", error.code)
            self._health.settle(
                "embedder", [health.embedder_dead(error)], among=[Reason.ENCODING_FAILED]
            )
        else:
            self._health.settle("embedder", [], among=[Reason.ENCODING_FAILED])
        return total

    def _embed(self, model: Embedder, batch: Sequence[tuple[int, str]]) -> int:
        vectors = self.encode(model, [text for _, text in batch])
        seqs = [seq for seq, _ in batch]
        self._episodes_db.write(
            lambda tx: self._episode_index.add_vectors(tx, model.name, seqs, vectors)
        )
        return len(seqs)

    def rebuild(self, progress: Progress | None = None) -> tuple[int, int]:
        """Make words and vectors anew from the episodes; answers how many of each."""
        progress = progress or (lambda _stage, _done, _total: None)
        words = self.words_anew(progress)
        self._health.settle("words", [], among=[Reason.INDEX_UNAVAILABLE])
        self._episodes_db.write(self._episode_index.drop_vectors)
        self._marks.embedded = {}
        vectors = self.catch_up(progress)
        return words, vectors

    def words_anew(self, progress: Progress) -> int:
        """Make the words anew; answers of how many."""
        self._episodes_db.write(self._episode_index.recreate_words)
        total = self._episode_store.counts().active
        done = after = 0
        while batch := self._episode_index.indexable(
            after=after, limit=self._policy.storage.rebuild_batch
        ):
            self._index(dict(batch))
            done += len(batch)
            after = batch[-1][0]
            progress("words", done, total)
        return done

    def _index(self, projects: dict[int, int]) -> None:
        with self._episodes_db.read() as reader:
            found = self._episode_store.of_seqs(reader, list(projects))
        expanded = {each.seq: " ".join(terms.expand(searchable(each.texts))) for each in found}

        def write(tx: Tx) -> None:
            for seq in self._episode_index.still_indexable(tx, expanded):
                self._episode_index.add_words(tx, seq, projects[seq], expanded[seq])

        self._episodes_db.write(write)
