"""What the author is shown of their rules, and what they may change in one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mohen.model.episode import Signal
from mohen.model.rule import Category, LearningEvent, Offer, Rule
from mohen.model.run import Run


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
    since: int | None = None  # when it was paused
    pending_episodes: int | None = None
    last_distilled_at: int | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """An offer as one scope may see it: of other projects only how many they are."""

    offer: Offer
    projects: int


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules in force somewhere, surest first."""

    items: tuple[Shown, ...]
    counts: RuleCounts
    learning: LearningState
    proposals: tuple[Proposal, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """What one comparison measured of the rule's feature: kept minus not kept."""

    kind: str
    weight: float
    value: float


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
class History:
    """Some of what happened to rules, newest first; `after` asks for the next ones."""

    events: tuple[LearningEvent, ...]
    limit: int
    after: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deleted:
    """The receipt of a deleted rule: how many of each are gone, or would be (C74)."""

    rules: int = 0
    wordings: int = 0  # earlier ones
    links: int = 0
    conflicts: int = 0
    labels: int = 0  # acts of threshold learning that said the same
    vetoes: int = 0
    episodes_marked: int = 0
    wiped: bool = False  # no file holds its bytes any more
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
