"""A client that waits: for scripts, threads and programs without an event loop."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from itertools import chain
from queue import SimpleQueue
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
from mohen.errors import MohenError

if TYPE_CHECKING:
    from mohen.client.calls import Call
    from mohen.client.shapes import Push

T = TypeVar("T")


class Client:
    """Asks the `mohen serve` of a home. Connections are kept and used again; threads may share one
    client. Use it as a context manager, or close it."""

    def __init__(
        self,
        base: str | None = None,
        *,
        token: Token | None = None,
        home: str | os.PathLike[str] | None = None,
        retries: int = 2,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """Without anything said: the server of the usual home, whose address and token are read
        there. `token` is one, or what tells it. `retries`: how often a call is tried again whose
        error says that it may be."""
        self._addresses = Addresses(base, token, home)
        self._retries = retries
        self._pushed = 0  # the last push that an answer knew of
        # No proxy of the environment: the token is for this machine.
        self._http = httpx.Client(
            trust_env=False, limits=httpx.Limits(keepalive_expiry=KEEP_S), transport=transport
        )

    @property
    def call(self) -> Call:
        """Ask a channel."""
        return self._call

    def _call(
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
                    time.sleep(step)
                    step = steps.send(None)
                    continue
                try:
                    response = self._http.send(step)
                except httpx.HTTPError as error:
                    step = steps.throw(error)
                else:
                    self._pushed = max(self._pushed, pushed(response))
                    step = steps.send(response)
            except StopIteration as done:
                return cast("Answered[Any]", done.value)

    @contextmanager
    def listen(self) -> Iterator[Iterator[Push]]:
        """What the server says by itself from now on, until it ends."""
        with closing(self._line()) as response:
            yield (push for push in _pushes(response) if not isinstance(push, int))

    def _line(self) -> httpx.Response:
        try:
            response = self._http.send(events_request(self._addresses()), stream=True)
            if response.status_code != httpx.codes.OK:
                response.read()
                raise refused(response)
        except httpx.HTTPError:
            raise broken() from None
        return response

    def follow(self, call: Callable[[], T]) -> Iterator[Push | T]:
        """What the server says while it is asked something, and at last the answer:

        >>> for said in client.follow(lambda: client.call("ai:skill:run", {…})):
        ...     if isinstance(said, Answered): …
        """
        heard: SimpleQueue[Push | int | Future[T] | None] = SimpleQueue()

        def hear(pushes: Iterator[Push | int]) -> None:
            with suppress(MohenError):  # then the answer is all there is
                for push in pushes:
                    heard.put(push)
            heard.put(None)

        with closing(self._line()) as response:
            pushes = _pushes(response)
            pool = ThreadPoolExecutor(2, thread_name_prefix="mohen-follow")
            hearing = pool.submit(hear, pushes)
            answer = pool.submit(call)
            answer.add_done_callback(heard.put)
            last, listening = 0, True
            try:
                # The answer may overtake what was said before it.
                while not answer.done() or (listening and last < self._pushed):
                    said = heard.get()
                    if isinstance(said, int):
                        last = said
                    elif said is None:
                        listening = False
                    elif not isinstance(said, Future):
                        yield said
                yield answer.result()
            finally:
                _hang_up(response)  # wakes who reads
                hearing.result()
                pool.shutdown(wait=False)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _pushes(response: httpx.Response) -> Iterator[Push | int]:
    """Begun when the server listens, so that nothing is missed from here on."""
    chunks = response.iter_bytes()
    try:
        first = next(chunks)
    except (httpx.HTTPError, StopIteration):
        raise broken() from None
    return _heard(chain([first], chunks))


def _heard(chunks: Iterable[bytes]) -> Iterator[Any]:
    events = Events()
    try:
        for chunk in chunks:
            yield from events.take(chunk)
    except httpx.HTTPError:
        raise broken() from None


def _hang_up(response: httpx.Response) -> None:
    line = response.extensions["network_stream"].get_extra_info("socket")
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
