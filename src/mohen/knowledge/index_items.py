"""Keeping the index of knowledge: words with each write, meaning in the background."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mohen.core import health
from mohen.core.degradation import Reason
from mohen.core.ports import Embedder
from mohen.episodes import embed
from mohen.errors import EmbedderError
from mohen.knowledge import query_parsing
from mohen.knowledge.model import (
    Item,
)
from mohen.text import terms

if TYPE_CHECKING:
    from mohen.parts import Parts

from typing import TYPE_CHECKING

from mohen.core.database import Tx

if TYPE_CHECKING:
    from mohen.parts import Parts

log = logging.getLogger(__name__)


def index(parts: Parts, tx: Tx, *items: Item) -> None:
    """Whenever an item's words are added or changed, in the same transaction and after its row
    is written. Its vector follows in the background."""
    parts.knowledge_index.put(tx, {item.id: _terms(item) for item in items})


def unindex(parts: Parts, tx: Tx, id: str) -> None:
    """Before an item's row is removed."""
    parts.knowledge_index.remove(tx, id)


def follow_up(parts: Parts) -> None:
    """Have what is new embedded, once things are quiet."""
    policy = parts.policy.vectors
    parts.jobs.submit(
        "embed knowledge",
        lambda: catch_up(parts),
        after_ms=policy.embed_delay_ms,
        at_most_ms=policy.embed_at_most_ms,
    )


def catch_up(parts: Parts, project_id: str | None = None) -> int:
    """Words and vectors of what has none, of one project or of everything; answers how many it
    was. A dead embedder is a visible degradation, tried again later."""
    index, done, after = parts.knowledge_index, 0, 0
    try:
        model = embed.embedder(parts)
        size = parts.policy.storage.rebuild_batch
        while batch := index.pending(of=project_id, after=after, limit=size):
            _put_in(parts, model, batch)
            done, after = done + len(batch), batch[-1][0]
            parts.jobs.give_way()
    except EmbedderError as error:
        log.warning("embedding postponed: %s", error.code)
        dead = [health.embedder_dead(error)]
        parts.health.settle(_SUBJECT, dead, among=[Reason.ENCODING_FAILED])
    return done


def _put_in(parts: Parts, model: Embedder, batch: Sequence[tuple[int, str, bool]]) -> None:
    """Encoding takes its time: what says something else by then, or is gone, is left for later."""
    ids = [id for _, id, _ in batch]
    with parts.mind_db.read() as reader:
        items = {each.id: each for each in parts.knowledge.some(reader, ids)}
    known = [(pk, items[id], wordless) for pk, id, wordless in batch if id in items]
    vectors = embed.encode(parts, model, [query_parsing.searchable(item) for _, item, _ in known])

    def write(tx: Tx) -> None:
        now = {each.id: query_parsing.searchable(each) for each in parts.knowledge.some(tx, ids)}
        same = [
            at
            for at, (_, item, _) in enumerate(known)
            if now.get(item.id) == query_parsing.searchable(item)
        ]
        owed = [(known[at][0], _terms(known[at][1])) for at in same if known[at][2]]
        if owed:
            parts.knowledge_index.put_words(tx, owed)
        pks = [known[at][0] for at in same]
        parts.knowledge_index.add_vectors(tx, model.name, pks, vectors[same])

    parts.mind_db.write(write)


def rebuild(parts: Parts) -> int:
    """Words and vectors made anew from the items; answers how many."""
    parts.mind_db.write(parts.knowledge_index.recreate)
    parts.knowledge_index.unload()
    parts.health.settle(_SUBJECT, [], among=[Reason.INDEX_UNAVAILABLE, Reason.DIMENSION_CONFLICT])
    return catch_up(parts)


def _terms(item: Item) -> str:
    return " ".join(terms.expand(query_parsing.searchable(item)))


_SUBJECT = "knowledge"
