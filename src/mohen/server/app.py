"""Channels over HTTP, and pushes as server-sent events (`mohen serve`). Loopback only.

Three locks: the bearer token of the home, the Host header (against DNS rebinding), and the
Origin header (against other pages in the same browser). A browser is let in for a ticket and bears
a cookie and a key of its own instead of the token (`server/browsers`).
"""

from __future__ import annotations

import asyncio
import hmac
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple, Protocol
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.background import BackgroundTask, BackgroundTasks
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mohen.core.calls import Call
from mohen.core.logs import logger
from mohen.errors import Internal, InvalidArgument, MohenError, PermissionDenied, Unsupported
from mohen.memory import Memory
from mohen.server import wire
from mohen.server.browsers.channels import CHANGED
from mohen.server.browsers.kept import Browsers, Halves, home_name, name_of
from mohen.server.channel import parse
from mohen.server.connections import KNOWN
from mohen.server.dispatch import Dispatcher, Envelope
from mohen.server.login_links import Tickets
from mohen.server.panel_files import BUILT, File, Pages, closed, file, is_visit, sent
from mohen.server.shapes import Wire
from mohen.server.status import STATUS
from mohen.server.wrong_tokens import WrongTokens

log = logger(__name__)

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
SESSION = "/session"
OPENAPI = "/openapi.json"
_TIMEOUT_DIGITS = 18
_HALVES_MAX = 8  # cookies of one name: another server on this machine may have set some
_BROWSER = b"Browser "
_PORT: Final = re.compile(r":(\d{1,5})$")
EVERYWHERE = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""Headers of every answer."""


class Guest(Protocol):
    """Another protocol behind the same locks."""

    def routes(self) -> Sequence[BaseRoute]: ...
    def lifespan(self) -> AbstractAsyncContextManager[None]: ...


def build(
    memory: Memory,
    token: Callable[[], str],
    *,
    tickets: Tickets | None = None,
    panel: Traversable = BUILT,
    greet: Callable[[str], None] = lambda _name: None,
    more: Sequence[Route] = (),
    guests: Sequence[Guest] = (),
) -> Starlette:
    """The application; `token` tells what callers must bear, `panel` is the folder of the built
    panel, `greet` hears what each browser calls itself that is let in, and `more` and `guests` are
    doors of other people's making, behind the same locks."""
    door = _Door(memory, token, tickets or Tickets(), greet, guests)
    return Starlette(
        routes=[
            *Pages(panel, lambda: home_name(token())).routes(),
            Route(SESSION, door.session, methods=["POST"]),
            Route("/ticket", door.ticket, methods=["POST"]),
            Route("/ipc/{channel:path}", door.ipc, methods=["POST"]),
            Route("/events", door.events, methods=["GET"]),
            Route(OPENAPI, described, methods=["GET"]),
            *more,
            *(route for guest in guests for route in guest.routes()),
        ],
        middleware=[Middleware(Guard, door=door)],
        exception_handlers={
            HTTPException: door.nowhere,
            MohenError: door.trouble,
            ClientDisconnect: door.gone,
            Exception: door.broken,
        },
        lifespan=door.lifespan,
    )


class Guard:
    """Nobody passes without the right Host, Origin and, but for what is open to all, the
    token."""

    def __init__(self, app: ASGIApp, *, door: _Door) -> None:
        self._app = app
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *EVERYWHERE]
            await send(message)

        refused = await self._refused(scope, dict(scope["headers"]))
        if refused is None:
            await self._app(scope, receive, marked)
            return
        refused.headers["Connection"] = "close"  # a stranger keeps nothing open
        await refused(scope, receive, marked)

    async def _refused(self, scope: Scope, headers: Mapping[bytes, bytes]) -> Response | None:
        if _host_of("//" + headers.get(b"host", b"").decode("latin-1")) not in LOOPBACK:
            said = "the Host header must name this machine's loopback address"
            return self._door.refuse(PermissionDenied(said), 403)
        origin = headers.get(b"origin")
        if origin is not None and not self._same_origin(origin, headers[b"host"]):
            said = "the Origin header must be this server's own"
            return self._door.refuse(PermissionDenied(said), 403)
        if _is_open(scope["path"]):
            return None
        caller = self._door.caller(scope["method"], headers)
        if caller is not None:
            scope[KNOWN] = caller
            return None
        guessed = b"authorization" in headers
        if is_visit(headers) and not guessed:
            return closed(401)
        said = "the bearer token is missing or wrong; the file `token` of the home holds it"
        return await self._door.turn_away(PermissionDenied(said), guessed=guessed)

    @staticmethod
    def _same_origin(origin: bytes, host: bytes) -> bool:
        return origin == b"http://" + host


