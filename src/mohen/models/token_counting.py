"""How tokens are counted: estimated, or exactly where the author wants to know (C88)."""

from __future__ import annotations

import importlib
from dataclasses import field
from typing import TYPE_CHECKING, Any

from mohen.core import extras
from mohen.core.settings_model import ModelConfig, Settings
from mohen.core.values import dataclass
from mohen.errors import InvalidArgument, ModelError, ModelNotReady
from mohen.text import tokens
from mohen.text.remembered import remembered

if TYPE_CHECKING:
    from mohen.core.ports import CounterFor, TokenCounter
    from mohen.models.ports import Writer, WriterFor
    from mohen.policy import Policy
    from mohen.text.policy import Tokens
    from mohen.text.tokens import Count

ESTIMATE, EXACT = "estimate", "o200k_base"


class Estimating:
    """Needs nothing and is quick (C88)."""

    name = ESTIMATE

    def __init__(self, policy: Tokens) -> None:
        self._policy = policy

    def count(self, text: str) -> int:
        return tokens.estimate(text, self._policy)


class Exact:
    """`bpe-openai` carries the vocabulary of o200k_base: nothing is fetched."""

    name = EXACT

    def __init__(self) -> None:
        try:
            library: Any = importlib.import_module("bpe_openai")
        except ImportError:
            raise ModelNotReady(
                f"exact counting needs a package that is not installed: {extras.command('exact')}",
                extra="exact",
            ) from None
        self._encoding = library.get_encoding(EXACT)

    def count(self, text: str) -> int:
        # Half a character is no text to it: one that cannot be is counted in its place.
        whole = text.encode("utf-8", "replace").decode()
        return len(self._encoding.encode_ordinary(whole))


def make(kind: str, policy: Tokens) -> TokenCounter:
    """`estimate`, or `o200k_base` exactly."""
    if kind == ESTIMATE:
        return Estimating(policy)
    if kind == EXACT:
        return Exact()
    raise InvalidArgument(f"tokenizer must be {ESTIMATE} or {EXACT}", field="tokenizer")


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
            counter = self._counter_for(ESTIMATE)
        key = counter.name, factor
        if key not in self._countings:
            # Most of a prompt stood in the one before, and is weighed several times on its way.
            bounds = self._policy.tokens
            remember = remembered(bounds.remembered, bounds.remembered_chars)
            self._countings[key] = Counting(
                key, remember(lambda text: round(counter.count(text) * factor))
            )
        return self._countings[key]
