"""The same order without numpy and without an index: for commands that ask once and end.

The engine delivers what it found (`Matches`): how often which item holds each term, and what
those items and the turns within two steps of them are. `ranking.py` does the same over all items at
once; both count by `formulas.py` and come to the same scores.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import exp

from mohen.core.values import dataclass
from mohen.retrieval import certainty, formulas, times
from mohen.retrieval.model import ALL, DIGITS, Entry, Hit, Question, Reason, Stage
from mohen.retrieval.policy import Finding


@dataclass(frozen=True, slots=True)
class Matches:
    """What an engine found. `held`: term → id → how often; `spread`: how many hold each term, of
    all; `items`: of these ids and those around them; `lengths`: terms of each; `size` and `mean`:
    items there are, and their mean length."""

    held: Mapping[str, Mapping[int, int]]
    spread: Mapping[str, int]
    items: Mapping[int, Entry]
    lengths: Mapping[int, int]
    size: int
    mean: float


def rank(
    question: Question,
    found: Matches,
    *,
    limit: int,
    policy: Finding,
    among: Collection[int] | None = None,
    stages: Collection[Stage] = ALL,
) -> list[Hit]:
    """The best `limit`, best first; ties by id."""
    chain = _Chain(found.items, policy)
    own, whole = words(question, found, chain, policy, stages)
    hits = []
    for id, item in found.items.items():
        later = question.today and item.day and item.day > question.today
        if later or (among is not None and id not in among):
            continue
        speaker, time, gain = boost(question, item, policy, stages)
        then = formulas.by_time(time, id not in chain.before, question.of_time, policy)
        score = round((whole.get(id, 0.0) + then) * gain, DIGITS)
        if score > 0:
            mine = own.get(id, 0.0)
            reason = Reason(
                words=mine, context=whole.get(id, 0.0) - mine, speaker=speaker, time=time
            )
            hits.append(Hit(id, score, reason))
    best = sorted(hits, key=lambda hit: (-hit.score, hit.id))[: max(limit, 0)]
    shares = certainty.shares(question, found.size, found.spread, policy)
    return [_judged(hit, question.of_day, shares, found, chain, policy) for hit in best]


def _judged(
    hit: Hit,
    of_day: bool,
    shares: certainty.Shares,
    found: Matches,
    chain: _Chain,
    policy: Finding,
) -> Hit:
    """With what it holds of the question."""
    beside = (chain.before.get(hit.id), chain.after.get(hit.id))
    own = {term for term, of in found.held.items() if hit.id in of}
    near = {term for term, of in found.held.items() if any(each in of for each in beside)}
    met = certainty.sureness(
        shares,
        own,
        near,
        speaker=hit.reason.speaker,
        time=hit.reason.time,
        of_day=of_day,
        size=found.size,
        policy=policy,
    )
    reason = replace(hit.reason, met=met)
    return replace(hit, reason=reason, holds=certainty.held(shares, own))


def words(
    question: Question,
    found: Matches,
    chain: _Chain,
    policy: Finding,
    stages: Collection[Stage] = ALL,
) -> tuple[dict[int, float], dict[int, float]]:
    """Of each item the share of the question's rarity that it holds: by itself, with context."""
    own: defaultdict[int, float] = defaultdict(float)
    whole: defaultdict[int, float] = defaultdict(float)
    asked = question.terms if Stage.WORDS in stages else ()
    for term in asked:
        counts = found.held.get(term, {})
        rare = formulas.rarity(found.size, found.spread.get(term, 0))
        held = {
            id: formulas.held(float(count), float(found.lengths[id]), found.mean, policy)
            for id, count in counts.items()
        }
        has = dict(held)
        if Stage.NEIGHBOURS in stages:
            for id, lent in chain.lent(held).items():
                need = formulas.need(float(found.lengths[id]), policy)
                has[id] = formulas.filled(held.get(id, 0.0), need * lent)
        if Stage.SESSION in stages:
            has = _with_session(has, held, found.items, policy)
        for id, value in held.items():
            own[id] += rare * value
        for id, value in has.items():
            whole[id] += rare * value
    spread = ((term, found.spread.get(term, 0)) for term in asked)
    share = formulas.asked(found.size, spread, policy) or 1.0
    return (
        {id: value / share for id, value in own.items()},
        {id: value / share for id, value in whole.items()},
    )


