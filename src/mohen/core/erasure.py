"""What is left of what was taken away: marks without text, and who took it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from mohen.core.listed import Listed
from mohen.core.values import dataclass

OPERATOR = "user"
"""Who acts when nobody says who."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One line of the audit: a destructive act (R119, C99)."""

    id: int
    at: int
    operator: str
    act: str
    project_id: str | None
    subject: str | None  # an id, never text
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Acts(Listed[Act]):
    """Some of the audit, newest first; `after` asks for the next ones."""

    items: tuple[Act, ...]
    limit: int
    after: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tombstone:
    """The mark that something was here and is erased; it holds no text (C93)."""

    id: str
    kind: str
    project_id: str | None
    hash: str
    created_at: int
    deleted_at: int


class Why(StrEnum):
    """Why something would go."""

    NAMED = "named"  # by its id, its words or where it was said
    REPLACED = "replaced"  # something that goes took its place
    SAME = "same"  # says the same as something that goes
    SUMMARY = "summary"  # sums it up


@dataclass(frozen=True, slots=True)
class Going:
    """One thing that would go."""

    id: str
    type: str
    content: Annotated[str, "its beginning; nothing of an episode"]  # and without secrets
    why: Annotated[
        Why, "named by id or words; what is named took its place; says the same; sums it up"
    ]


class Where(StrEnum):
    """Where something unreadable is left."""

    ROWS = "rows"  # deleted rows in the server's files
    LOG = "log"  # its write-ahead log, and archives of it
    BACKUPS = "backups"


class Until(StrEnum):
    """How long it is there."""

    VACUUM = "vacuum"  # the server's own housekeeping
    RECYCLED = "recycled"  # until the log is, or its archives go
    KEPT = "kept"  # as long as their owner keeps them


@dataclass(frozen=True, slots=True)
class Rest:
    """What is left of something erased that no key opens any more (C101)."""

    where: Where
    until: Until


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What a deletion took, or would take, by kind (C74)."""

    counts: Mapping[str, int]
    wiped: bool = False  # nobody can read any of it any more, in no file
    dry_run: bool = False
    left_files: int = 0  # damaged files that were set aside and may still hold it
    rests: tuple[Rest, ...] = ()  # unreadable, and what is wiped leaves them on a server
    items: tuple[Going, ...] = ()  # of what would go; never of what is gone
    more: int = 0  # that are not among them


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What to forget: exactly one of these."""

    episode_id: str | None = None
    rule_id: str | None = None
    knowledge_id: str | None = None
    query_text: str | None = None
    source: str | None = None  # `session:line` of a conversation, or a whole session
    speaker: str | None = None  # whose messages, by name
    since: int | None = None  # messages from a moment on,
    until: int | None = None  # and before one
