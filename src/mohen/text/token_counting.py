"""How tokens are counted: estimated, or exactly where the author wants to know (C88)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from mohen.core.ports import Writer
from mohen.core.settings_model import ModelConfig, Settings
from mohen.errors import ModelError
from mohen.prompts.prompt import Count
from mohen.text import tokens

if TYPE_CHECKING:
    from mohen.parts import Parts

_ESTIMATE = "estimate"


@dataclass(frozen=True, slots=True)
class Counting:
    """`key`: what is counted so comes out the same again, and two with one key are equal."""

    key: tuple[str, float]
    count: Count = field(compare=False)

    @property
    def tokenizer(self) -> str:
        return self.key[0]


def writer(parts: Parts, known: Settings) -> Writer:
    """Whose name and window prompts are made for. A prompt can be had though its model cannot."""
    try:
        return parts.writer(known.model)
    except ModelError:
        return parts.writer(ModelConfig())


def of(parts: Parts, known: Settings, model: str) -> Counting:
    """As this model counts; where the exact counter is not installed any more, by estimate."""
    factor = tokens.family(model, parts.policy.tokens)
    try:
        counter = parts.counter(known.tokenizer)
    except ModelError:
        counter = parts.counter(_ESTIMATE)
    key = counter.name, factor
    if key not in parts.countings:
        # Most of a prompt stood in the one before, and is weighed several times on its way.
        remembered = lru_cache(maxsize=parts.policy.tokens.remembered)
        parts.countings[key] = Counting(
            key, remembered(lambda text: round(counter.count(text) * factor))
        )
    return parts.countings[key]
