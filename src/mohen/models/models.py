"""Language models: `make` and `make_writer` build the one that is configured.

There is one kind: any server that speaks OpenAI's /v1/chat/completions, which OpenAI, Ollama,
vLLM, LM Studio and llama.cpp do, and most others offer beside their own; llama.cpp is started here
for weights of this machine. Nothing is imported before the first question. No error repeats a
prompt, an answer or a key. Where there is none, the offline writer writes.

`make test-model` tries a real one.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mohen.core import calls, openai_servers, outside_json
from mohen.core.openai_servers import MALFORMED, KeyMissing, Refused, Server, Trouble
from mohen.errors import InvalidArgument, ModelError, ModelNotReady, ModelTimeout
from mohen.models.model import Reply
from mohen.models.own_words import OwnWords
from mohen.text.tokens import Message

if TYPE_CHECKING:
    import httpx

    from mohen.core.openai_servers import Keys
    from mohen.core.settings_model import ModelConfig
    from mohen.models.ports import LanguageModel, Local, Writer
    from mohen.policy import Policy


# -- Answers that come piece by piece, over a connection that another thread can cut.


_CONNECTED: Final = (".connect_tcp.complete", ".start_tls.complete")
_END: Final = b"[DONE]"
_THOUGHT: Final = "<think>"
_THOUGHT_OUT: Final = "</think>"


class Connection:
    """The sockets that a client of httpx opens.

    Who reads from a socket does not notice that another thread closed it, so it is shut down:
    the reader wakes, and the server learns that nobody listens any more.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._is_cut = False

    def watch(self, request: Any) -> None:
        """A hook of httpx: called with each request before it is sent."""
        request.extensions["trace"] = self._saw

    def _saw(self, event: str, info: Mapping[str, Any]) -> None:
        if event.endswith(_CONNECTED):
            with self._lock:
                self._sockets.append(info["return_value"].get_extra_info("socket"))
                too_late = self._is_cut
            if too_late:
                self.cut()

    def cut(self) -> None:
        with self._lock:
            self._is_cut = True
            sockets = list(self._sockets)
        for each in sockets:
            with suppress(OSError):  # it is closed already
                # Not the method of a TLS socket, which takes its reader's cipher away.
                socket.socket.shutdown(each, socket.SHUT_RDWR)


class StreamChunk(NamedTuple):
    text: str
    counts: tuple[int | None, int | None] | None = None  # tokens in and out, where they are told


def pieces(chunks: Iterable[bytes]) -> Iterator[StreamChunk]:
    """What a stream of server-sent events says; `ModelError` if it breaks off."""
    ended = False
    for data in _events(chunks):
        if data == _END:
            return
        event = outside_json.loads(data)
        if error := event.get("error"):
            raise Refused(0, openai_servers.trouble_of(0, *openai_servers.told(error)))
        choice = (event.get("choices") or [{}])[0]
        ended = ended or choice.get("finish_reason") is not None
        yield StreamChunk(_text((choice.get("delta") or {}).get("content")), _counts(event))
    if not ended:
        raise _cut_off()


def spoken(said: Iterable[StreamChunk]) -> Iterator[StreamChunk]:
    """An answer without what some models think aloud before they write: it is not for the book."""
    held: str | None = ""  # None: the thought is over, if there was one
    for piece in said:
        if held is None:
            yield piece
            continue
        held += piece.text
        if _is_thought(held):
            yield StreamChunk("", piece.counts)
            continue
        yield StreamChunk(_behind_the_thought(held), piece.counts)
        held = None
    if held:
        yield StreamChunk(_behind_the_thought(held))


def _is_thought(text: str) -> bool:
    """Nothing but a thought, or what may become one."""
    begun = text.lstrip()
    return (
        _THOUGHT.startswith(begun[: len(_THOUGHT)]) and not begun.partition(_THOUGHT_OUT)[2].strip()
    )


def _behind_the_thought(text: str) -> str:
    begun = text.lstrip()
    return begun.partition(_THOUGHT_OUT)[2].lstrip() if begun.startswith(_THOUGHT) else text


def whole(body: bytes) -> StreamChunk:
    """The answer of a server that does not stream."""
    answer = outside_json.loads(body)
    return StreamChunk(_text(answer["choices"][0]["message"]["content"]), _counts(answer))


