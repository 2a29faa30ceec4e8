"""The review of a memory: what is wrong in it, and where (C99)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from mohen.core.values import dataclass
from mohen.knowledge.consolidation.model import Change
from mohen.knowledge.workspace.model import Trouble


class Fault(StrEnum):
    JUNK = "junk"
    DUPLICATE = "duplicate"
    STALE = "stale"
    CONTRADICTION = "contradiction"
    ORPHAN = "orphan"
    SECRET = "secret"


class Cure(StrEnum):
    ARCHIVE = "archive"
    MERGE = "merge"  # into the one that is kept
    SUPERSEDE = "supersede"  # by the newest
    UNLINK = "unlink"
    FORGET = "forget"  # only a person may
    LOOK = "look"  # a person must say which one holds


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    fault: Fault
    code: str
    refs: tuple[str, ...]  # whose fault it is; what is kept is not among them
    excerpt: str  # with secrets masked
    cure: Cure
    keep: str | None = None
    links: tuple[str, ...] = ()  # of an orphan: what leads to nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    items: int
    score: float
    counts: Mapping[str, int]  # items at fault, by kind
    findings: tuple[Finding, ...] = ()
    left_out: int = 0  # findings beyond those told
    changes: tuple[Change, ...] = ()  # what `fix` did
    troubles: tuple[Trouble, ...] = ()
    form: str | None = None  # of what make the export is
    messages: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # by code
