"""Episodes: one recorded interaction with the AI each, and the questions asked about them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mohen.core.listed import Listed
from mohen.core.values import dataclass

if TYPE_CHECKING:
    pass

from dataclasses import field
from enum import StrEnum
from typing import Annotated

from mohen.core.degradation import Degradation
from mohen.text.default_rules import BuiltInRule

SCHEMA_VERSION = 1


class Signal(StrEnum):
    """What the author's act says of the AI's text."""

    DIRECT_ACCEPT = "DIRECT_ACCEPT"
    LIGHT_EDIT = "LIGHT_EDIT"
    NEUTRAL = "NEUTRAL"
    HEAVY_REWRITE = "HEAVY_REWRITE"
    FULL_REJECT = "FULL_REJECT"
    UNDO_AFTER_ACCEPT = "UNDO_AFTER_ACCEPT"
    REPEATED_SCENE_SKILL = "REPEATED_SCENE_SKILL"
    ABANDONED = "ABANDONED"


class Band(StrEnum):
    """How alive an episode is, in four steps."""

    ACTIVE = "ACTIVE"
    FADING = "FADING"
    COMPRESSIBLE = "COMPRESSIBLE"
    EXPIRING = "EXPIRING"


class State(StrEnum):
    """Open: the author has not answered yet. Abandoned: never will (C84)."""

    OPEN = "open"
    CLOSED = "closed"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a caller reports of one interaction."""

    project_id: str
    skill_used: str
    input_context: str
    candidates: tuple[str, ...]
    selected_index: Annotated[int, "-1: none of them"]
    scene_type: str | None = None
    chapter_id: str | None = None
    final_text: str | None = None
    explicit: str | None = None
    edit_distance: Annotated[float | None, "0-1; computed when absent"] = None
    response_time_ms: int | None = None
    importance: Annotated[float | None, "clamped to 0-1; default 0.5"] = None
    generation_id: str | None = None
    timestamp: Annotated[int | None, "for backfilling; else now"] = None
    user_confirmed: bool = False
    core_setting: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """The implicit feedback in one interaction."""

    signal: Signal
    weight: float
    edit_distance: float


@dataclass(frozen=True, slots=True)
class Lengths:
    """Code points of each text; kept when the text is not (C95)."""

    input: int
    candidates: tuple[int, ...]
    final: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """The words of an episode: absent in privacy mode and after compression."""

    input_context: str = ""
    candidates: tuple[str, ...] = ()
    final_text: str | None = None
    explicit: str | None = None

    def changed(self, change: Callable[[str], str]) -> Texts:
        """Each of them changed in the same way: with names masked, say."""
        return Texts(
            input_context=change(self.input_context),
            candidates=tuple(map(change, self.candidates)),
            final_text=None if self.final_text is None else change(self.final_text),
            explicit=None if self.explicit is None else change(self.explicit),
        )


@dataclass(frozen=True, slots=True)
class Vitals:
    """What decides how alive an episode is."""

    timestamp: int
    importance: float
    recall_count: int = 0
    last_recalled_at: int | None = None
    core_setting: bool = False


@dataclass(frozen=True, slots=True)
class Strength:
    """An episode's value by the fixed formula, as of a moment."""

    value: float
    band: Band
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """One interaction as it is kept."""

    id: str
    project_id: str
    skill_used: str
    scene_type: str
    scene_inferred: bool
    state: State
    recorded_at: int
    vitals: Vitals
    strength: Strength
    lengths: Lengths
    texts: Texts
    selected_index: int | None
    signal: Signal | None
    weight: float
    edit_distance: float | None
    chapter_id: str | None = None
    generation_id: str | None = None
    response_time_ms: int | None = None
    undone_at: int | None = None
    undo_latency_ms: int | None = None
    user_confirmed: bool = False
    compressed: bool = False
    digest: str | None = None
    private: bool = False
    marked: bool = False  # it taught a rule that its author deleted (R77)
    version: int = 1
    seq: int = 0  # given by the store: the order of acknowledgement

    @property
    def timestamp(self) -> int:
        return self.vitals.timestamp


@dataclass(frozen=True, slots=True)
class Recorded:
    """The answer to a recording."""

    episode: Episode
    retries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which episodes of a project to list."""

    scene_type: str | None = None
    skill_used: str | None = None
    chapter_id: str | None = None
    signal: Signal | None = None
    compressed: bool | None = None
    since: int | None = None
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Page(Listed[Episode]):
    """Some of the episodes, newest first; `after` asks for the next ones."""

    items: tuple[Episode, ...]
    limit: int  # how many were asked for at most
    after: tuple[int, int] | None = None  # (timestamp, seq) of the last item, if more follow


@dataclass(frozen=True, slots=True)
class Counts:
    """How many episodes there are, by what has become of them."""

    active: int = 0
    compressed: int = 0
    open: int = 0
    by_project: dict[str, int] = field(default_factory=dict)


# -- What is asked of the memory of episodes, and what it answers.


class Mode(StrEnum):
    """Semantic: ranked by words and meaning. Deterministic: by scene and time alone, or by
    words where meaning is out of order."""

    SEMANTIC = "semantic"
    DETERMINISTIC = "deterministic"


class DecidedBy(StrEnum):
    """What made an episode part of an answer. The scene stands for time, too: what is asked for
    without words is answered by both (C103)."""

    WORDS = "words"
    MEANING = "meaning"
    BOTH = "both"
    SCENE = "scene"


class Purpose(StrEnum):
    """Only what goes into a prompt counts as a recall (C63)."""

    BROWSE = "browse"
    CONTEXT = "context"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    project_id: str
    scene_type: str | None = None
    query_text: str | None = None
    limit: int | None = None
    purpose: Purpose = Purpose.BROWSE
    passage: bool = False  # the text at hand rather than a question: its telling words will do


@dataclass(frozen=True, slots=True)
class Recalled:
    """One episode found again, and why."""

    episode: Episode
    strength: Strength  # as of now, not as persisted
    score: float
    reason: tuple[str, str]  # English, Chinese
    by: DecidedBy = DecidedBy.SCENE


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Listed[Recalled]):
    items: tuple[Recalled, ...]
    mode: Mode
    decided_by: DecidedBy | None = None  # None: nothing was found
    degradations: tuple[Degradation, ...] = ()
    fallback_rules: tuple[BuiltInRule, ...] = ()


# -- What an episode can be found by.


def searchable(texts: Texts) -> str:
    """The text that search finds an episode by: its place, its outcome, and comments on it."""
    parts = (texts.input_context, texts.final_text or "", texts.explicit or "")
    return "\n".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Living:
    """An episode that still has its text, as a cleanup sees it."""

    seq: int
    vitals: Vitals
    confirmed: bool


@dataclass(frozen=True, slots=True)
class Old:
    """A digest, as a cleanup sees it."""

    seq: int
    timestamp: int
    protected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What the AI's texts cost an author in a row of episodes: 0 where they were taken as they
    were, 1 where they were of no use."""

    since: int
    until: int
    episodes: int
    total: float
    accepted: int
    edited: int
    rewritten: int
    rejected: int
    undone: int

    @property
    def mean(self) -> float:
        return self.total / self.episodes


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that happened to a rule meanwhile."""

    at: int
    kind: str
    rule_id: str | None  # None: another project's, of which only numbers are told


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far the index follows the episodes."""

    episodes: int  # that can be embedded
    vectors: int  # of the embedder in use
    foreign: int  # of other embedders, or of a wrong length: useless until a rebuild

    @property
    def missing(self) -> int:
        return self.episodes - self.vectors
