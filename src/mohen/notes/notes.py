"""Entries: is one sound, in which order they stand, and how many of them a prompt is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from mohen.core.values import dataclass
from mohen.episodes.policy import Recall
from mohen.knowledge.model import Item
from mohen.rules.policy import Entries
from mohen.text import terms

PREFERENCE = "preference"
"""The type that is a rule (C62); every other one is knowledge."""

ORDER = (PREFERENCE, "fact", "note", "belief", "summary")
"""How types follow each other (R137)."""
_RANKS = {name: place for place, name in enumerate(ORDER)}
_ELLIPSIS = "…"
_REMEMBERED, _REMEMBERED_LISTS = Entries().remembered, Entries().lists_remembered


# -- order


def ordered(items: Iterable[Item]) -> list[Item]:
    """The project's before the global, by type, newest first, then by id (R137)."""
    return sorted(
        items,
        key=lambda item: (item.project_id is None, _rank(item.type), -item.updated_at, item.id),
    )


def _rank(kind: str) -> int:
    """Unknown types come last, together (C44)."""
    return _RANKS.get(kind, len(_RANKS))


# -- how much of it


def shortened(item: Item, policy: Entries) -> Item:
    if len(item.content) <= policy.item_chars:
        return item
    return replace(item, content=item.content[: policy.item_chars - 1] + _ELLIPSIS)


# -- found by a query


@dataclass(frozen=True, slots=True)
class Match:
    """An entry that answers a query, and how well: 0-1."""

    item: Item
    score: float


def newest(items: Iterable[Item], policy: Entries) -> tuple[Item, ...]:
    """Those that a query is compared with."""
    line = sorted(items, key=lambda item: (-item.updated_at, item.id))
    return tuple(line[: policy.recalled_among])


def matching(
    query: str,
    items: Sequence[Item],
    cosines: Sequence[float] | None,
    *,
    trust: float,
    policy: Entries,
    recall: Recall,
) -> list[Match]:
    """Those that share a word with the query or come near its meaning, the best first.

    `trust` is the embedder's: how far meaning outweighs words where there are `cosines`.
    """
    asked = terms.query_terms(query, policy=recall)
    shared = _shared(asked, tuple(item.content for item in items))
    nearness = shared if cosines is None else cosines
    found = []
    for item, words, near in zip(items, shared, nearness, strict=True):
        if words > 0 or near >= policy.cosine_at_least:
            found.append(Match(item, min(1.0, (1 - trust) * words + trust * max(near, 0.0))))
    return sorted(found, key=lambda each: (-each.score, -each.item.updated_at, each.item.id))


def _shared(asked: Sequence[str], contents: tuple[str, ...]) -> list[float]:
    """Which share of the terms that are asked for stands in each."""
    standing = _standing(contents)
    counts = [0] * len(contents)
    for term in asked:
        for place in standing.get(term, ()):
            counts[place] += 1
    return [number / len(asked) for number in counts] if asked else [0.0] * len(counts)


@lru_cache(maxsize=_REMEMBERED_LISTS)
def _standing(contents: tuple[str, ...]) -> dict[str, list[int]]:
    """Where each term stands. Remembered: every prompt of a project looks at the same entries."""
    places: dict[str, list[int]] = {}
    for place, content in enumerate(contents):
        for term in _terms(content):
            places.setdefault(term, []).append(place)
    return places


@lru_cache(maxsize=_REMEMBERED)
def _terms(content: str) -> frozenset[str]:
    """With the first character of each, for one character asks for all that begins with it."""
    found = frozenset(terms.expand(content))
    return found | {each[0] for each in found}


def recalled(found: Iterable[Match], policy: Entries) -> list[Match]:
    """As many of the best as a prompt is shown beside the rest."""
    shown: list[Match] = []
    room = policy.recalled_chars
    for each in found:
        item = shortened(each.item, policy)
        if len(shown) < policy.recalled_items and len(item.content) <= room:
            shown.append(each if item is each.item else replace(each, item=item))
            room -= len(item.content)
    return shown
