"""What can be drawn of a memory over time: how an episode fades, what an author's edits cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import fsum
from typing import TYPE_CHECKING

from mohen.core import health, validation
from mohen.core.degradation import Reason
from mohen.core.policy import DAY_MS
from mohen.core.scope import Scope
from mohen.core.values import dataclass
from mohen.episodes import decay
from mohen.episodes.model import Band, Cost, Episode, Mark, Strength, Vitals
from mohen.errors import InvalidArgument, StoreError
from mohen.text import scenes

if TYPE_CHECKING:
    from mohen.core.health import Health
    from mohen.core.ports import Clock
    from mohen.episodes.cost_store import CostStore
    from mohen.episodes.policy import Decay
    from mohen.episodes.record import Episodes
    from mohen.policy import Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The strength of an episode from its making to the end of its life."""

    episode: Episode
    now: Strength
    points: tuple[Strength, ...]  # in order of time, `now` among them
    bands: tuple[tuple[Band, float], ...]  # from which strength each begins, the highest first
    compress_at: int | None  # when its texts become a digest; None: never, or it has become one
    expires_at: int | None  # when its digest goes; None: never


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """Edit cost over time."""

    buckets: tuple[Cost, ...]  # in order of time, equally many episodes in each
    overall: Cost | None  # None: there are no episodes
    first: Cost | None  # the first third; None: there are too few
    last: Cost | None
    marks: tuple[Mark, ...] | None  # None: they cannot be read


# -- The strength of an episode from its making to the end of its life, as a row of moments.


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


# -- Edit cost over time: pieces that were counted apart become buckets, thirds and the whole.


def joined(pieces: Sequence[Cost]) -> Cost | None:
    """Many as one; None where there is none."""
    if not pieces:
        return None
    return Cost(
        since=min(each.since for each in pieces),
        until=max(each.until for each in pieces),
        episodes=sum(each.episodes for each in pieces),
        total=fsum(each.total for each in pieces),
        accepted=sum(each.accepted for each in pieces),
        edited=sum(each.edited for each in pieces),
        rewritten=sum(each.rewritten for each in pieces),
        rejected=sum(each.rejected for each in pieces),
        undone=sum(each.undone for each in pieces),
    )


def grouped(pieces: Iterable[tuple[int, Cost]]) -> dict[int, Cost]:
    """By their number, in its order."""
    by_number: dict[int, list[Cost]] = {}
    for number, piece in pieces:
        by_number.setdefault(number, []).append(piece)
    found = {number: joined(each) for number, each in sorted(by_number.items())}
    return {number: cost for number, cost in found.items() if cost is not None}


class Progress:
    """What can be drawn of a memory over time."""

    def __init__(
        self,
        *,
        clock: Clock,
        cost_store: CostStore,
        episodes: Episodes,
        health: Health,
        policy: Policy,
    ) -> None:
        self._clock = clock
        self._cost_store = cost_store
        self._episodes = episodes
        self._health = health
        self._policy = policy

    # -- what is asked

    def strength(self, project_id: str, episode_id: str) -> Course:
        """From its making to the end of its life, by the formula that upkeep goes by."""
        episode = self._episodes.get(project_id, episode_id)
        return course(episode, self._clock.now(), self._policy)

    def edit_cost(
        self,
        project_id: str | None = None,
        *,
        skill_used: str | None = None,
        scene_type: str | None = None,
        buckets: int | None = None,
    ) -> Costs:
        """In buckets of equally many episodes, so that each says as much as the others: a quiet
        month is no louder than a busy day."""
        validation.check_ids(
            self._policy.recording, projectId=project_id, skillUsed=skill_used, sceneType=scene_type
        )
        scope = None if project_id is None else Scope(project_id)
        pieces = self._cost_store.pieces(
            scope,
            skill=skill_used,
            scene=None if scene_type is None else scenes.canonical(scene_type),
            buckets=self._buckets(buckets),
        )
        overall = joined([each.cost for each in pieces])
        thirds = list(grouped((each.third, each.cost) for each in pieces).values())
        enough = len(thirds) > 1
        return Costs(
            buckets=tuple(grouped((each.bucket, each.cost) for each in pieces).values()),
            overall=overall,
            first=thirds[0] if enough else None,
            last=thirds[-1] if enough else None,
            marks=self._marks(scope, overall.since) if overall else (),
        )

    def _buckets(self, asked: int | None) -> int:
        bounds = self._policy.pictures
        if asked is None:
            return bounds.cost_buckets
        if not 1 <= asked <= bounds.cost_buckets_max:
            raise InvalidArgument(
                f"buckets must be between 1 and {bounds.cost_buckets_max}", field="buckets"
            )
        return asked

    def _marks(self, scope: Scope | None, since: int) -> tuple[Mark, ...] | None:
        broken = [health.MIND_UNREADABLE]
        try:
            found = self._cost_store.marks(
                scope, since=since, limit=self._policy.pictures.cost_marks
            )
        except StoreError:
            self._health.settle("edit cost", broken, among=[Reason.MIND_UNREADABLE])
            return None
        self._health.settle("edit cost", [], among=[Reason.MIND_UNREADABLE])
        return tuple(found)
