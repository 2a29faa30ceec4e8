"""Puts items in order for a question: words, context, meaning, speaker, time, and why.

Each stage is a small function of values; `stages` says which take part. The score is

    (words with context + trust x how far the cosine stands out of chance) x speaker x time

where words are the share of the question's rarity that an item holds. So where hardly a word is
shared meaning decides by itself, and where all are it cannot overrule them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

import numpy as np
import numpy.typing as npt

from mohen.retrieval import formulas, times
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
    score = (worded.whole + policy.time_alone * boost.time) * boost.whole * allowed
    chosen = np.flatnonzero(_are_best(score, max(limit, policy.candidates)))
    gains = cosines = np.zeros(0)
    if meaning is not None and Stage.MEANING in stages:
        near = [place for id in meaning.nearest if (place := corpus.place(id)) != NONE]
        chosen = np.union1d(chosen, np.array(near, np.int64))
        chosen = chosen[allowed[chosen]]
        gains, cosines = understood(chosen, corpus, meaning, policy, stages)
        score[chosen] += gains * boost.whole[chosen]
    final = np.round(score[chosen], DIGITS)
    order = np.lexsort((corpus.columns.ids[chosen], -final))[:limit]
    hits = []
    for at in order[final[order] > 0].tolist():
        place = int(chosen[at])
        reason = Reason(
            words=float(worded.own[place]),
            context=float(worded.whole[place] - worded.own[place]),
            meaning=float(gains[at]) if len(gains) else 0.0,
            speaker=float(boost.speaker[place]),
            time=float(boost.time[place]),
            cosine=float(cosines[at]) if len(cosines) and cosines[at] == cosines[at] else None,
        )
        hits.append(Hit(int(corpus.columns.ids[place]), float(final[at]), reason))
    return hits


def answerable(question: Question, corpus: Corpus, among: Mask | None) -> Mask:
    """What is there, is wanted, and was said by the day of the question."""
    columns, length = corpus.columns, corpus.length
    allowed = columns.alive[:length]
    if among is not None:
        allowed = allowed & among
    if question.today is not None:
        allowed = allowed & (columns.days[:length] <= question.today.toordinal())
    return allowed


def _are_best(score: Floats, count: int) -> Mask:
    """Those above nothing, at least so many of them where there are; ties stay together."""
    if count >= len(score):
        return score > 0
    least = np.partition(score, len(score) - count)[len(score) - count]
    best: Mask = (score > 0) & (score >= least)
    return best


# -- Words, and what stands around them.


@dataclass(frozen=True, slots=True)
class Worded:
    """Of each place what it holds of the question: by itself, and with what is lent to it."""

    own: Floats
    whole: Floats


def words(
    question: Question, corpus: Corpus, policy: Finding, stages: Collection[Stage] = ALL
) -> Worded:
    """The share of the question's rarity that each place holds."""
    length, columns = corpus.length, corpus.columns
    own, whole = np.zeros(length), np.zeros(length)
    in_sessions = Stage.SESSION in stages and corpus.sessions > 0
    said = np.zeros(corpus.sessions + 1)  # the last is of what has no session, and stays nothing
    sessions = columns.sessions[:length]
    ideal = 0.0
    for term in question.terms if Stage.WORDS in stages else ():
        places, counts = corpus.holding(term)
        rare = formulas.rarity(corpus.size, len(places))
        ideal += rare
        if not len(places):
            continue
        held = formulas.held(counts, columns.lengths[places], corpus.mean, policy)
        own[places] += rare * held
        where: Places = places.astype(np.int64)
        has = held
        if Stage.NEIGHBOURS in stages:
            where, has = _with_neighbours(places, held, corpus, policy)
        if in_sessions:
            lends = formulas.of_session(_together(sessions[places], held, len(said)), policy)
            said += rare * lends
            has = has * (1 - lends[sessions[where]])
        whole[where] += rare * has
    if in_sessions:
        whole += said[sessions]
    return Worded(own / ideal, whole / ideal) if ideal else Worded(own, whole)


def _with_neighbours(
    places: npt.NDArray[np.int32], held: Floats, corpus: Corpus, policy: Finding
) -> tuple[Places, Floats]:
    """All places that hold a word or stand near one that does, and how much each has of it."""
    takers, lent = [], []
    for steps in (1, -1, 2, -2):
        others = step(places, corpus, steps)
        there = others != NONE
        takers.append(others[there])
        weight = lending(places[there], others[there], steps, corpus, policy)
        lent.append(weight * held[there])
    around = np.bincount(np.concatenate(takers), np.concatenate(lent), minlength=corpus.length)
    own = np.zeros(corpus.length)
    own[places] = held
    where = np.flatnonzero(own + around)
    need = formulas.need(corpus.columns.lengths[where], policy)
    return where, formulas.filled(own[where], need * around[where])


