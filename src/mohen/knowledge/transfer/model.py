"""Exports and imports as values: what goes from one memory to another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Annotated, Any

from mohen.conversations.model import Said
from mohen.core.values import dataclass
from mohen.knowledge.consolidation.model import Change, Named
from mohen.knowledge.model import FACT, Category, State
from mohen.knowledge.transcripts.model import Source
from mohen.knowledge.workspace.model import Trouble


class Form(StrEnum):
    """The format of a file: which product wrote it."""

    MOHEN = "mohen"
    MEMORY_MD = "memory-md"
    SEED = "seed-001"
    MEM0 = "mem0"
    LETTA = "letta"
    ZEP = "zep"
    MCP = "mcp-memory"
    LANGMEM = "langmem"
    CLAUDE = "claude-memory"
    LINES = "lines"  # one memory a line: what ChatGPT and Claude print of theirs
    GENERIC = "generic"
    TRANSCRIPT = "transcript"
    SILLYTAVERN_V3 = "sillytavern-v3"
    SILLYTAVERN_V2 = "sillytavern-v2"
    LOREBOOK = "lorebook"  # SillyTavern's world info
    CHARACTER_BOOK = "character-book"  # as it stands in a card, or alone
    NOVELAI = "novelai"
    RISU = "risu"
    AGNAI = "agnai"
    NOVELCRAFTER = "novelcrafter"
    OBSIDIAN = "obsidian"


STORY_FORMS = (
    Form.SILLYTAVERN_V3,
    Form.SILLYTAVERN_V2,
    Form.LOREBOOK,
    Form.CHARACTER_BOOK,
    Form.NOVELAI,
    Form.RISU,
    Form.AGNAI,
    Form.NOVELCRAFTER,
    Form.OBSIDIAN,
)
"""Files of writers' tools: they tell a story's people and places, and are written as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memo:
    """One memory as a file tells it, or an item of ours as a review looks at it."""

    ref: str  # MEMORY.md:12, or the id it has there
    content: str
    type: str = FACT
    at: int | None = None
    category: Category | None = None
    importance: float | None = None
    confidence: float | None = None
    entities: tuple[str, ...] = ()
    named: tuple[Named, ...] = ()  # of which kind some of them are
    subject: str = ""
    attribute: str = ""
    value: str = ""
    state: State = State.ACTIVE
    event_at: int | None = None
    valid_from: int | None = None
    valid_to: int | None = None
    stale: bool = False
    assistant: bool = False  # the file says that the assistant said it
    links: tuple[str, ...] = ()  # refs of what it was made of or stands between
    source: str = ""  # `name:line` of where it stands
    told: Mapping[str, object] = field(default_factory=dict)  # of our own: the whole row


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One message of an export, and where it stands there."""

    file: str
    number: int
    session: str
    said: Said
    waiting: bool = False  # nobody had learned from it when it was exported


@dataclass(frozen=True, slots=True, kw_only=True)
class Papers:
    """What was read of a file or a folder."""

    form: Form
    memos: tuple[Memo, ...] = ()
    rules: tuple[Mapping[str, object], ...] = ()
    messages: tuple[Line, ...] = ()
    originals: tuple[Mapping[str, Any], ...] = ()  # of our own: files of writers' tools
    documents: tuple[Mapping[str, object], ...] = ()
    nodes: frozenset[str] | None = None  # refs that links may name, where the file tells them
    troubles: tuple[Trouble, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """What was not taken in, and why. Never holds the words."""

    ref: str
    code: str  # secret, junk, forgotten, too_long
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    form: Form
    added: int = 0
    repeated: int = 0
    rules: int = 0
    messages: int = 0
    things: int = 0  # people, places and things of a story that came in or changed
    documents: int = 0
    changes: tuple[Change, ...] = ()
    refused: tuple[Refused, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)  # ids that were taken
    source: Source | None = None  # conversations: the agent listens to them now
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Dropped:
    """A file that comes in itself, from where its path means nothing here."""

    name: str
    data: str  # Base64


@dataclass(frozen=True, slots=True)
class Sheet:
    """A piece of a file that is written out."""

    path: Annotated[str, "the same path in several pieces is one file"]
    text: str
    base64: Annotated[bool, "the text stands for bytes: a picture"] = False


@dataclass(frozen=True, slots=True)
class Exported:
    sheets: tuple[Sheet, ...]
    after: str | None = None  # asks for the rest