def _events(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The data of each event. Lines end at a line feed and nowhere else: prose may hold other
    characters that Python takes for the end of a line."""
    rest = b""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        yield from filter(None, map(_data, lines))
    yield from filter(None, [_data(rest)])


def _data(line: bytes) -> bytes:
    return line.removeprefix(b"data:").strip() if line.startswith(b"data:") else b""


def _text(said: Any) -> str:
    if said is not None and not isinstance(said, str):
        raise TypeError("no text")
    # Half a character, which JSON can say, is one that no file and no wire can carry.
    return (said or "").encode(errors="replace").decode()


def _counts(answer: Mapping[str, Any]) -> tuple[int | None, int | None] | None:
    used = answer.get("usage")
    if not isinstance(used, dict):
        return None
    return count(used.get("prompt_tokens")), count(used.get("completion_tokens"))


def count(said: Any) -> int | None:
    return said if type(said) is int and said >= 0 else None


# -- making models and writers


KINDS: Final = ("none", "offline", "openai", "local")
_CHAT: Final = "chat/completions"
_LOOK_S: Final = 0.1  # between two looks whether one who waits for a place still wants it
_LINE_BROKE: Final = ("unreachable", "cut-off")
_PASSING: Final = ("unreachable", "server-failed", "too-many-requests")

# What a server may refuse to hear of, tried without one after the other. Its answer then comes
# without a count, less varied, or all at once.
_COUNT: Final = frozenset({"stream_options"})
_VARIETY: Final = frozenset({"temperature", "seed"})
_STREAM: Final = frozenset({"stream"})
_REFUSED: Final = (
    frozenset[str](), _COUNT, _VARIETY, _COUNT | _VARIETY, _COUNT | _VARIETY | _STREAM,
)  # fmt: skip


def make(
    config: ModelConfig,
    policy: Policy,
    pause: Callable[[int], None],
    keys: Keys = openai_servers.no_keys,
    local: Local | None = None,
) -> LanguageModel | None:
    """The model that the configuration names, or none.

    Raises `InvalidArgument` for a wrong field. Asks nothing.
    """
    _check_kind(config)
    if config.kind == "local" and local is not None:
        return LocalModel(config, policy, pause, local)
    return ChatServer(config, policy, pause, keys) if config.kind == "openai" else None


def make_writer(
    config: ModelConfig,
    policy: Policy,
    pause: Callable[[int], None],
    offline: Callable[[Policy, int | None], Writer],
    keys: Keys = openai_servers.no_keys,
    local: Local | None = None,
) -> Writer:
    """Who writes for a skill: the configured model, or the `offline` writer where there is none,
    or one of this machine is not there yet.

    Raises as `make` does.
    """
    _check_kind(config)
    if config.kind == "openai":
        return ChatServer(config, policy, pause, keys)
    if config.kind == "local" and local is not None:
        model = LocalModel(config, policy, pause, local)
        if local.missing(config.model or "") is None:
            return model
    return offline(policy, config.window)


def _check_kind(config: ModelConfig) -> None:
    if config.kind not in KINDS:
        raise InvalidArgument(f"model.kind must be one of {', '.join(KINDS)}", field="model.kind")


class ChatServer:
    """A language model behind a chat server."""

    def __init__(
        self, config: ModelConfig, policy: Policy, pause: Callable[[int], None], keys: Keys
    ) -> None:
        self._server = openai_servers.checked(
            "model", config.model, config.base_url, config.api_key_env, keys
        )
        self._policy = policy.models
        self._runs = policy.runs
        self._window = config.window or policy.context.window_tokens
        self._pause = pause
        self._takes_json = True
        self._refuses = frozenset[str]()
        self._at_once = policy.runs.at_once
        self._room = threading.Semaphore(policy.runs.at_once)

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

    def _asked(self, client: httpx.Client, request: dict[str, Any], json: bool) -> Reply:
        import httpx

        left = self._policy.retries
        while True:
            try:
                return _reply(self._send(client, request, json))
            except (Refused, httpx.HTTPError, *MALFORMED) as problem:
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

    @property
    def at_once(self) -> int:
        return self._at_once

    def only_one(self) -> None:
        self._at_once = 1

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
        own = OwnWords(messages)

        def tell(text: str) -> None:
            if text:
                said.append(text)
                heard(text)

        with (
            self._place(),
            self._line() as client,
            closing(self._pieces(client, request)) as pieces,
        ):
            try:
                for piece in spoken(pieces):
                    counts = piece.counts or counts
                    tell(own.feed(piece.text))
            except ModelError:
                tell(own.flush())  # what arrived stays
                raise
            tell(own.flush())
        return Reply("".join(said), *counts, repeated=own.only_repeated)

    @contextmanager
    def _place(self) -> Iterator[None]:
        """Among those that the server writes for at the same time, whoever's run they are of."""
        while not self._room.acquire(timeout=_LOOK_S):
            calls.check()
        try:
            yield
        finally:
            self._room.release()

    @contextmanager
    def _line(self) -> Iterator[httpx.Client]:
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

    def _pieces(
        self, client: httpx.Client, request: dict[str, Any]
    ) -> Generator[StreamChunk, None, None]:
        """What the server says; asked again only as long as it has said nothing."""
        import httpx

        left, begun = self._policy.retries, False
        while True:
            calls.check()
            try:
                for piece in self._answer(client, request):
                    begun = begun or bool(piece.text)
                    yield piece
            except ModelError as broken_off:
                failure, wait_ms = broken_off, None
            except (Refused, httpx.HTTPError, *MALFORMED) as problem:
                failure, wait_ms = self._failure(problem, begun=begun)
            else:
                return
            calls.check()  # it ended because nobody wants it any more
            if begun or not left or wait_ms is None:
                raise failure from None
            left -= 1
            self._pause(wait_ms)

    def _answer(self, client: httpx.Client, request: dict[str, Any]) -> Iterator[StreamChunk]:
        with self._opened(client, request) as answer:
            if "event-stream" in answer.headers.get("content-type", ""):
                yield from pieces(answer.iter_bytes())
            else:
                yield whole(answer.read())

    @contextmanager
    def _opened(self, client: httpx.Client, request: dict[str, Any]) -> Iterator[httpx.Response]:
        """The server's answer, if need be to a plainer question. What it took is remembered."""
        without = dict.fromkeys((self._refuses | each).intersection(request) for each in _REFUSED)
        *richer, plainest = without
        with ExitStack() as stack:
            for missing in (*richer, plainest):
                asked = {name: value for name, value in request.items() if name not in missing}
                try:
                    answer = stack.enter_context(openai_servers.opened(client, _CHAT, asked))
                except Refused as refused:
                    if missing == plainest or not _may_be_plainer(refused):
                        raise
                else:
                    self._refuses |= missing
                    break
            yield answer

    # -- the server

    def _connect(self, **how: Any) -> httpx.Client:
        return connected(self._server, **how)

    def _request(self, messages: Sequence[Message], max_tokens: int) -> dict[str, Any]:
        # OpenAI's newer models refuse the old name of the limit, other servers the new one.
        limit = "max_completion_tokens" if self._server.is_openai else "max_tokens"
        said = [{"role": each.role, "content": each.content} for each in messages]
        return {"model": self._server.model, "messages": said, limit: max_tokens}

    def _send(self, client: httpx.Client, request: dict[str, Any], json: bool) -> Any:
        if json and self._takes_json:
            wanted = request | {"response_format": {"type": "json_object"}}
            try:
                return openai_servers.post(client, _CHAT, wanted)
            except Refused as refused:
                if not _may_be_plainer(refused):
                    raise
            # Some servers know no such format; the prompt asks for JSON in any case.
            answer = openai_servers.post(client, _CHAT, request)
            self._takes_json = False
            return answer
        return openai_servers.post(client, _CHAT, request)

    def _failure(self, problem: Exception, *, begun: bool = False) -> tuple[ModelError, int | None]:
        """What it means, and after how long it may be tried again; None: not at all."""
        failure = meaning(problem, begun=begun)
        if failure.details.get("reason") not in _PASSING:
            return failure, None
        most = self._policy.pause_ms
        wait_ms = problem.wait_ms if isinstance(problem, Refused) else None
        return failure, min(wait_ms or most, most)


class LocalModel:
    """A language model whose weights lie on this machine."""

    remote: Final = False

    def __init__(
        self, config: ModelConfig, policy: Policy, pause: Callable[[int], None], local: Local
    ) -> None:
        if not config.model:
            raise InvalidArgument(
                "model.model must name a model of this machine: `mohen model list` shows them",
                field="model.model",
            )
        self._weights = config.model
        self._window = config.window or policy.models.local_window
        self._config = replace(config, kind="openai", window=self._window, api_key_env=None)
        # It may have to read with the processor alone, which takes minutes on a small machine.
        patient = max(policy.runs.silence_ms, policy.models.timeout_here_ms)
        self._policy = replace(policy, runs=replace(policy.runs, silence_ms=patient))
        self._pause = pause
        self._local = local

    @property
    def name(self) -> str:
        return f"local:{self._weights}"

    @property
    def window(self) -> int:
        return self._window

    def ask(self, messages: Sequence[Message], *, max_tokens: int, json: bool = True) -> Reply:
        with self._served() as server:
            return server.ask(messages, max_tokens=max_tokens, json=json)

    def write(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        variant: int = 0,
        heard: Callable[[str], None] = lambda _text: None,
    ) -> Reply:
        with self._served() as server:
            return server.write(messages, max_tokens=max_tokens, variant=variant, heard=heard)

    @contextmanager
    def _served(self) -> Iterator[ChatServer]:
        at = self._local.reach(self._weights, self._window)
        config = replace(self._config, base_url=at.url)
        try:
            yield ChatServer(config, self._policy, self._pause, lambda _url: at.key)
        except ModelError as error:
            reason = error.details.get("reason")
            how = self._local.crashed() if reason in _LINE_BROKE else None
            if how is None:
                raise
            raise ModelError(
                f"the local model ended by itself ({how}): the next question starts it again",
                reason=reason,
            ) from None


def connected(server: Server, **how: Any) -> httpx.Client:
    """A client of the server, or `ModelNotReady`."""
    try:
        return server.client(**how)
    except KeyMissing as missing:
        raise ModelNotReady(
            f"the environment variable {missing.variable} is not set: put the key of the model "
            "server into it",
            reason="key-missing",
            variable=missing.variable,
        ) from None
    except MALFORMED as problem:
        said = type(problem).__name__
        raise ModelNotReady(f"the client of the model server does not start ({said})") from None


def meaning(problem: Exception, *, begun: bool = False) -> ModelError:
    """What the server knows is what the author reads. `begun`: it had said something by then."""
    import httpx

    if isinstance(problem, Refused):
        return _refused(problem)
    if isinstance(problem, httpx.TimeoutException):
        # Time is up, and the tokens may have been spent: not again.
        return ModelTimeout("the model server did not answer in time", reason="silent")
    if begun and isinstance(problem, httpx.HTTPError):
        return _cut_off()
    if isinstance(problem, httpx.TransportError):
        return ModelError("the model server cannot be reached", reason="unreachable")
    said = type(problem).__name__
    return ModelError(f"the model server's answer cannot be read ({said})")


def _refused(refused: Refused) -> ModelError:
    status = refused.status
    if refused.trouble is not None:
        return _troubled(refused.trouble, status, refused.wait_ms)
    if not status:  # it was answering already
        return ModelError("the model server failed in the middle of its answer", reason="cut-off")
    # A server's own failures pass; any other refusal stands.
    if not 400 <= status < 500:
        return ModelError(
            f"the model server answered with status {status}", reason="server-failed", status=status
        )
    return ModelNotReady(
        f"the model server refused the question (status {status}): check model.model and "
        "model.baseUrl",
        reason="refused",
        status=status,
    )


def _troubled(trouble: Trouble, status: int, wait_ms: int | None) -> ModelError:
    told: dict[str, Any] = {"reason": str(trouble), "status": status}
    if trouble is Trouble.KEY:
        return ModelNotReady(
            "the model server refused the key: give it a valid one in the settings, or in the "
            "environment variable that model.apiKeyEnv names",
            **told,
        )
    if trouble is Trouble.CREDIT:
        return ModelNotReady(
            "the account at the model server has no credit left: add some there, or choose "
            "another model",
            **told,
        )
    if trouble is Trouble.MODEL:
        return ModelNotReady(
            "the model server does not know this model: choose one that it has", **told
        )
    if trouble is Trouble.CONTEXT:
        return ModelNotReady(
            "the prompt is longer than this model can read: set its window in the settings, or "
            "choose a model with a larger one",
            **told,
        )
    if wait_ms is None:
        return ModelError("the model server has too many requests: try again shortly", **told)
    return ModelError(
        f"the model server has too many requests: try again in {-(-wait_ms // 1000)} s",
        retryAfterMs=wait_ms,
        **told,
    )


def _cut_off() -> ModelError:
    return ModelError("the model server broke off in the middle of its answer", reason="cut-off")


def _may_be_plainer(refused: Refused) -> bool:
    """Whether something in the question may be what the server does not know."""
    return refused.status in (400, 422) and refused.trouble is None


def _reply(answer: Any) -> Reply:
    """The answer's text, and its cost if the server counts."""
    said = answer["choices"][0]["message"]["content"]
    if not isinstance(said, str):
        raise TypeError("no text")
    return Reply(_text(said), *(_counts(answer) or (None, None)))
