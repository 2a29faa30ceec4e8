"""How messages are cut into thoughts, and which of them are looked at."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Screening:
    """How messages are cut into thoughts, and which of them are looked at."""

    wide: int = number(2, spec="C45", unit="letters that one Chinese character counts for")
    shortest: int = number(10, spec="R204, C45", unit="letters of a text that no rule decides")
    longest: int = number(100, spec="background 1.15", unit="Chinese characters of a fragment")
    clause: int = number(10, spec="background 1.15", unit="letters; what is shorter is no clause")
    read: int = number(8_000, spec="house", unit="characters of a message that a person types")
    ends: int = number(1_000, spec="house", unit="characters read at each end of a longer one")
    pasted: int = number(600, spec="house", unit="Chinese characters of what may be an article")
    oneself: int = number(100, spec="house", unit="Chinese characters for each I of one's own")
    chatter: int = number(60, spec="house", unit="characters that may say nothing")
    reported: int = number(30, spec="house", unit="characters around a quotation that name it")
    speakers: int = number(2, spec="house", unit="lines that open with a name: a chat is pasted")
    played_ms: int = number(21_600_000, spec="house", unit="ms of silence that end a play")
    emotion: float = number(0.1, spec="background 1.15", unit="importance of strong feeling")
