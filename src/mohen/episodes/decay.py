"""How the strength of an episode decays: the fixed formula of R50, and its bands.

`strength` is the law of episodes. Knowledge fades by another law in another room (C60).
"""

from __future__ import annotations

from math import exp

from mohen.core.policy import DAY_MS
from mohen.episodes.model import Band, Strength, Vitals
from mohen.episodes.policy import Decay


def anchor(vitals: Vitals) -> int:
    """The moment an episode's age counts from: made or last recalled, whichever is later (C2).

    [000] never says where the age begins; from here a recall brings an episode back to the
    active band, as its scenario demands, without touching the formula.
    """
    return max(vitals.timestamp, vitals.last_recalled_at or vitals.timestamp)


def value(vitals: Vitals, now: int, policy: Decay) -> float:
    """min(1, exp(-rate x age) x (1 + boost x recalls) x (1 + boost x importance))."""
    if vitals.core_setting:
        return 1.0  # exempt (R57)
    age_days = max(0, now - anchor(vitals)) / DAY_MS
    importance = min(1.0, max(0.0, vitals.importance))
    base = exp(-policy.rate_per_day * age_days)
    recalls = 1 + policy.recall_boost * vitals.recall_count
    return min(1.0, base * recalls * (1 + policy.importance_boost * importance))


def band(strength: float, policy: Decay) -> Band:
    """The band of a strength; each lower bound belongs to the band above it."""
    if strength >= policy.active_from:
        return Band.ACTIVE
    if strength >= policy.fading_from:
        return Band.FADING
    if strength >= policy.compressible_from:
        return Band.COMPRESSIBLE
    return Band.EXPIRING


def strength(vitals: Vitals, now: int, policy: Decay) -> Strength:
    worth = value(vitals, now, policy)
    return Strength(worth, band(worth, policy), now)


def alive(vitals: Vitals, now: int, policy: Decay) -> float | None:
    """Its strength as a number while it may be recalled, else None: `strength` and `recallable`
    for whoever looks at many."""
    worth = value(vitals, now, policy)
    return worth if worth >= policy.fading_from else None


def recallable(strength: Strength) -> bool:
    """COMPRESSIBLE and EXPIRING episodes stay out of recall (R53, B7)."""
    return strength.band in (Band.ACTIVE, Band.FADING)


def falls_below(vitals: Vitals, bound: float, policy: Decay) -> int | None:
    """The first moment at which its strength is less than a bound, unless it is recalled before;
    None where that never comes."""
    early, span = anchor(vitals), DAY_MS
    if value(vitals, early, policy) < bound:
        return early
    if vitals.core_setting or bound <= 0 or policy.rate_per_day <= 0:
        return None
    while value(vitals, early + span, policy) >= bound:
        span += span
    late = early + span
    while late - early > 1:
        middle = (early + late) >> 1
        if value(vitals, middle, policy) >= bound:
            early = middle
        else:
            late = middle
    return late
