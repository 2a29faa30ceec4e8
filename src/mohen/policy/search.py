"""Finding knowledge again, what of it a message is given, and knowing our own words."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Search:
    """How knowledge is found again. Weights count beside relevance, which is 1."""

    limit: int = number(10, spec="house", unit="items, unless asked for")
    limit_max: int = number(50, spec="house", unit="items")
    depth: int = number(40, spec="architecture: recall", unit="candidates a source")
    postings: int = number(
        2_000, spec="R223", unit="places in the index that are ranked; beyond, the newest will do"
    )
    among: int = number(300, spec="house", unit="matches looked at before all are")
    about_newest: int = number(
        120, spec="house", unit="newest items of a name that are looked at, whatever they say"
    )
    about_weight: float = number(0.35, spec="R221", unit="for what speaks of whom was named")
    score_weight: float = number(0.15, spec="R183", unit="for a score of 1")
    cosine_least: float = number(
        0.2, spec="house", unit="cosine below which likeness in meaning alone finds nothing"
    )
    wakes_from: float = number(
        0.5, spec="R227", unit="relevance of a hit that brings an archived item back"
    )
    name_chars: int = number(12, spec="house", unit="characters of a Chinese name at most")
    name_words: int = number(4, spec="house", unit="words of another one at most")
    name_guesses: int = number(
        400, spec="house", unit="pieces of a question looked up among the names that are known"
    )
    names_told: int = number(12, spec="house", unit="names a filter or a question may hold")


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What we said ourselves is known again, even where it is short (C64)."""

    han_chars: int = number(5, spec="C64", unit="characters of a Chinese line to be known by")
    letters: int = number(10, spec="C64", unit="letters of another one")
    days: int = number(400, spec="house", unit="days for which we know what we said")
    most: int = number(50_000, spec="house", unit="sentences we know again, a project")
    again_days: int = number(1, spec="house", unit="days after which saying it again is noted")


@dataclass(frozen=True, slots=True)
class Inject:
    """What is put beside a message (the router of the seed's design)."""

    precise: int = number(10, spec="background 1.15", unit="items for a pointed question")
    topic: int = number(16, spec="background 1.15", unit="items for a person, a project, a task")
    broad: int = number(25, spec="background 1.15", unit="items for 'what do you remember'")
    plain_above: float = number(0.8, spec="background 1.15", unit="confidence said as it is")
    told_from: float = number(
        0.5, spec="background 1.15", unit="confidence told with its source; below, for reference"
    )
    considered: int = number(2, spec="house", unit="times as many are looked at as are put in")
    minded: int = number(8, spec="house", unit="items that matter to a task whatever its words")
    tokens: int = number(600, spec="house", unit="tokens, unless asked for")
    tokens_max: int = number(4_000, spec="house", unit="tokens")
    rare_share: float = number(
        0.02, spec="house", unit="of all items may hold a word that still tells what it is about"
    )
    rare_items: int = number(5, spec="house", unit="items that may hold it in any case")
    likeness: float = number(
        0.4, spec="house", unit="cosine from which meaning alone is strong enough"
    )
    likeness_asked: float = number(
        0.25, spec="house", unit="cosine that will do where the message asks for memories"
    )
