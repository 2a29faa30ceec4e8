"""What was said: messages of conversations, as hosts tell them and as they are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Annotated, Any

from mohen.core.listed import Listed
from mohen.core.policy import Milliseconds
from mohen.core.values import dataclass


class Role(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One message as a host tells it."""

    role: Role
    text: str
    speaker: Annotated[str, "who said it, where the role alone does not tell"] = ""
    at: Annotated[Milliseconds | None, "when it was said; absent: now"] = None
    id: Annotated[str | None, "the host's own; the same again is the same message"] = None
    line: int | None = None  # of the transcript it was read from
    place: int | None = None  # that it had in the memory it was exported from
    terms: str = ""  # what it is found by, as it is stored


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message as it is kept."""

    pk: int  # order of hearing
    session: str
    place: int  # its order in the session
    role: Role
    speaker: str
    at: int
    text: str
    line: int | None = None
    id: str | None = None  # the host's own

    @property
    def where(self) -> str:
        """As knowledge names it among its sources."""
        return f"{self.session}:{self.place}"


@dataclass(frozen=True, slots=True)
class Kept:
    """What tells a message of a session from another."""

    pk: int
    place: int
    line: int | None
    id: str | None
    mark: str
    at: int | None
    heard_at: int
    gone: bool
    speaker: str
    text: str = ""  # where it was asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What came of hearing some messages."""

    heard: int = 0  # that were new
    same: int = 0  # that were known
    edited: int = 0  # that say something else than before
    left_out: int = 0  # that hold nothing but blanks, or our own words
    private: bool = False  # privacy mode is on: nothing is kept
    moved: Mapping[int, int] = field(default_factory=dict)  # of an import: place there, place here
    numbers: tuple[int, int] = (0, 0)  # of the first and the last that were new


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """One session, as a list shows it."""

    session: str
    first_at: int
    last_at: int
    messages: int
    opening: str  # how the first message begins
    speakers: tuple[str, ...] = ()  # names under which somebody speaks


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which messages a search lets through. A speaker is named by name or role. `written`: how that
    name may stand in what is kept."""

    session: str | None = None
    speaker: str | None = None
    written: tuple[str, ...] = ()
    since: int | None = None
    until: int | None = None


ANYTHING = Wanted()


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A message that was found, with what was said around it."""

    message: Message
    score: float
    because: tuple[str, ...] = ()  # what brought it: words, neighbours, speaker, time
    sure: bool = True  # that it is about the question, and not the nearest of what is not
    before: Message | None = None
    after: Message | None = None
    # As it is compared, a `retrieval.diversity.Told`, which most who know a message never load;
    # None where nothing newer takes its place.
    told: Any = None


@dataclass(frozen=True, slots=True)
class Page(Listed[Message]):
    """Messages of a session in their order; `after` asks for the next ones, `before` for those
    before them."""

    items: tuple[Message, ...]
    after: int | None = None
    before: int | None = None
