"""Working memory: the live buffer of one editing session, never on disk (R3)."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from mohen.core.values import dataclass


class Kind(StrEnum):
    """R4. A focus is held apart: there is one."""

    INTENT = "intent"
    UNDO = "undo"
    REDO = "redo"
    SIGNAL = "signal"
    DIALOGUE = "dialogue"


@dataclass(frozen=True, slots=True, kw_only=True)
class Focus:
    """Where the author is now; replaced when it changes (R5)."""

    at: int
    chapter_id: str | None = None
    scene_type: str | None = None
    text: str = ""  # what is on the screen around the cursor
    begins: int = 0  # where that text begins in the chapter
    cursor: int = 0  # in that text
    tokens: int = 0
    terms: frozenset[str] = frozenset()  # of the text, to tell what is related to it


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkingItem:
    """One thing in mind. `importance` is as of when the state was asked for (R8)."""

    id: str
    kind: Kind
    text: str
    at: int
    touched_at: int
    tokens: int
    key: str = ""  # what it is known by when it is said again
    terms: frozenset[str] = frozenset()
    uses: int = 1  # how often the author came back to it
    weight: float = 0.0  # of a signal: what it has gathered
    role: str | None = None  # of dialogue: user or assistant
    importance: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Working:
    """The whole buffer at one moment (R6)."""

    session_id: str
    project_id: str
    began_at: int
    touched_at: int = 0
    focus: Focus | None = None
    items: tuple[WorkingItem, ...] = ()  # in the order they came
    conversation_id: str | None = None  # which one the dialogue is of
    tokens: int = 0
    token_budget: int = 0
    evicted: int = 0  # so far

    def of(self, kind: Kind) -> tuple[WorkingItem, ...]:
        return tuple(each for each in self.items if each.kind is kind)


@dataclass(frozen=True, slots=True)
class Noted:
    """What was noted, with its importance, and the buffer after it."""

    item: WorkingItem
    working: Working


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What became of a session at its end (R10)."""

    session_id: str
    project_id: str
    episodes: Annotated[tuple[str, ...], "made of signals that reached the threshold"] = ()
    discarded: int = 0
    abandoned: Annotated[int, "runs that nobody answered"] = 0  # C84
    failed: Annotated[tuple[str, ...], "codes; what failed is lost"] = ()


@dataclass(frozen=True, slots=True)
class Begun:
    """A live session, and what became of the one that stood under its name in another project."""

    working: Working
    settled: Settled | None = None
