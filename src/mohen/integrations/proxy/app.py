"""Between a front-end and its model: requests go on with memories in them, answers come back as
they are, and what was said is heard.

Bytes are passed as they come. What the front-end bears for its model goes to that model and is
neither kept nor logged. Trouble of the memory is told in a header and fails nothing.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import sys
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

import httpx
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from mohen.core import openai_servers
from mohen.core.logs import logger
from mohen.core.policy import Doors
from mohen.errors import InvalidArgument
from mohen.integrations.policy import Proxy as Bounds
from mohen.integrations.proxy import answers, json_edits
from mohen.integrations.proxy.answers import Dialect
from mohen.integrations.proxy.conversation import Answer, Asked, Seal, session_of
from mohen.integrations.proxy.recall import FAILED, OFF, Recall, Recalled
from mohen.server.app import LOOPBACK
from mohen.server.connections import KNOWN
from mohen.server.wrong_tokens import WrongTokens

log = logger(__name__)

_KEY_CHARS = 32
_V1 = "/v1"
_KEPT = 32  # lines to the upstream that nobody speaks on
_WHO_AWAITS = "sniffio"


def key_of(token: str) -> str:
    """What stands in a base address in the place of the token, which opens more than this door."""
    made = hmac.digest(token.encode(), b"mohen proxy", "sha256")
    return urlsafe_b64encode(made).decode()[:_KEY_CHARS]


class Upstream:
    """Where the model is. Raises `InvalidArgument` for what is no address."""

    def __init__(self, to: str, bounds: Bounds) -> None:
        self._base = openai_servers.address("to", to).rstrip("/")
        parts = urlsplit(self._base)
        if parts.query or parts.fragment or parts.username or parts.password:
            raise InvalidArgument(
                "to must be an address such as https://api.openai.com/v1, without a key in it",
                field="to",
            )
        timeout = httpx.Timeout(bounds.silence_ms / 1000, connect=bounds.connect_ms / 1000)
        self._here = openai_servers.is_loopback(self._base)
        self._timeout = timeout
        self._idle_s = bounds.idle_ms / 1000

    def client(self, transport: httpx.AsyncBaseTransport | None = None) -> httpx.AsyncClient:
        """It follows nobody elsewhere, and adds nothing of its own: no key from a .netrc. Its lines
        to the upstream outlast the time in which a person reads and types."""
        _know_what_is_missing()
        return httpx.AsyncClient(
            auth=_as_it_is,
            timeout=self._timeout,
            limits=httpx.Limits(
                max_connections=None,
                max_keepalive_connections=_KEPT,
                keepalive_expiry=self._idle_s,
            ),
            verify=self._base.startswith("https:"),
            trust_env=not self._here,
            transport=transport,
        )

    def url(self, path: str, query: bytes) -> httpx.URL:
        """A front-end may have been told the address with or without the version in it."""
        if self._base.endswith(_V1) and (path + "/").startswith(_V1 + "/"):
            path = path.removeprefix(_V1)
        asked = f"?{query.decode('latin-1')}" if query else ""
        return httpx.URL(f"{self._base}{path}{asked}")


def _know_what_is_missing() -> None:
    """The library asks several times a call who awaits, by an import that fails where nobody has
    that package: Python looks through its whole path each time, unless it was told."""
    if find_spec(_WHO_AWAITS) is None:
        sys.modules.setdefault(_WHO_AWAITS, None)  # type: ignore[arg-type]


def _as_it_is(request: httpx.Request) -> httpx.Request:
    return request


class Door:
    """Who may come in: by the right Host and Origin, and, where the door is locked, with the key in
    the address or the token in a header."""

    def __init__(
        self,
        token: Callable[[], str],
        doors: Doors,
        *,
        locked: bool,
        anywhere: bool = False,
        origins: Iterable[str] = (),
    ) -> None:
        self._token = token
        self._pause_s = doors.wrong_token_pause_ms / 1000
        self._wrong = WrongTokens(doors)
        self._locked = locked or anywhere
        self._anywhere = anywhere
        self._origins = frozenset(each.rstrip("/") for each in origins)

    async def path(self, scope: Scope) -> str:
        """What is asked for, without the key. Raises `_Refused`."""
        headers = _texts(scope["headers"])
        host = urlsplit("//" + headers.get("host", "")).hostname
        if not self._anywhere and host not in LOOPBACK:
            raise _Refused(403, "the Host header must name this machine's loopback address")
        origin = headers.get("origin")
        if origin is not None and origin not in self._origins:
            raise _Refused(403, "pages are not let in; `mohen proxy --origin` names one that is")
        raw: bytes = scope.get("raw_path") or scope["path"].encode()
        path = raw.partition(b"?")[0].decode("latin-1")
        first, _, rest = path.removeprefix("/").partition("/")
        if hmac.compare_digest(first.encode(), key_of(self._token()).encode()):
            return "/" + rest
        borne = headers.get("x-mohen-token", "")
        if not self._locked or hmac.compare_digest(borne.encode(), self._token().encode()):
            return path
        if self._wrong.one_more():
            log.warning("wrong_keys at the proxy, slowed")
            await asyncio.sleep(self._pause_s)
        raise _Refused(401, "the key of the proxy is missing: `mohen proxy` tells the base address")


class _Refused(Exception):
    def __init__(self, status: int, said: str) -> None:
        super().__init__(said)
        self.status = status
        self.said = said


def build(
    upstream: Upstream,
    recall: Recall,
    door: Door,
    seal: Seal,
    bounds: Bounds,
    *,
    transport: httpx.AsyncBaseTransport | None = None,
) -> Starlette:
    proxy = _Proxy(upstream, recall, door, seal, bounds)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.end_streams = lambda: None
        async with upstream.client(transport) as client:
            proxy.client = client
            warming = asyncio.create_task(recall.warm())
            yield
            await warming
            await proxy.settle()
            recall.close()

    return Starlette(routes=[Route("/{path:path}", endpoint=proxy)], lifespan=lifespan)


class _Proxy:
    client: httpx.AsyncClient

    def __init__(
        self, upstream: Upstream, recall: Recall, door: Door, seal: Seal, bounds: Bounds
    ) -> None:
        self._upstream = upstream
        self._recall = recall
        self._door = door
        self._seal = seal
        self._bounds = bounds
        self._hearing: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()  # heard in the order in which it was said

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Whoever hangs up ends what is done for them, upstream too."""
        line = _Line(receive, send)
        try:
            path = await self._door.path(scope)
            scope[KNOWN] = True
            dialect = answers.dialect_of(scope["method"], path)
            if dialect is None:
                work = self._pass(scope, path, line)
            else:
                work = self._remember(scope, path, line, dialect, await self._body(line))
            await line.unless_gone(work)
        except _Refused as refused:
            await line.refuse(refused.status, refused.said)
        except _Gone:
            return
        except httpx.TimeoutException:
            await line.refuse(504, "the upstream did not answer in time")
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            log.warning("upstream failed: %s", type(error).__name__)
            await line.refuse(502, "the upstream could not be reached, or broke off")

    async def settle(self) -> None:
        """What was said last is heard before the end."""
        await asyncio.gather(*self._hearing, return_exceptions=True)

    async def _body(self, line: _Line) -> bytes:
        body = bytearray()
        async for chunk in line.chunks():
            body += chunk
            if len(body) > self._bounds.body_bytes:
                said = f"the request is longer than {self._bounds.body_bytes} bytes"
                raise _Refused(413, said)
        return bytes(body)

    async def _pass(self, scope: Scope, path: str, line: _Line) -> None:
        """Untouched, in both directions."""
        headers = list(_passed(scope["headers"], b"host"))
        has_body = {b"content-length", b"transfer-encoding"} & {
            each for each, _ in scope["headers"]
        }
        if not has_body:
            line.has_asked()
        request = self._request(scope, path, headers, line.chunks() if has_body else None)
        async for _ in self._answered(request, line, []):
            pass

    async def _remember(
        self, scope: Scope, path: str, line: _Line, dialect: Dialect, body: bytes
    ) -> None:
        told = _texts(scope["headers"])
        text = _text(told, body)
        asked = None if text is None else _read(dialect, told, text)
        session, recalled = "", Recalled(state=OFF)
        if asked is not None and self._recall.is_about_another(asked):
            asked = None
        if asked is not None:
            session = session_of(asked, told, self._recall.session, self._seal)
            recalled = await self._recalled(session, asked)
            body = _with(text or "", asked, recalled) or body
        headers = [
            *_passed(scope["headers"], b"host", b"content-length", b"accept-encoding"),
            (b"accept-encoding", b"identity"),  # so that it can be heard
        ]
        own = [(_OURS + b"memory", recalled.state.encode())]
        kept = _Kept(self._bounds.answer_bytes)
        request = self._request(scope, path, headers, body)
        try:
            async for chunk in self._answered(request, line, own, kept):
                kept.add(chunk)
        finally:
            if asked is not None and kept.is_an_answer:
                self._hear(dialect, session, asked, kept)

    async def _recalled(self, session: str, asked: Asked) -> Recalled:
        try:
            return await self._recall.of(session, asked)
        except openai_servers.MALFORMED as error:  # a memory that fails fails no call
            log.error("proxy goes on without memory: %s", type(error).__name__)
            return Recalled(state=FAILED)

    def _request(
        self,
        scope: Scope,
        path: str,
        headers: list[tuple[bytes, bytes]],
        content: bytes | AsyncIterator[bytes] | None,
    ) -> httpx.Request:
        """With no header of the library's own but Host and the length."""
        url = self._upstream.url(path, scope["query_string"])
        return httpx.Request(scope["method"], url, headers=headers, content=content)

    async def _answered(
        self,
        request: httpx.Request,
        line: _Line,
        own: list[tuple[bytes, bytes]],
        kept: _Kept | None = None,
    ) -> AsyncIterator[bytes]:
        """Passed on as it comes, and told to whoever keeps it."""
        response = await self.client.send(request, stream=True)
        try:
            if kept is not None:
                kept.begin(response)
            await line.begin(response.status_code, [*_passed(response.headers.raw), *own])
            async for chunk in response.aiter_raw():
                await line.say(chunk)
                yield chunk
            await line.say(b"", more=False)
        finally:
            with suppress(httpx.HTTPError):
                await response.aclose()

    def _hear(self, dialect: Dialect, session: str, asked: Asked, kept: _Kept) -> None:
        """Beside what goes on: nobody waits for it."""

        async def work() -> None:
            try:
                async with self._turn:
                    answer = await asyncio.to_thread(kept.told, dialect)
                    await self._recall.hear(session, asked, answer)
            except openai_servers.MALFORMED as error:
                log.error("proxy did not hear: %s", type(error).__name__)

        task = asyncio.create_task(work())
        self._hearing.add(task)
        task.add_done_callback(self._hearing.discard)


