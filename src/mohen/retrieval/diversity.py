"""Of what says the same, the newest stands first: what was said later holds now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from mohen.core.values import dataclass
from mohen.retrieval.policy import Finding

One = TypeVar("One")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One that was found, as it is compared. `where`: the conversation; `holds`: what it holds of
    the question, word by word; `states`: the words among these that it states rather than asks;
    `is_news`: it says how things are by now; `only_answers`: its speaker speaks of what others
    told."""

    who: str
    where: str
    at: int
    score: float
    holds: Mapping[str, float]
    states: frozenset[str]
    is_news: bool = False
    only_answers: bool = False


def newest_first(
    found: Sequence[One], told: Callable[[One], Told | None], policy: Finding
) -> list[One]:
    """Who is replaced by something newer stands right behind it; all others keep their order."""
    order = [(one, told(one)) for one in found]
    place = 0
    while place < len(order):
        old = order[place][1]
        newer = [
            (each.at, -at)
            for at, (_, each) in enumerate(order[place + 1 :], start=place + 1)
            if old is not None and each is not None and replaces(each, old, policy)
        ]
        if newer:
            order.insert(place, order.pop(-max(newer)[1]))
        place += 1
    return [one for one, _ in order]


def replaces(new: Told, old: Told, policy: Finding) -> bool:
    """Whether the same person states later, in another conversation, what the old one is about. It
    holds nearly all that the old one holds of the question, and is found by it nearly as well; half
    of it will do where it says how things are by now. What was answered to the old is as old."""
    if new.at <= old.at or new.where == old.where or new.only_answers:
        return False
    if new.who != old.who and not old.only_answers:
        return False
    shared = sum(worth for word, worth in old.holds.items() if word in new.states)
    least = policy.same_news if new.is_news else policy.same_words
    near = new.is_news or new.score >= policy.same_score * old.score
    return near and shared >= max(policy.same_least, least * sum(old.holds.values()))