def _is_open(path: str) -> bool:
    """The page, the way in, and what can be asked: nothing of the memory."""
    return path in (SESSION, OPENAPI) or Pages.serve(path)


def _host_of(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


async def described(request: Request) -> Response:
    """What can be asked, for tools that read APIs."""
    return sent(await asyncio.to_thread(_described), request)


@cache
def _described() -> File:
    """Made when it is first asked for: most never do, and it takes every shape there is."""
    from mohen.server import openapi

    return file("openapi.json", wire.dumps(openapi.document()))


class Caller(NamedTuple):
    """Somebody who is in: `still` tells whether they are by now, `cookie` what keeps a browser
    in for as long again."""

    still: Callable[[], bool]
    cookie: str | None = None


class _Door:
    def __init__(
        self,
        memory: Memory,
        token: Callable[[], str],
        tickets: Tickets,
        greet: Callable[[str], None],
        guests: Sequence[Guest] = (),
    ) -> None:
        self._guests = guests
        self._memory = memory
        self._token = token
        self._tickets = tickets
        self._greet = greet
        self._browsers = Browsers(memory.home, token, memory.now, memory.policy.doors)
        self._wrong = WrongTokens(memory.policy.doors)
        self._dispatcher = Dispatcher(memory)
        self._closing = asyncio.Event()
        self._ears: set[asyncio.Queue[bytes]] = set()
        # The number of the last push. It begins with the moment, so that it rises over restarts.
        self._pushed = memory.now()

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        app.state.end_streams = self.end_streams
        loop = asyncio.get_running_loop()

        def hear(channel: str, data: Mapping[str, Any]) -> None:
            said = b"event: " + channel.encode() + b"\ndata: " + wire.dumps(data)
            loop.call_soon_threadsafe(self._push, said)

        async with AsyncExitStack() as guests:
            guests.callback(self._memory.listen(hear))
            for each in self._guests:
                await guests.enter_async_context(each.lifespan())
            yield
            self.end_streams()
        await asyncio.to_thread(self._dispatcher.close)

    # -- who comes in

    def caller(self, method: str, headers: Mapping[bytes, bytes]) -> Caller | None:
        borne = headers.get(b"authorization", b"")
        if self._is_token(borne):
            return Caller(lambda: self._is_token(borne))
        given = self._borne(headers) if _is_own_page(method, headers) else None
        if given is None:
            return None
        self._browsers.note_seen(given)
        return Caller(lambda: self._browsers.knows(given), self._cookie(headers, given))

    def _is_token(self, authorization: bytes) -> bool:
        """Borne under either name that clients know for it."""
        scheme, _, borne = authorization.partition(b" ")
        named = scheme in (b"Bearer", b"Token")
        return hmac.compare_digest(borne, self._token().encode()) and named

    def _borne(self, headers: Mapping[bytes, bytes]) -> Halves | None:
        """What a browser bears, if it was let in."""
        borne = headers.get(b"authorization", b"")
        if not borne.startswith(_BROWSER):
            return None
        key = borne.removeprefix(_BROWSER).decode("latin-1")
        pieces = headers.get(b"cookie", b"").decode("latin-1").split(";")
        named = (each.strip().partition("=") for each in pieces)
        name = self._cookie_name(headers)
        given = [Halves(value, key) for each, _, value in named if each == name][:_HALVES_MAX]
        return next((each for each in given if self._browsers.knows(each)), None)

    def _cookie_name(self, headers: Mapping[bytes, bytes]) -> str:
        """Of this home at this port: cookies of a host go to all its ports, and two homes must not
        throw each other out."""
        port = _PORT.search(headers[b"host"].decode("latin-1"))
        return f"mohen-{port[1] if port else 80}-{home_name(self._token())}"

    def _cookie(self, headers: Mapping[bytes, bytes], given: Halves) -> str:
        life = self._memory.policy.doors.browser_ms // 1000
        kept = f"{self._cookie_name(headers)}={given.cookie}"
        return f"{kept}; Max-Age={life}; Path=/; HttpOnly; SameSite=Strict"

    async def turn_away(self, refusal: PermissionDenied, *, guessed: bool = True) -> Response:
        """A wrong token or ticket; after many of them, slowly."""
        doors = self._memory.policy.doors
        if not guessed or not self._wrong.one_more():
            return self.refuse(refusal, 401)
        log.warning("wrong_tokens more than %d, slowed", doors.wrong_tokens)
        await asyncio.sleep(doors.wrong_token_pause_ms / 1000)
        response = self.refuse(refusal, 429)
        response.headers["Retry-After"] = str(-(-doors.wrong_tokens_ms // 1000))
        return response

    async def session(self, request: Request) -> Response:
        """Let a browser in: for a ticket, once, or for the token."""
        most = self._memory.policy.doors.entry_bytes
        entry: Any = parse(_Entry, wire.loads(await self._body(request, most)))
        if entry.ticket is None and entry.token is None:
            raise InvalidArgument("a ticket or the token is needed", field="ticket")
        # Telling the next link may wait for a terminal: not in the way of the answer.
        then = BackgroundTasks([BackgroundTask(self._tickets.tell)])
        if entry.ticket is not None and self._tickets.spend(entry.ticket):
            return self._let_in(request, then)
        if entry.token is not None and self._is_token(b"Bearer " + entry.token.encode()):
            return self._let_in(request, then)
        refused = await self.turn_away(
            PermissionDenied("this is not the token of the home", field="token")
            if entry.ticket is None
            else PermissionDenied(
                "this link was used before, is too old or of another start; `mohen open` makes "
                "a new one",
                field="ticket",
            )
        )
        refused.background = then
        return refused

    def _let_in(self, request: Request, then: BackgroundTasks) -> Response:
        """One that is in already stays the one it is."""
        headers = dict(request.scope["headers"])
        given = self._borne(headers)
        if given is None:
            name = name_of(request.headers.get("user-agent", ""))
            given = self._browsers.let_in(name)
            then.add_task(self._greet, name)
            then.add_task(self._memory.push, CHANGED, {"count": len(self._browsers.all())})
        response = self._secret({"id": given.id, "key": given.key}, then)
        response.headers["Set-Cookie"] = self._cookie(headers, given)
        return response

    async def ticket(self, _request: Request) -> Response:
        """One more way in, for another window."""
        return self._secret({"ticket": self._tickets.hand()})

    def _secret(self, data: dict[str, str], then: BackgroundTasks | None = None) -> Response:
        meta = {"requestId": self._memory.new_id("rq"), "ts": self._memory.now()}
        response = respond({"ok": True, "data": data, "meta": meta})
        response.headers["Cache-Control"] = "no-store"
        response.background = then
        return response

    # -- calls

    async def ipc(self, request: Request) -> Response:
        payload = wire.loads(await self._body(request) or b"{}")
        response = respond(await self._answer(request, payload))
        # Pushes go by another line: whoever listens knows by it when they have heard the last one.
        response.headers["X-Pushed"] = str(self._pushed)
        return response

    async def _answer(self, request: Request, payload: Any) -> Envelope:
        """Have a worker answer; a caller who hangs up cancels what has not begun."""
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[Envelope] = loop.create_future()

        def settle(envelope: Envelope) -> None:
            if not answered.done():
                answered.set_result(envelope)

        call = self._dispatcher.submit(
            request.path_params["channel"],
            payload,
            lambda envelope: loop.call_soon_threadsafe(settle, envelope),
            request=request.headers.get("x-request-id"),
            timeout_ms=_timeout(request),
        )
        watcher = asyncio.create_task(_cancel_when_gone(request, call))
        try:
            return await answered
        except asyncio.CancelledError:  # the server ends, and has waited long enough
            if call is not None:
                call.cancel()
            raise
        finally:
            watcher.cancel()

    async def _body(self, request: Request, most: int | None = None) -> bytes:
        limit = most or self._memory.policy.doors.body_bytes
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > limit:
                raise _TooLarge(f"the request is longer than {limit} bytes", limitBytes=limit)
        return bytes(body)

    async def nowhere(self, request: Request, error: Exception) -> Response:
        """An address or a method that is not served, in the same envelope as everything else; a
        person who typed it reads a page."""
        status = error.status_code if isinstance(error, HTTPException) else 500
        if is_visit(dict(request.scope["headers"])):
            return closed(status)
        return self.refuse(Unsupported("calls are POST /ipc/{channel}; pushes GET /events"), status)

    async def trouble(self, _request: Request, error: Exception) -> Response:
        """What a handler raised before there was a call to answer."""
        if not isinstance(error, MohenError):
            raise error
        status = 413 if isinstance(error, _TooLarge) else STATUS.get(error.code, 500)
        return self.refuse(error, status)

    async def broken(self, _request: Request, error: Exception) -> Response:
        """A bug of ours, in the same envelope as everything else."""
        log.error("http failed: %s", type(error).__name__)
        return self.refuse(Internal("failed inside; the log names it"), 500)

    async def gone(self, _request: Request, _error: Exception) -> Response:
        return Response(status_code=STATUS["CANCELED"])

    def refuse(self, error: MohenError, status: int) -> Response:
        return respond(self._dispatcher.refuse(error), status)

    # -- pushes

    async def events(self, request: Request) -> Response:
        caller: Caller = request.scope[KNOWN]
        renewed = {} if caller.cookie is None else {"Set-Cookie": caller.cookie}
        return StreamingResponse(
            self._stream(caller.still),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", **renewed},
        )

    async def _stream(self, still_in: Callable[[], bool]) -> AsyncIterator[bytes]:
        """Pushes as they come, a comment now and then so that a dead line is noticed."""
        doors = self._memory.policy.doors
        waiting: asyncio.Queue[bytes] = asyncio.Queue(doors.push_queue)
        self._ears.add(waiting)
        try:
            yield b": listening\nid: %d\n\n" % self._pushed
            while not self._closing.is_set():
                try:
                    heard = await asyncio.wait_for(waiting.get(), doors.keepalive_ms / 1000)
                except TimeoutError:
                    heard = b": still here\n\n"
                if not still_in():  # by now they are shut out
                    return
                yield heard
        finally:
            self._ears.discard(waiting)

    def _push(self, said: bytes) -> None:
        self._pushed += 1
        numbered = b"%b\nid: %d\n\n" % (said, self._pushed)
        for ear in self._ears:
            _offer(ear, numbered)

    def end_streams(self) -> None:
        """They never end by themselves, and a server that is to end waits for them."""
        self._closing.set()
        for ear in self._ears:
            _offer(ear, b": the end\n\n")


class _TooLarge(InvalidArgument):
    pass


class _Entry(Wire):
    ticket: str | None = None
    token: str | None = None


def _is_own_page(method: str, headers: Mapping[bytes, bytes]) -> bool:
    """What only a page of this server can make a browser say. To browsers, pages of other ports of
    this machine are of the same site, and get the cookie sent along."""
    site = headers.get(b"sec-fetch-site", b"same-origin")
    return site == b"same-origin" and (method == "GET" or b"origin" in headers)


async def _cancel_when_gone(request: Request, call: Call | None) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
    if call is not None:
        call.cancel()


def _offer(waiting: asyncio.Queue[bytes], message: bytes) -> None:
    """A listener that is too slow loses the oldest, never the server its memory."""
    if waiting.full():
        waiting.get_nowait()
    waiting.put_nowait(message)


def _timeout(request: Request) -> Any:
    """As a number if it is one; more digits than any time that is allowed are no number."""
    asked = request.headers.get("x-timeout-ms")
    number = asked is not None and asked.isdecimal() and len(asked) <= _TIMEOUT_DIGITS
    return int(asked) if asked is not None and number else asked


def respond(envelope: Envelope, status: int | None = None) -> Response:
    code = 200 if envelope["ok"] else STATUS.get(envelope["error"]["code"], 500)
    response = JSONResponse(envelope, status_code=status or code)
    if code == STATUS["MEMORY_BACKPRESSURE"]:
        wait_ms = envelope["error"]["details"]["retryAfterMs"]
        response.headers["Retry-After"] = str(-(-wait_ms // 1000))
    return response
