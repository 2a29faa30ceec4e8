"""Settings of finding: how much each stage weighs. One set for all data and both languages."""

from __future__ import annotations

from mohen.core.policy import number
from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """How items are put in order for a question (`benchmarks/retrieval.py` measures each)."""

    saturation: float = number(1.2, spec="decisions: finding", unit="k1: of repeated words")
    length_share: float = number(0.9, spec="decisions: finding", unit="b: how far length counts")
    length_least: float = number(
        30, spec="decisions: finding", unit="terms added to each length: short turns are alike"
    )
    next_to: float = number(0.3, spec="decisions: finding", unit="of a word one turn away")
    two_away: float = number(0.15, spec="decisions: finding", unit="of a word two turns away")
    asked_before: float = number(
        2.0, spec="decisions: finding", unit="times as much, from a question just before"
    )
    own_turn: float = number(
        0.5, spec="decisions: finding", unit="times as much, from the same speaker's turn"
    )
    session: float = number(0.3, spec="decisions: finding", unit="of a word said in the session")
    stands_alone: float = number(
        120, spec="decisions: finding", unit="terms of a turn that needs half the context"
    )
    apart_ms: int = number(3_600_000, spec="decisions: finding", unit="ms that end a context")
    meaning: float = number(
        0.08, spec="decisions: finding", unit="a deviation of the cosine, for trust above weak"
    )
    weak_trust: float = number(
        0.25, spec="decisions: finding", unit="trust that tells nothing of short texts"
    )
    meaning_long: float = number(
        0.22, spec="decisions: finding", unit="a deviation more, for trust squared, of long texts"
    )
    meaning_terms: float = number(150, spec="decisions: finding", unit="terms half the way there")
    speaker: float = number(0.33, spec="decisions: finding", unit="for the speaker asked for")
    time: float = number(1.0, spec="decisions: finding", unit="for the time asked for")
    time_alone: float = number(0.02, spec="decisions: finding", unit="of that time, without words")
    opens: float = number(
        0.2, spec="decisions: finding", unit="for who opens a talk, where only a time is asked for"
    )
    beside: float = number(
        0.4, spec="decisions: finding", unit="for the time just before or after an event"
    )
    beside_days: float = number(30, spec="decisions: finding", unit="days, 1/e of it")
    newest: float = number(
        0.2, spec="decisions: finding", unit="for what was said today, where now is asked for"
    )
    newest_days: float = number(30, spec="decisions: finding", unit="days, 1/e of it")
    sure_words: float = number(
        0.32, spec="decisions: finding", unit="of what a question is about, from which it is met"
    )
    sure_near: float = number(
        0.5, spec="decisions: finding", unit="of that, of a word that only a neighbour holds"
    )
    part_least: float = number(
        0.5, spec="decisions: finding", unit="of a question's largest part that another must be"
    )
    sure_beside: float = number(
        1.35, spec="decisions: finding", unit="the same, where its likeness counts beside it"
    )
    sure_alike: float = number(
        4.7, spec="decisions: finding", unit="deviations out of noise, from which it is met alone"
    )
    sure_unlike: float = number(
        0.5, spec="decisions: finding", unit="of its words, from which it is met though unlike"
    )
    told_words: float = number(
        0.4, spec="decisions: finding", unit="as sure_words, beside a message that asks for nothing"
    )
    told_alike: float = number(
        7.0, spec="decisions: finding", unit="as sure_alike, beside a message that asks for nothing"
    )
    told_unlike: float = number(
        0.6, spec="decisions: finding", unit="as sure_unlike, beside such a message"
    )
    asked_chars: int = number(
        160, spec="decisions: finding", unit="code points of a question; more is a passage"
    )
    telling_from: int = number(
        50, spec="decisions: finding", unit="items among which it shows how rare a word is"
    )
    candidates: int = number(256, spec="house", unit="best by words, and nearest, looked at")
    cache_bytes: int = number(268_435_456, spec="house", unit="bytes of all indexes in memory")
    same_words: float = number(
        0.8, spec="decisions: finding", unit="of a line's part of the question that a newer holds"
    )
    same_news: float = number(
        0.45, spec="decisions: finding", unit="of that, where the newer says how things are now"
    )
    same_least: float = number(
        0.35,
        spec="decisions: finding",
        unit="of a question that both must hold",
    )
    same_score: float = number(
        0.6, spec="decisions: finding", unit="of the older line's score that the newer must have"
    )
    same_often: int = number(
        3, spec="decisions: finding", unit="conversations that hold it; in more it is a topic"
    )
