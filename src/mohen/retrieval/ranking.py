"""Puts items in order for a question: words, context, meaning, speaker, time, and why.

Each stage is a small function of values; `stages` says which take part. The score is

    (words with context + trust x how far the cosine stands out of chance) x speaker x time

where words are the share of the question's rarity that an item holds. So where hardly a word is
shared meaning decides by itself, and where all are it cannot overrule them.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

import numpy as np
import numpy.typing as npt

from mohen.core.values import dataclass
from mohen.retrieval import certainty, formulas, times
from mohen.retrieval.model import ALL, DIGITS, Hit, Meaning, Question, Reason, Stage
from mohen.retrieval.policy import Finding
from mohen.retrieval.postings import NONE, Corpus

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]
Some = Places | npt.NDArray[np.int32] | slice


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
        near = corpus.at(np.asarray(meaning.nearest, np.int64))
        chosen = _any_of(corpus.length, chosen, near[near != NONE])
        chosen = chosen[allowed[chosen]]
        gains, cosines = understood(chosen, corpus, meaning, policy, stages)
        score[chosen] += gains * boost.whole[chosen]
    final = np.round(score[chosen], DIGITS)
    order = np.lexsort((corpus.columns.ids[chosen], -final))[:limit]
    best = order[final[order] > 0].tolist()
    stands = _standing(question, corpus, chosen[best], policy)
    hits = []
    for at, (holds, beside) in zip(best, stands.places, strict=True):
        place = int(chosen[at])
        speaker, time = float(boost.speaker[place]), float(boost.time[place])
        reason = Reason(
            words=float(worded.own[place]),
            context=float(worded.whole[place] - worded.own[place]),
            meaning=float(gains[at]) if len(gains) else 0.0,
            speaker=speaker,
            time=time,
            cosine=float(cosines[at]) if len(cosines) and cosines[at] == cosines[at] else None,
            met=certainty.sureness(
                stands.shares,
                holds,
                beside,
                speaker=speaker,
                time=time,
                size=corpus.size,
                policy=policy,
            ),
        )
        held = certainty.held(stands.shares, holds)
        hits.append(Hit(int(corpus.columns.ids[place]), float(final[at]), reason, held))
    return hits


@dataclass(frozen=True, slots=True)
class _Standing:
    """The shares of a question's words, and which stand in each of some places and next to it."""

    shares: certainty.Shares
    places: list[tuple[set[str], set[str]]]


def _standing(question: Question, corpus: Corpus, places: Places, policy: Finding) -> _Standing:
    near = around(corpus, policy)
    looked = np.stack((places, near.before[places], near.after[places]))
    found: list[tuple[set[str], set[str]]] = [(set(), set()) for _ in places]
    spread = {}
    for term in certainty.words(question):
        holding, _ = corpus.holding(term)
        spread[term] = len(holding)
        if not len(holding):
            continue
        at = np.minimum(np.searchsorted(holding, looked), len(holding) - 1)
        own, before, after = holding[at] == looked
        for which in np.flatnonzero(own).tolist():
            found[which][0].add(term)
        for which in np.flatnonzero(before | after).tolist():
            found[which][1].add(term)
    return _Standing(certainty.shares(question, corpus.size, spread, policy), found)


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


def _any_of(length: int, *places: Places) -> Places:
    """Each once, in order; quicker than sorting them. Nobody is left out."""
    there = np.zeros(length + 1, np.bool_)
    for some in places:
        there[some] = True
    return np.flatnonzero(there[:length])


# -- Words, and what stands around them.


@dataclass(frozen=True, slots=True)
class Worded:
    """Of each place what it holds of the question: by itself, and with what is lent to it."""

    own: Floats
    whole: Floats


