"""Giving episodes their vectors, in the background, and making the whole index anew."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mohen.core import health, settings
from mohen.core.database import Tx
from mohen.core.degradation import Reason
from mohen.core.ports import Embedder
from mohen.episodes.model import searchable
from mohen.errors import EmbedderError
from mohen.text import terms

if TYPE_CHECKING:
    from mohen.core.ports import Matrix
    from mohen.parts import Parts

log = logging.getLogger(__name__)

Progress = Callable[[str, int, int], None]
"""stage, done, of how many"""


def embedder(parts: Parts) -> Embedder:
    return parts.embedder(settings.load(parts).embedder)


def encode(parts: Parts, model: Embedder, texts: Sequence[str]) -> Matrix:
    return model.embed([text[: parts.policy.vectors.embed_chars] for text in texts])


def question(parts: Parts, model: Embedder, text: str) -> Matrix:
    """The vector of a question, which may be asked of several things."""
    return parts.encoded.vectors(model.name, [text], lambda texts: encode(parts, model, texts))[0]


def catch_up(parts: Parts, progress: Progress | None = None) -> int:
    """Embed every episode that has no vector; answers how many. A dead embedder is a visible
    degradation, tried again after the next record."""
    policy = parts.policy.vectors
    total, size = 0, policy.embed_batch if progress else policy.embed_step
    try:
        model = embedder(parts)
        wanted = parts.index.coverage(model.name, model.dims).missing if progress else 0
        marks = parts.marks.of(parts.episodes_db)
        while batch := parts.index.unembedded(after=marks.embedded, limit=size):
            total += _embed(parts, model, batch)
            marks.embedded = batch[-1][0]
            if progress is None:
                parts.jobs.give_way()
            else:
                progress("vectors", total, max(total, wanted))
    except EmbedderError as error:
        log.warning("embedding postponed: %s", error.code)
        parts.health.settle(
            "embedder", [health.embedder_dead(error)], among=[Reason.ENCODING_FAILED]
        )
    else:
        parts.health.settle("embedder", [], among=[Reason.ENCODING_FAILED])
    return total


def _embed(parts: Parts, model: Embedder, batch: Sequence[tuple[int, str]]) -> int:
    vectors = encode(parts, model, [text for _, text in batch])
    seqs = [seq for seq, _ in batch]
    parts.episodes_db.write(lambda tx: parts.index.add_vectors(tx, model.name, seqs, vectors))
    return len(seqs)


def rebuild(parts: Parts, progress: Progress | None = None) -> tuple[int, int]:
    """Make words and vectors anew from the episodes; answers how many of each."""
    progress = progress or (lambda _stage, _done, _total: None)
    words = _rebuild_words(parts, progress)
    parts.health.settle("words", [], among=[Reason.INDEX_UNAVAILABLE])
    parts.episodes_db.write(parts.index.drop_vectors)
    parts.marks.embedded = 0
    vectors = catch_up(parts, progress)
    return words, vectors


def _rebuild_words(parts: Parts, progress: Progress) -> int:
    parts.episodes_db.write(parts.index.recreate_words)
    total = parts.episodes.counts().active
    done = after = 0
    while batch := parts.index.indexable(after=after, limit=parts.policy.storage.rebuild_batch):
        _index(parts, dict(batch))
        done += len(batch)
        after = batch[-1][0]
        progress("words", done, total)
    return done


def _index(parts: Parts, projects: dict[int, int]) -> None:
    with parts.episodes_db.read() as reader:
        found = parts.episodes.of_seqs(reader, list(projects))
    expanded = [(each.seq, " ".join(terms.expand(searchable(each.texts)))) for each in found]

    def write(tx: Tx) -> None:
        for seq, words in expanded:
            parts.index.add_words(tx, seq, projects[seq], words)

    parts.episodes_db.write(write)
