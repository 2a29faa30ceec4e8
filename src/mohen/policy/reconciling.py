"""How what is said now meets what is known already, and what a model may be asked about it."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Reconciling:
    """What is said now against what is known already (phase 4)."""

    batch: int = number(256, spec="house", unit="statements in one transaction")
    mentions_kept: int = number(256, spec="house", unit="places where an item was said, at most")
    reach_lines: int = number(12, spec="house", unit="lines back that a correction speaks of")
    joke_lines: int = number(3, spec="house", unit="lines back that a joke was made: no further")
    reach_ms: int = number(1_800_000, spec="house", unit="ms back that a correction speaks of")
    alike: float = number(0.9, spec="house", unit="likeness of two wordings of one thing")
    alike_most: int = number(16, spec="house", unit="items about an entity that are compared")

    # What facts do to guesses: the numbers of the report (background 1.15); see beliefs.py.
    evidence_from: float = number(0.3, spec="background 3.3", unit="of a belief's terms")
    evidence_most: int = number(64, spec="house", unit="beliefs that share a word with a fact")
    evidence_same: float = number(0.8, spec="house", unit="of a belief's terms: it says the same")
    denied: float = number(-0.3, spec="background 1.15", unit="confidence, for a fact against it")
    gone_below: float = number(0.2, spec="background 1.15", unit="confidence")
    guessed_again: float = number(0.1, spec="background 1.15", unit="confidence, for each time")
    guess_most: float = number(0.9, spec="background 1.15", unit="confidence of a guess")
    contested: float = number(0.7, spec="house", unit="confidence: said, but typed otherwise")
    doubts: int = number(6, spec="house", unit="beliefs that a model is asked about in a run")

    summary_chars: int = number(50, spec="background 1.15", unit="code points in Chinese")
    summary_words: int = number(30, spec="background 1.15, C72", unit="words in English")
    summary_facts: int = number(12, spec="house", unit="facts that a summary is made of")
    summaries_asked: int = number(3, spec="house", unit="summaries that a model words in a run")


@dataclass(frozen=True, slots=True)
class Questions:
    """What a model may be asked in a consolidation: a whole day within 1,800 tokens (R200). The
    snapshot is made without one, so what R199 allows it is spent on beliefs and summaries."""

    sift: int = number(700, spec="R194", unit="tokens, the answer included")
    extract: int = number(500, spec="R195", unit="tokens, the answer included")
    verify: int = number(240, spec="R196", unit="tokens, the answer included")
    sum_up: int = number(360, spec="R196, R200", unit="tokens, the answer included")

    text_chars: int = number(120, spec="house", unit="code points of each text that is shown")
    answer_around: int = number(24, spec="house", unit="tokens of an answer with nothing in it")
    answer_sifted: int = number(18, spec="house", unit="tokens of the answer for each fragment")
    answer_extracted: int = number(56, spec="house", unit="tokens of the answer for each fragment")
    answer_verified: int = number(16, spec="house", unit="tokens of the answer for each belief")
    answer_summary: int = number(64, spec="house", unit="tokens of the answer for each summary")
    answer_chars: int = number(8_000, spec="house", unit="code points of an answer that is read")

    memories: int = number(2, spec="background 1.15", unit="memories of one fragment")
    memory_chars: int = number(120, spec="house", unit="code points of a memory in a model's words")
    name_chars: int = number(40, spec="house", unit="code points of a name or a value")
    names: int = number(8, spec="house", unit="entities of a memory")
    belief_least: float = number(0.3, spec="background 1.15", unit="confidence")
    belief_most: float = number(0.9, spec="background 1.15", unit="confidence")
    grounded: float = number(0.7, spec="house", unit="of its words that the source holds")
