"""Channels over HTTP, and pushes as server-sent events (`mohen serve`). Loopback only.

Three locks: the bearer token of the home, the Host header (against DNS rebinding), and the
Origin header (against other pages in the same browser). A page gets the token for a ticket.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mohen.core.calls import Call
from mohen.core.logs import logger
from mohen.errors import Internal, InvalidArgument, MohenError, PermissionDenied, Unsupported
from mohen.memory import Memory
from mohen.server import wire
from mohen.server.channel import parse
from mohen.server.connections import KNOWN
from mohen.server.dispatch import Dispatcher, Envelope
from mohen.server.login_links import Tickets
from mohen.server.panel_files import BUILT, File, Pages, file, sent
from mohen.server.shapes import Wire
from mohen.server.status import STATUS
from mohen.server.wrong_tokens import WrongTokens

log = logger(__name__)

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
SESSION = "/session"
OPENAPI = "/openapi.json"
_TIMEOUT_DIGITS = 18
EVERYWHERE = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""Headers of every answer."""


def build(
    memory: Memory,
    token: Callable[[], str],
    *,
    tickets: Tickets | None = None,
    panel: Traversable = BUILT,
) -> Starlette:
    """The application; `token` tells what callers must bear, `panel` is the folder of the built
    panel."""
    door = _Door(memory, token, tickets or Tickets())
    return Starlette(
        routes=[
            *Pages(panel).routes(),
            Route(SESSION, door.session, methods=["POST"]),
            Route("/ticket", door.ticket, methods=["POST"]),
            Route("/ipc/{channel:path}", door.ipc, methods=["POST"]),
            Route("/events", door.events, methods=["GET"]),
            Route(OPENAPI, described, methods=["GET"]),
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

        headers = dict(scope["headers"])
        refused = await self._refused(scope["path"], headers)
        if refused is None:
            if not _is_open(scope["path"]):
                scope[KNOWN] = True
            await self._app(scope, receive, marked)
            return
        refused.headers["Connection"] = "close"  # a stranger keeps nothing open
        await refused(scope, receive, marked)

    async def _refused(self, path: str, headers: Mapping[bytes, bytes]) -> Response | None:
        if _host_of("//" + headers.get(b"host", b"").decode("latin-1")) not in LOOPBACK:
            said = "the Host header must name this machine's loopback address"
            return self._door.refuse(PermissionDenied(said), 403)
        origin = headers.get(b"origin")
        if origin is not None and not self._same_origin(origin, headers[b"host"]):
            said = "the Origin header must be this server's own"
            return self._door.refuse(PermissionDenied(said), 403)
        borne = headers.get(b"authorization")
        if _is_open(path) or self._door.knows(borne or b""):
            return None
        said = "the bearer token is missing or wrong; the file `token` of the home holds it"
        return await self._door.turn_away(PermissionDenied(said), guessed=borne is not None)

    @staticmethod
    def _same_origin(origin: bytes, host: bytes) -> bool:
        return origin == b"http://" + host


def _is_open(path: str) -> bool:
    """The page, its way to the token, and what can be asked: nothing of the memory."""
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


class _Door:
    def __init__(self, memory: Memory, token: Callable[[], str], tickets: Tickets) -> None:
        self._memory = memory
        self._token = token
        self._tickets = tickets
        self._wrong = WrongTokens(memory.policy.doors)
        self._dispatcher = Dispatcher(memory)
        self._closing = asyncio.Event()
        self._ears: set[asyncio.Queue[bytes]] = set()

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        app.state.end_streams = self.end_streams
        yield
        self.end_streams()
        await asyncio.to_thread(self._dispatcher.close)

    # -- who comes in

    def knows(self, authorization: bytes) -> bool:
        return hmac.compare_digest(authorization, f"Bearer {self._token()}".encode())

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
        """The token for a ticket, once."""
        most = self._memory.policy.doors.entry_bytes
        given: Any = parse(_Entry, wire.loads(await self._body(request, most)))
        # Telling the next link may wait for a terminal: not in the way of the answer.
        then = BackgroundTask(self._tickets.tell)
        if self._tickets.spend(given.ticket):
            return self._secret({"token": self._token()}, then)
        said = "this link was used before, is too old or of another start"
        told = f"{said}; `mohen serve` shows the next"
        refused = await self.turn_away(PermissionDenied(told, field="ticket"))
        refused.background = then
        return refused

    async def ticket(self, _request: Request) -> Response:
        """One more way in, for another window."""
        return self._secret({"ticket": self._tickets.hand()})

    def _secret(self, data: dict[str, str], then: BackgroundTask | None = None) -> Response:
        meta = {"requestId": self._memory.new_id("rq"), "ts": self._memory.now()}
        response = respond({"ok": True, "data": data, "meta": meta})
        response.headers["Cache-Control"] = "no-store"
        response.background = then
        return response

    # -- calls

    async def ipc(self, request: Request) -> Response:
        payload = wire.loads(await self._body(request) or b"{}")
        return respond(await self._answer(request, payload))

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

    async def nowhere(self, _request: Request, error: Exception) -> Response:
        """An address or a method that is not served, in the same envelope as everything else."""
        status = error.status_code if isinstance(error, HTTPException) else 500
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

    async def events(self, _request: Request) -> Response:
        return StreamingResponse(
            self._stream(), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
        )

    async def _stream(self) -> AsyncIterator[bytes]:
        """Pushes as they come, a comment now and then so that a dead line is noticed."""
        doors = self._memory.policy.doors
        waiting: asyncio.Queue[bytes] = asyncio.Queue(doors.push_queue)
        loop = asyncio.get_running_loop()

        def hear(channel: str, data: Mapping[str, Any]) -> None:
            message = b"event: " + channel.encode() + b"\ndata: " + wire.dumps(data) + b"\n\n"
            loop.call_soon_threadsafe(_offer, waiting, message)

        borne = self._token()
        stop_listening = self._memory.listen(hear)
        self._ears.add(waiting)
        try:
            yield b": listening\n\n"
            while not self._closing.is_set():
                try:
                    heard = await asyncio.wait_for(waiting.get(), doors.keepalive_ms / 1000)
                except TimeoutError:
                    heard = b": still here\n\n"
                if self._token() != borne:  # by now it opens nothing any more
                    return
                yield heard
        finally:
            self._ears.discard(waiting)
            stop_listening()

    def end_streams(self) -> None:
        """They never end by themselves, and a server that is to end waits for them."""
        self._closing.set()
        for ear in self._ears:
            _offer(ear, b": the end\n\n")


class _TooLarge(InvalidArgument):
    pass


class _Entry(Wire):
    ticket: str


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
