"""An embedder that another package brings: `plugin:NAME` or `plugin:NAME:MODEL`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mohen.core import plugins
from mohen.embedders.foreign_errors import border
from mohen.embedders.input_text import filled
from mohen.errors import EmbedderNotReady

if TYPE_CHECKING:
    from mohen.core.ports import Matrix
    from mohen.core.settings_model import EmbedderConfig
    from mohen.policy import Policy


class Plugged:
    """Fits the port, whatever the package gives: texts are cut to size, rows counted and made of
    length one."""

    def __init__(self, config: EmbedderConfig, policy: Policy) -> None:
        name, _, model = (config.model or "").partition(":")
        found = plugins.load(plugins.EMBEDDERS, name)
        if found is None:
            known = ", ".join(plugins.names(plugins.EMBEDDERS)) or "none"
            raise EmbedderNotReady(
                f"no package brings an embedder of that name; installed: {known}", kind="plugin"
            )
        if found.problem:
            raise EmbedderNotReady(
                f"the package's embedder could not be loaded ({found.problem})", kind="plugin"
            )
        with border("the package's embedder", EmbedderNotReady):
            made: Any = found.made(model or None)
            self.name = f"plugin:{name}:{made.name}".replace("/", "-")
            self.dims = int(made.dims)
            self.trust = min(
                1.0, max(0.0, float(getattr(made, "trust", policy.vectors.trust_plugin)))
            )
        self._made, self._policy = made, policy.vectors

    def embed(self, texts: Sequence[str]) -> Matrix:
        with border("the package's embedder"):
            return filled(texts, self.dims, chars=self._policy.embed_chars, encode=self._encode)

    def _encode(self, texts: list[str]) -> Iterator[Matrix]:
        import numpy as np

        size = self._policy.embed_batch
        for start in range(0, len(texts), size):
            yield np.asarray(self._made.embed(texts[start : start + size]), dtype=np.float32)
