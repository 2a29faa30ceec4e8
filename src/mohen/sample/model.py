"""A sample project: what its author wrote and did, and what loading or removing it came to."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from mohen.core.values import dataclass


class Language(StrEnum):
    ZH = "zh"
    EN = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What the author did with one suggestion."""

    skill: str
    scene: str
    context: str
    candidates: tuple[str, ...]
    takes: int
    final: str | None = None
    said: str | None = None
    undone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """What the author had remembered."""

    content: str
    kind: str
    entities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Topic:
    """What a rule is about, by which the author finds the one to confirm."""

    feature: str
    scene: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Week:
    """What the author typed as rules, did, had remembered, and confirmed at its end."""

    chapter: str
    rules: tuple[str, ...]
    acts: tuple[Act, ...]
    notes: tuple[Noted, ...]
    confirmed: Topic | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """One story: the files of its folder by their references, and its weeks."""

    language: Language
    project_id: str
    files: Mapping[str, str]
    weeks: tuple[Week, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A sample project as it stands now."""

    language: Language
    project_id: str
    folder: Annotated[str, "absolute path on this machine"]
    episodes: int
    rules: int
    conflicts: Annotated[int, "that wait for the author"]
    knowledge: int
    kept_folder: Annotated[
        str | None, "where the folder was moved to, if its files were changed"
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """What went, and the folder if something of the author's is left in it."""

    language: Language
    project_id: str
    episodes: int
    rules: int
    files: Annotated[int, "that were deleted"]
    left_folder: Annotated[str | None, "still there, with what was changed or added in it"] = None
