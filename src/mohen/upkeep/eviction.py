"""What a night takes: which episodes become digests and which digests go."""

from __future__ import annotations

from collections.abc import Sequence

from mohen.core.policy import DAY_MS
from mohen.core.values import dataclass
from mohen.episodes import decay
from mohen.episodes.eviction import expired_before
from mohen.episodes.model import Living, Old
from mohen.policy import Policy


@dataclass(frozen=True, slots=True)
class Night:
    """What a cleanup takes of one project: first these become digests, then those are deleted."""

    compress: tuple[int, ...] = ()
    purge: tuple[int, ...] = ()


def night(living: Sequence[Living], digests: Sequence[Old], now: int, policy: Policy) -> Night:
    """`living` and `digests` oldest first. A band or an age only ever compresses; only
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
    """Those whose time is over, then the oldest until the rest fits its budget: the newest stay
    (R60)."""
    free = [each for each in living if not each.confirmed and not each.vitals.core_setting]
    before = expired_before(now, policy.capacity)
    over_now = {each.seq for each in free if _over(each, now, before, policy)}
    excess = max(0, len(living) - len(over_now) - policy.upkeep.active_budget)
    oldest = [each for each in free if each.seq not in over_now][:excess]
    return [each for each in free if each.seq in over_now] + oldest


def _over(each: Living, now: int, expired: int, policy: Policy) -> bool:
    """Out of recall by its strength (R53, R54), or past its TTL however often recalled (C63)."""
    strength = decay.strength(each.vitals, now, policy.decay)
    return not decay.recallable(strength) or each.vitals.timestamp < expired
