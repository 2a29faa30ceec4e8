"""Questions to a language model, its answers, and the receipt of each call (C65, C66)."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from mohen.core.values import dataclass
from mohen.text.tokens import Message


class Purpose(StrEnum):
    """What a model is asked for; each has a budget of its own."""

    DISTILLATION = "distillation"
    CONSOLIDATION = "consolidation"
    SKILL = "skill"  # the author's own act: counted, never refused (C65)


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer; tokens are None where the server did not count them."""

    text: str
    tokens_in: int | None = None
    tokens_out: int | None = None
    remark: tuple[str, str] | None = field(default=None, kw_only=True)
    """What a reader should know of it, in English and Chinese."""
    repeated: bool = field(default=False, kw_only=True)
    """There is no text because all that was said stood in the question."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One question: its messages, what they and the longest answer cost."""

    messages: tuple[Message, ...]
    tokens: int  # of the messages, estimated
    max_tokens: int  # of the answer

    @property
    def cost(self) -> int:
        return self.tokens + self.max_tokens


class Result(StrEnum):
    """What came of a call."""

    ASKED = "asked"  # not answered yet; or its process died, so its cost is not known
    OK = "ok"
    FAILED = "failed"
    NONSENSE = "nonsense"


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The record of one call of a model: when, what for, how many tokens. Holds no text."""

    at: int
    purpose: Purpose
    model: str
    tokens_in: int
    tokens_out: int
    result: Result = Result.ASKED
    run_id: str | None = None
    id: int = 0


@dataclass(frozen=True, slots=True)
class Spending:
    """What a purpose has cost today (UTC), and may."""

    purpose: Purpose
    spent: int
    budget: int | None  # None: counted, never refused


@dataclass(frozen=True, slots=True)
class ModelState:
    """The configured model, what it cost today, and when it last gave nothing."""

    name: str
    spending: tuple[Spending, ...]
    last_failure: Receipt | None = None
