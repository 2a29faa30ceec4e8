"""How the sample project is told."""

from __future__ import annotations

from mohen.core.policy import number
from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Sample:
    """How the sample project is told."""

    week_ms: int = number(604_800_000, spec="house", unit="ms, a week of the sample")
    undo_after_ms: int = number(40_000, spec="house", unit="ms after a text was taken")
    tries: int = number(40, spec="house", unit="times, while another distillation runs")
    wait_ms: int = number(250, spec="house", unit="ms between two of them")
