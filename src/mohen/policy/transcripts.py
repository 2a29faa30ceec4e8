"""Reading conversations that may be gigabytes long."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Transcripts:
    """Reading conversations that may be gigabytes long."""

    line_bytes: int = number(16_777_216, spec="house", unit="bytes of a line that is still read")
