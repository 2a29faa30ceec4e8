"""How tokens are counted: estimated, or exactly where the author wants to know (C88)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from mohen.errors import ModelError
from mohen.flows.parts import Parts
from mohen.logic import tokens
from mohen.logic.prompt import Count
from mohen.model.settings import Settings
from mohen.model.state import ModelConfig
from mohen.ports import Writer


@dataclass(frozen=True, slots=True)
class Counting:
    """`key`: what is counted so comes out the same again, and two with one key are equal."""

    key: tuple[str, float]
    count: Count = field(compare=False)


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
        estimate = partial(tokens.estimate, policy=parts.policy.tokens, factor=factor)
        return Counting(("estimate", factor), estimate)
    return Counting((counter.name, factor), lambda text: round(counter.count(text) * factor))
