"""The language models, and the one door to them: `make`.

There is one kind: any server that speaks OpenAI's /v1/chat/completions, which OpenAI, Ollama,
vLLM, LM Studio and llama.cpp do. Nothing is imported before the first question. No error
repeats a prompt, an answer or a key.

To try a real model by hand, set `model` to a server of yours and run a distillation; a test of
that kind would be marked, skip without MOHEN_TEST_MODEL and never run in `make test`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from mohen.adapters import servers
from mohen.adapters.embedders.border import Once
from mohen.errors import InvalidArgument, ModelError, ModelNotReady, ModelTimeout
from mohen.model.language import Message, Reply

if TYPE_CHECKING:
    from mohen.model.state import ModelConfig
    from mohen.policy import Policy
    from mohen.ports import LanguageModel, Writer

KINDS: Final = ("none", "offline", "openai")

# What a client and its parsing raise over an answer that is not what the protocol promises.
_MALFORMED: Final = (ValueError, TypeError, AttributeError, LookupError, RuntimeError, OSError)


def make(config: ModelConfig, policy: Policy, pause: Callable[[int], None]) -> LanguageModel | None:
    """The model that the configuration names, or none.

    Raises `InvalidArgument` for a wrong field, and `ModelNotReady` for a package that is not
    installed. Asks nothing.
    """
    if config.kind not in KINDS:
        raise InvalidArgument(f"model.kind must be one of {', '.join(KINDS)}", field="model.kind")
    return ChatServer(config, policy, pause) if config.kind == "openai" else None


def make_writer(config: ModelConfig, policy: Policy, pause: Callable[[int], None]) -> Writer:
    """Who writes for a skill: the configured model, or the offline writer where there is none."""
    raise NotImplementedError


class ChatServer:
    """See the module's first lines."""

    def __init__(self, config: ModelConfig, policy: Policy, pause: Callable[[int], None]) -> None:
        self._server = servers.checked("model", config.model, config.base_url, config.api_key_env)
        _require()
        self._policy = policy.models
        self._pause = pause
        self._client = Once(self._connect)
        self._takes_json = True

    @property
    def name(self) -> str:
        return f"openai:{self._server.model}"

    def ask(self, messages: Sequence[Message], *, max_tokens: int, json: bool = True) -> Reply:
        client = self._client()
        import openai

        request = self._request(messages, max_tokens)
        for left in range(self._policy.retries, -1, -1):
            try:
                return _reply(self._send(client, request, json))
            except openai.APITimeoutError:
                # Time is up, and the tokens may have been spent: not again.
                raise ModelTimeout("the model server did not answer in time") from None
            except openai.APIConnectionError:
                failure, asked_ms = ModelError("the model server cannot be reached"), None
            except openai.APIStatusError as refusal:
                failure, asked_ms = self._refused(refusal.status_code), _asked_to_wait(refusal)
            except (openai.OpenAIError, *_MALFORMED) as problem:
                said = type(problem).__name__
                raise ModelError(f"the model server's answer cannot be read ({said})") from None
            if not left or not failure.retryable:
                raise failure from None
            self._pause(min(asked_ms or self._policy.pause_ms, self._policy.pause_ms))
        raise ModelError("the model server cannot be reached")

    def _connect(self) -> Any:
        _require()
        if not self._server.key and self._server.is_openai:
            raise ModelNotReady(
                "OpenAI needs a key: put one into the environment variable "
                f"{self._server.key_variable}"
            )
        try:
            return self._server.client(timeout_ms=self._policy.timeout_ms)
        except (ImportError, *_MALFORMED) as problem:
            said = type(problem).__name__
            raise ModelNotReady(f"the client of the model server does not start ({said})") from None

    def _request(self, messages: Sequence[Message], max_tokens: int) -> dict[str, Any]:
        # OpenAI's newer models refuse the old name of the limit, other servers the new one.
        limit = "max_completion_tokens" if self._server.is_openai else "max_tokens"
        said = [{"role": each.role, "content": each.content} for each in messages]
        return {"model": self._server.model, "messages": said, limit: max_tokens}

    def _send(self, client: Any, request: dict[str, Any], json: bool) -> Any:
        import openai

        if json and self._takes_json:
            try:
                return client.chat.completions.create(
                    **request, response_format={"type": "json_object"}
                )
            except openai.BadRequestError:
                # Some servers know no such format; the prompt asks for JSON in any case.
                answer = client.chat.completions.create(**request)
                self._takes_json = False
                return answer
        return client.chat.completions.create(**request)

    def _refused(self, status: int) -> ModelError:
        if status in (401, 403):
            return ModelNotReady(
                "the model server refused the key: put a valid one into the environment "
                f"variable {self._server.key_variable or 'that model.apiKeyEnv names'}",
                status=status,
            )
        # Too many requests and a server's own failures pass; any other refusal stands.
        if status == 429 or not 400 <= status < 500:
            return ModelError(f"the model server answered with status {status}", status=status)
        return ModelNotReady(
            f"the model server refused the question (status {status}): check model.model and "
            "model.baseUrl",
            status=status,
        )


def _reply(answer: Any) -> Reply:
    """The answer's text, and its cost if the server counts."""
    text = answer.choices[0].message.content
    if not isinstance(text, str):
        raise TypeError("no text")
    used = answer.usage
    counts = (getattr(used, "prompt_tokens", None), getattr(used, "completion_tokens", None))
    return Reply(text, *(each if type(each) is int and each >= 0 else None for each in counts))


def _asked_to_wait(refusal: Any) -> int | None:
    """Milliseconds the server wants to be left alone, if it says so in seconds."""
    said = re.fullmatch("[0-9]{1,4}", refusal.response.headers.get("retry-after", ""))
    return int(said[0]) * 1000 if said else None


def _require() -> None:
    if find_spec("openai") is None:
        raise ModelNotReady(
            "the model 'openai' needs a package that is not installed: pip install 'mohen[openai]'",
            kind="openai",
            extra="openai",
        )
