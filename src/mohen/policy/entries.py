"""What a user types in or approves of: entries and threshold learning (seed 003)."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Entries:
    """Facts and notes, and labels that become preferences when they come often enough."""

    content_chars_max: int = number(10_000, spec="background 1.4", unit="code points")
    evidence_chars_min: int = number(3, spec="C43, C83", unit="code points of a label")
    evidence_chars_max: int = number(240, spec="C43, C83", unit="code points of a label")
    accept: float = number(1.0, spec="C41")
    partial: float = number(-0.5, spec="C41")
    reject: float = number(-1.0, spec="C41")
