"""A chapter of a manuscript, as it lies in its file."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.model.project import ProjectFile


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
