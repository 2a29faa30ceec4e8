"""Rules of how an author wants text to be, what they measure, and what speaks for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from math import floor
from typing import Annotated

from mohen.core.degradation import Degradation
from mohen.core.listed import Listed
from mohen.core.policy import Milliseconds
from mohen.core.values import dataclass
from mohen.episodes.model import Signal
from mohen.text.default_rules import Category
from mohen.text.style import PHRASE as PHRASE


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


class Part(StrEnum):
    """Where in a text a rule is measured: what is said, or all that stands around it. A scene of
    dialogue is something else: a rule about speech holds for the speech in any scene."""

    SPEECH = "speech"
    NARRATION = "narration"

    @property
    def other(self) -> Part:
        return Part.NARRATION if self is Part.SPEECH else Part.SPEECH

    def holds(self, said: bool) -> bool:
        return said == (self is Part.SPEECH)


@dataclass(frozen=True, slots=True)
class Predicate:
    """What a rule measures: `mean_sentence_length < 15 characters in action`.

    `feature` is a feature of `text/style.py`, or `phrase:` and a word. A phrase to avoid is
    `< 1 uses`, one to use is `> 0 uses`.
    """

    feature: Annotated[str, "what is measured, or `phrase:` and a word"]
    op: Op
    value: float
    unit: str
    scene_type: str | None = None
    skill_used: str | None = None
    part: Annotated[Part | None, "where in the text: in speech or around it; else all of it"] = None

    @property
    def topic(self) -> tuple[str, str | None, str | None, str | None]:
        """What it is about, whichever way: two rules of one topic cannot both stand."""
        return self.feature, self.scene_type, self.skill_used, self.part


@dataclass(frozen=True, slots=True)
class Range:
    """How well a rule's number is known, and of what texts (C107)."""

    low: Annotated[float, "the edge of what the author kept lies above this, nine times of ten"]
    high: Annotated[float, "and below this"]
    length: Annotated[int, "of the texts it was learned on, in the median"]
    unit: Annotated[str, "characters or words, of that length"]
    wide: Annotated[bool, "the two are too far apart for the number to say much yet"] = False
    yours: Annotated[float | None, "what the author kept, in the median"] = None
    ai: Annotated[float | None, "what the AI had offered instead"] = None


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
    own: Range | None = None  # of the predicate's number, where it was learned
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
    in_force: str | None = None  # the one that prompts hold while it waits (C108)


@dataclass(frozen=True, slots=True)
class Placed:
    """A rule and the kind of scene it is to hold in (C108)."""

    rule_id: str
    scene_type: Annotated[str, "where it is to hold from now on"]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """What the author seems to want, before it is proven."""

    words: Annotated[tuple[str, str], "what the rule would ask for, without a number yet"]
    category: Category
    scene_type: Annotated[str | None, "seen in this kind of scene only"] = None
    seen: Annotated[int, "episodes, or labels, that speak for it"]
    against: Annotated[int, "that speak against it"]
    needed: Annotated[int, "that would prove it, if the author goes on so"]
    about: Annotated[bool, "`needed` is estimated by the rule's own test, not counted"]
    compared: Annotated[tuple[str, str] | None, "how the author differs from the AI so far"] = None


@dataclass(frozen=True, slots=True)
class Watchlist(Listed[Watched]):
    """What is being watched in a project."""

    items: tuple[Watched, ...]
    episodes: int  # that were looked at


@dataclass(frozen=True, slots=True)
class Offer:
    """The same preference in several projects: would the user have it everywhere? (C77)"""

    predicate: Predicate
    rule_ids: tuple[str, ...]
    project_ids: tuple[str, ...]


# -- One distillation: when it looked, how far, what came of it.


class Trigger(StrEnum):
    BATCH = "batch"  # enough new episodes (R38, C80)
    IDLE = "idle"  # the author is away (R39)
    MANUAL = "manual"  # R40
    CONTRADICTION = "contradiction"  # a rule's last episodes speak against it (R41, C82)
    WEEKLY = "weekly"  # R63


