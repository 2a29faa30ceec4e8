"""How sure a rule may be, by the one formula (C16)."""

from __future__ import annotations

from mohen.rules.model import Tally


def of(bearing: int, weight_for: float, weight_against: float, prior: int) -> float:
    """Consistency × n / (n + prior).

    `bearing` is the number of episodes that speak for or against, unweighted; consistency is
    the weight for over the weight of both (C81).
    """
    weight = weight_for + weight_against
    if bearing <= 0 or weight <= 0:
        return 0.0
    return weight_for / weight * bearing / (bearing + prior)


def of_tally(tally: Tally, prior: int) -> float:
    return of(tally.bearing, tally.weight_for, tally.weight_against, prior)
