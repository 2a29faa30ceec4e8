"""What the offline writer does when no rule says otherwise, and how hard it tries when one does."""

from __future__ import annotations

from dataclasses import field

from mohen.core.policy import number
from mohen.core.values import dataclass


def _habit(usual: float, spread: float, most: float) -> tuple[float, float, float]:
    unit = "usual, spread of its logarithm, at most"
    return number((usual, spread, most), spec="house", unit=unit)


@dataclass(frozen=True, slots=True)
class Habits:
    """How often, of the times it could: around these the candidates of one request differ."""

    length: tuple[float, float, float] = _habit(2.9, 0.5, 7.0)  # clauses a sentence
    paragraph: tuple[float, float, float] = _habit(3.6, 0.3, 10.0)  # sentences
    dialogue: tuple[float, float, float] = _habit(0.1, 0.6, 0.9)
    exclamation: tuple[float, float, float] = _habit(0.12, 0.8, 0.4)
    ellipsis: tuple[float, float, float] = _habit(0.05, 0.8, 0.2)
    dash: tuple[float, float, float] = _habit(0.05, 0.8, 0.2)
    semicolon: tuple[float, float, float] = _habit(0.03, 0.8, 0.15)
    colon: tuple[float, float, float] = _habit(0.02, 0.7, 0.4)
    question: tuple[float, float, float] = _habit(0.08, 0.7, 0.5)
    modifiers: tuple[float, float, float] = _habit(0.6, 0.5, 1.0)
    intensifiers: tuple[float, float, float] = _habit(0.5, 0.6, 1.0)
    colloquial: tuple[float, float, float] = _habit(0.22, 0.6, 0.9)
    contractions: tuple[float, float, float] = _habit(0.5, 0.6, 1.0)
    idioms: tuple[float, float, float] = _habit(0.04, 0.7, 0.5)
    classical: tuple[float, float, float] = _habit(0.03, 0.8, 0.4)
    similes: tuple[float, float, float] = _habit(0.04, 0.7, 0.5)
    sight: tuple[float, float, float] = _habit(0.03, 0.6, 0.5)
    sound: tuple[float, float, float] = _habit(0.04, 0.6, 0.5)
    smell: tuple[float, float, float] = _habit(0.02, 0.6, 0.3)
    taste: tuple[float, float, float] = _habit(0.02, 0.6, 0.3)
    touch: tuple[float, float, float] = _habit(0.02, 0.6, 0.3)
    adverbials: tuple[float, float, float] = _habit(0.03, 0.6, 0.5)  # 突然, suddenly
    spoken_of: tuple[float, float, float] = _habit(0.6, 0.3, 1.0)  # speeches that say who speaks


@dataclass(frozen=True, slots=True)
class Offline:
    """Mohen's own writer, which is no language model."""

    size_zh: tuple[int, int] = number((80, 165), spec="house", unit="characters of a draft")
    size_en: tuple[int, int] = number((55, 105), spec="house", unit="words of a draft")
    tokens_a_unit: float = number(2.0, spec="house", unit="tokens a character or word at most")
    size_min: int = number(20, spec="house", unit="characters or words that can be asked for")
    size_max: int = number(3_000, spec="house", unit="characters or words that can be asked for")
    shorter: float = number(0.55, spec="house", unit="of the size, when asked to be shorter")
    longer: float = number(1.7, spec="house", unit="of the size, when asked to be longer")
    instruction_weight: float = number(2.0, spec="house", unit="times a rule of confidence 1")
    guide_weight: float = number(
        0.3, spec="house", unit="of a rule of confidence 1, for a line of the style guide"
    )
    condensed: tuple[float, float] = number(
        (0.6, 0.75), spec="house", unit="of a text that is left when it is condensed"
    )
    length_spread: float = number(0.3, spec="house", unit="of the usual length of a sentence")
    strata: int = number(3, spec="house", unit="candidates that differ by design")
    half: float = number(0.5, spec="house", unit="of the times, where both will do")
    detailed: float = number(
        0.35, spec="house", unit="of sentences that get a clause when expanded"
    )

    passes: int = number(6, spec="house", unit="rounds through the rules that do not hold yet")
    steps: int = number(40, spec="house", unit="changes and looks for one rule in a round")
    batch: int = number(4, spec="house", unit="of the possible changes, one in so many at once")
    tries: int = number(150, spec="house", unit="other sentences tried where only luck helps")
    looks: int = number(120_000, spec="house", unit="code points measured of one draft in all")
    margin: float = number(0.1, spec="house", unit="of a stratum at each end, kept clear")
    reshaped: int = number(6_000, spec="house", unit="code points of a selection that is reworked")
    sentences_min: int = number(3, spec="house", unit="sentences that shaping leaves")
    context: int = number(4_000, spec="house", unit="code points of the text that are looked at")
    here: int = number(800, spec="house", unit="code points that show where the scene plays")
    few: int = number(12, spec="house", unit="beats of a kind of scene below which others help out")

    habits: Habits = field(default_factory=Habits)
    in_scene: tuple[tuple[str, str, float], ...] = number(
        (
            ("length", "action", 2.4),
            ("length", "dialogue", 2.6),
            ("length", "description", 3.2),
            ("length", "transition", 2.8),
            ("paragraph", "dialogue", 2.4),
            ("dialogue", "dialogue", 0.6),
            ("dialogue", "description", 0.02),
            ("dialogue", "action", 0.0),
            ("exclamation", "action", 0.08),
            ("exclamation", "description", 0.06),
            ("ellipsis", "psychology", 0.08),
            ("question", "psychology", 0.14),
            ("question", "description", 0.04),
            ("modifiers", "description", 0.75),
            ("modifiers", "action", 0.55),
            ("similes", "description", 0.06),
            ("sight", "description", 0.04),
        ),
        spec="house",
        unit="habit, scene, what is usual there",
    )
