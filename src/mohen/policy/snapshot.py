"""The snapshot that stands in every conversation."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The snapshot that stands in every conversation."""

    tokens: int = number(2_000, spec="R179, R217", unit="tokens")
    first: float = number(0.4, spec="R217", unit="of the ranked part, for the first")
    second: float = number(0.25, spec="R217", unit="of the ranked part")
    third: float = number(0.15, spec="R217", unit="of the ranked part")
    rest: float = number(0.2, spec="R217", unit="of the ranked part")
    top: int = number(5, spec="R207", unit="core memories")
    recent_days: int = number(3, spec="R207", unit="days")
