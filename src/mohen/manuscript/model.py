"""A chapter of a manuscript, as it lies in its file."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum

from mohen.core.values import dataclass

# -- A writing project's folder and the files in it that Mohen reads (C61, R167).


class FileKind(StrEnum):
    """What a file is for, by where it stands in the project's folder."""

    AGENTS = "agents"  # AGENTS.md
    STYLE_GUIDE = "style_guide"  # .mohen/style-guide.md
    CHARACTER = "character"  # .mohen/characters/*.md
    WORLD = "world"  # .mohen/world.md, .mohen/world/*.md, .mohen/world/*/*.md
    OUTLINE = "outline"  # .mohen/outline.md
    SKILL = "skill"  # .mohen/skills/*/SKILL.md
    CHAPTER = "chapter"  # chapters/*.md or .txt (also 章节/, 正文/, manuscript/, ./chapter1.md)
    OTHER = "other"  # what is only read by its reference: .mohen/conversations/…


class Trouble(StrEnum):
    """Why a file could not be used; also the code of the warning that says so."""

    NOT_FOUND = "NOT_FOUND"
    IO_ERROR = "IO_ERROR"
    TOO_LARGE = "TOO_LARGE"
    INVALID_FORMAT = "INVALID_FORMAT"  # not UTF-8
    OUTSIDE = "OUTSIDE"  # a link, or not a plain file below the folder


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """One file by its relative reference (R169), with its text or what is wrong with it."""

    ref: str  # `.mohen/characters/lin.md`, always with forward slashes
    kind: FileKind
    text: str = ""
    trouble: Trouble | None = None
    version: str = ""  # differs when its bytes do; empty where it cannot be read
    modified_at: int | None = None


@dataclass(frozen=True, slots=True)
class Project:
    """A writing project and the folder that belongs to it."""

    id: str
    folder: str
    bound_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A project by its folder, its memory or both, and how much is remembered of it."""

    id: str
    folder: Project | None = None
    missing: bool = False  # it has a folder, and that is not there
    episodes: int | None = None  # None: they cannot be read
    last_episode_at: int | None = None
    rules: int = 0
    knowledge: int = 0


@dataclass(frozen=True, slots=True)
class Listing:
    """What is in a project's folder."""

    project: Project
    files: tuple[ProjectFile, ...]
    missing: bool  # the folder itself is not there

    def counts(self) -> dict[FileKind, int]:
        """How many files of each kind can be read."""
        sound = Counter(each.kind for each in self.files if each.trouble is None)
        return {kind: sound[kind] for kind in FileKind if sound[kind]}


@dataclass(frozen=True, slots=True)
class ChapterFile:
    """A file with what it is called: its first heading, or else its name."""

    title: str
    file: ProjectFile


@dataclass(frozen=True, slots=True)
class Manuscript:
    """All chapters of a project in their order."""

    chapters: tuple[ChapterFile, ...]
    missing: bool  # the folder itself is not there
