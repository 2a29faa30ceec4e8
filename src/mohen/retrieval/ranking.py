"""Puts items in order for a question: words, context, meaning, speaker, time, and why.

Each stage is a small function of values; `stages` says which take part. The score is

    (words with context + trust x how far the cosine stands out of chance) x speaker x time

where words are the share of the question's rarity that an item holds. So where hardly a word is
shared meaning decides by itself, and where all are it cannot overrule them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from datetime import date
from itertools import accumulate, compress

import numpy as np
import numpy.typing as npt

from mohen.core.postings import Holding
from mohen.core.values import dataclass
from mohen.core.vectors import contenders
from mohen.retrieval import certainty, formulas, times
from mohen.retrieval.model import ALL, DIGITS, Hit, Meaning, Question, Reason, Stage
from mohen.retrieval.policy import Finding
from mohen.retrieval.postings import NONE, Corpus

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


def rank(
    question: Question,
    corpus: Corpus,
    meaning: Meaning | None = None,
    *,
    limit: int,
    policy: Finding,
    among: Mask | None = None,
    stages: Collection[Stage] = ALL,
) -> list[Hit]:
    """The best `limit`, best first; ties by id. `among`: the places that may be answered with;
    the others are context all the same."""
    if not corpus.size or limit <= 0:
        return []
    allowed = answerable(question, corpus, among)
    worded = words(question, corpus, policy, stages)
    boost = boosts(question, corpus, policy, stages)
    score = worded.whole
    if boost.time is not None:
        opens = around(corpus, policy).links[0] == corpus.length if question.of_time else 0
        score = score + formulas.by_time(boost.time, opens, question.of_time, policy)
    if boost.whole is not None:
        score = score * boost.whole
    if allowed is not None:
        score = score * allowed
    chosen = _best(score, max(limit, policy.candidates))
    gains, cosines = None, None
    if meaning is not None and Stage.MEANING in stages:
        near = corpus.at(np.asarray(meaning.nearest, np.int64))
        chosen = _any_of(corpus.length, chosen, near[near != NONE])
        if allowed is not None:
            chosen = chosen[allowed[chosen]]
        gains, cosines = understood(chosen, corpus, meaning, policy, stages)
    final = score[chosen]
    if gains is not None:
        final += gains if boost.whole is None else gains * boost.whole[chosen]
    final = np.round(final, DIGITS)
    best = _best(final, limit)
    best = best[np.lexsort((corpus.columns.ids[chosen[best]], -final[best]))[:limit]]
    places = chosen[best]
    return _explained(
        question,
        corpus.size,
        _standing(question, corpus, worded, places, policy),
        policy,
        None if meaning is None else meaning.deviations,
        corpus.columns.ids[places].tolist(),
        final[best].tolist(),
        worded.whole[places].tolist(),
        _at(gains, best),
        _at(cosines, best, math.nan),
        _at(boost.speaker, places),
        _at(boost.time, places),
    )


def _explained(
    question: Question,
    size: int,
    stands: _Standing,
    policy: Finding,
    deviations: Callable[[float], float] | None,
    ids: list[int],
    *given: list[float],
) -> list[Hit]:
    """Each with what it owes its place to. `given`: of each its score, what it holds with what is
    lent to it, what meaning gives, its cosine, its speaker's share and its time's."""
    hits = []
    found = zip(ids, stands.own.tolist(), stands.places, *given, strict=True)
    for id, own, (holds, beside), score, whole, gain, cosine, speaker, time in found:
        met = certainty.sureness(
            stands.shares,
            holds,
            beside,
            speaker=speaker,
            time=time,
            of_day=question.of_day,
            size=size,
            policy=policy,
        )
        known = None if math.isnan(cosine) else cosine
        alike = None if known is None or deviations is None else deviations(known)
        reason = Reason(own, whole - own, gain, speaker, time, known, met, alike)
        hits.append(Hit(id, score, reason, certainty.held(stands.shares, holds)))
    return hits


def _at(values: Floats | None, places: Places, usual: float = 0.0) -> list[float]:
    """What stands there, where anything does."""
    found: list[float] = [usual] * len(places) if values is None else values[places].tolist()
    return found


@dataclass(frozen=True, slots=True)
class _Standing:
    """The shares of a question's words; and of some places what each holds of it by itself, and
    which words stand in it and next to it."""

    shares: certainty.Shares
    own: Floats
    places: list[tuple[list[str], list[str]]]


def _standing(
    question: Question, corpus: Corpus, worded: Worded, places: Places, policy: Finding
) -> _Standing:
    near, terms, held = around(corpus, policy), worded.terms, worded.held
    looked = np.concatenate((places[None], near.links[:2].take(places, 1)))
    wide = corpus.length + 1
    keys, asked = held.which * wide + held.places, np.arange(len(terms))[:, None, None] * wide
    at = np.minimum(keys.searchsorted(asked + looked), max(len(keys) - 1, 0))
    there = keys[at] == asked + looked if len(keys) else np.zeros(at.shape, np.bool_)
    own = (worded.worth[at[:, 0]] * there[:, 0]).sum(axis=0) if len(keys) else np.zeros(len(places))
    spread = dict(zip(terms, held.spread, strict=True))
    return _Standing(
        certainty.shares(question, corpus.size, spread, policy),
        own,
        [
            (list(compress(terms, mine)), list(compress(terms, beside)))
            for mine, beside in zip(
                there[:, 0].T.tolist(), (there[:, 1] | there[:, 2]).T.tolist(), strict=True
            )
        ],
    )


def answerable(question: Question, corpus: Corpus, among: Mask | None) -> Mask | None:
    """What is there, is wanted, and was said by the day of the question; None where all is."""
    columns, length = corpus.columns, corpus.length
    if "last day" not in corpus.memo:
        last = int(columns.days[:length].max()) if corpus.size == length else None
        corpus.memo["last day"] = last
    today = None if question.today is None else question.today.toordinal()
    last = corpus.memo["last day"]
    if last is not None and (today is None or last <= today):
        return among
    allowed = columns.alive[:length]
    if among is not None:
        allowed = allowed & among
    if today is not None:
        allowed = allowed & (columns.days[:length] <= today)
    return allowed


def _best(score: Floats, count: int) -> Places:
    """Those above nothing, at least so many of them where there are; ties stay together."""
    best = contenders(score, count, above=0.0)
    if len(best) > count:
        values = score[best]
        best = best[values >= np.partition(values, len(best) - count)[len(best) - count]]
    return best


def _any_of(length: int, *places: Places) -> Places:
    """Each once, in order; quicker than sorting them. Nobody is left out."""
    there = np.zeros(length + 1, np.bool_)
    for some in places:
        there[some] = True
    return there[:length].nonzero()[0]


# -- Words, and what stands around them.


@dataclass(frozen=True, slots=True)
class Worded:
    """What each place holds of the question with what is lent to it (`whole`); and where its
    `terms` stand, with what each is worth there by itself."""

    whole: Floats
    terms: tuple[str, ...]
    held: Holding
    worth: Floats


def words(
    question: Question, corpus: Corpus, policy: Finding, stages: Collection[Stage] = ALL
) -> Worded:
    """The share of the question's rarity that each place holds.

    For each word a place has `filled(filled(own, need x lent), session)`. Whoever lends to a turn
    is of its session, so what is lent adds up over the words and is handed on once for all of
    them; only where a place holds a word itself, what it needs not borrow is taken back.
    """
    length, near = corpus.length, around(corpus, policy)
    asked = question.terms if Stage.WORDS in stages else ()
    terms = tuple(dict.fromkeys((*asked, *certainty.words(question))))
    found = corpus.holding(terms)
    which, places = found.which, found.places
    # A word of a part alone, or of a stage that is switched off, counts for nothing.
    rare = [formulas.rarity(corpus.size, each) for each in found.spread[: len(asked)]]
    share = formulas.asked(corpus.size, zip(asked, found.spread, strict=False), policy) or 1.0
    rarity = np.array(rare + [0.0] * (len(terms) - len(asked)))
    held = formulas.held(found.counts, near.said[places], corpus.mean or 1.0, policy)
    own = worth = rarity[which] * held
    said = None
    if Stage.SESSION in stages and corpus.sessions > 0:
        sessions, wide = near.sessions[places], corpus.sessions + 1
        cells = which * wide + sessions
        together = _sums(cells, held, len(terms) * wide).reshape(-1, wide)
        together[:, -1] = 0.0  # what has no session lends nothing
        lends = formulas.of_session(together, policy)
        said = (rarity[:, None] * lends).sum(axis=0)
        worth = worth * (1 - lends.ravel()[cells])
    if Stage.NEIGHBOURS in stages:
        whole = near.filled(places, worth, near.lent_apart(found, held))
    else:
        whole = _sums(places, worth, length)
    if said is not None:
        whole += said[near.sessions]
    whole /= share
    return Worded(whole, terms, found, own / share)


_CELLS = 1 << 18  # that are looked at together: what the processor's own memory has room for


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around each place, and how much of it counts there: before, after, before that
    and after that, a row each. The length of the corpus stands for nobody."""

    links: Places
    weights: Floats
    apart: Places  # those that do not stand right behind the turn before them
    need: Floats
    said: Floats  # terms
    sessions: Places  # their number stands for none
    ids: Places

    def lent(self, held: Floats, places: Places, row: Places | int = 0) -> Floats:
        """What is held around these places, as it counts there; `held` has one more for nobody, and
        may have several rows."""
        near = self.weights.take(places, 1) * held[self.links.take(places, 1) + row]
        lent: Floats = near.sum(axis=0)
        return lent

    def lent_apart(self, found: Holding, held: Floats) -> Floats:
        """To each place that holds a word, what is held of this word around it."""
        wide = len(self.need) + 1
        step = max(1, _CELLS // wide)
        ends = [0, *accumulate(found.spread)]
        lent = np.empty(len(held))
        for first in range(0, len(found.spread), step):
            last = min(first + step, len(found.spread))
            part = slice(ends[first], ends[last])
            row, places = (found.which[part] - first) * wide, found.places[part]
            these = np.zeros((last - first) * wide)
            these[row + places] = held[part]
            lent[part] = self.lent(these, places, row)
        return lent

    def filled(self, places: Places, worth: Floats, lent: Floats) -> Floats:
        """What all places hold with what is lent to them, where these are worth so much. Most turns
        stand right behind the one before them, and are looked at in one go."""
        length = len(self.need)
        wide = _sums(places + 2, worth, length + 4)  # two of nobody at both ends
        near = np.zeros(length)
        for weights, step in zip(self.weights, _STEPS, strict=True):
            near += weights * wide[2 + step : 2 + step + length]
        own = wide[2:]
        if len(self.apart):
            near[self.apart] = self.lent(own, self.apart)
        near -= _sums(places, worth * lent, length)
        near *= self.need
        near += own[:length]
        return near


_STEPS = (-1, 1, -2, 2)


def _sums(places: Places, values: Floats, length: int) -> Floats:
    """What comes together in each place."""
    return np.bincount(places, values, minlength=length).astype(np.float64, copy=False)


def around(corpus: Corpus, policy: Finding) -> Around:
    """Made once for a corpus."""
    known: tuple[Finding, Around] | None = corpus.memo.get("around")
    if known is None or known[0] is not policy:
        known = corpus.memo["around"] = policy, _around(corpus, policy)
    return known[1]


def _around(corpus: Corpus, policy: Finding) -> Around:
    length, columns = corpus.length, corpus.columns
    before, after = _link(columns.before, length), _link(columns.after, length)
    links = np.stack((before[:-1], after[:-1], before[before[:-1]], after[after[:-1]]))
    speakers = np.append(columns.speakers[:length], NONE - 1)
    asks = np.append(columns.asks[:length], False)
    same = (speakers[links[:2]] == speakers[:-1]) & (speakers[:-1] != NONE)
    weights = np.full(links.shape, policy.two_away)
    weights[:2] = np.where(same, policy.own_turn, 1.0) * policy.next_to
    weights[0] *= np.where(asks[links[0]], policy.asked_before, 1)  # an answer takes most from it
    there = links < length
    weights *= there
    apart = (there & (links - np.arange(length) != np.array(_STEPS)[:, None])).any(axis=0)
    sessions = columns.sessions[:length].astype(np.int64)
    sessions[sessions == NONE] = corpus.sessions
    return Around(
        links=links,
        weights=weights,
        apart=apart.nonzero()[0],
        need=formulas.need(columns.lengths[:length], policy),
        said=np.append(columns.lengths[:length], 0.0),
        sessions=sessions,
        # Nobody has no weight, so it matters not whose id it has.
        ids=np.append(columns.ids[:length], columns.ids[:length][:1]),
    )


def _link(link: npt.NDArray[np.int32], length: int) -> Places:
    """Where a link leads, and nobody to nobody. What came later than this corpus is not there."""
    found = np.append(link[:length], length).astype(np.int64)
    found[(found == NONE) | (found > length)] = length
    return found


# -- Meaning: how far a cosine stands out of what chance gives, alone and with its neighbours.


def understood(
    places: Places,
    corpus: Corpus,
    meaning: Meaning,
    policy: Finding,
    stages: Collection[Stage] = ALL,
) -> tuple[Floats, Floats]:
    """What meaning gives each place, and its cosine. A turn is read with those around it, and the
    more is said there, the more its vector can be trusted."""
    near = around(corpus, policy)
    read = np.concatenate((places[None], near.links.take(places, 1)))
    cosines = meaning.cosines(near.ids[read].ravel()).reshape(read.shape)
    stands_out = np.zeros(read.shape)
    if meaning.spread > 0:
        stands_out = (cosines - meaning.mean) / meaning.spread
        stands_out[np.isnan(stands_out)] = 0.0
    whole = stands_out[0]
    if Stage.WINDOW in stages:
        lent = (near.weights.take(places, 1) * stands_out[1:]).sum(axis=0)
        whole = whole + near.need[places] * lent
    # Of a short answer to a long text as much is known as of the text.
    turns = (read[:3] < corpus.length).sum(axis=0)
    weight = trusted(meaning.trust, near.said[read[:3]].sum(axis=0) / turns, policy)
    return weight * np.maximum(whole, 0.0), cosines[0]


def trusted(trust: float, terms: Floats, policy: Finding) -> Floats:
    """What a deviation counts for. Of a short text only a good embedder can tell; of a long one
    even a weak one can, though it is wrong more often."""
    short = policy.meaning * max(trust - policy.weak_trust, 0.0)
    return short + policy.meaning_long * trust**2 * terms / (terms + policy.meaning_terms)


# -- Who said it and when.


@dataclass(frozen=True, slots=True)
class Boosts:
    """What each place gains by its speaker (0 or 1) and its time (0-1), and all of it together;
    None where nobody does."""

    speaker: Floats | None
    time: Floats | None
    whole: Floats | None


def boosts(
    question: Question, corpus: Corpus, policy: Finding, stages: Collection[Stage] = ALL
) -> Boosts:
    length = corpus.length
    speaker = time = gains = None
    if question.named and Stage.SPEAKER in stages:
        said_by, speaker = corpus.columns.speakers[:length], np.zeros(length)
        for each in question.named:
            if each in corpus.speakers:
                speaker[said_by == corpus.speakers[each]] = 1.0
        gains = 1 + policy.speaker * speaker if question.of_one else None
    when = None
    if question.spans and Stage.TIME in stages:
        time = _nearness(question, corpus)
        when = 1 + policy.time * time
    elif question.beside is not None and Stage.TIME in stages:
        days = corpus.columns.days[:length]
        day, after = question.beside
        gap = (days - day.toordinal()) * (1 if after else -1)
        when = 1 + formulas.beside(gap, policy) * (days != NONE)
    elif question.of_now and question.today is not None and Stage.NEWEST in stages:
        when = 1 + policy.newest * _newness(corpus, question.today, policy)
    if when is not None:
        gains = when if gains is None else gains * when
    return Boosts(speaker, time, gains)


def _newness(corpus: Corpus, today: date, policy: Finding) -> Floats:
    """Made once a day for a corpus."""
    found: Floats | None = corpus.memo.get((today, policy))
    if found is None:
        days = corpus.columns.days[: corpus.length]
        age = np.maximum(today.toordinal() - days, 0)
        found = np.exp(age * (-1 / policy.newest_days)) * (days != NONE)
        corpus.memo[today, policy] = found
    return found


def _nearness(question: Question, corpus: Corpus) -> Floats:
    """Of each day; a year of talk has few. Which those are is found once for a corpus."""
    found = corpus.memo.get("days")
    if found is None:
        found = np.unique(corpus.columns.days[: corpus.length], return_inverse=True)
        corpus.memo["days"] = found
    there, which = found
    table = [
        0.0
        if day == NONE
        else times.nearness(question.spans, date.fromordinal(day), only=question.of_talk)
        for day in there.tolist()
    ]
    nearness: Floats = np.array(table, np.float64)[which]
    return nearness
