"""What a skill is: its instruction, and what of the context it needs (R150)."""

from __future__ import annotations

from enum import StrEnum

from mohen.core.values import dataclass
from mohen.episodes.model import Signal
from mohen.errors import MohenError
from mohen.prompts.model import Assembly, Skill, Source, Warned
from mohen.rules.model import Action, Learned
from mohen.story.model import Contradiction


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of the list: name and description only (progressive disclosure), or what is
    wrong with the file."""

    id: str
    source: Source
    skill: Skill | None
    problem: MohenError | None = None
    ref: str | None = None
    uses: int = 0  # how often it was used for the asked scene (C85)


# -- What a skill wrote for the author, and what the author did with it.


OFFLINE = "offline"
"""The writer that is no language model."""


class OpenState(StrEnum):
    """Offered: it waits for the author's answer."""

    RUNNING = "running"
    OFFERED = "offered"
    FAILED = "failed"


class CandidateState(StrEnum):
    """Waiting: not a word yet. Cut: it ends in the middle. Nothing: it only said what is there, or
    its writer failed before a word."""

    WAITING = "waiting"
    WRITING = "writing"
    DONE = "done"
    CUT = "cut"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Begun:
    """A candidate as far as it is written, and what ended it where its writer failed."""

    text: str
    state: CandidateState
    error: MohenError | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """A candidate: which of those that were asked for, and whether it came to its end."""

    place: int
    text: str
    whole: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """The answer to a run. `notice` says plainly who wrote, where that may surprise.

    places     which of those that were asked for each candidate is
    cut        candidates that end in the middle
    findings   what a check of the story found; None of a skill that checks nothing
    additions  what a model added to them, one for each candidate
    """

    run_id: str
    assembly: Assembly
    candidates: tuple[str, ...]
    places: tuple[int, ...] = ()
    cut: tuple[int, ...] = ()
    findings: tuple[Contradiction, ...] | None = None
    additions: tuple[str, ...] = ()
    episode_id: str | None = None
    notice: tuple[str, str] | None = None
    warnings: tuple[Warned, ...] = ()
    memory_degraded: bool = False

    @property
    def offline(self) -> bool:
        return self.assembly.model == OFFLINE


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What a run put before the author. It is held in this process for a while, so that the
    answer can be measured where no text is on disk."""

    run_id: str
    project_id: str | None
    skill_id: str
    generation_id: str
    at: int
    scene_type: str
    scene_inferred: bool = False
    chapter_id: str | None = None
    input_context: str = ""
    candidates: tuple[str, ...] = ()  # empty where they are not known any more
    cut: tuple[int, ...] = ()  # those that end in the middle, which nobody can judge
    masked: bool = False  # read from disk, where names are masked if the author wants it
    episode_id: str | None = None  # None: without a project, or it could not be opened
    result: RunResult | None = None  # of a run that is kept for whoever comes back to it
    answered: bool = False

    @property
    def whole(self) -> tuple[str, ...]:
        """What can be judged: the finished ones, or what there is where none is."""
        finished = [text for at, text in enumerate(self.candidates) if at not in self.cut]
        return tuple(finished) or self.candidates


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRun:
    """A run that nobody has answered yet, for whoever comes back to it.

    candidates  as far as they are written
    result      None while it is going on, and where this process does not know it any more
    """

    run_id: str
    project_id: str | None
    skill_id: str
    chapter_id: str | None
    asked_at: int
    state: OpenState
    candidates: tuple[Begun, ...]
    generation_id: str | None = None
    episode_id: str | None = None
    result: RunResult | None = None
    error: MohenError | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What the author did with an offer, and said of it."""

    action: Action
    selected_index: int | None = None
    seen: tuple[int, ...] | None = None  # which there were to choose from; None: all
    final_text: str | None = None
    explicit: str | None = None
    evidence_ref: str | None = None
    response_time_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of a response. Without a project there is no episode, and so no signal."""

    learned: Learned
    episode_id: str | None = None
    signal: Signal | None = None
