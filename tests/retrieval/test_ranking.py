"""Laws of finding: words count as BM25 does, context only fills, each stage is silent without its
input, and both ways of walking come to the same order."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from math import log
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mohen.retrieval import diversity, plain, ranking
from mohen.retrieval.model import ALL, Entry, Hit, Meaning, Question, Stage
from mohen.retrieval.policy import Finding
from mohen.retrieval.postings import Corpus, Postings, Shelf
from mohen.retrieval.times import Span

POLICY = Finding()
DAY = date(2024, 3, 15)
WORDS_ONLY = frozenset((Stage.WORDS,))

_terms = st.lists(st.sampled_from("abcdefgh"), max_size=8)
_drafts = st.lists(
    st.tuples(
        _terms,
        st.sampled_from((None, "s1", "s2")),
        st.sampled_from(("", "Ann", "Bo")),
        st.integers(0, 3),
        st.booleans(),
    ),
    max_size=14,
)
_asked = st.lists(
    st.sampled_from((*"abcdefghz", "猫狗", "的鸟")), unique=True, min_size=1, max_size=4
)


def _entries(drafts: Sequence[tuple[list[str], str | None, str, int, bool]]) -> list[Entry]:
    return [
        Entry(
            id=at * 3 + 1,
            terms=terms,
            session=session,
            seq=at,
            speaker=speaker,
            at=days * 86_400_000,
            day=DAY - timedelta(days=days),
            asks=asks,
        )
        for at, (terms, session, speaker, days, asks) in enumerate(drafts)
    ]


def _corpus(entries: Sequence[Entry]) -> Corpus:
    postings = Postings(POLICY)
    postings.add(entries)
    return postings.corpus


def _found(entries: Sequence[Entry]) -> plain.Matches:
    counts = {entry.id: Counter(entry.terms) for entry in entries}
    terms = {term for entry in entries for term in entry.terms}
    return plain.Matches(
        held={t: {id: c[t] for id, c in counts.items() if c[t]} for t in terms},
        spread={t: sum(t in c for c in counts.values()) for t in terms},
        items={entry.id: entry for entry in entries},
        lengths={entry.id: len(entry.terms) for entry in entries},
        size=len(entries),
        mean=sum(len(entry.terms) for entry in entries) / len(entries) if entries else 0.0,
    )


def _ranked(entries: Sequence[Entry], question: Question, **more: object) -> list[Hit]:
    return ranking.rank(question, _corpus(entries), limit=99, policy=POLICY, **more)  # type: ignore[arg-type]


@settings(max_examples=25, deadline=None)
@given(_drafts, _asked)
def test_words_alone_are_bm25(drafts: list, asked: list[str]) -> None:  # type: ignore[type-arg]
    policy = replace(POLICY, length_least=0)
    entries = [replace(entry, session=None) for entry in _entries(drafts)]
    mean = sum(len(entry.terms) for entry in entries) / max(len(entries), 1) or 1

    def naive(entry: Entry) -> float:
        score = 0.0
        for term in asked:
            count, holding = entry.terms.count(term), sum(term in each.terms for each in entries)
            rare = log(1 + (len(entries) - holding + 0.5) / (holding + 0.5))
            norm = policy.saturation * (
                1 - policy.length_share + policy.length_share * len(entry.terms) / mean
            )
            score += rare * count / (count + norm) if count else 0.0
        return score

    found = ranking.words(Question(tuple(asked)), _corpus(entries), policy, WORDS_ONLY)
    expected = [naive(entry) for entry in entries]
    best = max(expected, default=0)
    if best:  # one scale apart
        scaled = found.whole / found.whole.max() * best
        assert scaled == pytest.approx(expected)
    else:
        assert not found.whole.any()


@settings(max_examples=40, deadline=None)
@given(_drafts, _asked, st.frozensets(st.sampled_from(sorted(ALL))), st.booleans(), st.booleans())
def test_both_ways_of_walking_come_to_the_same(
    drafts: list,  # type: ignore[type-arg]
    asked: list[str],
    stages: frozenset[Stage],
    dated: bool,
    of_time: bool,
) -> None:
    entries = _entries(drafts)
    spans = (Span(0, 1, DAY - timedelta(days=2), DAY - timedelta(days=2)),) if dated else ()
    question = Question(
        tuple(asked),
        frozenset(("Ann",)),
        spans,
        DAY - timedelta(days=1),
        of_now=True,
        of_time=dated and of_time,
        of_talk=dated and of_time and "a" in asked,
    )
    dense = _ranked(entries, question, stages=stages)
    sparse = plain.rank(question, _found(entries), limit=99, policy=POLICY, stages=stages)
    assert [hit.id for hit in dense] == [hit.id for hit in sparse]
    assert [hit.score for hit in dense] == pytest.approx([hit.score for hit in sparse])


@settings(max_examples=20, deadline=None)
@given(_drafts, _asked, st.data())
def test_what_was_removed_was_never_there(
    drafts: list,  # type: ignore[type-arg]
    asked: list[str],
    data: st.DataObject,
) -> None:
    entries = _entries(drafts)
    gone = data.draw(st.sets(st.sampled_from([each.id for each in entries]))) if entries else set()
    cut = data.draw(st.integers(0, len(entries)))
    postings = Postings(POLICY)
    postings.add(entries[:cut])
    postings.remove(gone)
    postings.add([entry for entry in entries[cut:] if entry.id not in gone])
    left = [entry for entry in entries if entry.id not in gone]
    question = Question(tuple(asked), today=DAY)
    hits = ranking.rank(question, postings.corpus, limit=99, policy=POLICY)
    assert hits == _ranked(left, question)
    assert set(postings.corpus.vocabulary) == {term for entry in left for term in entry.terms}


@settings(max_examples=15, deadline=None)
@given(_drafts, _asked, st.randoms(use_true_random=False))
def test_the_order_of_arrival_makes_no_difference(
    drafts: list,  # type: ignore[type-arg]
    asked: list[str],
    chance: object,
) -> None:
    entries = _entries(drafts)
    mixed = list(entries)
    chance.shuffle(mixed)  # type: ignore[attr-defined]
    postings = Postings(POLICY)
    for entry in mixed:
        postings.add([replace(entry, terms=["z", "z"])])  # said first, then edited
        postings.add([entry])
    question = Question(tuple(asked), today=DAY)
    hits = ranking.rank(question, postings.corpus, limit=99, policy=POLICY)
    assert [(hit.id, hit.score) for hit in hits] == [
        (hit.id, hit.score) for hit in _ranked(entries, question)
    ]


def test_equal_scores_go_by_id() -> None:
    entries = [Entry(id, ["a", "b"]) for id in (9, 2, 5)]
    assert [hit.id for hit in _ranked(entries, Question(("a",)))] == [2, 5, 9]


def test_readers_see_one_moment_while_others_are_added() -> None:
    postings = Postings(POLICY)
    postings.add([Entry(0, ["a"], "s", 0)])
    seen: list[tuple[int, int]] = []
    ended = threading.Event()

    def read() -> None:
        while not ended.is_set():
            corpus = postings.corpus
            once = ranking.rank(Question(("a",)), corpus, limit=500, policy=POLICY)
            again = ranking.rank(Question(("a",)), corpus, limit=500, policy=POLICY)
            assert once == again
            seen.append((corpus.size, len(once)))

    readers = [threading.Thread(target=read) for _ in range(3)]
    for each in readers:
        each.start()
    for at in range(1, 200):
        postings.add([Entry(at, ["a", "b"], "s", at)])
        if at % 20 == 0:
            postings.remove([at - 10])
    ended.set()
    for each in readers:
        each.join()
    assert all(size == found for size, found in seen)
    assert postings.corpus.size == 200 - 9
    assert len(postings.corpus.segments) < 12


# -- Context: a turn is found by what was asked before it.


def _talk(*turns: tuple[str, str]) -> list[Entry]:
    return [
        Entry(at, text.strip("?").split(), "s", at, speaker, asks=text.endswith("?"))
        for at, (speaker, text) in enumerate(turns)
    ]


def test_an_answer_is_found_by_the_words_of_its_question() -> None:
    talk = _talk(("Ann", "which instrument plays she?"), ("Bo", "violin"), ("Ann", "rain today"))
    hits = _ranked(talk, Question(("instrument", "violin", "x")))
    assert hits[0].id == 1
    assert Stage.NEIGHBOURS in hits[0].reason.stages
    assert _ranked(talk, Question(("instrument",)), stages=WORDS_ONLY)[1:] == []


def test_a_day_between_two_turns_ends_the_context() -> None:
    talk = [Entry(0, ["a"], "s", 0, at=0), Entry(1, ["b"], "s", 1, at=POLICY.apart_ms + 1)]
    stages = ALL - {Stage.SESSION}
    assert [hit.id for hit in _ranked(talk, Question(("a",)), stages=stages)] == [0]
    near = [talk[0], replace(talk[1], at=POLICY.apart_ms)]
    assert [hit.id for hit in _ranked(near, Question(("a",)), stages=stages)] == [0, 1]


def test_a_long_turn_leans_less_on_its_neighbours() -> None:
    def lent(words: int) -> float:
        talk = [Entry(0, ["a"], "s", 0), Entry(1, ["b"] * words, "s", 1)]
        stages = ALL - {Stage.SESSION}
        return next(h.score for h in _ranked(talk, Question(("a",)), stages=stages) if h.id == 1)

    assert lent(5) > lent(100) > lent(500)


# -- Each stage is silent where its input is absent.


def test_without_order_names_times_and_vectors_only_words_speak() -> None:
    entries = [Entry(at, ["a"] * at + ["b"]) for at in range(1, 6)]
    question = Question(("a",))
    everything, words = _ranked(entries, question), _ranked(entries, question, stages=WORDS_ONLY)
    assert everything == words
    assert {stage for hit in words for stage in hit.reason.stages} == {Stage.WORDS}


def _meaning(cosines: dict[int, float], trust: float = 0.5) -> Meaning:
    values = np.array(list(cosines.values()))
    return Meaning(
        nearest=sorted(cosines, key=lambda id: -cosines[id]),
        cosines=lambda ids: np.array([cosines.get(id, np.nan) for id in ids]),
        mean=float(values.mean()),
        spread=float(values.std()),
        trust=trust,
    )


def test_meaning_finds_what_shares_no_word_and_says_so() -> None:
    entries = [Entry(at, ["w"]) for at in range(9)]
    near = dict.fromkeys(range(9), 0.1) | {4: 0.8}
    hits = _ranked(entries, Question(("z",)), meaning=_meaning(near))
    assert hits[0].id == 4
    assert hits[0].reason.stages == (Stage.MEANING,)
    assert hits[0].reason.cosine == pytest.approx(0.8)


@pytest.mark.parametrize("near", [{}, dict.fromkeys(range(4), 0.3)])
def test_vectors_that_tell_nothing_change_nothing(near: dict[int, float]) -> None:
    entries = [Entry(at, ["a"] * (at + 1)) for at in range(4)]
    question = Question(("a",))
    meaning = (
        _meaning(near) if near else Meaning((), lambda ids: np.full(len(ids), np.nan), 0, 0, 1)
    )
    assert [(hit.id, hit.score) for hit in _ranked(entries, question, meaning=meaning)] == [
        (hit.id, hit.score) for hit in _ranked(entries, question)
    ]


def test_characters_that_nobody_said_side_by_side_take_little_from_the_words_that_fit() -> None:
    """They may be no word, which shows where much was said; a word with spaces is one."""

    def share(unsaid: str, items: int) -> float:
        entries = [Entry(0, ["猫狗"]), *(Entry(at, ["w"]) for at in range(1, items))]
        return _ranked(entries, Question(("猫狗", unsaid)))[0].reason.words

    assert share("的鸟", 60) > share("鸟树", 60) > share("z", 60)
    assert share("鸟树", 8) < 1.1 * share("z", 8)


def test_who_said_it_counts_where_somebody_is_named() -> None:
    talk = [Entry(0, ["a"], speaker="Ann"), Entry(1, ["a"], speaker="Bo")]
    assert [hit.id for hit in _ranked(talk, Question(("a",), frozenset(("Bo",))))] == [1, 0]
    assert [hit.id for hit in _ranked(talk, Question(("a",), frozenset(("Cy",))))] == [0, 1]


def test_the_time_that_is_asked_for_counts_and_finds_by_itself() -> None:
    days = [DAY - timedelta(days=at) for at in (30, 14, 1)]
    talk = [Entry(at, ["a"], day=day) for at, day in enumerate(days)]
    span = Span(0, 1, days[1], days[1])
    assert _ranked(talk, Question(("a",), spans=(span,), today=DAY))[0].id == 1
    alone = _ranked(talk, Question((), spans=(span,), today=DAY))
    assert alone[0].id == 1
    assert alone[0].reason.stages == (Stage.TIME,)


def test_who_asks_only_for_a_time_gets_that_whole_first_who_opened_a_talk() -> None:
    day = DAY - timedelta(days=3)
    talk = [
        Entry(0, ["talk"], "s1", 1, day=day - timedelta(days=30)),
        Entry(1, ["b"], "s2", 1, day=day),
        Entry(2, ["c"], "s2", 2, day=day),
        Entry(3, ["d"], "s3", 1, day=day),
        Entry(4, ["talk"], "s4", 1, day=day + timedelta(days=1)),
    ]
    done = Question(("talk",), spans=(Span(0, 1, day, day),), today=DAY, of_time=True)
    hits = _ranked(talk, replace(done, of_talk=True))
    assert [hit.id for hit in hits][:3] == [1, 3, 2]
    assert [hit.reason.met for hit in hits] == [1.0, 1.0, 1.0, 0.0, 0.0]
    # What was done is told in the days after, too.
    told = {hit.id for hit in _ranked(talk, done) if hit.reason.met >= POLICY.sure_words}
    assert told == {1, 2, 3, 4}


def test_who_asks_how_things_are_now_gets_the_newest() -> None:
    talk = [Entry(at, ["a"], day=DAY - timedelta(days=9 - at)) for at in range(3)]
    assert _ranked(talk, Question(("a",), today=DAY, of_now=True))[0].id == 2
    assert _ranked(talk, Question(("a",), today=DAY))[0].id == 0


def test_nothing_is_answered_that_was_said_after_the_question() -> None:
    talk = [Entry(at, ["a"], day=DAY + timedelta(days=at)) for at in (-1, 0, 1)]
    assert {hit.id for hit in _ranked(talk, Question(("a",), today=DAY))} == {-1, 0}


def test_what_is_left_out_is_context_all_the_same() -> None:
    talk = _talk(("Ann", "a?"), ("Bo", "b"))
    only = np.array([False, True])
    assert [hit.id for hit in _ranked(talk, Question(("a",)), among=only)] == [1]


def _told(at: int, words: str, *, who: str = "Ann", **more: Any) -> diversity.Told:
    holds = dict.fromkeys(words, 0.25)
    states = more.pop("states", frozenset(words))
    return diversity.Told(
        who=who, where=f"s{at}", at=at, score=1.0, holds=holds, states=states, **more
    )


def test_of_what_says_the_same_the_newest_stands_first() -> None:
    def order(*found: diversity.Told) -> list[int]:
        return [each.at for each in diversity.newest_first(found, lambda one: one, POLICY)]

    assert order(_told(1, "abc"), _told(2, "d"), _told(3, "abc")) == [3, 1, 2]
    assert order(_told(1, "abc"), _told(2, "abc"), _told(3, "abc")) == [3, 2, 1]
    # What somebody speaks of again and again is a topic, unless it is said to be new
    often = [_told(at, "abc") for at in range(1, 5)]
    assert order(*often) == [1, 2, 3, 4]
    assert order(*often[:3], replace(often[3], is_news=True)) == [4, 1, 2, 3]
    # What holds less of the question, or only asks, replaces nothing; who says that it is new may
    # say less
    assert order(_told(1, "abcd"), _told(2, "ab")) == [1, 2]
    assert order(_told(1, "abcd"), _told(2, "ab", is_news=True)) == [2, 1]
    assert order(_told(1, "abc"), _told(2, "abc", states=frozenset())) == [1, 2]
    # Nor does another's word, but what was answered to the old goes with it
    assert order(_told(1, "abc"), _told(2, "abc", who="Bo")) == [1, 2]
    answer = _told(1, "abc", who="assistant", only_answers=True)
    assert order(answer, _told(2, "abc")) == [2, 1]
    assert order(_told(1, "abc"), replace(answer, at=2, where="s2")) == [1, 2]


@settings(max_examples=40, deadline=None)
@given(_drafts, _asked)
def test_a_question_is_met_alike_on_both_ways(
    drafts: list,  # type: ignore[type-arg]
    asked: list[str],
) -> None:
    entries = _entries(drafts)
    question = Question(
        tuple(asked),
        frozenset(("Ann",)),
        parts=(tuple(asked[:2]), tuple(asked[1:])),
        beside=(DAY - timedelta(days=1), False),
    )
    dense = _ranked(entries, question)
    sparse = plain.rank(question, _found(entries), limit=99, policy=POLICY)
    assert [hit.score for hit in dense] == pytest.approx([hit.score for hit in sparse])
    assert [hit.holds for hit in dense] == [hit.holds for hit in sparse]
    assert [hit.reason.met for hit in dense] == pytest.approx([hit.reason.met for hit in sparse])


def test_a_question_is_met_by_the_words_that_tell_and_not_by_what_is_long() -> None:
    rest = [Entry(at, [f"w{at}"]) for at in range(100, 200)]
    talk = [Entry(1, ["rare"]), Entry(2, ["rare", *("x" * 300)]), Entry(3, ["often"]), *rest]
    found = {hit.id: hit.reason.met for hit in _ranked(talk, Question(("rare", "often", "none")))}
    assert found[1] == found[2] == pytest.approx(found[3], abs=0.1)
    # A word of every day says nothing of what is asked for, and of two questions one may be met
    (only,) = _ranked([Entry(3, ["time"]), *rest], Question(("rare", "time")))
    assert only.reason.met == 0
    two = Question(("often", "rare", "none"), parts=(("often",), ("rare", "none")))
    assert max(hit.reason.met for hit in _ranked(talk, two)) == pytest.approx(1.0)


def test_the_shelf_keeps_within_its_bytes_and_reads_on() -> None:
    shelf = Shelf(replace(POLICY, cache_bytes=1))
    first = shelf.corpus("p", lambda postings: postings.add([Entry(1, ["a"])]))
    more = shelf.corpus("p", lambda postings: postings.add([Entry(2, ["a"])]))
    assert (first.size, more.size) == (1, 2)
    shelf.corpus("q", lambda postings: None)
    assert shelf.corpus("p", lambda postings: None).size == 0  # it made room, and begins anew


def test_who_asks_when_nothing_is_new_reads_nothing() -> None:
    shelf = Shelf(POLICY)
    read: list[str] = []
    for mark in ("one", "one", "two"):
        shelf.corpus("p", lambda _postings, mark=mark: read.append(mark), mark)  # type: ignore[misc]
    assert read == ["one", "two"]


@pytest.mark.parametrize("ids", [[2, 4, 7], [7, 2, 4], [3, 4, 5, 6, 7]])
def test_places_are_found_in_one_go(ids: list[int]) -> None:
    postings = Postings(POLICY)
    postings.add([Entry(id, ["a"]) for id in ids])
    postings.remove([4])
    corpus = postings.corpus
    asked = [1, 2, 4, 7, 9]
    assert corpus.at(np.array(asked)).tolist() == [corpus.place(id) for id in asked]
    assert Postings(POLICY).corpus.at(np.array([1])).tolist() == [-1]