class Stage(StrEnum):
    """What a listener hears of, with how far it has come."""

    STARTED = "started"
    CLUSTERED = "clustered"
    PATTERNED = "patterned"
    GENERATED = "generated"
    COMPLETED = "completed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    id: str
    project_id: str
    trigger: Trigger
    started_at: int
    ended_at: int | None = None
    upto: int = 0  # the last episode it saw, by order of acknowledgement
    episodes: int = 0
    error: str | None = None  # a code
    created: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()

    @property
    def status(self) -> str:
        if self.ended_at is None:
            return "running"
        return "failed" if self.error else "completed"


# -- What the author is shown of their rules, and what they may change in one.


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch:
    """What the author changes in a rule; None leaves it as it is."""

    text: str | None = None
    category: Category | None = None
    user_confirmed: bool | None = None
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """A rule with the newest episodes that speak for and against it."""

    rule: Rule
    supporting: tuple[str, ...] = ()
    contradicting: tuple[str, ...] = ()
    recently_updated: bool = False  # the author changed their mind not long ago (R68)
    measures: tuple[str, str] | None = None  # its predicate in words: English, Chinese
    compared: tuple[str, str] | None = None  # how the author differs from the AI, likewise


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCounts:
    total: int
    confirmed: int
    by_category: Mapping[Category, int]
    by_origin: Mapping[str, int]
    episodes: int | None  # interactions kept (R74); None: they cannot be read


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningState:
    """Whether learning goes on, and how much waits for it."""

    paused: bool
    project_id: str | None = None
    since: Annotated[Milliseconds | None, "when it was paused"] = None
    pending_episodes: Annotated[int | None, "recorded since the last distillation"] = None
    last_distilled_at: Milliseconds | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """An offer as one scope may see it: of other projects only how many they are."""

    offer: Offer
    projects: int


