"""Transcripts as values: who said what, in which line of which session."""

from __future__ import annotations

from enum import StrEnum

from mohen.conversations.model import Role as Role
from mohen.core.values import dataclass


class SourceKind(StrEnum):
    OPENCLAW = "openclaw"
    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    CHATGPT = "chatgpt"  # an export: conversations.json, or the zip it came in
    CLAUDE = "claude"  # an export: conversations.json, or the zip it came in
    TEXT = "text"  # Markdown or plain text
    PLUGIN = "plugin"  # read by a package of others: docs/extending.md


@dataclass(frozen=True, slots=True)
class Source:
    """Where an agent's conversations are: a file, or a folder that is looked through."""

    kind: SourceKind
    path: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """One conversation of a source, as its host keeps it. `key` finds it again and says nothing of
    the machine's paths."""

    session: str
    key: str
    size: int
    changed_at: int  # ns; with the size, whether there is anything new


@dataclass(frozen=True, slots=True)
class Utterance:
    """One message of a conversation.

    `line` counts from 1; where a format has no lines, it is the message's number.
    """

    session: str
    line: int
    role: Role
    text: str
    at: int | None  # ms UTC
    id: str | None = None  # the host's own


@dataclass(frozen=True, slots=True)
class Bookmark:
    """How far a session was read (C58). `mark` is a hash of what stood before `offset`, so that a
    file that was rewritten is read again from its beginning."""

    session: str
    line: int = 0
    offset: int = 0
    mark: str = ""
    changed_at: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """The next messages of a session, and where to go on."""

    utterances: tuple[Utterance, ...]
    bookmark: Bookmark
    done: bool  # nothing follows now
    broken: tuple[int, ...] = ()  # lines that are not what they should be
    abandoned: tuple[int, ...] = ()  # lines read before that now stand on a branch left behind
    rewritten: bool = False  # it was read from its beginning: all earlier lines may be others
