"""Channels over HTTP, and pushes as server-sent events (`mohen serve`).

Three locks: a bearer token, the Host header (against DNS rebinding), and the Origin header (against
other pages in the same browser). A browser is let in for a ticket or a token and bears a cookie and
a key of its own instead (`server/browsers`). Whom the token is of, and where they are then, is said
by `server/rooms.py`: one home on loopback, or a team of authors.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    contextmanager,
)
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple, Protocol
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.background import BackgroundTask, BackgroundTasks
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mohen.core.calls import Call
from mohen.core.logs import logger
from mohen.core.values import dataclass
from mohen.errors import Internal, InvalidArgument, MohenError, PermissionDenied, Unsupported
from mohen.memory import Memory
from mohen.server import wire
from mohen.server.browsers.kept import Halves, name_of
from mohen.server.channels import MODULES, find, parse
from mohen.server.connections import KNOWN
from mohen.server.dispatch import Dispatcher, Envelope, refusal
from mohen.server.login_links import Tickets
from mohen.server.one_home import OneHome
from mohen.server.panel_files import BUILT, File, Pages, closed, file, is_visit, sent
from mohen.server.rooms import Entered, Rooms
from mohen.server.scopes import permit
from mohen.server.shapes import Wire
from mohen.server.status import STATUS
from mohen.server.wrong_tokens import WrongTokens

log = logger(__name__)

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
SESSION = "/session"
OPENAPI = "/openapi.json"
HEALTH = "/health"
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


@dataclass(frozen=True, slots=True)
class Address:
    """By which names this server may be called, and how."""

    names: frozenset[str] = LOOPBACK
    secure: bool = False  # TLS, here or at a proxy: pages are of https, and cookies for it alone
    proxied: bool = False  # a proxy says whom it speaks for

    def is_name(self, host: str) -> bool:
        return _host_of("//" + host) in self.names

    def is_own(self, origin: str, host: str) -> bool:
        """Whether a page is of this server. On the machine itself one may go around a proxy."""
        around = self.proxied and _host_of("//" + host) in LOOPBACK
        own = {f"{'https' if self.secure else 'http'}://{host}", *([f"http://{host}"] * around)}
        return origin in own


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
    """The application of one home; `token` tells what callers must bear, `greet` hears what each
    browser calls itself that is let in."""
    rooms = OneHome(memory, token, tickets or Tickets(), greet)
    return over(rooms, Address(), panel=panel, more=more, guests=guests)


def over(
    rooms: Rooms,
    address: Address,
    *,
    panel: Traversable = BUILT,
    more: Sequence[Route] = (),
    guests: Sequence[Guest] = (),
) -> Starlette:
    """The application over these rooms; `panel` is the folder of the built panel, and `more` and
    `guests` are doors of other people's making, behind the same locks."""
    door = _Door(rooms, address, guests)
    return Starlette(
        routes=[
            *Pages(panel, rooms.name, team=rooms.is_team).routes(),
            Route(SESSION, door.session, methods=["POST"]),
            Route("/ticket", door.ticket, methods=["POST"]),
            Route("/ipc/{channel:path}", door.ipc, methods=["POST"]),
            Route("/events", door.events, methods=["GET"]),
            Route(OPENAPI, described, methods=["GET"]),
            Route(HEALTH, door.health, methods=["GET"]),
            Route("/metrics", door.metrics, methods=["GET"]),
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

        try:
            refused = await self._refused(scope, dict(scope["headers"]))
        except MohenError as error:  # who it is cannot be known now
            refused = self._door.refuse(error)
        if refused is None:
            await self._app(scope, receive, marked)
            return
        refused.headers["Connection"] = "close"  # a stranger keeps nothing open
        self._door.count_refused(refused.status_code)
        await refused(scope, receive, marked)

    async def _refused(self, scope: Scope, headers: Mapping[bytes, bytes]) -> Response | None:
        host, address = headers.get(b"host", b"").decode("latin-1"), self._door.address
        if not address.is_name(host):
            said = "the Host header must name this machine's loopback address"
            if address.names != LOOPBACK:
                said = "the Host header must be a name that this server was given with --host-name"
            return self._door.refuse(PermissionDenied(said), 403)
        origin = headers.get(b"origin")
        if origin is not None and not address.is_own(origin.decode("latin-1"), host):
            said = "the Origin header must be this server's own"
            return self._door.refuse(PermissionDenied(said), 403)
        if _is_open(scope["path"]):
            return None
        caller = await self._door.caller(scope["method"], headers)
        if caller is not None:
            scope[KNOWN] = caller
            return self._door.too_much(caller)
        guessed = b"authorization" in headers
        if is_visit(headers) and not guessed:
            return closed(401, headers)
        whence = self._door.whence(scope, headers)
        return await self._door.turn_away(self._door.unknown(), whence, guessed=guessed)


def _is_open(path: str) -> bool:
    """The page, the way in, what can be asked, and whether anybody answers: nothing of a memory."""
    return path in (SESSION, OPENAPI, HEALTH) or Pages.serve(path)


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
    """Who asks, and what keeps a browser in for as long again."""

    entered: Entered
    cookie: str | None = None


class _Door:
    def __init__(self, rooms: Rooms, address: Address, guests: Sequence[Guest] = ()) -> None:
        self._rooms = rooms
        self.address = address
        self._guests = guests
        self._doors = rooms.doors
        self._wrong = WrongTokens(rooms.doors, each_address=address.names != LOOPBACK)

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        app.state.end_streams = self._rooms.end_streams
        async with self._rooms.lifespan(), AsyncExitStack() as guests:
            for each in self._guests:
                await guests.enter_async_context(each.lifespan())
            yield
            self._rooms.end_streams()

    # -- who comes in

    async def caller(self, method: str, headers: Mapping[bytes, bytes]) -> Caller | None:
        scheme, _, borne = headers.get(b"authorization", b"").partition(b" ")
        if scheme in (b"Bearer", b"Token"):  # either name that clients know for it
            entered = await self._rooms.by_token(borne)
            return None if entered is None else Caller(entered)
        given, entered = await self._borne(headers) if _is_own_page(method, headers) else _NOBODY
        if given is None or entered is None:
            return None
        return Caller(entered, self._cookie(headers, given))

    async def _borne(
        self, headers: Mapping[bytes, bytes]
    ) -> tuple[Halves, Entered] | tuple[None, None]:
        """What a browser bears, and who it is, if it was let in."""
        borne = headers.get(b"authorization", b"")
        if not borne.startswith(_BROWSER):
            return _NOBODY
        key = borne.removeprefix(_BROWSER).decode("latin-1")
        pieces = headers.get(b"cookie", b"").decode("latin-1").split(";")
        named = (each.strip().partition("=") for each in pieces)
        name = self._cookie_name(headers)
        for given in [Halves(value, key) for each, _, value in named if each == name][:_HALVES_MAX]:
            if entered := await self._rooms.by_browser(given):
                return given, entered
        return _NOBODY

    def _cookie_name(self, headers: Mapping[bytes, bytes]) -> str:
        """Of this home at this port: cookies of a host go to all its ports, and two homes must not
        throw each other out."""
        port = _PORT.search(headers[b"host"].decode("latin-1"))
        return f"mohen-{port[1] if port else 80}-{self._rooms.name()}"

    def _cookie(self, headers: Mapping[bytes, bytes], given: Halves) -> str:
        life = self._doors.browser_ms // 1000
        kept = f"{self._cookie_name(headers)}={given.cookie}"
        secure = "; Secure" if self.address.secure else ""
        return f"{kept}; Max-Age={life}; Path=/; HttpOnly; SameSite=Strict{secure}"

    def count_refused(self, status: int) -> None:
        self._rooms.measures.refused[str(status)] += 1

    def unknown(self) -> PermissionDenied:
        return PermissionDenied(self._rooms.unknown)

    def too_much(self, caller: Caller) -> Response | None:
        """A refusal for who asks more than is theirs."""
        try:
            self._rooms.limit(caller.entered)
        except MohenError as error:
            self._rooms.measures.limited += 1
            return self.refuse(error)
        return None

    def whence(self, scope: Scope, headers: Mapping[bytes, bytes]) -> str:
        """The address of who stands before the door: a proxy's word for it, where there is one."""
        told = headers.get(b"x-forwarded-for", b"") if self.address.proxied else b""
        client = scope.get("client")
        return told.rpartition(b",")[2].decode("latin-1").strip() or (client[0] if client else "")

    async def turn_away(
        self, refusal: PermissionDenied, whence: str, *, guessed: bool = True
    ) -> Response:
        """A wrong token or ticket; after many of them, slowly."""
        doors = self._doors
        if not guessed or not self._wrong.one_more(whence):
            return self.refuse(refusal, 401)
        log.warning("wrong_tokens more than %d, slowed", doors.wrong_tokens)
        await asyncio.sleep(doors.wrong_token_pause_ms / 1000)
        response = self.refuse(refusal, 429)
        response.headers["Retry-After"] = str(-(-doors.wrong_tokens_ms // 1000))
        return response

    async def session(self, request: Request) -> Response:
        """Let a browser in: for a ticket, once, or for a token."""
        entry: Any = parse(_Entry, wire.loads(await self._body(request, self._doors.entry_bytes)))
        if entry.ticket is None and entry.token is None:
            raise InvalidArgument("a ticket or the token is needed", field="ticket")
        headers = dict(request.scope["headers"])
        before, _ = await self._borne(headers)
        name = name_of(request.headers.get("user-agent", ""))
        found = await self._rooms.let_in(entry.ticket, entry.token, before, name)
        given, said = found.halves, found.refusal
        if given is None:
            whence = self.whence(request.scope, headers)
            response = await self.turn_away(said or self.unknown(), whence)
        else:
            response = self._secret({"id": given.id, "key": given.key})
            response.headers["Set-Cookie"] = self._cookie(headers, given)
        response.background = BackgroundTasks([BackgroundTask(each) for each in found.then])
        return response

    async def ticket(self, _request: Request) -> Response:
        """One more way in, for another window."""
        return self._secret({"ticket": self._rooms.ticket()})

    def _secret(self, data: dict[str, str]) -> Response:
        response = respond({"ok": True, "data": data, "meta": self._rooms.meta()})
        response.headers["Cache-Control"] = "no-store"
        return response

    # -- how it is

    async def health(self, _request: Request) -> Response:
        """For who starts and balances servers: one word, and nothing of anybody."""
        well = await self._rooms.healthy()
        return PlainTextResponse(
            "ok" if well else "not now",
            200 if well else 503,
            headers={"Cache-Control": "no-store"},
        )

    async def metrics(self, request: Request) -> Response:
        """Figures, for the owner of a home or an administrator of a team."""
        caller: Caller = request.scope[KNOWN]
        if caller.entered.scope is not None:
            permit(caller.entered.scope, find("team:status"), {})
        from mohen.server import prometheus

        text = await asyncio.to_thread(prometheus.text, self._rooms)
        return Response(text, media_type=prometheus.TYPE, headers={"Cache-Control": "no-store"})

    # -- calls

    async def ipc(self, request: Request) -> Response:
        caller: Caller = request.scope[KNOWN]
        channel: str = request.path_params["channel"]
        with self._measured(channel) as codes:
            payload = wire.loads(await self._body(request) or b"{}")
            if caller.entered.scope is not None:
                permit(caller.entered.scope, find(channel), payload)
            async with self._rooms.answering(caller.entered) as dispatcher:
                envelope = await self._answer(request, payload, dispatcher)
            codes.append("OK" if envelope["ok"] else envelope["error"]["code"])
        response = respond(envelope)
        # Pushes go by another line: whoever listens knows by it when they have heard the last one.
        response.headers["X-Pushed"] = str(caller.entered.room.pushed)
        return response

    @contextmanager
    def _measured(self, channel: str) -> Iterator[list[str]]:
        """Counts the call under the code that is put into the list, or that it is refused with."""
        begun, codes = time.perf_counter(), list[str]()
        try:
            yield codes
        except MohenError as error:
            codes.append(error.code)
            raise
        finally:
            known = channel if channel in MODULES else ""  # else it is whatever a caller wrote
            code = codes[0] if codes else "CANCELED"
            self._rooms.measures.answered(known, code, time.perf_counter() - begun)

    async def _answer(self, request: Request, payload: Any, dispatcher: Dispatcher) -> Envelope:
        """Have a worker answer; a caller who hangs up cancels what has not begun."""
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[Envelope] = loop.create_future()

        def settle(envelope: Envelope) -> None:
            if not answered.done():
                answered.set_result(envelope)

        call = dispatcher.submit(
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
        limit = most or self._doors.body_bytes
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
        headers = dict(request.scope["headers"])
        if is_visit(headers):
            return closed(status, headers)
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

    def refuse(self, error: MohenError, status: int | None = None) -> Response:
        return respond(refusal(error, self._rooms.meta()), status)

    # -- pushes

    async def events(self, request: Request) -> Response:
        caller: Caller = request.scope[KNOWN]
        renewed = {} if caller.cookie is None else {"Set-Cookie": caller.cookie}
        return StreamingResponse(
            caller.entered.room.stream(caller.entered.still),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", **renewed},
        )


_NOBODY: Final = (None, None)


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
