"""How a skill is run: how long a writer is waited for, and how long its run is remembered."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Runs:
    connect_ms: int = number(10_000, spec="house", unit="ms until a model server takes the call")
    silence_ms: int = number(120_000, spec="house", unit="ms without a word before it is given up")
    variety: float = number(1.0, spec="house", unit="temperature of a further candidate")
    retry_after_ms: int = number(1_000, spec="house", unit="ms")
    input_chars: int = number(2_000, spec="house", unit="code points of what a skill saw, kept")
    remembered: int = number(64, spec="house", unit="latest runs whose text is held in memory")
    remembered_ms: int = number(3_600_000, spec="background 1.4", unit="ms it is held")
