"""What a skill wrote for the author, and what the author did with it."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.model.context import Assembly, Warned
from mohen.model.episode import Signal
from mohen.model.feedback import Action, Learned

OFFLINE = "offline"
"""The writer that is no language model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """The answer to a run. `notice` says plainly who wrote, where that may surprise."""

    run_id: str
    assembly: Assembly
    candidates: tuple[str, ...]
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
    masked: bool = False  # read from disk, where names are masked if the author wants it
    episode_id: str | None = None  # None: without a project, or it could not be opened


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What the author did with an offer, and said of it."""

    action: Action
    selected_index: int | None = None
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
