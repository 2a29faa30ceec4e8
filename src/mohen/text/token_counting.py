"""How tokens are counted: estimated, or exactly where the author wants to know (C88)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from mohen.core.settings_model import ModelConfig, Settings
from mohen.errors import ModelError
from mohen.text import tokens

if TYPE_CHECKING:
    from mohen.core.ports import CounterFor
    from mohen.models.ports import Writer, WriterFor
    from mohen.policy import Policy
    from mohen.text.tokens import Count

_ESTIMATE = "estimate"


@dataclass(frozen=True, slots=True)
class Counting:
    """`key`: what is counted so comes out the same again, and two with one key are equal."""

    key: tuple[str, float]
    count: Count = field(compare=False)

    @property
    def tokenizer(self) -> str:
        return self.key[0]


class TokenCounting:
    """Counts tokens as the user wants them counted."""

    def __init__(
        self,
        *,
        counter_for: CounterFor,
        countings: dict[tuple[str, float], Counting],
        policy: Policy,
        writer_for: WriterFor,
    ) -> None:
        self._counter_for = counter_for
        self._countings = countings
        self._policy = policy
        self._writer_for = writer_for

    def writer(self, known: Settings) -> Writer:
        """Whose name and window prompts are made for. A prompt can be had though its model
        cannot."""
        try:
            return self._writer_for(known.model)
        except ModelError:
            return self._writer_for(ModelConfig())

    def of(self, known: Settings, model: str) -> Counting:
        """As this model counts; where the exact counter is not installed any more, by estimate."""
        factor = tokens.family(model, self._policy.tokens)
        try:
            counter = self._counter_for(known.tokenizer)
        except ModelError:
            counter = self._counter_for(_ESTIMATE)
        key = counter.name, factor
        if key not in self._countings:
            # Most of a prompt stood in the one before, and is weighed several times on its way.
            remembered = lru_cache(maxsize=self._policy.tokens.remembered)
            self._countings[key] = Counting(
                key, remembered(lambda text: round(counter.count(text) * factor))
            )
        return self._countings[key]
