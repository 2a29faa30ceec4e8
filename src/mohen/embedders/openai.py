"""Embedder for servers that speak OpenAI's /v1/embeddings: OpenAI, Ollama, vLLM, LM Studio …"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from mohen.core import openai_servers
from mohen.core.openai_servers import KeyMissing, Refused
from mohen.embedders.foreign_errors import Once, border
from mohen.embedders.input_text import filled
from mohen.errors import EmbedderError, EmbedderNotReady, UpstreamFailed

if TYPE_CHECKING:
    import httpx

    from mohen.core.openai_servers import Keys
    from mohen.core.ports import Matrix
    from mohen.core.settings_model import EmbedderConfig
    from mohen.policy import Policy

_PROBE: Final = "a"


class OpenAICompatible:
    """An embedder behind a server. `dims`: of its first answer, unless the configuration says."""

    def __init__(self, config: EmbedderConfig, policy: Policy, keys: Keys) -> None:
        self._server = openai_servers.checked(
            "embedder", config.model, config.base_url, config.api_key_env, keys
        )
        self.trust: Final = policy.vectors.trust_openai
        self._policy = policy.vectors
        self._client: tuple[str, httpx.Client] | None = None
        self._dims = Once(lambda: config.dims or self._probe())

    @property
    def name(self) -> str:
        return f"openai:{self._server.model}"

    @property
    def dims(self) -> int:
        return self._dims()

    def embed(self, texts: Sequence[str]) -> Matrix:
        dims = self.dims
        with border("the embedding server", UpstreamFailed):
            return filled(texts, dims, chars=self._policy.embed_chars, encode=self._encode)

    def _encode(self, texts: list[str]) -> Iterator[Matrix]:
        size = self._policy.embed_batch
        for start in range(0, len(texts), size):
            rows = self._ask(texts[start : start + size])
            if rows.shape[1] != self.dims:
                raise EmbedderError(
                    f"the embedding server gave vectors of {rows.shape[1]} dimensions instead of "
                    f"{self.dims}: check embedder.model and embedder.dims, then rebuild",
                    expected=self.dims,
                    found=rows.shape[1],
                )
            yield rows

    def _probe(self) -> int:
        with border("the embedding server", UpstreamFailed):
            return int(self._ask([_PROBE]).shape[1])

    def _connected(self) -> httpx.Client:
        """The one that is kept, unless the key is another by now."""
        try:
            key, kept = self._server.key(), self._client
            if kept is None or kept[0] != key:
                made = self._server.client(timeout_ms=self._policy.embed_timeout_ms)
                kept = self._client = key, made
            return kept[1]
        except KeyMissing as missing:
            raise EmbedderNotReady(
                f"the environment variable {missing.variable} is not set: put the key of the "
                "embedding server into it"
            ) from None

    def _ask(self, texts: list[str]) -> Matrix:
        client = self._connected()
        import httpx

        asked = {"model": self._server.model, "input": texts, "encoding_format": "float"}
        for left in range(self._policy.embed_retries, -1, -1):
            try:
                answer = openai_servers.post(client, "embeddings", asked)
            except httpx.TimeoutException:
                raise UpstreamFailed("the embedding server did not answer in time") from None
            except httpx.TransportError:
                if not left:
                    raise UpstreamFailed("the embedding server cannot be reached") from None
            except Refused as refusal:
                raise self._refused(refusal.status) from None
            else:
                return _vectors(answer["data"], len(texts))
        raise UpstreamFailed("the embedding server cannot be reached")

    def _refused(self, status: int) -> EmbedderError:
        if status in (401, 403):
            return EmbedderNotReady(
                "the embedding server refused the key: give it a valid one in the settings, or in "
                "the environment variable that embedder.apiKeyEnv names",
                status=status,
            )
        if status == 404:
            return EmbedderNotReady(
                "the embedding server does not know this model or path: check embedder.model "
                "and embedder.baseUrl",
                status=status,
            )
        # Too many requests and a server's own failures pass; any other refusal stands.
        passing = status == 429 or not 400 <= status < 500
        failure = UpstreamFailed if passing else EmbedderError
        return failure(f"the embedding server answered with status {status}", status=status)


def _vectors(items: Sequence[Any], wanted: int) -> Matrix:
    """The answer's vectors in the order of the texts."""
    import numpy as np

    if len(items) != wanted:
        raise UpstreamFailed(
            f"the embedding server gave {len(items)} vectors for {wanted} texts",
            expected=wanted,
            found=len(items),
        )
    places = [item["index"] for item in items]
    if sorted(places) != list(range(wanted)):
        raise UpstreamFailed("the embedding server numbered its vectors wrongly")
    by_place = dict(zip(places, items, strict=True))
    try:
        rows = np.stack([_vector(by_place[place]["embedding"]) for place in range(wanted)])
    except ValueError:
        raise UpstreamFailed("the embedding server gave vectors of unlike dimensions") from None
    if rows.ndim != 2 or not rows.size or not np.isfinite(rows).all():
        raise UpstreamFailed("the embedding server gave vectors that are empty or not finite")
    return rows


def _vector(embedding: Any) -> Matrix:
    """One vector. Some servers answer in base64 whatever they were asked for."""
    import numpy as np

    if isinstance(embedding, str):
        return np.frombuffer(b64decode(embedding, validate=True), dtype="<f4").astype(np.float32)
    return np.asarray(embedding, dtype=np.float32)
