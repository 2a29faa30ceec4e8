"""What a sentence is taken to say."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a sentence is taken to say."""

    entities_most: int = number(8, spec="house", unit="entities of a statement")
    list_most: int = number(8, spec="house", unit="things of one list: I like a, b and c")
    list_words: int = number(3, spec="house", unit="words of a thing in a list")
    clause_most: int = number(120, spec="house", unit="characters of a clause that is read")
    wish_most: int = number(200, spec="house", unit="characters kept as they were said")
    value_most: int = number(60, spec="house", unit="characters of a value")
    clauses_most: int = number(40, spec="house", unit="clauses of a fragment that are read")
    sure: float = number(0.9, spec="background 1.15", unit="confidence: should be, I believe")
    likely: float = number(0.7, spec="background 1.15", unit="confidence: probably")
    maybe: float = number(0.5, spec="background 1.15", unit="confidence: maybe, might")
    guess: float = number(0.3, spec="background 1.15", unit="confidence: I guess, not sure")
    opinion: float = number(0.6, spec="house", unit="confidence: an opinion, as what they think")
    noon: int = number(12, spec="house", unit="hours that an afternoon is ahead")
    oldest: int = number(120, spec="house", unit="years that somebody may be old")
