"""Both clients against a real server, and against one that says what a test wants it to say."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from client.served import served
from mohen import errors
from mohen.client import Answered, AsyncClient, Client
from mohen.errors import (
    AtWork,
    BadAnswer,
    Conflict,
    InvalidArgument,
    MohenError,
    PermissionDenied,
    StoreBusy,
    Unreachable,
)
from mohen.memory import Memory
from mohen.server import token
from mohen.server.announcement import announced
from mohen.text import error_words
from server.running import Running
from worlds import FIGHT, interaction

BASE = "http://127.0.0.1:7717"
FINE = {"ok": True, "data": {"fine": True}, "meta": {"requestId": "rq_1", "ts": 1}}
Ask = Callable[..., Any]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    return home


@pytest.fixture
def server(home: Path) -> Iterator[tuple[Running, Memory]]:
    with served(home) as found:
        yield found


def waits(*calls: tuple[Any, ...], **how: Any) -> list[Any]:
    with Client(**how) as client:
        return [client.call(*each) for each in calls]


def awaits(*calls: tuple[Any, ...], **how: Any) -> list[Any]:
    async def main() -> list[Any]:
        async with AsyncClient(**how) as client:
            return [await client.call(*each) for each in calls]

    return asyncio.run(main())


both = pytest.mark.parametrize("ask", [waits, awaits])


# -- with a real server


@both
def test_what_was_recorded_is_found(home: Path, server: tuple[Running, Memory], ask: Ask) -> None:
    recorded, found = ask(
        ("memory:episode:record", interaction()),
        ("memory:episode:query", {"projectId": "novel", "queryText": FIGHT}),
        home=home,
    )
    assert isinstance(recorded, Answered)
    assert recorded.request_id.startswith("rq_")
    episode = recorded.data["episodeId"]
    assert [each["episodeId"] for each in found.data["items"]] == [episode]


def test_one_connection_serves_many_calls(home: Path, server: tuple[Running, Memory]) -> None:
    with Client(home=home) as client:
        for _ in range(3):
            client.call("memory:status")
        assert len(server[0].connections) == 1


def test_a_new_token_and_a_new_place_are_found_by_who_looks_into_the_home(home: Path) -> None:
    with served(home) as (running, memory), Client(home=home) as client:
        client.call("memory:status")
        running.token = token.made(home)  # `mohen token --rotate`
        client.call("memory:status")
        moved = Running(memory)
        moved.token = running.token
        running.close()
        with announced(home, *moved.address):
            assert client.call("memory:status").data["version"]
        moved.close()


def test_who_was_given_a_token_keeps_to_it(home: Path, server: tuple[Running, Memory]) -> None:
    running, _ = server
    told = iter(["wrong", running.token])
    with Client(running.origin, token=lambda: next(told)) as client:  # asked again, it knows better
        client.call("memory:status")
    with Client(running.origin, token="wrong") as client:
        with pytest.raises(PermissionDenied):
            client.call("memory:status")
        with pytest.raises(PermissionDenied), client.listen():
            pass


@both
def test_where_nobody_serves_that_is_said(home: Path, ask: Ask) -> None:
    with pytest.raises(Unreachable, match="no `mohen serve`"):
        ask(("memory:status",), home=home)
    with pytest.raises(Unreachable, match="nobody answers"):
        ask(("memory:status",), base="http://127.0.0.1:1", token="t", retries=0)


def test_the_token_goes_to_nobody_else(
    home: Path, server: tuple[Running, Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    for base in (
        "http://example.org",
        "https://u@example.org",
        "http://u@127.0.0.1",
        "127.0.0.1",
        "https://",
    ):
        with pytest.raises(InvalidArgument, match="loopback"):
            Client(base, token="t")
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    with Client(home=home) as client:
        client.call("memory:status")
        assert server[0].token not in repr(client) + repr(vars(client))


def test_an_address_without_its_token_is_no_address() -> None:
    for given in ({"base": BASE}, {"token": "t"}, {"base": BASE, "token": "t", "home": "h"}):
        with pytest.raises(InvalidArgument, match="base"):
            Client(**given)  # type: ignore[arg-type]


def test_pushes_are_heard_by_who_waits(home: Path, server: tuple[Running, Memory]) -> None:
    with Client(home=home) as client:
        client.call("memory:episode:record", interaction())  # type: ignore[arg-type]
        with client.listen() as pushes:
            client.call("memory:index:rebuild")
            push = next(pushes)
            assert push["channel"] == "memory:index:progress"
            assert push["data"]["total"] == 1
        *heard, answer = client.follow(lambda: client.call("memory:index:rebuild"))
        assert isinstance(answer, Answered)
        assert {each["channel"] for each in heard} <= {"memory:index:progress"}
        with pytest.raises(InvalidArgument):
            list(client.follow(lambda: client.call("memory:status", {"x": 1})))  # type: ignore[misc, arg-type, dict-item, call-overload]


def test_pushes_are_heard_by_who_awaits(home: Path, server: tuple[Running, Memory]) -> None:
    run = {"skillId": "continue", "projectId": "novel", "text": FIGHT, "runId": "r", "stream": True}

    async def main() -> tuple[list[Any], Any]:
        async with AsyncClient(home=home) as client:
            said = [each async for each in client.follow(lambda: client.call("ai:skill:run", run))]  # type: ignore[arg-type]
            with pytest.raises(InvalidArgument):
                [
                    each
                    async for each in client.follow(lambda: client.call("memory:status", {"x": 1}))
                ]  # type: ignore[misc, arg-type, dict-item, call-overload]
            async with client.listen() as pushes:
                await client.call("memory:semantic:distill", {"projectId": "novel", "wait": True})
                assert (await anext(pushes))["channel"] == "memory:distill:progress"
            return said[:-1], said[-1]

    pushed, answer = asyncio.run(main())
    events = [each["data"]["event"] for each in pushed if each["channel"] == "ai:skill:stream"]
    assert events[0] == "run_started"
    assert answer.data["runId"] == "r"


class Overtaken:
    """A server whose answer arrives before the pushes that it made on the way to it."""

    def __init__(self, *, broken: bool = False) -> None:
        self.answered, self.hung_up = threading.Event(), threading.Event()
        self.broken = broken

    def get_extra_info(self, _name: str) -> Overtaken:  # the line, and its socket
        return self

    def shutdown(self, _how: int) -> None:
        self.hung_up.set()

    def __iter__(self) -> Iterator[bytes]:
        yield b": listening\nid: 7\n\n"
        assert self.answered.wait(60)
        if self.broken:
            raise httpx.ReadError("gone")
        for number in (8, 9):
            yield b'event: memory:alert\ndata: {"code":"%d"}\nid: %d\n\n' % (number, number)
        assert self.hung_up.wait(60)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        lines = iter(self)
        with closing(lines):  # type: ignore[type-var]
            yield next(lines)
            while not self.answered.is_set():
                await asyncio.sleep(0)
            for _ in range(2):
                yield next(lines)
            await asyncio.Event().wait()

    def respond(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/events":
            return httpx.Response(200, stream=_Line(self), extensions={"network_stream": self})
        self.answered.set()
        return httpx.Response(200, json=FINE, headers={"X-Pushed": "9"})


class _Line(httpx.SyncByteStream, httpx.AsyncByteStream):
    def __init__(self, said: Overtaken) -> None:
        self._said = said

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._said)

    def __aiter__(self) -> AsyncIterator[bytes]:
        return aiter(self._said)


def overtaken(server: Overtaken) -> tuple[list[Any], list[Any]]:
    """What who waits hears, and who awaits."""
    how: dict[str, Any] = {"base": BASE, "token": "t"}
    transport = httpx.MockTransport(server.respond)
    with Client(**how, transport=transport) as client:
        waited: list[Any] = list(client.follow(lambda: client.call("memory:status")))
    server.answered.clear()

    async def main() -> list[Any]:
        async with AsyncClient(**how, transport=transport) as client:
            return [each async for each in client.follow(lambda: client.call("memory:status"))]

    return waited, asyncio.run(main())


def test_what_was_said_before_the_answer_is_heard_before_it() -> None:
    # When an answer overtakes the pushes on their other line
    for heard in overtaken(Overtaken()):
        # Then none is lost, and the answer is the last
        assert [each["data"]["code"] for each in heard[:-1]] == ["8", "9"]
        assert heard[-1].data == {"fine": True}


def test_where_the_line_of_pushes_breaks_the_answer_is_all_there_is() -> None:
    for heard in overtaken(Overtaken(broken=True)):
        assert [each.data for each in heard] == [{"fine": True}]


def test_a_push_is_whole_whatever_ends_a_line_elsewhere(
    home: Path, server: tuple[Running, Memory]
) -> None:
    text = "一\u2028二\u2029三\x85四\r\n五\x0b" * 20_000  # of many pieces on the wire
    said = {"runId": "r", "event": "delta", "ts": 1, "text": text}
    with Client(home=home) as client, client.listen() as pushes:
        server[1].push("ai:skill:stream", said)
        assert next(pushes) == {"channel": "ai:skill:stream", "data": said}

    async def main() -> None:
        async with AsyncClient(home=home) as client, client.listen() as pushes:
            server[1].push("ai:skill:stream", said)
            assert await anext(pushes) == {"channel": "ai:skill:stream", "data": said}

    asyncio.run(main())


def test_who_is_cancelled_hangs_up() -> None:
    async def main() -> None:
        asked, gone = asyncio.Event(), asyncio.Event()

        async def never_answers(lines: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
            await lines.readuntil(b"\r\n\r\n")
            asked.set()
            await lines.read()  # until they are gone
            gone.set()
            back.close()

        server = await asyncio.start_server(never_answers, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server, AsyncClient(f"http://127.0.0.1:{port}", token="t") as client:
            call = asyncio.ensure_future(client.call("memory:status"))
            await asked.wait()
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            await gone.wait()

    asyncio.run(main())


# -- with a server that says what a test wants it to say


class Script:
    """Answers in turn, the last one again and again; an exception is what happens on the way."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        said = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(said, Exception):
            raise said
        return httpx.Response(200, content=said if isinstance(said, bytes) else json.dumps(said))


