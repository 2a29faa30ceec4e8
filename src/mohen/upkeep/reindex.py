"""The index made anew: what episodes and what knowledge are found by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.core.ports import Embedder
from mohen.episodes import embed
from mohen.episodes.index import Coverage
from mohen.knowledge import index_items

if TYPE_CHECKING:
    from mohen.parts import Parts


def rebuild(parts: Parts, progress: embed.Progress | None = None) -> tuple[int, int]:
    """Texts and vectors made anew; answers how many of each. Says nothing of when conversations
    were last consolidated (B18)."""
    words, vectors = embed.rebuild(parts, progress)
    known = index_items.rebuild(parts)
    return words + known, vectors + known


def in_order(parts: Parts) -> bool:
    """Whether everything is found by its words."""
    return parts.index.words_in_order() and parts.knowledge_index.words_in_order()


def coverage(parts: Parts, model: Embedder) -> Coverage:
    """How far the vectors follow."""
    of = model.name, model.dims
    episodes, known = parts.index.coverage(*of), parts.knowledge_index.coverage(*of)
    return Coverage(
        episodes.episodes + known.episodes,
        episodes.vectors + known.vectors,
        episodes.foreign + known.foreign,
    )
