"""The language models, and the two doors to them: `make` and `make_writer`.

There is one kind: any server that speaks OpenAI's /v1/chat/completions, which OpenAI, Ollama,
vLLM, LM Studio and llama.cpp do. Nothing is imported before the first question. No error
repeats a prompt, an answer or a key. Where there is none, the offline writer writes.

`make test-model` tries a real one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from mohen.core import calls
from mohen.errors import InvalidArgument, ModelError, ModelNotReady, ModelTimeout
from mohen.models import servers, streaming
from mohen.models.model import Reply
from mohen.models.streaming import Connection, Piece
from mohen.text.tokens import Message

if TYPE_CHECKING:
    from mohen.core.settings_model import ModelConfig
    from mohen.models.ports import LanguageModel, Writer
    from mohen.policy import Policy

KINDS: Final = ("none", "offline", "openai")

# What a client and its parsing raise over an answer that is not what the protocol promises.
_MALFORMED: Final = (ValueError, TypeError, AttributeError, LookupError, RuntimeError, OSError)

# What a server may refuse to hear of, tried without one after the other. Its answer then comes
# without a count, less varied, or all at once.
_COUNT: Final = frozenset({"stream_options"})
_VARIETY: Final = frozenset({"temperature", "seed"})
_STREAM: Final = frozenset({"stream"})
_REFUSED: Final = (
    frozenset[str](), _COUNT, _VARIETY, _COUNT | _VARIETY, _COUNT | _VARIETY | _STREAM,
)  # fmt: skip


def make(config: ModelConfig, policy: Policy, pause: Callable[[int], None]) -> LanguageModel | None:
    """The model that the configuration names, or none.

    Raises `InvalidArgument` for a wrong field, and `ModelNotReady` for a package that is not
    installed. Asks nothing.
    """
    _check_kind(config)
    return ChatServer(config, policy, pause) if config.kind == "openai" else None


def make_writer(config: ModelConfig, policy: Policy, pause: Callable[[int], None]) -> Writer:
    """Who writes for a skill: the configured model, or the offline writer where there is none.

    Raises as `make` does.
    """
    _check_kind(config)
    if config.kind == "openai":
        return ChatServer(config, policy, pause)
    from mohen.offline_writer.writer import OfflineWriter

    return OfflineWriter(policy, config.window)


def _check_kind(config: ModelConfig) -> None:
    if config.kind not in KINDS:
        raise InvalidArgument(f"model.kind must be one of {', '.join(KINDS)}", field="model.kind")


class ChatServer:
    """See the module's first lines."""

    def __init__(self, config: ModelConfig, policy: Policy, pause: Callable[[int], None]) -> None:
        self._server = servers.checked("model", config.model, config.base_url, config.api_key_env)
        _require()
        self._policy = policy.models
        self._runs = policy.runs
        self._window = config.window or policy.context.window_tokens
        self._pause = pause
        self._takes_json = True
        self._refuses = frozenset[str]()

    @property
    def name(self) -> str:
        return f"openai:{self._server.model}"

    @property
    def remote(self) -> bool:
        return not self._server.is_here

    @property
    def window(self) -> int:
        return self._window

    # -- asking

    def ask(self, messages: Sequence[Message], *, max_tokens: int, json: bool = True) -> Reply:
        # Asked a few times a day: a connection that is kept would only be forgotten.
        with self._connect(timeout_ms=self._patience_ms) as client:
            return self._asked(client, self._request(messages, max_tokens), json)

    def _asked(self, client: Any, request: dict[str, Any], json: bool) -> Reply:
        import openai

        left = self._policy.retries
        while True:
            try:
                return _reply(self._send(client, request, json))
            except (openai.OpenAIError, *_MALFORMED) as problem:
                failure, wait_ms = self._failure(problem)
            if not left or wait_ms is None:
                raise failure from None
            left -= 1
            self._pause(wait_ms)

    @property
    def _patience_ms(self) -> int:
        """A model on this machine may have to read with its processor alone."""
        return self._policy.timeout_here_ms if self._server.is_here else self._policy.timeout_ms

    # -- writing

    def write(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        variant: int = 0,
        heard: Callable[[str], None] = lambda _text: None,
    ) -> Reply:
        request = self._request(messages, max_tokens)
        request |= {"stream": True, "stream_options": {"include_usage": True}}
        if variant:
            request |= {"temperature": self._runs.variety, "seed": variant}
        said: list[str] = []
        counts: tuple[int | None, int | None] = (None, None)
        with self._line() as client, closing(self._pieces(client, request)) as pieces:
            for piece in streaming.spoken(pieces):
                counts = piece.counts or counts
                if piece.text:
                    said.append(piece.text)
                    heard(piece.text)
        return Reply("".join(said), *counts)

    @contextmanager
    def _line(self) -> Iterator[Any]:
        """A client whose connection ends with the call: a server that nobody listens to must
        not write on."""
        call, connection = calls.current(), Connection()
        left = None if call is None else call.remaining()
        patience = self._runs.silence_ms
        if left is not None:
            patience = max(1, min(patience, round(left * 1000)))
        with ExitStack() as stack:
            client = self._connect(
                timeout_ms=patience, connect_ms=self._runs.connect_ms, watch=connection.watch
            )
            stack.enter_context(client)
            if call is not None:
                stack.enter_context(call.waking(connection.cut))
            yield client

    def _pieces(self, client: Any, request: dict[str, Any]) -> Generator[Piece, None, None]:
        """What the server says; asked again only as long as it has said nothing."""
        import openai

        broken = (openai.OpenAIError, servers.transport().HTTPError, *_MALFORMED)
        left, begun = self._policy.retries, False
        while True:
            calls.check()
            try:
                for piece in self._answer(client, request):
                    begun = True
                    yield piece
            except ModelError as broken_off:
                failure, wait_ms = broken_off, None
            except broken as problem:
                failure, wait_ms = self._failure(problem)
            else:
                return
            calls.check()  # it ended because nobody wants it any more
            if begun or not left or wait_ms is None:
                raise failure from None
            left -= 1
            self._pause(wait_ms)

    def _answer(self, client: Any, request: dict[str, Any]) -> Iterator[Piece]:
        with self._opened(client, request) as answer:
            if "event-stream" in answer.headers.get("content-type", ""):
                yield from streaming.pieces(answer.iter_bytes())
            else:
                yield streaming.whole(answer.read())

    @contextmanager
    def _opened(self, client: Any, request: dict[str, Any]) -> Iterator[Any]:
        """The server's answer, if need be to a plainer question. What it took is remembered."""
        import openai

        without = dict.fromkeys((self._refuses | each).intersection(request) for each in _REFUSED)
        *richer, plainest = without
        send = client.chat.completions.with_streaming_response.create
        with ExitStack() as stack:
            for missing in (*richer, plainest):
                asked = {name: value for name, value in request.items() if name not in missing}
                try:
                    answer = stack.enter_context(send(**asked))
                except (openai.BadRequestError, openai.UnprocessableEntityError):
                    if missing == plainest:
                        raise
                else:
                    self._refuses |= missing
                    break
            yield answer

    # -- the server

    def _connect(self, **how: Any) -> Any:
        _require()
        if not self._server.key and self._server.is_openai:
            raise ModelNotReady(
                "OpenAI needs a key: put one into the environment variable "
                f"{self._server.key_variable}"
            )
        try:
            return self._server.client(**how)
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

    def _failure(self, problem: Exception) -> tuple[ModelError, int | None]:
        """What it means, and after how long it may be tried again; None: not at all."""
        import openai

        http = servers.transport()
        most = self._policy.pause_ms
        if isinstance(problem, (openai.APITimeoutError, http.TimeoutException)):
            # Time is up, and the tokens may have been spent: not again.
            return ModelTimeout("the model server did not answer in time"), None
        if isinstance(problem, (openai.APIConnectionError, http.TransportError)):
            return ModelError("the model server cannot be reached"), most
        if isinstance(problem, openai.APIStatusError):
            refusal = self._refused(problem.status_code)
            wait_ms = min(_asked_to_wait(problem) or most, most)
            return refusal, wait_ms if refusal.retryable else None
        said = type(problem).__name__
        return ModelError(f"the model server's answer cannot be read ({said})"), None

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
    return Reply(text, *map(streaming.count, counts))


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