def failing(error: MohenError) -> dict[str, Any]:
    return {"ok": False, "error": error_words.told(error), "meta": {"requestId": "rq_2", "ts": 1}}


BUSY = failing(errors.Backpressure("wait a moment", retryAfterMs=1))


def scripted(script: Script, ask: Ask, **how: Any) -> Any:
    transport = httpx.MockTransport(script)
    return ask(("memory:status",), base=BASE, token="t", transport=transport, **how)[0]


@both
def test_what_may_be_tried_again_is_as_often_as_was_said(ask: Ask) -> None:
    script = Script(BUSY, BUSY, FINE)
    assert scripted(script, ask).data == {"fine": True}
    assert len(script.asked) == 3
    script = Script(BUSY)
    with pytest.raises(errors.Backpressure):
        scripted(script, ask, retries=1)
    assert len(script.asked) == 2


@both
@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (failing(errors.Conflict("not now")), Conflict),
        (failing(errors.InvalidArgument("no", field="x")), InvalidArgument),
        (failing(errors.Timeout("too late")), errors.Timeout),
        (failing(errors.ModelTimeout("too late")), errors.Timeout),
        (httpx.ReadError("gone"), Unreachable),
        (httpx.RemoteProtocolError("gone"), Unreachable),
        (b"<html>", BadAnswer),
        ({"ok": True}, BadAnswer),
        ({"ok": False, "error": "x", "meta": {}}, BadAnswer),
        ([], BadAnswer),
    ],
)
def test_what_may_not_is_asked_once(ask: Ask, answer: Any, kind: type[MohenError]) -> None:
    script = Script(answer)
    with pytest.raises(kind):
        scripted(script, ask)
    assert len(script.asked) == 1


