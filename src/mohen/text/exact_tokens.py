"""Tokens counted exactly, for those who want to know: the extra `exact` brings the vocabulary."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from mohen.errors import InvalidArgument, ModelNotReady
from mohen.text import tokens

if TYPE_CHECKING:
    from mohen.core.ports import TokenCounter
    from mohen.text.policy import Tokens

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
                "exact counting needs a package that is not installed: pip install 'mohen[exact]'",
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
