"""A client that awaits: for programs with an event loop."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import httpx

from mohen.client.address import Addresses, Token
from mohen.client.exchange import (
    KEEP_S,
    Answered,
    Events,
    Fields,
    broken,
    events_request,
    exchange,
    pushed,
    refused,
)

if TYPE_CHECKING:
    from mohen.client.calls import AsyncCall
    from mohen.client.shapes import Push

T = TypeVar("T")


class AsyncClient:
    """Asks the `mohen serve` of a home. Connections are kept and used again; any number of calls
    may be under way at once. Use it as a context manager, or close it."""

    def __init__(
        self,
        base: str | None = None,
        *,
        token: Token | None = None,
        home: str | os.PathLike[str] | None = None,
        retries: int = 2,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Without anything said: the server of the usual home, whose address and token are read
        there. `token` is one, or what tells it. `retries`: how often a call is tried again whose
        error says that it may be."""
        self._addresses = Addresses(base, token, home)
        self._retries = retries
        self._pushed = 0  # the last push that an answer knew of
        # No proxy of the environment: the token is for this machine.
        self._http = httpx.AsyncClient(
            trust_env=False, limits=httpx.Limits(keepalive_expiry=KEEP_S), transport=transport
        )

    @property
    def call(self) -> AsyncCall:
        """Ask a channel. Cancelling hangs up, and the server stops what it can."""
        return self._call

    async def _call(
        self,
        channel: str,
        payload: Fields | Any = None,
        *,
        timeout_ms: int | None = None,
        request_id: str | None = None,
    ) -> Answered[Any]:
        steps = exchange(
            self._addresses,
            channel,
            payload,
            timeout_ms=timeout_ms,
            request_id=request_id,
            retries=self._retries,
        )
        step = next(steps)
        while True:
            try:
                if isinstance(step, float):
                    await asyncio.sleep(step)
                    step = steps.send(None)
                    continue
                try:
                    response = await self._http.send(step)
                except httpx.HTTPError as error:
                    step = steps.throw(error)
                else:
                    self._pushed = max(self._pushed, pushed(response))
                    step = steps.send(response)
            except StopIteration as done:
                return cast("Answered[Any]", done.value)

    @asynccontextmanager
    async def listen(self) -> AsyncIterator[AsyncIterator[Push]]:
        """What the server says by itself from now on, until it ends."""
        async with self._listen() as pushes:
            yield (push async for push in pushes if not isinstance(push, int))

    @asynccontextmanager
    async def _listen(self) -> AsyncIterator[AsyncGenerator[Push | int, None]]:
        response = await self._line()
        try:
            async with aclosing(await _pushes(response)) as pushes:
                yield pushes
        finally:
            await response.aclose()

    async def _line(self) -> httpx.Response:
        try:
            response = await self._http.send(events_request(self._addresses()), stream=True)
            if response.status_code != httpx.codes.OK:
                await response.aread()
                raise refused(response)
        except httpx.HTTPError:
            raise broken() from None
        return response

    async def follow(self, call: Callable[[], Awaitable[T]]) -> AsyncIterator[Push | T]:
        """What the server says while it is asked something, and at last the answer:

        >>> async for said in client.follow(lambda: client.call("ai:skill:run", {…})):
        ...     if isinstance(said, Answered): …
        """
        async with self._listen() as pushes:
            answer = asyncio.ensure_future(call())
            push: asyncio.Future[Any] = asyncio.ensure_future(anext(pushes, None))
            last = 0
            try:
                # The answer may overtake what was said before it.
                while not answer.done() or last < self._pushed:
                    both = {push} if answer.done() else {push, answer}
                    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                    if not push.done():
                        continue
                    said = None if push.exception() else push.result()
                    if said is None:  # then the answer is all there is
                        break
                    if isinstance(said, int):
                        last = said
                    else:
                        yield said
                    push = asyncio.ensure_future(anext(pushes, None))
                yield await answer
            finally:
                for each in (push, answer):
                    each.cancel()
                await asyncio.wait({push, answer})

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


async def _pushes(response: httpx.Response) -> AsyncGenerator[Push | int, None]:
    """Begun when the server listens, so that nothing is missed from here on."""
    chunks = response.aiter_bytes()
    try:
        first = await anext(chunks)
    except (httpx.HTTPError, StopAsyncIteration):
        raise broken() from None
    return _heard(first, chunks)


async def _heard(first: bytes, chunks: AsyncIterator[bytes]) -> AsyncGenerator[Any, None]:
    events = Events()
    for push in events.take(first):
        yield push
    try:
        async for chunk in chunks:
            for push in events.take(chunk):
                yield push
    except httpx.HTTPError:
        raise broken() from None