@dataclass(frozen=True, slots=True)
class Rulebook(Listed[Shown]):
    """The rules in force somewhere, surest first."""

    items: tuple[Shown, ...]
    counts: RuleCounts
    learning: LearningState
    proposals: tuple[Proposal, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """What one comparison measured of the rule's feature: kept minus not kept."""

    kind: Annotated[str, "which comparison: final_vs_chosen …"]
    weight: float
    value: Annotated[float, "kept minus not kept, in the predicate's unit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What one episode says of a rule: its texts while they are kept, then its digest (C76)."""

    episode_id: str
    supports: bool
    weight: float
    timestamp: int | None = None  # None, with all below: it is gone or another project's
    scene_type: str | None = None
    signal: Signal | None = None
    measured: float | None = None  # the rule's feature in the text the author used
    differences: tuple[Difference, ...] = ()
    edit: tuple[str, str] | None = None  # what the edit did, in words: English, Chinese
    ai_text: str | None = None
    final_text: str | None = None
    digest: str | None = None


@dataclass(frozen=True, slots=True)
class Formula:
    """How sure the evidence makes a rule, with the numbers that go in (C16)."""

    consistency: float
    episodes: int
    prior: int
    confidence: float


@dataclass(frozen=True, slots=True)
class Why:
    """A rule and all that speaks for and against it."""

    shown: Shown
    formula: Formula | None  # None: nothing but the author's word
    supporting: tuple[Account, ...]
    contradicting: tuple[Account, ...]


@dataclass(frozen=True, slots=True)
class History(Listed[LearningEvent]):
    """Some of what happened to rules, newest first; `after` asks for the next ones."""

    items: tuple[LearningEvent, ...]
    limit: int
    after: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deleted:
    """The receipt of a deleted rule: how many of each are gone, or would be (C74)."""

    rules: int = 0
    wordings: Annotated[int, "earlier ones"] = 0
    links: Annotated[int, "ties to episodes"] = 0
    conflicts: int = 0
    labels: Annotated[int, "acts of threshold learning that said the same"] = 0
    vetoes: Annotated[int, "kept, without text, so that it does not come back"] = 0
    episodes_marked: Annotated[int, "they speak no more for it"] = 0
    wiped: Annotated[bool, "no file holds its bytes any more"] = False
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Distilled:
    """What came of asking for a distillation: one run a project, or none yet."""

    run_id: str | None
    runs: tuple[Run, ...] = field(default=())

    @classmethod
    def of(cls, runs: Sequence[Run]) -> Distilled:
        return cls(runs[0].id if runs else None, tuple(runs))

    @property
    def status(self) -> str:
        if any(each.status == "failed" for each in self.runs):
            return "failed"
        waiting = not self.runs and self.run_id is not None
        return "running" if waiting else "completed"


# -- What was done to a suggestion and the label that came with it (seed 003 §5).


class Action(StrEnum):
    ACCEPT = "accept"
    REJECT = "reject"
    PARTIAL = "partial"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction:
    """One accept, reject or partial, as it is kept."""

    id: str
    at: int
    project_id: str | None  # None: global
    run_id: str | None
    skill_id: str
    action: Action
    label: str | None  # as typed; a keyed hash in privacy mode; None when it was ignored
    ignored: str | None = None  # why it teaches nothing


@dataclass(frozen=True, slots=True)
class Count:
    """How often a label, spelled so, came with an action; and when first."""

    label: str
    action: Action
    acts: int
    first_at: int


@dataclass(frozen=True, slots=True)
class Learned:
    """What came of taking one act in."""

    feedback_id: str
    rules: tuple[str, ...] = ()  # that were made or moved
    ignored: str | None = None


# -- How sure a rule may be, by the one formula (C16).


def confidence(bearing: int, weight_for: float, weight_against: float, prior: int) -> float:
    """Consistency × n / (n + prior).

    `bearing` is the number of episodes that speak for or against, unweighted; consistency is
    the weight for over the weight of both (C81).
    """
    weight = weight_for + weight_against
    if bearing <= 0 or weight <= 0:
        return 0.0
    return weight_for / weight * bearing / (bearing + prior)


def shown(confidence: float) -> float:
    """A confidence as it is told, wherever it is told: two digits, the rest cut off, so that
    35 of 35 is 0.87 and nothing is said to be surer than it is (C16)."""
    return floor(round(confidence * 100, 6)) / 100  # 0.29 × 100 is not quite 29


def tally_confidence(tally: Tally, prior: int) -> float:
    return confidence(tally.bearing, tally.weight_for, tally.weight_against, prior)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rule that statistics found, for a model to word better."""

    key: str
    predicate: Predicate
    zh: str
    en: str
    supporting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A preference that statistics cannot see, found by a model and checked by us."""

    zh: str
    en: str
    category: Category
    confidence: float
    supporting: tuple[str, ...]
    contradicting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What a model adds to a distillation. Nothing is a sound answer, too.

    `degraded` is the code of why it could not be had; None also when no model is configured.
    """

    rewordings: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # key: zh, en
    new: tuple[Suggestion, ...] = ()
    degraded: str | None = None


# -- How likely the author takes a candidate.


@dataclass(frozen=True, slots=True)
class Proof:
    """How well past choices would have been guessed, each by what was known before it."""

    proven: bool
    guessed: int  # of the last ones
    chance: int  # that guessing at random would have got right
    place: int  # that where the candidates stood would have got right
    of: int
    choices: int  # all that it was learned from
    words: tuple[str, str]  # English, Chinese


@dataclass(frozen=True, slots=True)
class Moved:
    """What makes a candidate more or less likely to be taken."""

    feature: str  # of style; or longer, or complete
    effect: float  # log odds against the others
    own: bool  # beyond what nearly anybody prefers
    words: tuple[str, str]  # English, Chinese
    rule_id: str | None = None  # that says the same


@dataclass(frozen=True, slots=True)
class Rated:
    """One of several candidates."""

    index: int  # as they stood
    chance: float  # of all together 1
    rank: int  # 1: the likeliest; as likely, as they stood
    reasons: tuple[Moved, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """Candidates as they stood, and how likely the author takes each."""

    candidates: tuple[Rated, ...]
    scene_type: str
    proof: Proof
    degradations: tuple[Degradation, ...] = ()
