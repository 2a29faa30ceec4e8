"""How an author wants text to be: rules, what they measure, what speaks for and against them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Category(StrEnum):
    """The panel's five groups (C73): 写作风格, 叙事偏好, 角色偏好, 节奏, 词汇."""

    STYLE = "style"
    STRUCTURE = "structure"
    CHARACTER = "character"
    PACING = "pacing"
    VOCABULARY = "vocabulary"


class Origin(StrEnum):
    """Who a rule comes from (C62)."""

    MANUAL = "manual"  # the user added it
    LEARNED = "learned"  # a label approved often enough (seed 003)
    DISTILLED = "distilled"  # found in what the author did


class Op(StrEnum):
    """Which side of the number the author wants."""

    LESS = "<"
    MORE = ">"

    @property
    def other(self) -> Op:
        return Op.MORE if self is Op.LESS else Op.LESS


PHRASE = "phrase:"
"""Before a word or phrase, in the feature of a predicate about it: `phrase:suddenly`."""


@dataclass(frozen=True, slots=True)
class Predicate:
    """What a rule measures: `mean_sentence_length < 15 characters in action`.

    `feature` is a feature of `logic/style.py`, or `phrase:` and a word. A phrase to avoid is
    `< 1 uses`, one to use is `> 0 uses`.
    """

    feature: str
    op: Op
    value: float
    unit: str
    scene_type: str | None = None
    skill_used: str | None = None

    @property
    def topic(self) -> tuple[str, str | None, str | None]:
        """What it is about, whichever way: two rules of one topic cannot both stand."""
        return self.feature, self.scene_type, self.skill_used


@dataclass(frozen=True, slots=True)
class Tally:
    """How much speaks for and against a rule, in episodes and in weight (C16, C81).

    `gone_*`: of episodes that policy has deleted since; the count outlives them (C3).
    """

    supporting: int = 0
    contradicting: int = 0
    weight_for: float = 0.0
    weight_against: float = 0.0
    gone_supporting: int = 0
    gone_contradicting: int = 0

    @property
    def bearing(self) -> int:
        """Episodes that speak for or against, those that are gone included (C3, C16)."""
        here = self.supporting + self.contradicting
        return here + self.gone_supporting + self.gone_contradicting


@dataclass(frozen=True, slots=True)
class Wording:
    """How a rule read until a moment (C20)."""

    text: str
    until: int
    by: str  # user, distillation or drift


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One preference of the author, as it is kept."""

    id: str
    text: str  # in the author's language, or as the user typed it
    text_zh: str | None = None
    text_en: str | None = None
    category: Category
    project_id: str | None  # None: global
    origin: Origin
    confidence: float
    predicate: Predicate | None = None
    user_confirmed: bool = False
    user_modified: bool = False
    tally: Tally = field(default_factory=Tally)
    history: tuple[Wording, ...] = ()
    drifted_at: int | None = None  # when the author last changed their mind on it
    evidence_at: int  # when something last spoke for or against it (C9)
    created_at: int
    updated_at: int
    version: int = 1
    in_conflict: bool = False
    overridden_by: str | None = None  # a rule of the project one looks from (C24)


@dataclass(frozen=True, slots=True)
class Link:
    """One episode that speaks for or against a rule. `verdict`: the author judged the rule itself
    (R86), and no distillation thinks otherwise."""

    episode_id: str
    supports: bool
    weight: float
    verdict: bool = False


class ConflictKind(StrEnum):
    DRIFT = "DRIFT"
    OVERLAP = "OVERLAP"
    CONTRADICTION = "CONTRADICTION"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Two rules that cannot both hold; the user is asked which one does."""

    id: str
    project_id: str | None
    rule_ids: tuple[str, str]
    reason: str  # a code, never text
    pending: bool = True
    created_at: int
    resolved_at: int | None = None
    chosen: str | None = None
    rules: tuple[Rule, ...] = ()  # those of the two that are still there, where they are shown


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningEvent:
    """Something that happened to a rule. Holds no text (C93)."""

    at: int
    kind: str  # created raised lowered confirmed edited deleted drifted promoted withdrawn …
    rule_id: str
    project_id: str | None
    run_id: str | None = None
    before: float | None = None  # confidence
    after: float | None = None
    supporting: int = 0
    contradicting: int = 0
    id: int = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """The same preference in several projects: would the user have it everywhere? (C77)"""

    predicate: Predicate
    rule_ids: tuple[str, ...]
    project_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BuiltInRule:
    """A rule that ships with Mohen, in Chinese and English."""

    id: str
    category: Category
    zh: str
    en: str


BUILT_IN = (
    BuiltInRule(
        "default:voice",
        Category.STYLE,
        "延续原文的语气、人称与时态，不另起风格",
        "Keep the voice, person and tense of the surrounding text",
    ),
    BuiltInRule(
        "default:plain",
        Category.VOCABULARY,
        "用词具体平实，避免陈词滥调与堆砌形容词",
        "Prefer concrete, plain words; avoid clichés and piled-up adjectives",
    ),
    BuiltInRule(
        "default:facts",
        Category.CHARACTER,
        "不改变已写明的人物、地点与情节事实",
        "Do not change facts already written about people, places and plot",
    ),
    BuiltInRule(
        "default:scope",
        Category.STRUCTURE,
        "只写所要求的部分，不总结，不解释",
        "Write only what was asked for; no summary, no explanation",
    ),
)
"""What is used when nothing has been learned or nothing can be read (R95, R98)."""
