"""What a clause says before it is put into words for the memory: of whom, and what."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from mohen.logic.folding import fold
from mohen.model.knowledge import Category, EntityType


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who is spoken of. `role`: what they are to the user, where that is how they are
    named (妈妈, wife)."""

    key: str  # USER, AGENT or a name
    shown: str  # as the memory writes it: 用户的妈妈
    role: str = ""
    type: EntityType = EntityType.PERSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What is said of somebody. `tail` follows the subject; `whole` stands for both."""

    category: Category
    tail: str = ""
    whole: str = ""
    attribute: str = ""
    value: str = ""
    who: Who | None = None  # somebody else than the clause's own subject
    event_at: int | None = None
    ended: bool = False
    confidence: float = 1.0

    def of(self, who: Who) -> Claim:
        return replace(self, who=self.who or who)


_SPACE = re.compile(r"\s+")
_EDGES = " \t\n　,，.。!！?？;；:：、~～…\"“”'‘’「」『』《》()（）"


def tidy(text: str) -> str:
    """Without what surrounds the words."""
    return _SPACE.sub(" ", text).strip(_EDGES)


def key(family: str, thing: str) -> str:
    """An attribute that holds one value for each thing: preference:香菜."""
    return f"{family}:{tidy(fold(thing))}"
