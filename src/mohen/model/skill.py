"""What a skill is: its instruction, and what of the context it needs (R150)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from mohen.errors import MohenError


@dataclass(frozen=True, slots=True)
class ContextRules:
    """Exactly seven keys (background 1.5). Preferences go in unless a skill says no (C32)."""

    surrounding: int = 0  # code points on each side
    user_preferences: bool = True
    style_guide: bool = False
    characters: bool = False
    outline: bool = False
    recent_summary: int = 0  # digests of recent runs
    knowledge_graph: bool = False


class Target(StrEnum):
    """What a skill works on. Without a selection, a skill for one takes the whole text."""

    SELECTION = "selection"
    CURSOR = "cursor"


class Source(StrEnum):
    BUILT_IN = "builtin"
    PROJECT = "project"


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A SKILL.md that was understood."""

    id: str
    description: str
    body: str  # the instruction, Markdown
    source: Source
    title: tuple[str, str]  # English, Chinese
    description_zh: str = ""  # for who reads Chinese; empty: nobody wrote one
    context_rules: ContextRules = field(default_factory=ContextRules)
    target: Target = Target.SELECTION
    candidates: int = 3
    max_tokens: int = 1_000  # of each candidate
    version: str = "1"
    ref: str | None = None  # `.mohen/skills/…/SKILL.md` of a project's own


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of the list: name and description only (progressive disclosure), or what is
    wrong with the file."""

    id: str
    source: Source
    skill: Skill | None
    problem: MohenError | None = None
    ref: str | None = None
    uses: int = 0  # how often it was used for the asked scene (C85)
