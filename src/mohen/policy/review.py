"""What comes in from other memories, and how well a memory is kept."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Transfer:
    """What goes out and comes in."""

    page: int = number(500, spec="house", unit="items written out at a time")
    batch: int = number(200, spec="house", unit="items taken in by one transaction")
    file_bytes: int = number(512_000_000, spec="house", unit="bytes of a file that is taken in")
    chat_lines: int = number(2, spec="house", unit="lines that name a speaker: a conversation")


@dataclass(frozen=True, slots=True)
class Review:
    """When something in a memory is a fault, and what it costs."""

    alike: float = number(0.75, spec="house", unit="share of words two items have in common")
    detailed: int = number(8, spec="house", unit="words of a text that may lack a detail")
    crowd: int = number(400, spec="house", unit="items behind one rare word; beyond, it tells none")
    temporary_days: int = number(14, spec="house", unit="days after which what was for now is old")
    passed_days: int = number(1, spec="house", unit="days after which an appointment has passed")
    excerpt: int = number(120, spec="house", unit="characters of an item that a finding shows")
    shown: int = number(50, spec="house", unit="findings told, unless asked for")
    shown_max: int = number(5_000, spec="house", unit="findings told at most")
    whole: float = number(100.0, spec="house", unit="points of a memory without a fault")
    secret: float = number(1.0, spec="house", unit="of an item's point, for each kind of fault")
    junk: float = number(0.8, spec="house", unit="of an item's point")
    contradiction: float = number(0.6, spec="house", unit="of an item's point")
    stale: float = number(0.5, spec="house", unit="of an item's point")
    duplicate: float = number(0.4, spec="house", unit="of an item's point")
    orphan: float = number(0.2, spec="house", unit="of an item's point")
