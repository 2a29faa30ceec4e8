"""How finely a picture of the memory is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Pictures:
    """How finely a picture of the memory is drawn."""

    strength_points: int = number(60, spec="house", unit="moments of an episode's life")
    cost_buckets: int = number(30, spec="house", unit="groups of episodes, one after another")
    cost_buckets_max: int = number(200, spec="house", unit="groups of episodes")
    cost_marks: int = number(500, spec="house", unit="newest acts of learning beside them")
