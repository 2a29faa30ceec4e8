"""Replaying prompts against a prefix cache, as providers have one.

A cache serves the longest beginning of a prompt that it has seen before, in whole blocks, while
it remembers it. The same prompts are replayed once as they were sent, and once as one would
send them naively: instructions, then what was recalled for the request, then the rest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from mohen.model.caching import CacheReport, Replayed, Served
from mohen.model.context import Layer
from mohen.model.trace import Generation, Piece


class Cache:
    """Beginnings of prompts, each with when it was last seen."""

    def __init__(self, ttl_ms: int | None, at_least: int) -> None:
        self._ttl_ms, self._at_least = ttl_ms, at_least
        self._seen: dict[bytes, int] = {}

    def send(self, model: str, pieces: Sequence[Piece], at: int) -> list[Served]:
        """What of each piece was served. Prompts of one model never serve another's."""
        chain = model.encode()
        warm = True
        found = []
        for piece in pieces:
            hits = 0
            for block in piece.blocks:
                chain = hashlib.blake2b(chain + block.encode()).digest()
                warm = warm and self._remembers(chain, at)
                hits += warm
                self._seen[chain] = at
            share = hits / len(piece.blocks) if piece.blocks else float(warm)
            found.append(Served(piece.tokens, int(piece.tokens * share)))
        enough = sum(each.served for each in found) >= self._at_least
        return found if enough else [Served(each.sent, 0) for each in found]

    def _remembers(self, chain: bytes, at: int) -> bool:
        seen = self._seen.get(chain)
        return seen is not None and (self._ttl_ms is None or at - seen <= self._ttl_ms)


def replay(
    made: Iterable[Generation], *, ttl_ms: int | None = None, at_least: int = 0
) -> CacheReport:
    """`made`: oldest first. `at_least`: tokens below which a provider caches nothing."""
    ours, theirs = Cache(ttl_ms, at_least), Cache(ttl_ms, at_least)
    last: dict[tuple[str | None, str, str], str] = {}
    runs = []
    for each in made:
        key = each.project_id, each.skill_id, each.model
        sent = ours.send(each.model, each.pieces, each.at)
        stable = [
            served
            for piece, served in zip(each.pieces, sent, strict=True)
            if Layer(piece.layer).stable
        ]
        naive = theirs.send(each.model, _naive(each.pieces), each.at)
        before = last.get(key, each.stable_prefix_hash)
        last[key] = each.stable_prefix_hash
        runs.append(
            Replayed(
                each.id,
                each.skill_id,
                each.at,
                _sum(stable),
                _sum(sent),
                _sum(naive),
                before != each.stable_prefix_hash,
            )
        )
    return CacheReport(
        tuple(runs),
        _sum(each.prefix for each in runs),
        _sum(each.prompt for each in runs),
        _sum(each.naive for each in runs),
        sum(each.prefix_changed for each in runs),
    )


def _naive(pieces: Sequence[Piece]) -> list[Piece]:
    first = [each for each in pieces if each.layer == Layer.INSTRUCTIONS]
    recalled = [each for each in pieces if each.recalled]
    rest = [each for each in pieces if each not in first and each not in recalled]
    return [*first, *recalled, *rest]


def _sum(each: Iterable[Served]) -> Served:
    return sum(each, Served())
