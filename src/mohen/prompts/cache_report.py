"""Computes what a provider's prefix cache would have served of the prompts that were made."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from hashlib import blake2b

from mohen.core.policy import Milliseconds
from mohen.core.values import dataclass
from mohen.prompts.model import Generation, Layer, Piece, Section
from mohen.prompts.policy import Context


@dataclass(frozen=True, slots=True)
class Served:
    """Tokens that were sent, and how many of them had been sent before in the same place."""

    sent: int = 0
    served: int = 0

    def __add__(self, other: Served) -> Served:
        return Served(self.sent + other.sent, self.served + other.served)

    @property
    def share(self) -> float:
        return self.served / self.sent if self.sent else 0.0


@dataclass(frozen=True, slots=True)
class Replayed:
    """One prompt, replayed."""

    generation_id: str
    skill_id: str
    at: Milliseconds
    prefix: Served  # L0–L3
    prompt: Served
    naive: Served  # the same prompt with what was recalled put before the settings
    prefix_changed: bool  # against the last one of its project, skill and model


@dataclass(frozen=True, slots=True)
class CacheReport:
    runs: tuple[Replayed, ...]  # oldest first
    prefix: Served
    prompt: Served
    naive: Served
    changes: int  # how often a prefix was not the one before it; the first of each is none

    @property
    def saved(self) -> int:
        """Tokens that injecting naively would have paid for in full."""
        return self.prompt.served - self.naive.served


# -- Replaying prompts against a prefix cache, as providers have one.


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
    """Replays prompts through a cache. `made`: oldest first. `at_least`: tokens below which
    a provider caches nothing."""
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


# -- A prompt as the cache report needs it: which blocks were the same before, and no text (C93).


def of(sections: Iterable[Section], key: bytes, policy: Context) -> tuple[Piece, ...]:
    return tuple(
        Piece(each.layer, each.name, each.tokens, each.recalled, _blocks(each.text, key, policy))
        for each in sections
    )


def _blocks(text: str, key: bytes, policy: Context) -> tuple[str, ...]:
    """Keyed, as everything that stands for a text is (`core/keyed_hash.py`); short and quick, for a
    prompt has hundreds of them."""
    size, secret = policy.block_chars, key[: blake2b.MAX_KEY_SIZE]
    bytes_each = policy.block_hash_bytes
    return tuple(
        blake2b(text[at : at + size].encode(), digest_size=bytes_each, key=secret).hexdigest()
        for at in range(0, len(text), size)
    )
