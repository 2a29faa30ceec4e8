"""Chooses the episodes to evict so that a write fits: the expired first, then the weakest.

A plan is a value. Nothing confirmed and no core setting is ever in one (R104, C11); an episode
leaves its place by becoming a digest, and only digests are deleted (C3, C5).
"""

from __future__ import annotations

from collections.abc import Sequence

from mohen.core.policy import DAY_MS
from mohen.core.values import dataclass
from mohen.episodes.policy import Capacity


@dataclass(frozen=True, slots=True)
class Candidate:
    """An unconfirmed, uncompressed episode that may go."""

    seq: int
    timestamp: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Episodes to compress, and how many of the oldest digests to delete after that."""

    compress: tuple[int, ...] = ()
    purge_digests: int = 0
    fits: bool = True


def expired_before(now: int, policy: Capacity) -> int:
    """Made before this moment means past its TTL, whatever was recalled since (C63)."""
    return now - policy.episode_ttl_days * DAY_MS


def shortage(active: int, policy: Capacity) -> int:
    """How many places are missing for one more episode."""
    return max(0, active + 1 - policy.active_per_project)


def plan(
    *,
    active: int,
    compressed: int,
    expired: Sequence[Candidate],
    coldest: Sequence[Candidate],
    policy: Capacity,
) -> Plan:
    """`expired` oldest first, `coldest` by importance, recalls, last recall, age and id."""
    missing = shortage(active, policy)
    if missing == 0:
        return Plan()
    going = dict.fromkeys(each.seq for each in expired)
    for each in coldest:
        if len(going) >= missing:
            break
        going.setdefault(each.seq)
    if len(going) < missing:
        return Plan(fits=False)
    overflow = max(0, compressed + len(going) - policy.compressed_per_project)
    return Plan(compress=tuple(going), purge_digests=overflow)