def at_most(
    question: Question,
    held: Mapping[str, Mapping[str, Sequence[float]]],
    spread: Mapping[str, int],
    size: int,
    policy: Finding,
) -> dict[str, float]:
    """Of each session what none of its turns comes above where no time is asked for. `held`:
    term → session → how much those of its turns hold that do; `spread`: how many of all items
    hold each term."""
    widest = policy.next_to * max(1.0, policy.own_turn)
    around = widest * (1 + max(1.0, policy.asked_before)) + 2 * policy.two_away
    found: defaultdict[str, float] = defaultdict(float)
    for term, sessions in held.items():
        rare = formulas.rarity(size, spread[term])
        for session, values in sessions.items():
            own = max(values)
            lent = around * own
            has = max(formulas.filled(own, lent), lent)  # more than 1 comes to who holds none
            lends = formulas.of_session(sum(values), policy)
            found[session] += rare * formulas.filled(has, lends)
    when = max(policy.newest * question.of_now, policy.beside * (question.beside is not None))
    named = bool(question.named) and question.of_one
    gain = (1 + policy.speaker * named) * (1 + when)
    share = gain / (formulas.asked(size, spread.items(), policy) or 1.0)
    return {session: round(value * share, DIGITS) for session, value in found.items()}


def _with_session(
    has: Mapping[int, float],
    held: Mapping[int, float],
    items: Mapping[int, Entry],
    policy: Finding,
) -> dict[int, float]:
    together: defaultdict[str, float] = defaultdict(float)
    for id, value in held.items():
        session = items[id].session
        if session is not None:
            together[session] += value
    lends = {each: formulas.of_session(value, policy) for each, value in together.items()}
    return {
        id: formulas.filled(has.get(id, 0.0), lends.get(item.session or "", 0.0))
        for id, item in items.items()
        if id in has or item.session in lends
    }


class _Chain:
    """Which turn follows which, of those that are at hand."""

    def __init__(self, items: Mapping[int, Entry], policy: Finding) -> None:
        self._items = items
        self._policy = policy
        sessions: defaultdict[str, list[int]] = defaultdict(list)
        for id, item in items.items():
            if item.session is not None:
                sessions[item.session].append(id)
        self.after: dict[int, int] = {}
        self.before: dict[int, int] = {}
        for ids in sessions.values():
            ids.sort(key=lambda id: (items[id].seq, id))
            for one, other in itertools.pairwise(ids):
                if self._are_together(items[one], items[other]):
                    self.after[one], self.before[other] = other, one

    def _are_together(self, one: Entry, other: Entry) -> bool:
        if one.at is None or other.at is None:
            return True
        return abs(other.at - one.at) <= self._policy.apart_ms

    def lent(self, held: Mapping[int, float]) -> dict[int, float]:
        found: defaultdict[int, float] = defaultdict(float)
        for link, forward in ((self.after, True), (self.before, False)):
            for giver, value in held.items():
                taker = link.get(giver)
                if taker is None:
                    continue
                found[taker] += value * self._weight(giver, taker, forward=forward)
                further = link.get(taker)
                if further is not None:
                    found[further] += value * self._policy.two_away
        return found

    def _weight(self, giver: int, taker: int, *, forward: bool) -> float:
        one, other = self._items[giver], self._items[taker]
        weight = self._policy.next_to
        if one.speaker and one.speaker == other.speaker:
            weight *= self._policy.own_turn
        return weight * self._policy.asked_before if forward and one.asks else weight


def boost(
    question: Question, item: Entry, policy: Finding, stages: Collection[Stage] = ALL
) -> tuple[float, float, float]:
    """What an item gains by its speaker and its time (0-1), and all of it together."""
    speaker, time, new, near = 0.0, 0.0, 0.0, 0.0
    if Stage.SPEAKER in stages and item.speaker in question.named:
        speaker = 1.0
    if question.spans and Stage.TIME in stages:
        day, only = item.day, question.of_talk
        time = times.nearness(question.spans, day, only=only) if day else 0.0
    elif question.beside is not None and Stage.TIME in stages:
        day, after = question.beside
        if item.day:
            gap = (item.day - day).days * (1 if after else -1)
            near = formulas.beside(gap, policy)
    elif question.of_now and question.today and item.day and Stage.NEWEST in stages:
        age = max((question.today - item.day).days, 0)
        new = exp(-age / policy.newest_days)
    gain = (
        (1 + policy.speaker * speaker * question.of_one)
        * (1 + policy.time * time)
        * (1 + policy.newest * new)
    )
    return speaker, time, gain * (1 + near)
