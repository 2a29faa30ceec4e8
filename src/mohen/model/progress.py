"""What can be drawn of a memory over time: how an episode fades, what an author's edits cost."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.model.episode import Band, Episode, Strength


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
class Cost:
    """What the AI's texts cost an author in a row of episodes: 0 where they were taken as they
    were, 1 where they were of no use."""

    since: int
    until: int
    episodes: int
    total: float
    accepted: int
    edited: int
    rewritten: int
    rejected: int
    undone: int

    @property
    def mean(self) -> float:
        return self.total / self.episodes


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that happened to a rule meanwhile."""

    at: int
    kind: str
    rule_id: str | None  # None: another project's, of which only numbers are told


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """Edit cost over time."""

    buckets: tuple[Cost, ...]  # in order of time, equally many episodes in each
    overall: Cost | None  # None: there are no episodes
    first: Cost | None  # the first third; None: there are too few
    last: Cost | None
    marks: tuple[Mark, ...] | None  # None: they cannot be read
