"""Of what says the same, the newest stands first: what was said later holds now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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
    every = [each for _, each in order if each is not None]
    if not any(each.states and not each.only_answers for each in every):
        return list(found)  # who states nothing replaces nobody
    place = 0
    while place < len(order):
        old = order[place][1]
        newer = [
            (each.at, -at)
            for at, (_, each) in enumerate(order[place + 1 :], start=place + 1)
            if old is not None and each is not None and replaces(each, old, every, policy)
        ]
        if newer:
            order.insert(place, order.pop(-max(newer)[1]))
        place += 1
    return [one for one, _ in order]


def can_replace(holds: Mapping[str, float], policy: Finding) -> bool:
    """Whether something that holds so much of a question ever `replaces` another."""
    return sum(holds.values()) >= policy.same_least * _NEARLY


_NEARLY = 1 - 1e-9  # sums of the same in another order are the same


def replaces(new: Told, old: Told, every: Iterable[Told], policy: Finding) -> bool:
    """Whether the same person states later, in another conversation, what the old one is about. It
    holds nearly all that the old one holds of the question, is found by it nearly as well, and
    nobody speaks of that again and again (films, work). Half of it will do, whatever else is said,
    where it says how things are by now. What was answered to the old is as old."""
    if new.at <= old.at or new.where == old.where or new.only_answers:
        return False
    if new.who != old.who and not old.only_answers:
        return False
    least = policy.same_news if new.is_news else policy.same_words
    if _shared(old, new.states) < max(policy.same_least, least * sum(old.holds.values())):
        return False
    if new.is_news:
        return True
    often = {each.where for each in every if each.who == new.who and _is_about(each, old, policy)}
    return new.score >= policy.same_score * old.score and len(often) <= policy.same_often


def _is_about(one: Told, other: Told, policy: Finding) -> bool:
    return _shared(other, one.holds) >= policy.same_words * sum(other.holds.values())


def _shared(one: Told, words: Collection[str]) -> float:
    return sum(worth for word, worth in one.holds.items() if word in words)
