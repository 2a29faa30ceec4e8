"""The snapshot that stands in every conversation, and the files beside it."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How much of what is known stands in it, and how richly."""

    tokens: int = number(2_000, spec="R179, R217", unit="tokens")
    first: float = number(0.4, spec="R217", unit="of the ranked part, for the first")
    second: float = number(0.25, spec="R217", unit="of the ranked part")
    third: float = number(0.15, spec="R217", unit="of the ranked part")
    rest: float = number(0.2, spec="R217", unit="of the ranked part")
    top: int = number(5, spec="R207", unit="core memories")
    recent_days: int = number(3, spec="R207", unit="days")
    identity_share: float = number(0.05, spec="background 1.15", unit="of the whole: 100 of 2,000")
    user_share: float = number(0.1, spec="background 1.15", unit="of the whole")
    constraints_share: float = number(0.1, spec="background 1.15", unit="of the whole")
    recent_share: float = number(0.1, spec="background 1.15", unit="of the whole: 200 of 2,000")
    related: int = number(8, spec="R199", unit="details told with a memory at most")
    considered: int = number(500, spec="house", unit="items looked at, highest score first")
    score_step: float = number(
        0.1, spec="background 1.15", unit="of score; below it a lead changes no order"
    )
    ranked: int = number(50, spec="background 1.15", unit="ids in rankings.json")
    lost_share: float = number(
        0.5, spec="house", unit="of a file's lines; more missing at once is damage, not an edit"
    )
    file_name_bytes: int = number(
        160, spec="house", unit="bytes of a name in the name of its file; file systems take 255"
    )
