"""Whether the answer is there: how much of what a question is about stands in one place.

An order has a best also where nothing fits. So beside its order each place is asked what it holds
of the words that tell what the question is about, by how rare they are: whole, not by how long the
place is; half of what only its neighbours hold; and as much again where the one who is named said
it, and where it was said at the time that is named. Of two questions in one it need answer one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from mohen.retrieval import formulas
from mohen.retrieval.model import Question
from mohen.retrieval.policy import Finding
from mohen.text import terms

Shares = Sequence[Mapping[str, float]]
"""Of each part of a question what its words are of it, together 1."""


def words(question: Question) -> frozenset[str]:
    """Those that may be among the shares."""
    if question.of_time:
        return frozenset()
    return frozenset(term for part in question.parts or (question.terms,) for term in part)


def shares(question: Question, size: int, spread: Mapping[str, int], policy: Finding) -> Shares:
    """`spread`: how many of the items hold each word.

    Among few items it does not show how rare a word is, so they count as if some more stood there
    without it. A word that nobody said is as rare as one that was said once. What is much less
    than another part (any ideas?) is no question of its own. Who asks what was said at a time asks
    for no word."""
    if question.of_time:
        return []
    items, weighed = size + policy.telling_from, []
    for part in question.parts or (question.terms,):
        rare = {term: formulas.rarity(items, max(spread.get(term, 0), 1)) for term in part}
        about = {
            term: worth * told
            for term, worth in rare.items()
            if (told := terms.tells(term, known=spread.get(term, 0) > 0))
        }
        weighed.append(about or rare)
    most = max((sum(each.values()) for each in weighed), default=0.0)
    return [
        {term: worth / whole for term, worth in each.items()}
        for each in weighed
        if (whole := sum(each.values())) and whole >= policy.part_least * most
    ]


def held(shares: Shares, own: Collection[str]) -> dict[str, float]:
    """What somebody holds of the whole question, word by word."""
    found: dict[str, float] = {}
    for part in shares:
        for term, share in part.items():
            if term in own:
                found[term] = found.get(term, 0.0) + share / len(shares)
    return found


def met(
    shares: Shares, own: Collection[str], near: Collection[str] = (), lent: float = 0.0
) -> float:
    """How much of a question stands in one place, and so much of what stands next to it."""

    most = 0.0
    for part in shares:
        mine = beside = 0.0
        for term, share in part.items():
            if term in own:
                mine += share
            elif term in near:
                beside += share
        most = max(most, mine + lent * beside)
    return most


def sureness(
    shares: Shares,
    own: Collection[str],
    near: Collection[str],
    *,
    speaker: float,
    time: float,
    of_day: bool,
    size: int,
    policy: Finding,
) -> float:
    """The same with who said it and when; or when alone, which is all that is asked for where no
    word is: what was said on the day that is asked for is what is wanted, in whatever words. Where
    little was said, little of it can be there: as much of it will do."""
    if not shares or (of_day and time >= 1):
        return time
    said = met(shares, own, near, policy.sure_near) * (1 + speaker) * (1 + time)
    return said / min(1.0, size / policy.telling_from)
