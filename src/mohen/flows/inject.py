"""What to put beside a message: nothing for chit-chat, and else what is surely about it.

The same message and the same knowledge give the same bytes. Nothing archived, superseded or
denied is ever put in, and what stands in the snapshot already is not said twice.
"""

from __future__ import annotations

import re

from mohen.errors import InvalidArgument, StoreError
from mohen.flows import search, settings
from mohen.flows.parts import Parts
from mohen.logic import terms, tokens
from mohen.logic.knowing import injection, routing, seeking
from mohen.logic.knowing.routing import Route
from mohen.model.health import Degradation
from mohen.model.knowledge import AGENT, USER, Category
from mohen.model.search import Found, Hit, Injected, Injection, Query, Way

_HAN = re.compile("[\u3400-\u9fff]")
# What matters to such a message though no word of it says so: who asks for a restaurant does not
# think of the allergy.
_MINDED = {
    Way.PREFERENCE: (Category.PREFERENCE,),
    Way.TASK: (Category.HEALTH, Category.SAFETY, Category.CONSTRAINT),
}
_DIGITS = 3  # of a fit that tell one item from another


def inject(
    parts: Parts,
    project_id: str | None,
    message: str,
    *,
    max_tokens: int | None = None,
    repeat: bool = False,
) -> Injection:
    """`repeat`: also what stands in the snapshot."""
    policy = parts.policy.inject
    most = policy.tokens if max_tokens is None else max_tokens
    if not 0 <= most <= policy.tokens_max:
        raise InvalidArgument(f"maxTokens must be 0 to {policy.tokens_max}", field="maxTokens")
    if not _is_on(parts):
        return Injection(way=Way.NONE, reason=routing.OFF)
    if routing.is_chit_chat(message):
        return Injection(way=Way.NONE, reason=routing.CHIT_CHAT)
    route, hits, broken = _chosen(parts, project_id, message)
    shown = frozenset() if repeat else _in_snapshot(parts, project_id)
    fresh = [each for each in hits if each.item.id not in shown]
    chinese = _HAN.search(message) is not None
    lines = [
        injection.line(each.item, project_id=project_id, chinese=chinese, policy=policy)
        for each in fresh
    ]
    kept = injection.fitting(lines, most, lambda text: _count(parts, text), chinese=chinese)
    block = injection.block([lines[place] for place in kept], chinese=chinese)
    search.spoken(parts, project_id, [fresh[place].item for place in kept], block)
    way = route.way if hits else Way.NONE
    return Injection(
        way=way,
        reason=routing.REASONS[way],
        block=block,
        tokens=_count(parts, block),
        items=tuple(
            Injected(fresh[place].item, lines[place], fresh[place].reason) for place in kept
        ),
        in_snapshot=tuple(each.item.id for each in hits if each.item.id in shown),
        omitted=len(fresh) - len(kept),
        degradations=broken,
    )


def _is_on(parts: Parts) -> bool:
    """R125. Where that cannot be read, the search will say so."""
    try:
        return settings.load(parts).injection_enabled
    except StoreError:
        return True


def _count(parts: Parts, text: str) -> int:
    return tokens.estimate(text, parts.policy.tokens)


def _in_snapshot(parts: Parts, project_id: str | None) -> frozenset[str]:
    """Ids of what the snapshot tells; of one that cannot be read, nothing."""
    try:
        kept = parts.projections.snapshot(project_id)
    except StoreError:
        return frozenset()
    return frozenset() if kept is None else frozenset(kept.items)


def _chosen(
    parts: Parts, project_id: str | None, message: str
) -> tuple[Route, list[Hit], tuple[Degradation, ...]]:
    """What is surely about the message, the best fit first. An item's own score says nothing
    about the order: being of use raises it, and the next answer must be the same."""
    policy = parts.policy.inject
    named = search.names(parts, project_id, message)
    route = routing.route(message, named, policy)
    most = min(parts.policy.search.limit_max, route.count * policy.considered)
    found = _search(parts, project_id, route.question, limit=most)
    tells = _telling(parts, route)
    hits = [each for each in found.items if _fits(parts, each, found, route, tells)]
    if minded := _MINDED.get(route.way):
        known = {each.item.id for each in hits}
        beside = _search(parts, project_id, "", categories=minded, limit=policy.minded).items
        own = [each for each in beside if each.item.subject in (USER, AGENT)]
        hits += [each for each in own if each.item.id not in known]
    hits = injection.once(each for each in hits if not each.item.stale)
    hits.sort(key=lambda each: (-round(each.fit, _DIGITS), -each.item.importance, each.item.id))
    return route, hits[: route.count], found.degradations


def _search(
    parts: Parts,
    project_id: str | None,
    text: str,
    *,
    limit: int,
    categories: tuple[Category, ...] = (),
) -> Found:
    return search.search(
        parts,
        Query(
            project_id=project_id,
            text=text,
            categories=categories,
            include_archived=False,
            limit=limit,
        ),
    )


def _telling(parts: Parts, route: Route) -> frozenset[str]:
    """The words of the message that say what it is about; none where words are out of order."""
    asked = terms.query_terms(route.question, policy=parts.policy.recall)
    try:
        spread = parts.knowledge_index.spread(asked)
        return routing.telling(asked, spread, parts.knowledge_index.size(), parts.policy.inject)
    except StoreError:
        return frozenset()


def _fits(parts: Parts, hit: Hit, found: Found, route: Route, tells: frozenset[str]) -> bool:
    named = not set(found.named).isdisjoint(hit.item.entities)
    if not route.question or hit.answers or named:
        return True
    words = terms.expand(seeking.searchable(hit.item))
    return routing.fits(words, hit.likeness, tells, route, parts.policy.inject)
