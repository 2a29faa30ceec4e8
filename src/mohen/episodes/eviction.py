"""Chooses the episodes to evict so that a write fits: the expired first, then the weakest.

A plan is a value. Nothing confirmed and no core setting is ever in one (R104, C11); an episode
leaves its place by becoming a digest, and only digests are deleted (C3, C5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mohen.core.policy import DAY_MS
from mohen.episodes import decay
from mohen.episodes.policy import Capacity
from mohen.policy import Policy
from mohen.rules.model import Rule
from mohen.rules.policy import Rules
from mohen.upkeep.model import Living, Old


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


# -- by night (C6): soft budgets, without a write that waits for them


@dataclass(frozen=True, slots=True)
class Night:
    """What a cleanup takes of one project: first these become digests, then those are deleted."""

    compress: tuple[int, ...] = ()
    purge: tuple[int, ...] = ()


def night(living: Sequence[Living], digests: Sequence[Old], now: int, policy: Policy) -> Night:
    """`living` coldest first, `digests` oldest first. A band or an age only ever compresses; only
    digests are deleted, by their own age and their budget alone (C3, C4)."""
    going = _leaving(living, now, policy)
    compress = tuple(each.seq for each in going)
    ttl = now - policy.upkeep.digest_ttl_days * DAY_MS
    expired = [each.seq for each in digests if not each.protected and each.timestamp < ttl]
    kept = [each for each in digests if each.seq not in set(expired)]
    kept += [Old(each.seq, each.vitals.timestamp, protected=False) for each in going]
    over = max(0, len(kept) - policy.upkeep.digest_budget)
    oldest = sorted(
        (each for each in kept if not each.protected), key=lambda each: (each.timestamp, each.seq)
    )
    return Night(compress, (*expired, *(each.seq for each in oldest[:over])))


def _leaving(living: Sequence[Living], now: int, policy: Policy) -> list[Living]:
    """Those whose time is over, then the coldest until the rest fits its budget (R60)."""
    free = [each for each in living if not each.confirmed and not each.vitals.core_setting]
    before = expired_before(now, policy.capacity)
    over_now = {each.seq for each in free if _over(each, now, before, policy)}
    excess = max(0, len(living) - len(over_now) - policy.upkeep.active_budget)
    coldest = [each for each in free if each.seq not in over_now][:excess]
    return [each for each in free if each.seq in over_now] + coldest


def _over(each: Living, now: int, expired: int, policy: Policy) -> bool:
    """Out of recall by its strength (R53, R54), or past its TTL however often recalled (C63)."""
    strength = decay.strength(each.vitals, now, policy.decay)
    return not decay.recallable(strength) or each.vitals.timestamp < expired


def standing(rule: Rule, now: int, policy: Rules) -> float:
    """What a rule is worth when there are too many: its confidence, less the longer nothing has
    spoken for or against it. The confidence itself never ages, nor does a confirmed rule (C9)."""
    if rule.user_confirmed:
        return rule.confidence
    days = max(0, now - rule.evidence_at) / DAY_MS
    return float(rule.confidence * policy.standing_per_day**days)


def weakest(rules: Sequence[Rule], now: int, policy: Rules) -> list[Rule]:
    """The rules above the budget of one scope, least standing first; confirmed ones stay."""
    loose = sorted(
        (each for each in rules if not each.user_confirmed),
        key=lambda each: (standing(each, now, policy), each.created_at, each.id),
    )
    return loose[: max(0, len(rules) - policy.budget)]
