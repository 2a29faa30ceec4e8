"""A skill: its instruction, and what of the context it needs (R150)."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import TYPE_CHECKING

from mohen.core.values import dataclass
from mohen.manuscript.model import ProjectFile, Trouble
from mohen.prompts.model import ContextRules
from mohen.text.lazy_pattern import LazyPattern

if TYPE_CHECKING:
    from mohen.manuscript.ports import ProjectFolder


class Target(StrEnum):
    """What a skill works on. Without a selection, a skill for one takes the whole text."""

    SELECTION = "selection"
    CURSOR = "cursor"


class Source(StrEnum):
    BUILT_IN = "builtin"
    PROJECT = "project"


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A way to have text written, as a SKILL.md describes it."""

    id: str
    description: str
    body: str  # the instruction, Markdown; it may be given in both languages
    source: Source
    title: tuple[str, str]  # English, Chinese
    description_zh: str = ""  # for who reads Chinese; empty: nobody wrote one
    context_rules: ContextRules = field(default_factory=ContextRules)
    target: Target = Target.SELECTION
    candidates: int = 3
    max_tokens: int = 1_000  # of each candidate
    version: str = "1"
    ref: str | None = None  # `.mohen/skills/…/SKILL.md` of a project's own

    def instruction(self, language: str) -> str:
        """The body, or what of it is said in `language` (zh or en) where it is said in both: a
        small model that reads two languages answers in the wrong one."""
        first, *said = _HEADING.split(f"\n{self.body}\n")
        names, texts = said[::2], [each.strip() for each in said[1::2]]
        if first.strip() or sorted(names) != sorted(_LANGUAGES.values()) or not all(texts):
            return self.body
        return texts[names.index(_LANGUAGES[language])]


_FILE = "SKILL.md"
_LANGUAGES = {"zh": "中文", "en": "English"}
_HEADING = LazyPattern(rf"\n# ({'|'.join(_LANGUAGES.values())})[ \t]*(?=\n)")


def unread(shelf: ProjectFolder, skill: Skill) -> ProjectFile | None:
    """The author's own version of a built-in skill that is run, if it could not be got at."""
    if skill.source is not Source.BUILT_IN:
        return None
    own = shelf.read(_ref(skill.id))
    return None if own.trouble in (None, Trouble.NOT_FOUND) else own


def _ref(skill_id: str) -> str:
    return f".mohen/skills/{skill_id}/{_FILE}"
