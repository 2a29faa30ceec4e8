"""What to put beside a message: nothing for chit-chat, and else what is surely about it.

The same message and the same knowledge give the same bytes. Nothing archived, superseded or
denied is ever put in, and what stands in the snapshot already is not said twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial

from mohen.errors import InvalidArgument, StoreError
from mohen.flows import search, settings
from mohen.flows.counting import of as counting_of
from mohen.flows.counting import writer
from mohen.flows.parts import Parts
from mohen.logic import terms
from mohen.logic.knowing import injection, routing, seeking
from mohen.model.health import Degradation
from mohen.model.knowledge import Category, EntityType, Item
from mohen.model.recall import Purpose
from mohen.model.search import Found, Hit, Injected, Injection, Query, Way
from mohen.model.settings import Settings

_HAN = re.compile("[\u3400-\u9fff]")


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
    if routing.is_chit_chat(message):
        return Injection(way=Way.NONE, reason=routing.CHIT_CHAT)
    route, hits, broken = _chosen(parts, project_id, message)
    shown = frozenset() if repeat else _in_snapshot(parts, project_id)
    fresh = [each for each in hits if each.item.id not in shown]
    chinese = _HAN.search(message) is not None
    line = partial(injection.line, project_id=project_id, chinese=chinese, policy=policy)
    lines = [line(each.item) for each in fresh]
    count = _count(parts)
    kept = injection.fitting(lines, most, count, chinese=chinese)
    block = injection.block([lines[place] for place in kept], chinese=chinese)
    search.spoken(parts, project_id, [fresh[place].item for place in kept], block)
    return Injection(
        way=route.way if hits else Way.NONE,
        reason=routing.REASONS[route.way if hits else Way.NONE],
        block=block,
        tokens=count(block) if block else 0,
        items=tuple(
            Injected(fresh[place].item, lines[place], fresh[place].reason) for place in kept
        ),
        in_snapshot=tuple(each.item.id for each in hits if each.item.id in shown),
        omitted=len(fresh) - len(kept),
        degradations=broken,
    )
