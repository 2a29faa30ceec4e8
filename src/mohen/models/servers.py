"""Choosing a model server: which are known, which run here, their models, whether one works.

Nothing is asked of anybody before the owner wants it, and nothing of the owner's goes into a trial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urljoin

from mohen.core import extras, openai_servers, server_keys
from mohen.core.openai_servers import MALFORMED, Refused, Server
from mohen.core.values import dataclass
from mohen.errors import InvalidArgument, ModelError, StoreError
from mohen.models import models, presets
from mohen.models.model import Purpose, Receipt, Result
from mohen.models.models import ChatServer, LocalModel
from mohen.models.presets import Preset
from mohen.text import tokens
from mohen.text.tokens import Message

if TYPE_CHECKING:
    from mohen.core.database import Database
    from mohen.core.ports import Clock
    from mohen.core.server_keys import KeptKey, ServerKeys
    from mohen.core.settings import UserSettings
    from mohen.core.settings_model import ModelConfig
    from mohen.models.ports import Local
    from mohen.models.store import ReceiptStore
    from mohen.policy import Policy

_LISTED: Final = 1_000  # models of one server
_WINDOWS: Final = ("max_model_len", "context_length", "max_context_length", "context_window")
_TRIAL: Final = {
    "zh": ("你是一位小说作者的助手。", "用一句话写码头上的雾。只写这一句。"),
    "en": (
        "You help an author of novels.",
        "Write one sentence about fog on a quay. Only that sentence.",
    ),
}
_ANTHROPIC: Final = "https://api.anthropic.com/"


_ADDITIONS = ("semantic", "onnx", "exact", "mcp", "keyring", "local")
"""What the panel offers to add; what frameworks need is named where they are told of."""


@dataclass(frozen=True, slots=True)
class Addition:
    """What can be added, and the command that does it here."""

    name: str
    installed: bool
    command: str


@dataclass(frozen=True, slots=True)
class Offers:
    presets: Sequence[Preset]
    extras: Sequence[Addition]


@dataclass(frozen=True, slots=True)
class OfferedModel:
    name: str
    window: int | None = None  # tokens it reads and writes together, where the server says so


@dataclass(frozen=True, slots=True)
class FoundServer:
    preset: Preset
    models: Sequence[OfferedModel]


@dataclass(frozen=True, slots=True)
class Trial:
    """One sentence of a model that works."""

    text: str
    streamed: bool
    window: int | None
    first_word_ms: int | None  # None: it wrote nothing but thoughts
    total_ms: int


class ModelServers:
    """Known servers, those that run here, their models, their keys; and a trial of one."""

    def __init__(
        self,
        *,
        clock: Clock,
        local_server: Local,
        mind_db: Database,
        policy: Policy,
        receipt_store: ReceiptStore,
        server_keys: ServerKeys,
        settings: UserSettings,
    ) -> None:
        self._clock = clock
        self._local_server = local_server
        self._mind_db = mind_db
        self._policy = policy
        self._receipt_store = receipt_store
        self._server_keys = server_keys
        self._settings = settings

    def offers(self) -> Offers:
        """What can be chosen, and what could be added. Asks nobody."""
        added = [
            Addition(name, extras.is_installed(name), extras.command_here(name))
            for name in _ADDITIONS
        ]
        return Offers(presets.PRESETS, added)

    def find(self) -> list[FoundServer]:
        """Servers that answer on this machine's loopback at their usual port."""
        local = [each for each in presets.PRESETS if each.is_local]
        with ThreadPoolExecutor(len(local)) as pool:
            return [each for each in pool.map(self._there, local) if each is not None]

    def _there(self, preset: Preset) -> FoundServer | None:
        try:
            listed = self._listed(
                Server("", preset.base_url, keys=self._server_keys.get),
                self._policy.models.find_ms,
            )
        except ModelError:
            return None
        return FoundServer(preset, listed)

    def models(
        self,
        base_url: str | None = None,
        *,
        api_key_env: str | None = None,
        key: str | None = None,
    ) -> list[OfferedModel]:
        """What the server has. `key`: one that is not kept yet."""
        server = self._server(base_url, api_key_env, key)
        return self._listed(server, self._policy.models.list_ms)

    def try_out(self, model: ModelConfig, *, key: str | None = None) -> Trial:
        """Have one sentence written by a model that need not be set; raises what is wrong."""
        if model.kind not in ("openai", "local"):
            raise InvalidArgument(
                "model.kind must be openai or local to be tried", field="model.kind"
            )
        writer, window = self._to_try(model, key)
        said = _TRIAL[self._settings.get().prompt_language]
        messages = [Message("system", said[0]), Message("user", said[1])]
        begun, heard = self._clock.now(), list[int]()
        try:
            reply = writer.write(
                messages,
                max_tokens=self._policy.models.trial_tokens,
                heard=lambda _text: heard.append(self._clock.now()),
            )
        except ModelError:
            self._receipt(writer.name, Result.FAILED, 0, 0)
            raise
        ended = self._clock.now()
        read = tokens.estimate("".join(said), self._policy.tokens)
        wrote = tokens.estimate(reply.text, self._policy.tokens)
        self._receipt(
            writer.name,
            Result.OK,
            read if reply.tokens_in is None else reply.tokens_in,
            wrote if reply.tokens_out is None else reply.tokens_out,
        )
        return Trial(
            text=reply.text.strip(),
            streamed=len(heard) > 1,
            window=window(),
            first_word_ms=max(0, heard[0] - begun) if heard else None,
            total_ms=max(0, ended - begun),
        )

    def _to_try(
        self, model: ModelConfig, key: str | None
    ) -> tuple[ChatServer | LocalModel, Callable[[], int | None]]:
        """Who is to write, and how to learn how much it reads."""
        pause = self._clock.pause
        if model.kind == "local":
            here = LocalModel(model, self._policy, pause, self._local_server)
            return here, lambda: here.window
        server = self._server(model.base_url, model.api_key_env, key)
        config = replace(model, api_key_env=server.key_variable or None)
        asked = server._replace(model=model.model or "")
        writer = ChatServer(config, self._policy, pause, server.keys)
        return writer, lambda: self._window(asked)

    # -- keys

    def key(self, base_url: str | None = None) -> KeptKey | None:
        """The key that was given for a server, as its owner may see it."""
        return self._server_keys.told(openai_servers.address("baseUrl", base_url))

    def put_key(self, key: str, base_url: str | None = None) -> KeptKey:
        return self._server_keys.put(openai_servers.address("baseUrl", base_url), key)

    def drop_key(self, base_url: str | None = None) -> bool:
        return self._server_keys.drop(openai_servers.address("baseUrl", base_url))

    # -- asking

    def _server(self, base_url: str | None, api_key_env: str | None, key: str | None) -> Server:
        given = server_keys.sound(key) if key else None
        keys = self._server_keys.get if given is None else lambda _url: given
        variable = api_key_env if given is None else None
        # Any name does: what is asked for is the server's own.
        return openai_servers.checked("model", "any", base_url, variable, keys)

    def _listed(self, server: Server, timeout_ms: int) -> list[OfferedModel]:
        import httpx

        with models.connected(server, timeout_ms=timeout_ms) as client:
            if server.url.startswith(_ANTHROPIC):  # its list is of its own protocol
                client.headers.update(
                    {"x-api-key": server.key(), "anthropic-version": "2023-06-01"}
                )
            try:
                return list(_offered(openai_servers.get(client, "models")))[:_LISTED]
            except (Refused, httpx.HTTPError, *MALFORMED) as problem:
                raise models.meaning(problem) from None

    def _window(self, server: Server) -> int | None:
        """How much it reads and writes together, as far as the server says: among its models, or
        where Ollama, LM Studio and llama.cpp tell of those that are loaded."""
        try:
            listed = self._listed(server, self._policy.models.list_ms)
        except ModelError:
            return None
        told = next((each.window for each in listed if each.name == server.model), None)
        return self._window_here(server) or told if server.is_here else told

    def _window_here(self, server: Server) -> int | None:
        import httpx

        with models.connected(server, timeout_ms=self._policy.models.list_ms) as client:
            for path, read in _LOADED:
                try:
                    found = read(
                        openai_servers.get(client, urljoin(server.url, path)), server.model
                    )
                except (Refused, httpx.HTTPError, *MALFORMED):
                    continue
                if models.count(found):
                    return int(found)
        return None

    def _receipt(self, name: str, result: Result, tokens_in: int, tokens_out: int) -> None:
        receipt = Receipt(
            at=self._clock.now(),
            purpose=Purpose.SKILL,
            model=name,
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            result=result,
        )
        try:
            self._mind_db.write(lambda tx: self._receipt_store.add(tx, receipt))
        except StoreError:
            return  # a trial is a trial though it cannot be counted


def _offered(answer: Any) -> Iterator[OfferedModel]:
    for each in answer["data"]:
        if isinstance(each, dict) and isinstance(each.get("id"), str):
            yield OfferedModel(each["id"], _told_window(each))


def _told_window(entry: dict[str, Any]) -> int | None:
    meta = entry.get("meta")
    found = [entry.get(name) for name in _WINDOWS]
    found += [meta.get("n_ctx")] if isinstance(meta, dict) else []
    return next((each for each in found if models.count(each)), None)


def _ollama(answer: Any, model: str) -> Any:
    names = (model, f"{model}:latest")
    (found,) = [each for each in answer["models"] if each["name"] in names]
    return found["context_length"]


def _lm_studio(answer: Any, model: str) -> Any:
    (found,) = [each for each in answer["data"] if each["id"] == model]
    return found["loaded_context_length"]


def _llama_cpp(answer: Any, _model: str) -> Any:
    return answer["default_generation_settings"]["n_ctx"]


_LOADED: Final = (("/api/ps", _ollama), ("/api/v0/models", _lm_studio), ("/props", _llama_cpp))