def words(
    question: Question, corpus: Corpus, policy: Finding, stages: Collection[Stage] = ALL
) -> Worded:
    """The share of the question's rarity that each place holds.

    For each word a place has `filled(filled(own, need x lent), session)`. Whoever lends to a turn
    is of its session, so what is lent adds up over the words and is handed on once for all of
    them; only where a place holds a word itself, what it needs not borrow is taken back.
    """
    length, columns = corpus.length, corpus.columns
    near = around(corpus, policy)
    own, open_ = np.zeros(length + 1), np.zeros(length + 1)  # the last is of nobody
    spare, this = np.zeros(length + 1), np.zeros(length + 1)
    in_sessions = Stage.SESSION in stages and corpus.sessions > 0
    lends = np.zeros(corpus.sessions + 1)  # the last is of what has no session, and stays nothing
    said = np.zeros(corpus.sessions + 1)
    ideal = 0.0
    for term in question.terms if Stage.WORDS in stages else ():
        places, counts = corpus.holding(term)
        rare = formulas.rarity(corpus.size, len(places))
        ideal += rare
        if not len(places):
            continue
        held = formulas.held(counts, columns.lengths[places], corpus.mean, policy)
        worth = rare * held
        own[places] += worth
        if in_sessions:
            sessions = columns.sessions[places]
            lends = formulas.of_session(_together(sessions, held, len(said)), policy)
            said += rare * lends
            worth = worth * (1 - lends[sessions])
        open_[places] += worth
        if Stage.NEIGHBOURS in stages:
            this[places] = held
            spare[places] += worth * near.lent(this, places)
            this[places] = 0.0
    whole = open_[:length]
    if Stage.NEIGHBOURS in stages:
        whole = whole + near.need * (near.lent(open_) - spare[:length])
    if in_sessions:
        whole = whole + said[columns.sessions[:length]]
    share = ideal or 1.0
    return Worded(own[:length] / share, whole / share)


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around each place and how much of it counts there. The length of the corpus
    stands for nobody."""

    before: Places
    after: Places
    before_that: Places
    after_that: Places
    from_before: Floats
    from_after: Floats
    two_away: float
    need: Floats
    said: Floats  # terms

    def lent(self, held: Floats, places: Some = slice(None)) -> Floats:
        """What is held around these places, as it counts there; `held` has one more for nobody."""
        near: Floats = self.from_before[places] * held[self.before[places]]
        near += self.from_after[places] * held[self.after[places]]
        far: Floats = held[self.before_that[places]] + held[self.after_that[places]]
        return near + self.two_away * far


def around(corpus: Corpus, policy: Finding) -> Around:
    """Made once for a corpus."""
    found: Around | None = corpus.memo.get(policy)
    if found is None:
        found = corpus.memo[policy] = _around(corpus, policy)
    return found


def _around(corpus: Corpus, policy: Finding) -> Around:
    length, columns = corpus.length, corpus.columns
    before, after = _link(columns.before, length), _link(columns.after, length)
    speakers = np.append(columns.speakers[:length], NONE - 1)
    asks = np.append(columns.asks[:length], False)

    def near(other: Places) -> Floats:
        same = (speakers[other] == speakers[:length]) & (speakers[:length] != NONE)
        return np.where(same, policy.own_turn, 1.0) * policy.next_to

    return Around(
        before=before[:length],
        after=after[:length],
        before_that=before[before[:length]],
        after_that=after[after[:length]],
        # An answer takes most from its question.
        from_before=near(before[:length]) * np.where(asks[before[:length]], policy.asked_before, 1),
        from_after=near(after[:length]),
        two_away=policy.two_away,
        need=formulas.need(columns.lengths[:length], policy),
        said=np.append(columns.lengths[:length], 0.0),
    )


def _link(link: npt.NDArray[np.int32], length: int) -> Places:
    """Where a link leads, and nobody to nobody. What came later than this corpus is not there."""
    found = np.append(link[:length], length).astype(np.int64)
    found[(found == NONE) | (found > length)] = length
    return found


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
    columns, near = corpus.columns, around(corpus, policy)
    links = near.before, near.after, near.before_that, near.after_that
    read = _any_of(corpus.length, places, *(link[places] for link in links))
    cosines = np.full(corpus.length + 1, np.nan)  # the last is of nobody
    cosines[read] = meaning.cosines(columns.ids[read])
    stands_out = np.zeros(corpus.length + 1)
    if meaning.spread > 0:
        stands_out[read] = np.nan_to_num((cosines[read] - meaning.mean) / meaning.spread)
    whole = stands_out[places]
    if Stage.WINDOW in stages:
        whole = whole + near.need[places] * near.lent(stands_out, places)
    weight = trusted(meaning.trust, _said_around(places, near, corpus), policy)
    return weight * np.maximum(whole, 0.0), cosines[places]


def _said_around(places: Places, near: Around, corpus: Corpus) -> Floats:
    """Terms of a turn, on the average of those next to it: of a short answer to a long text as
    much is known as of the text."""
    before, after = near.before[places], near.after[places]
    turns = 1 + (before < corpus.length) + (after < corpus.length)
    mean: Floats = (near.said[places] + near.said[before] + near.said[after]) / turns
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
    length = corpus.length
    speaker, time, gains = np.zeros(length), np.zeros(length), np.ones(length)
    if question.speakers and Stage.SPEAKER in stages:
        said_by = corpus.columns.speakers[:length]
        for each in question.speakers:
            if each in corpus.speakers:
                speaker[said_by == corpus.speakers[each]] = 1.0
        gains += policy.speaker * speaker
    if question.spans and Stage.TIME in stages:
        time = _nearness(question.spans, corpus)
        gains *= 1 + policy.time * time
    elif question.beside is not None and Stage.TIME in stages:
        days = corpus.columns.days[:length]
        day, after = question.beside
        gap = (days - day.toordinal()) * (1 if after else -1)
        gains *= 1 + formulas.beside(gap, policy) * (days != NONE)
    elif question.of_now and question.today is not None and Stage.NEWEST in stages:
        gains *= 1 + policy.newest * _newness(corpus, question.today, policy)
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


def _nearness(spans: tuple[times.Span, ...], corpus: Corpus) -> Floats:
    """Of each day; a year of talk has few. Which those are is found once for a corpus."""
    found = corpus.memo.get("days")
    if found is None:
        found = np.unique(corpus.columns.days[: corpus.length], return_inverse=True)
        corpus.memo["days"] = found
    there, which = found
    table = [
        0.0 if day == NONE else times.nearness(spans, date.fromordinal(day))
        for day in there.tolist()
    ]
    nearness: Floats = np.array(table, np.float64)[which]
    return nearness
