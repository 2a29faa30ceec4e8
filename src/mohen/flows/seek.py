"""One question to knowledge, on its way to candidates in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from mohen.errors import EmbedderError, StoreError
from mohen.flows import degradations, embed
from mohen.flows.parts import Parts
from mohen.logic import ranking, terms
from mohen.logic.knowing import seeking
from mohen.model.health import Degradation
from mohen.model.search import Glimpse, Query, Wanted
from mohen.model.settings import Settings
from mohen.ports import Embedder

if TYPE_CHECKING:
    from mohen.ports import Matrix
    from mohen.store.matrix import Measured

Ranked = tuple[Glimpse, ranking.Ranked]


@dataclass(slots=True)
class Search:
    """One question on its way to an answer."""

    parts: Parts
    query: Query
    text: str
    wanted: Wanted
    limit: int
    rules: Settings
    asked: seeking.Asked = field(default_factory=seeking.Asked)
    model: Embedder | None = None
    vector: Matrix | None = None
    trust: float = 0.0
    answers: frozenset[int] = frozenset()  # kept under the very key that was asked for
    broken: list[Degradation] = field(default_factory=list)
    measured: Callable[[], list[tuple[Measured, bool]]] = list  # how near everything is


def asked(search: Search) -> seeking.Asked:
    policy, index = search.parts.policy.search, search.parts.knowledge_index
    known = index.named(search.wanted.scopes, seeking.guesses(search.text, policy))
    return seeking.Asked(
        names=tuple(seeking.longest(known)[: policy.names_told]),
        numbered=tuple(seeking.identifiers(search.text)),
        user=seeking.asks_of_user(search.text),
        attributes=seeking.attributes(search.text),
        kin=bool(seeking.kin(search.text)),
    )


def encode(search: Search) -> None:
    """The question as a vector; none when meaning is out of order, or when it has no meaning
    (punctuation alone is as near to everything as to nothing)."""
    try:
        search.model = search.parts.embedder(search.rules.embedder)
        vector = embed.question(search.parts, search.model, search.text)
    except EmbedderError as error:
        search.broken.append(degradations.embedder_dead(error))
        return
    if vector.any():
        search.vector, search.trust = vector, search.model.trust
        _measure(search, _depth(search))


def _depth(search: Search) -> int:
    return max(search.parts.policy.search.depth, search.limit)


def _measure(search: Search, depth: int) -> None:
    """Begun at once, on another core: what is asked and which words are looked for meanwhile."""
    search.measured = search.parts.jobs.beside(partial(_measured, search, depth))


def ranked(search: Search) -> list[Ranked]:
    """By words, by name and by meaning. Where filters leave too little of the nearest, once more
    among many; what matches in words is never missed."""
    policy = search.parts.policy.search
    found, more = _candidates(search, _depth(search))
    if more and len(found) < search.limit:
        _measure(search, policy.postings)
        found, _ = _candidates(search, policy.postings)
    return found


def _candidates(search: Search, depth: int) -> tuple[list[Ranked], bool]:
    """In order, and whether there may be more."""
    index, policy = search.parts.knowledge_index, search.parts.policy.search
    words = _by_words(search, depth)
    found = {each.pk: each for each, _ in words}
    names = search.asked.names or ((search.wanted.entity,) if search.wanted.entity else ())
    if names and len(words) < depth:  # else what names them was found by the name
        about = index.about(search.wanted, names, newest=policy.about_newest, limit=depth)
        found |= {each.pk: each for each in about}
    found |= (answers := _answers(search, depth))
    search.answers = frozenset(answers)
    cosines = _by_meaning(search, depth, found)
    unseen = [pk for pk, near in cosines.items() if near >= policy.cosine_least and pk not in found]
    found |= {each.pk: each for each in index.glimpses(search.wanted, unseen)}
    ranked = seeking.rank(
        found.values(),
        search.asked,
        index.names_of(found) if _names_matter(search.asked) else {},
        words={each.pk: worth for each, worth in words},
        cosines=cosines,
        answers=search.answers,
        trust=search.trust,
        policy=policy,
    )
    return ranked, max(len(words), len(unseen)) >= depth


def _answers(search: Search, depth: int) -> dict[int, Glimpse]:
    """What is kept under the very key that the question asks for: 我住哪 and `where do I live`
    ask for the same."""
    asked = search.asked
    if not asked.attributes:
        return {}
    found = search.parts.knowledge_index.answering(
        search.wanted, asked.subjects, asked.attributes, depth
    )
    return {each.pk: each for each in found}


def _names_matter(asked: seeking.Asked) -> bool:
    return bool(asked.names or asked.numbered)


def _by_words(search: Search, depth: int) -> list[tuple[Glimpse, float]]:
    """Of a question's words the telling ones. Where even the rarest is everywhere, the newest
    that hold it are as good as any. Only where too few pass the filters all are looked at."""
    index, policy = search.parts.knowledge_index, search.parts.policy
    asked = terms.query_terms(search.text, policy=policy.recall)
    try:
        spread = index.spread(asked)
        telling = terms.rarest(asked, spread, policy.search.postings)
        match = terms.unscoped(telling)
        if not match:
            return []
        common = sum(spread[each] for each in telling) > policy.search.postings
        quick = index.newest_with_words if common else index.by_words
        found = quick(match, search.wanted, limit=depth, among=policy.search.among)
        if len(found) >= search.limit:
            return found
        return index.by_words(match, search.wanted, limit=depth)
    except StoreError:
        search.broken.append(degradations.INDEX_BROKEN)
        return []


def _measured(search: Search, depth: int) -> list[tuple[Measured, bool]]:
    if search.vector is None or search.model is None:
        return []
    return search.parts.knowledge_index.measured(
        search.wanted.scopes, search.model.name, search.vector, depth
    )


def _by_meaning(search: Search, depth: int, also: Iterable[int]) -> dict[int, float]:
    """The nearest, and how near those are that were found otherwise."""
    try:
        found, foreign = search.parts.knowledge_index.nearest(search.measured(), depth, also=also)
    except StoreError:
        search.broken.append(degradations.VECTORS_BROKEN)
        found, foreign = {}, False
        search.vector, search.measured = None, list
    if foreign:
        search.broken.append(degradations.VECTORS_FOREIGN)
        search.vector, search.measured = None, list
    return {} if foreign else found
