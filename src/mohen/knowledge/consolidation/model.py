"""What passes between the phases of consolidation: fragments, statements, results of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import IntEnum, StrEnum
from typing import Any

from mohen.core.values import dataclass
from mohen.knowledge.model import FACT, Category, EntityType
from mohen.knowledge.transcripts.model import Role


class Phase(IntEnum):
    COLLECT = 1  # transcripts → fragments
    SIFT = 2  # what is worth keeping, and how much
    EXTRACT = 3  # fragments → statements
    RECONCILE = 4  # statements → knowledge: merge, verify, sum up
    FADE = 5
    INDEX = 6
    SNAPSHOT = 7


class Tag(StrEnum):
    STATEMENT = "statement"
    QUESTION = "question"
    COMMAND = "command"
    CHAT = "chat"


class Frame(StrEnum):
    """What the message around them makes of words; they alone do not show it."""

    PLAIN = ""  # said in earnest, by the speaker
    CODE = "code"
    OUTPUT = "output"  # of a program: logs, stack traces, data, what a tool answered
    PASTED = "pasted"  # mail that is answered, articles, tables
    FICTION = "fiction"  # dictated for a text, or a part that is played
    SUPPOSED = "supposed"  # if, imagine, for example
    INJECTED = "injected"  # a host's own lines: heartbeats, metadata
    WORK = "work"  # what is to be done to code at hand, and how
    LASTS = "lasts"  # said at work, and outlasts it


IN_EARNEST = (Frame.PLAIN, Frame.WORK, Frame.LASTS)
"""Said by the speaker, and meant."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """One thought of a message. `quoted`: somebody else's words in it. `previous`: the line in
    which the same speaker last said something; 0 where that is not known. `speaker`: who says it,
    where it is not the user."""

    session: str
    line: int
    part: int
    role: Role
    text: str
    tag: Tag
    at: int
    quoted: bool = False
    frame: Frame = Frame.PLAIN
    previous: int = 0
    speaker: str = ""

    @property
    def source(self) -> str:
        return f"{self.session}:{self.line}"


@dataclass(frozen=True, slots=True)
class Standpoint:
    """Where a session stands: the place in which the user last said more than hello, the one that
    opened what is still played (0: nothing is), and the time of its last message."""

    told: int = 0
    played: int = 0
    heard_at: int = 0


class Verdict(StrEnum):
    KEPT = "kept"
    DROPPED = "dropped"
    UNDECIDED = "undecided"


class Act(StrEnum):
    """What the speaker does with a statement."""

    STATES = "states"
    CORRECTS = "corrects"  # 其实是, 更正, actually: what was said before is wrong
    TAKES_BACK = "takes_back"  # 开玩笑的, just kidding: nothing is put in its place


@dataclass(frozen=True, slots=True)
class Named:
    name: str
    type: EntityType = EntityType.OTHER


class Near(StrEnum):
    """Of what time the day of a correction is, where it names a part of a date."""

    ITSELF = "itself"
    MONTH = "month"  # on the 12th: of the month that it was in
    WEEK = "week"  # on Thursday: of the week that it was in, if that is not over


class Amends(StrEnum):
    """What a correction puts right of what was said before it."""

    VALUE = "value"
    WHOSE = "whose"  # 不是我，是我儿子
    DOSE = "dose"  # of a medicine: my doctor upped it to 30


@dataclass(frozen=True, slots=True)
class OtherDay:
    """The day, the hour or both that a correction names: no, it's on Thursday at 4."""

    day: str = ""  # 2026-02-05; of MONTH its two digits
    near: Near = Near.ITSELF
    hour: str = ""  # 16:00
    half_unsaid: bool = False  # an hour of which nobody says whether it is before noon


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a fragment says, in the third person: 用户对花生过敏."""

    content: str
    category: Category
    type: str = FACT
    act: Act = Act.STATES
    subject: str = ""  # USER, AGENT or a name
    attribute: str = ""
    value: str = ""
    entities: tuple[Named, ...] = ()
    confidence: float = 1.0
    basis: str = ""
    event_at: int | None = None
    ended: bool = False  # it held and does not any more: 我不住北京了
    other_day: OtherDay | None = None  # of a correction whose value names nothing else
    amends: Amends = Amends.VALUE


@dataclass(frozen=True, slots=True)
class Piece:
    """A fragment between two phases. `importance` is a model's word, where one gave it."""

    id: int
    fragment: Fragment
    importance: float | None = None


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement, where it was made, and how much it matters."""

    id: int
    fragment: int
    session: str
    line: int
    at: int
    importance: float
    statement: Statement
    previous: int = 0  # the line in which the speaker last said something; 0: not known

    @property
    def place(self) -> tuple[int, int, int]:
        """Its place among all of a run: by time, then in the order of reading."""
        return self.at, self.fragment, self.id


@dataclass(frozen=True, slots=True)
class Backlog:
    """What phases have left for those after them."""

    fragments: int = 0  # that were not sifted
    kept: int = 0
    statements: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """Where the consolidation of an agent stands (R202)."""

    last_run: int | None = None
    last_success: int | None = None
    current_phase: int | None = None
    phase_data: Mapping[str, Any] = field(default_factory=dict)
    retry_count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How it stands with an agent: what was done, what waits, and when it is done next."""

    project_id: str
    progress: Progress
    unprocessed: int  # messages not read, and fragments not sifted
    next_due: int | None


class Trigger(StrEnum):
    SCHEDULE = "schedule"  # 03:00
    FALLBACK = "fallback"  # 48 hours
    MANUAL = "manual"
    BACKLOG = "backlog"  # more than 100 unprocessed fragments
    HEARD = "heard"  # a host told something just now


class Done(StrEnum):
    ADDED = "added"
    CHANGED = "changed"
    SUPERSEDED = "superseded"
    REPEATED = "repeated"
    PROMOTED = "promoted"  # a belief became a fact
    DENIED = "denied"
    WITHDRAWN = "withdrawn"
    ARCHIVED = "archived"
    RESTORED = "restored"


@dataclass(frozen=True, slots=True)
class Change:
    """One line of what a run did, or would do."""

    done: Done
    id: str
    type: str
    content: str
    before: str = ""  # what it says instead of
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a consolidation."""

    run_id: str
    project_id: str | None
    trigger: Trigger
    started_at: int
    ended_at: int
    phases: tuple[int, ...] = ()  # that were done now
    resumed_at: int | None = None  # the phase that an interrupted run was continued with
    messages: int = 0
    fragments: int = 0
    kept: int = 0
    statements: int = 0
    changes: tuple[Change, ...] = ()  # the first of them, if there are very many
    changed: Mapping[Done, int] = field(default_factory=dict)  # how many of each kind
    broken_lines: int = 0
    tokens: int = 0
    degraded: str | None = None  # why a model gave nothing, where one was asked
    snapshot_written: bool = False
    undecided: int = 0  # fragments that rules could not judge and no model did: not kept
    unreadable: tuple[str, ...] = ()  # sources and sessions, by kind and key
    skipped: tuple[str, str] | None = None  # why nothing was done, and what to do: en, zh
    dry_run: bool = False