def _text(headers: dict[str, str], body: bytes) -> str | None:
    """None where it is to be left alone, or cannot be read."""
    if headers.get("x-mohen-memory", "").lower() == OFF:
        return None
    if headers.get("content-encoding", "identity") != "identity":
        return None
    try:
        return body.decode()
    except UnicodeDecodeError:
        return None


def _read(dialect: Dialect, headers: dict[str, str], text: str) -> Asked | None:
    """None where it makes no sense: the upstream will say what is wrong."""
    from_codex = "codex" in headers.get("user-agent", "") + headers.get("originator", "")
    try:
        return dialect.read(text, codex=from_codex)
    except (ValueError, LookupError):
        return None


def _with(text: str, asked: Asked, recalled: Recalled) -> bytes:
    """Nothing where nothing is added: what came goes on as it is."""
    edits = asked.of_all(recalled.snapshot) if recalled.snapshot else []
    edits += asked.of_last(recalled.block) if recalled.block else []
    return json_edits.edited(text, edits).encode() if edits else b""


class _Kept:
    """An answer as far as it came, for hearing it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._chunks: list[bytes] = []
        self._type = ""
        self.is_an_answer = False

    def begin(self, response: httpx.Response) -> None:
        plain = response.headers.get("content-encoding", "identity") == "identity"
        self.is_an_answer = response.is_success and plain
        self._type = response.headers.get("content-type", "")

    def add(self, chunk: bytes) -> None:
        self._most -= len(chunk)
        if self._most >= 0:
            self._chunks.append(chunk)

    def told(self, dialect: Dialect) -> Answer:
        return answers.told(dialect, self._type, b"".join(self._chunks))


class _Gone(Exception):
    """The front-end hung up."""


class _Line:
    """To the front-end."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._begun = False
        self._asked = asyncio.Event()

    async def chunks(self) -> AsyncIterator[bytes]:
        """Of the request's body."""
        while not self._asked.is_set():
            message = await self._receive()
            if message["type"] == "http.disconnect":
                raise _Gone
            if not message.get("more_body", False):
                self._asked.set()
            if chunk := message.get("body", b""):
                yield chunk

    def has_asked(self) -> None:
        """No body follows."""
        self._asked.set()

    async def unless_gone(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it; whoever hangs up meanwhile cancels it."""
        done = asyncio.create_task(work)
        gone = asyncio.create_task(self._gone())
        try:
            await asyncio.wait({done, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            if not done.done():
                done.cancel()
            await asyncio.wait({done, gone})
        if done.cancelled():
            raise _Gone
        done.result()

    async def _gone(self) -> None:
        await self._asked.wait()  # until then others read the body, and notice it themselves
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def begin(self, status: int, headers: list[tuple[bytes, bytes]]) -> None:
        self._begun = True
        await self._send({"type": "http.response.start", "status": status, "headers": headers})

    async def say(self, chunk: bytes, *, more: bool = True) -> None:
        await self._send({"type": "http.response.body", "body": chunk, "more_body": more})

    async def refuse(self, status: int, said: str) -> None:
        """In a shape that clients of either protocol read. What has begun can only break off."""
        if self._begun:
            raise _Broken
        error = {"type": "error", "error": {"type": "mohen_proxy", "message": said}}
        body = json.dumps(error).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        await self.begin(status, headers)
        await self.say(body, more=False)


class _Broken(Exception):
    """The upstream broke off in the middle: so does the answer, as it would have without us."""


# -- which headers go on, in both directions


_Headers = Iterable[tuple[bytes, bytes]]

_OURS = b"x-mohen-"
# Of one line between two programs (RFC 9110, 7.6.1).
_HOP = frozenset(
    b"connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer "
    b"transfer-encoding upgrade".split()
)


def _passed(headers: _Headers, *but: bytes) -> Iterator[tuple[bytes, bytes]]:
    """All that are no business of one line alone, nor ours."""
    headers = [(name.lower(), value) for name, value in headers]
    named = (value for name, value in headers if name == b"connection")
    left = _HOP.union(but, (each.strip().lower() for one in named for each in one.split(b",")))
    return (
        (name, value) for name, value in headers if name not in left and not name.startswith(_OURS)
    )


def _texts(headers: _Headers) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in headers}
