"""The strength of an episode from its making to the end of its life, as a row of moments.

By the formula that upkeep goes by, with the recalls there were so far. When each of them was is
not kept, except for the last: before it, age counts from the making of the episode.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mohen.logic import decay
from mohen.model.episode import Band, Episode, Strength, Vitals
from mohen.model.progress import Course
from mohen.policy import DAY_MS, Decay, Policy


def course(episode: Episode, now: int, policy: Policy) -> Course:
    free = not episode.user_confirmed and not episode.vitals.core_setting
    return Course(
        episode=episode,
        now=decay.strength(episode.vitals, now, policy.decay),
        points=tuple(
            _then(episode.vitals, at, policy.decay) for at in _moments(episode, now, policy)
        ),
        bands=bands(policy.decay),
        compress_at=_compressed(episode, policy) if free and not episode.compressed else None,
        expires_at=_after(episode, policy.upkeep.digest_ttl_days) if free else None,
    )


def bands(policy: Decay) -> tuple[tuple[Band, float], ...]:
    """From which strength each begins."""
    return (
        (Band.ACTIVE, policy.active_from),
        (Band.FADING, policy.fading_from),
        (Band.COMPRESSIBLE, policy.compressible_from),
        (Band.EXPIRING, 0.0),
    )


def _compressed(episode: Episode, policy: Policy) -> int:
    """When it leaves recall, or after its TTL however often it was recalled (R53, C63)."""
    outlived = _after(episode, policy.capacity.episode_ttl_days)
    cold = decay.falls_below(episode.vitals, policy.decay.fading_from, policy.decay)
    return outlived if cold is None else min(cold, outlived)


def _after(episode: Episode, days: int) -> int:
    """The first moment that is more than so many days after its making."""
    return episode.timestamp + days * DAY_MS + 1


def _moments(episode: Episode, now: int, policy: Policy) -> list[int]:
    """At equal steps, and where something happens: the last recall, another band, now."""
    vitals, begun = episode.vitals, episode.timestamp
    fallen = [decay.falls_below(vitals, bound, policy.decay) for _, bound in bands(policy.decay)]
    turns = [each for each in fallen if each is not None]
    end = max(now, max(turns, default=_after(episode, policy.capacity.episode_ttl_days)))
    steps = policy.pictures.strength_points - 1
    even = [begun + (end - begun) * step // steps for step in range(steps + 1)]
    return sorted({*even, *turns, *_recalled(vitals), max(now, begun)})


def _recalled(vitals: Vitals) -> Iterator[int]:
    """Just before the last recall, and at it."""
    at = vitals.last_recalled_at
    if at is not None and at > vitals.timestamp:
        yield from (at - 1, at)


def _then(vitals: Vitals, at: int, policy: Decay) -> Strength:
    recalled = vitals.last_recalled_at
    if recalled is not None and at < recalled:
        vitals = replace(vitals, last_recalled_at=None)
    return decay.strength(vitals, at, policy)
