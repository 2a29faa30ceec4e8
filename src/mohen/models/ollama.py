"""Models through Ollama's own API, where it runs: it fetches and keeps them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urljoin

from mohen.core import openai_servers, outside_json
from mohen.core.openai_servers import MALFORMED, Refused
from mohen.errors import ModelError, ModelNotReady
from mohen.models import presets

if TYPE_CHECKING:
    import httpx

    from mohen.models.hub import Stop
    from mohen.models.policy import Models

_LINE: Final = 1 << 20  # bytes of one line that is believed


def base_url() -> str:
    """Where it speaks OpenAI's protocol; its own begins at the same host."""
    return next(each.base_url for each in presets.PRESETS if each.id == "ollama")


class Ollama:
    def __init__(self, policy: Models, stop: Stop) -> None:
        self._policy = policy
        self._stop = stop

    def has(self) -> list[str] | None:
        """The models it has; None where it does not run."""
        import httpx

        try:
            with self._client(self._policy.find_ms) as client:
                said = openai_servers.get(client, "/api/tags")
            return [each["name"] for each in said["models"]]
        except (Refused, httpx.HTTPError, *MALFORMED):
            return None

    def pull(self, model: str, heard: Callable[[int, int | None], None]) -> None:
        """Have it get a model; `heard` (done, total) counts the bytes of what it told of so far.
        Raises `ModelError`, and `Canceled` when it is stopped."""
        import httpx

        layers: dict[str, tuple[int, int]] = {}
        asked = {"model": model, "stream": True}
        try:
            with (
                self._client(self._policy.get_silence_ms) as client,
                openai_servers.opened(client, "/api/pull", asked) as answer,
            ):
                for line in _lines(answer):
                    self._stop.check()
                    said = outside_json.loads(line)
                    if "error" in said:
                        raise _refusal(said["error"])
                    if said.get("status") == "success":
                        return
                    if isinstance(total := said.get("total"), int):
                        layers[str(said.get("digest"))] = (int(said.get("completed") or 0), total)
                        heard(sum(each[0] for each in layers.values()),
                              sum(each[1] for each in layers.values()))  # fmt: skip
        except Refused as refused:
            raise _no_such_model() if refused.status in (400, 404) else _failed() from None
        except (httpx.HTTPError, *MALFORMED):
            self._stop.check()
            raise _failed() from None
        self._stop.check()  # a line that was closed may just end
        raise _failed()

    def _client(self, timeout_ms: int) -> httpx.Client:
        import httpx

        return httpx.Client(
            base_url=urljoin(base_url(), "/"),
            timeout=timeout_ms / 1000,
            trust_env=False,
            event_hooks={"request": [self._stop.watch]},
        )


def _lines(answer: Any) -> Iterator[bytes]:
    rest = b""
    for chunk in answer.iter_bytes():
        *lines, rest = (rest + chunk).split(b"\n")
        yield from filter(None, lines)
        if len(rest) > _LINE:
            raise ValueError("no line")
    if rest.strip():
        yield rest


def _refusal(said: Any) -> ModelError:
    words = said.lower() if isinstance(said, str) else ""
    if "not found" in words or "does not exist" in words:
        return _no_such_model()
    return _failed()


def _no_such_model() -> ModelError:
    return ModelNotReady(
        "Ollama's library has no such model: check the name", reason="no-such-model"
    )


def _failed() -> ModelError:
    return ModelError(
        "Ollama could not get the model; what came is kept there: try again, and it goes on",
        reason="cut-off",
    )