def step(places: Places | npt.NDArray[np.int32], corpus: Corpus, steps: int) -> Places:
    """The turns so many steps on (or back) in the same talk; NONE where there is none."""
    link = corpus.columns.after if steps > 0 else corpus.columns.before
    found = places.astype(np.int64)
    for _ in range(abs(steps)):
        found = np.where(found == NONE, NONE, link[found])
        found[found >= corpus.length] = NONE  # what came later than this corpus
    return found


def lending(
    giver: Places | npt.NDArray[np.int32],
    taker: Places | npt.NDArray[np.int32],
    steps: int,
    corpus: Corpus,
    policy: Finding,
) -> Floats:
    """How much of a giver counts for a taker that stands so many steps after it. An answer takes
    most from its question."""
    columns = corpus.columns
    if abs(steps) > 1:
        return np.full(len(giver), policy.two_away)
    speaker = columns.speakers[giver]
    same = (speaker == columns.speakers[taker]) & (speaker != NONE)
    weight = policy.next_to * np.where(same, policy.own_turn, 1.0)
    return weight * np.where(columns.asks[giver], policy.asked_before, 1.0) if steps > 0 else weight


def _together(sessions: npt.NDArray[np.int32], held: Floats, count: int) -> Floats:
    inside = sessions != NONE
    return np.bincount(sessions[inside], held[inside], minlength=count).astype(np.float64)


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
    columns = corpus.columns
    others = {steps: step(places, corpus, steps) for steps in (1, -1, 2, -2)}
    read = np.unique(np.concatenate((places, *others.values())))
    read = read[read != NONE]
    cosines = np.full(corpus.length + 1, np.nan)  # the last is of nobody
    cosines[read] = meaning.cosines(columns.ids[read].tolist())
    stands_out = (cosines - meaning.mean) / meaning.spread if meaning.spread > 0 else cosines * 0
    stands_out = np.nan_to_num(stands_out)
    whole = stands_out[places]
    if Stage.WINDOW in stages:
        around = np.zeros(len(places))
        for steps, other in others.items():
            # Who stands so many steps on gives as many steps back.
            weight = lending(other, places, -steps, corpus, policy) * (other != NONE)
            around += weight * stands_out[other]
        whole = whole + formulas.need(columns.lengths[places], policy) * around
    weight = trusted(meaning.trust, _said_around(places, others, corpus), policy)
    return weight * np.maximum(whole, 0.0), cosines[places]


def _said_around(places: Places, others: dict[int, Places], corpus: Corpus) -> Floats:
    """Terms of a turn, on the average of those next to it: of a short answer to a long text as
    much is known as of the text."""
    lengths = np.append(corpus.columns.lengths[: corpus.length], 0.0)
    near = (others[1], others[-1])
    total = lengths[places] + lengths[near[0]] + lengths[near[1]]
    mean: Floats = total / (1 + (near[0] != NONE) + (near[1] != NONE))
    return mean


def trusted(trust: float, terms: Floats, policy: Finding) -> Floats:
    """What a deviation counts for. Of a short text only a good embedder can tell; of a long one
    even a weak one can, though it is wrong more often."""
    short = policy.meaning * max(trust - policy.weak_trust, 0.0)
    return short + policy.meaning_long * trust**2 * terms / (terms + policy.meaning_terms)


# -- Who said it and when.


@dataclass(frozen=True, slots=True)
class Boosts:
    """What each place gains by its speaker (0 or 1) and its time (0-1), and all of it together."""

    speaker: Floats
    time: Floats
    whole: Floats


def boosts(
    question: Question, corpus: Corpus, policy: Finding, stages: Collection[Stage] = ALL
) -> Boosts:
    length, columns = corpus.length, corpus.columns
    speaker, time, new = np.zeros(length), np.zeros(length), np.zeros(length)
    known = columns.days[:length] != NONE
    if question.speakers and Stage.SPEAKER in stages:
        asked = [corpus.speakers[each] for each in question.speakers if each in corpus.speakers]
        speaker += np.isin(columns.speakers[:length], asked)
    if question.spans and Stage.TIME in stages:
        time[known] = _nearness(question.spans, columns.days[:length][known])
    elif question.today is not None and Stage.NEWEST in stages:
        age = question.today.toordinal() - columns.days[:length][known]
        new[known] = np.exp(-np.maximum(age, 0) / policy.newest_days)
    gains = (1 + policy.speaker * speaker) * (1 + policy.time * time) * (1 + policy.newest * new)
    return Boosts(speaker, time, gains)


def _nearness(spans: tuple[times.Span, ...], days: npt.NDArray[np.int32]) -> Floats:
    """Of each day; a year of talk has few."""
    there, which = np.unique(days, return_inverse=True)
    table = [times.nearness(spans, date.fromordinal(day)) for day in there.tolist()]
    nearness: Floats = np.array(table, np.float64)[which]
    return nearness
