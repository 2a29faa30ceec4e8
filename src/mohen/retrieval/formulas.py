"""The arithmetic of words, one place for both ways of walking: each works on numbers as on arrays.

A word counts by how rare it is (BM25). A turn holds a word by its own saying so, and in part by
what stands around it: words of the neighbours and of the session fill up what the turn itself
leaves open, so that the same word twice is worth little and a missing one much. A turn that is
long enough to stand alone borrows less.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import e, log
from typing import Any

from mohen.retrieval.policy import Finding
from mohen.text import terms

N = Any
"""A float, or an array of them."""


def rarity(items: int, holding: int) -> float:
    """What a word tells that so many of the items hold."""
    return log(1 + (items - holding + 0.5) / (holding + 0.5))


def asked(items: int, spread: Iterable[tuple[str, int]], policy: Finding) -> float:
    """What all words of a question tell together. `spread`: how many items hold each.

    What nobody said is asked for all the same. But two characters that never stand side by side
    may be no word, the more surely the more was said: they count as far as they tell."""
    whole = 0.0
    for term, holding in spread:
        rare = rarity(items, holding)
        if not holding and terms.is_unspaced(term):
            unsure = min(1.0, items / policy.telling_from)
            rare *= 1 - unsure * (1 - terms.tells(term, known=False))
        whole += rare
    return whole


def held(count: N, length: N, mean: float, policy: Finding) -> N:
    """How much an item holds of a word, 0-1. Lengths below a sentence or two say nothing."""
    least, share = policy.length_least, policy.length_share
    against = (1 - share) + (length + least) * (share / (mean + least))
    return count / (count + against * policy.saturation)


def need(length: N, policy: Finding) -> N:
    """How far a turn of this length leans on what stands around it."""
    return 1 / ((length / policy.stands_alone) ** 2 + 1)


def filled(own: N, lent: N) -> N:
    """What is lent fills a share of what is open."""
    return own + (1 - own) * lent


def of_session(together: N, policy: Finding) -> N:
    """What a session lends its turns that holds so much of a word, all turns together."""
    return together / (together + 1) * policy.session


def beside(gap: N, policy: Finding) -> N:
    """What is gained so many days from an event, on the side that is asked for."""
    return policy.beside * (gap >= 0) * e ** (-abs(gap) / policy.beside_days)


def by_time(nearness: N, opens: N, of_time: bool, policy: Finding) -> N:
    """What is gained by the time alone, without any word. Where nothing else is asked for that is
    as much as by all words, and more for a line that opens a talk: it says what that is about."""
    return nearness * (1 + policy.opens * opens) if of_time else policy.time_alone * nearness