@both
def test_what_nobody_heard_is_said_again(ask: Ask) -> None:
    script = Script(httpx.ConnectError("refused"), FINE)
    assert scripted(script, ask).data == {"fine": True}


def test_the_time_that_was_given_holds_for_all_tries() -> None:
    slow = failing(errors.Backpressure("wait", retryAfterMs=60_000))
    script = Script(slow)
    with (
        Client(BASE, token="t", transport=httpx.MockTransport(script)) as client,
        pytest.raises(errors.Backpressure),
    ):
        client.call("memory:status", timeout_ms=900, request_id="mine")
    [asked] = script.asked
    assert 0 < int(asked.headers["x-timeout-ms"]) <= 900
    assert asked.headers["x-request-id"] == "mine"


KINDS: Sequence[type[MohenError]] = [
    each
    for each in vars(errors).values()
    if isinstance(each, type) and issubclass(each, MohenError) and each is not MohenError
]


@pytest.mark.parametrize("kind", KINDS, ids=[each.__name__ for each in KINDS])
def test_an_error_is_raised_as_the_memory_would_raise_it(kind: type[MohenError]) -> None:
    said = failing(kind("why", field="there"))
    with pytest.raises(MohenError, match="why") as raised:
        scripted(Script(said), waits, retries=0)
    error = raised.value
    assert (error.code, error.retryable) == (kind.code, kind.retryable)
    assert error.details == said["error"]["details"]
    assert error.__notes__ == ["requestId rq_2"]
    assert error.plain() == kind("why", field="there").plain()
    alike = [each for each in KINDS if each.code == kind.code]
    assert type(error) in alike
    if len(alike) == 1 or kind in (AtWork, StoreBusy):
        assert type(error) is kind


def test_a_code_of_a_newer_server_is_borne_all_the_same() -> None:
    newer = {"code": "NEWER", "message": "why", "retryable": False}
    with pytest.raises(MohenError) as raised:
        scripted(Script({"ok": False, "error": newer, "meta": {}}), waits)
    assert raised.value.plain() == newer


def test_what_is_no_json_is_sent_to_nobody() -> None:
    script = Script(FINE)
    with Client(BASE, token="t", transport=httpx.MockTransport(script)) as client:
        for payload in ({"x": float("nan")}, {"x": object()}, {"x": "\ud800"}):
            with pytest.raises(InvalidArgument, match="JSON"):
                client.call("memory:status", payload)  # type: ignore[call-overload]
    assert script.asked == []
