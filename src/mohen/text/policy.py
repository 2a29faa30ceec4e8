"""How a passage is measured."""

from __future__ import annotations

from dataclasses import dataclass, field

from mohen.core.policy import number


def _norm(zh: float, en: float, scale: float) -> tuple[float, float, float]:
    return number((zh, en, scale), spec="architecture: learning", unit="usual zh, usual en, scale")


@dataclass(frozen=True, slots=True)
class Norms:
    """What is usual of each feature of `text/style.py` in Chinese and English, and the scale
    on which a difference matters.

    Measured on the passages of `tests/text/test_scenes.py`, rounded, and widened for habits
    that those happen not to show. Zero where a feature does not exist in a language.
    """

    mean_sentence_length: tuple[float, float, float] = _norm(18.0, 11.0, 5.0)
    sentence_spread: tuple[float, float, float] = _norm(5.5, 4.0, 2.5)
    longest_sentence: tuple[float, float, float] = _norm(25.0, 16.0, 6.0)
    paragraph_length: tuple[float, float, float] = _norm(50.0, 34.0, 15.0)
    dialogue_share: tuple[float, float, float] = _norm(0.2, 0.2, 0.2)
    first_person_share: tuple[float, float, float] = _norm(0.1, 0.1, 0.3)
    exclamation: tuple[float, float, float] = _norm(0.1, 0.1, 0.5)
    ellipsis: tuple[float, float, float] = _norm(0.1, 0.05, 0.4)
    dash: tuple[float, float, float] = _norm(0.1, 0.1, 0.4)
    question: tuple[float, float, float] = _norm(0.6, 0.3, 0.7)
    comma: tuple[float, float, float] = _norm(6.0, 1.1, 1.5)
    semicolon: tuple[float, float, float] = _norm(0.05, 0.05, 0.2)
    colon: tuple[float, float, float] = _norm(0.1, 0.05, 0.3)
    modifiers: tuple[float, float, float] = _norm(3.0, 1.5, 2.0)
    intensifiers: tuple[float, float, float] = _norm(0.3, 0.5, 0.8)
    idioms: tuple[float, float, float] = _norm(0.3, 0.0, 0.6)
    classical: tuple[float, float, float] = _norm(0.1, 0.0, 0.5)
    colloquial: tuple[float, float, float] = _norm(0.3, 0.1, 0.8)
    contractions: tuple[float, float, float] = _norm(0.0, 1.5, 2.0)
    similes: tuple[float, float, float] = _norm(0.2, 0.2, 0.5)
    sight: tuple[float, float, float] = _norm(1.0, 1.7, 1.5)
    sound: tuple[float, float, float] = _norm(0.2, 0.4, 0.6)
    smell: tuple[float, float, float] = _norm(0.1, 0.1, 0.5)
    taste: tuple[float, float, float] = _norm(0.05, 0.1, 0.3)
    touch: tuple[float, float, float] = _norm(0.15, 0.5, 0.6)
    past_tense: tuple[float, float, float] = _norm(0.0, 0.9, 0.25)
    variety: tuple[float, float, float] = _norm(0.83, 0.78, 0.06)
    word_length: tuple[float, float, float] = _norm(0.0, 4.2, 0.35)


@dataclass(frozen=True, slots=True)
class Style:
    """How a passage is measured and what two of them prove."""

    final_vs_chosen: float = number(1.0, spec="C81", unit="weight of a pair")
    chosen_vs_rejected: float = number(0.5, spec="C81", unit="weight shared by the rejected")
    per: int = number(
        100, spec="architecture: learning", unit="characters or words a rate is given for"
    )
    window: int = number(
        50, spec="architecture: learning", unit="characters or words, for repetition"
    )
    one_language: float = number(0.8, spec="C72", unit="share of units that names the language")
    decimals: int = number(4, spec="house", unit="digits kept of a measure")
    norms: Norms = field(default_factory=Norms)
