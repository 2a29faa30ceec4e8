"""What the offline writer does when no rule says otherwise, and how hard it tries when one does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from mohen.policy.number import number


class Habit(NamedTuple):
    """How much of something: usually, how far it goes (of its logarithm), at most, by scene."""

    usual: float
    spread: float
    most: float
    scenes: dict[str, float]


def _habit(usual: float, spread: float, most: float, **scenes: float) -> Habit:
    unit = "usual, spread of its logarithm, at most, and what differs by scene"
    return number(Habit(usual, spread, most, scenes), spec="house", unit=unit)


@dataclass(frozen=True, slots=True)
class Habits:
    """How often, of the times it could: around these the candidates of one request differ."""

    length: Habit = _habit(
        2.2, 0.35, 5.0, action=1.8, dialogue=2.0, description=2.5, transition=2.1
    )  # clauses a sentence
    paragraph: Habit = _habit(3.2, 0.4, 10.0, dialogue=2.4)  # sentences
    dialogue: Habit = _habit(0.14, 0.6, 0.9, dialogue=0.55, description=0.05, action=0.1)
    exclamation: Habit = _habit(0.12, 0.8, 0.7, action=0.2, description=0.06)
    ellipsis: Habit = _habit(0.09, 0.8, 0.6, psychology=0.15)
    dash: Habit = _habit(0.08, 0.8, 0.5)
    semicolon: Habit = _habit(0.04, 0.8, 0.4)
    colon: Habit = _habit(0.05, 0.7, 0.4)
    question: Habit = _habit(0.1, 0.7, 0.5, psychology=0.18, description=0.04)
    modifiers: Habit = _habit(0.6, 0.5, 1.0, description=0.75, action=0.55)
    intensifiers: Habit = _habit(0.5, 0.6, 1.0)
    colloquial: Habit = _habit(0.22, 0.6, 0.9)
    contractions: Habit = _habit(0.5, 0.6, 1.0)
    idioms: Habit = _habit(0.06, 0.7, 0.5)
    classical: Habit = _habit(0.03, 0.8, 0.4)
    similes: Habit = _habit(0.06, 0.7, 0.5, description=0.09)
    sight: Habit = _habit(0.05, 0.6, 0.5, description=0.08)
    sound: Habit = _habit(0.05, 0.6, 0.5)
    smell: Habit = _habit(0.04, 0.6, 0.5)
    taste: Habit = _habit(0.03, 0.6, 0.4)
    touch: Habit = _habit(0.04, 0.6, 0.5)
    adverbials: Habit = _habit(0.1, 0.6, 0.5)  # 突然, suddenly
    spoken_of: Habit = _habit(0.6, 0.3, 1.0)  # speeches that say who speaks


@dataclass(frozen=True, slots=True)
class Offline:
    """Mohen's own writer, which is no language model."""

    size_zh: tuple[int, int] = number((130, 230), spec="house", unit="characters of a draft")
    size_en: tuple[int, int] = number((80, 140), spec="house", unit="words of a draft")
    beat_zh: float = number(17.0, spec="house", unit="characters of a beat of the stock")
    beat_en: float = number(12.0, spec="house", unit="words of a beat of the stock")
    tokens_a_unit: float = number(2.0, spec="house", unit="tokens a character or word at most")
    size_min: int = number(20, spec="house", unit="characters or words that can be asked for")
    size_max: int = number(3_000, spec="house", unit="characters or words that can be asked for")
    shorter: float = number(0.55, spec="house", unit="of the size, when asked to be shorter")
    longer: float = number(1.7, spec="house", unit="of the size, when asked to be longer")
    instruction_weight: float = number(2.0, spec="house", unit="times a rule of confidence 1")
    condensed: tuple[float, float] = number(
        (0.6, 0.75), spec="house", unit="of a text that is left when it is condensed"
    )
    length_spread: float = number(0.3, spec="house", unit="of the usual length of a sentence")
    strata: int = number(3, spec="house", unit="candidates that differ by design")
    half: float = number(0.5, spec="house", unit="of the times, where both will do")
    later: float = number(0.35, spec="house", unit="of sentences that get a clause when expanded")

    passes: int = number(6, spec="house", unit="rounds through the rules that do not hold yet")
    steps: int = number(40, spec="house", unit="changes and looks for one rule in a round")
    batch: int = number(4, spec="house", unit="of the possible changes, one in so many at once")
    tries: int = number(150, spec="house", unit="other sentences tried where only luck helps")
    looks: int = number(120_000, spec="house", unit="code points measured of one draft in all")
    margin: float = number(0.1, spec="house", unit="of a bound that is kept clear of it")
    reshaped: int = number(6_000, spec="house", unit="code points of a selection that is reworked")
    sentences_min: int = number(3, spec="house", unit="sentences that shaping leaves")
    context: int = number(4_000, spec="house", unit="code points of the text that are looked at")

    habits: Habits = field(default_factory=Habits)
