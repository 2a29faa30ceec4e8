"""Who comes in, and where they are then: in the room of one author, with its calls and pushes.

A home that is served has one room (`server/one_home.py`), a team one for each author
(`team/rooms.py`). The door is the same for both.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple, Protocol

from mohen.core.policy import Doors
from mohen.core.system import Listener
from mohen.errors import PermissionDenied
from mohen.server import wire
from mohen.server.browsers.kept import Halves
from mohen.server.dispatch import Dispatcher
from mohen.server.measures import Measures
from mohen.server.scopes import Scope


class Pushing(Protocol):
    def listen(self, listener: Listener) -> Callable[[], None]: ...


class Room:
    """Where one author is: who listens to the pushes of their memory."""

    def __init__(self, now: int, doors: Doors, measures: Measures) -> None:
        self._doors = doors
        self._measures = measures
        self._closing = False
        self._ears: set[asyncio.Queue[bytes]] = set()
        self.pushed = now
        """The number of the last push. It begins with the moment: so it rises over restarts."""

    def follow(self, memory: Pushing, loop: asyncio.AbstractEventLoop) -> Callable[[], None]:
        """Tell on what this memory pushes, from whichever thread; call what is returned to stop."""

        def hear(channel: str, data: Mapping[str, Any]) -> None:
            said = b"event: " + channel.encode() + b"\ndata: " + wire.dumps(data)
            loop.call_soon_threadsafe(self._push, said)

        return memory.listen(hear)

    async def stream(self, still_in: Callable[[], Awaitable[bool]]) -> AsyncIterator[bytes]:
        """Pushes as they come, a comment now and then so that a dead line is noticed."""
        waiting: asyncio.Queue[bytes] = asyncio.Queue(self._doors.push_queue)
        self._ears.add(waiting)
        try:
            yield b": listening\nid: %d\n\n" % self.pushed
            while not self._closing:
                try:
                    heard = await asyncio.wait_for(waiting.get(), self._doors.keepalive_ms / 1000)
                except TimeoutError:
                    heard = b": still here\n\n"
                if not await still_in():  # by now they are shut out
                    return
                yield heard
        finally:
            self._ears.discard(waiting)

    def _push(self, said: bytes) -> None:
        self.pushed += 1
        self._measures.pushes += 1
        numbered = b"%b\nid: %d\n\n" % (said, self.pushed)
        for ear in self._ears:
            _offer(ear, numbered)

    @property
    def listeners(self) -> int:
        return len(self._ears)

    def end_streams(self) -> None:
        """They never end by themselves, and a server that is to end waits for them."""
        self._closing = True
        for ear in self._ears:
            _offer(ear, b": the end\n\n")


def _offer(waiting: asyncio.Queue[bytes], message: bytes) -> None:
    """A listener that is too slow loses the oldest, never the server its memory."""
    if waiting.full():
        waiting.get_nowait()
    waiting.put_nowait(message)


class Entered(NamedTuple):
    """Somebody who is in: `still` tells whether they are by now."""

    room: Room
    still: Callable[[], Awaitable[bool]]
    scope: Scope | None = None  # None: the owner of the home, who may everything


class Pass(NamedTuple):
    """What a browser is given that is let in, and what is to be done when it has been told."""

    halves: Halves | None
    then: Sequence[Callable[[], object]] = ()
    refusal: PermissionDenied | None = None


class Rooms(Protocol):
    """What the door asks about whoever stands before it."""

    doors: Doors
    measures: Measures
    is_team: bool
    unknown: str
    """What is said to who bears nothing that lets them in."""

    def name(self) -> str:
        """Tells apart what is served at the same place, and says nothing else of it."""
        ...

    def meta(self) -> dict[str, Any]:
        """Of an answer that no channel made."""
        ...

    def lifespan(self) -> AbstractAsyncContextManager[None]: ...

    def end_streams(self) -> None: ...

    def figures(self) -> Mapping[str, int]:
        """What there is of something just now, by its name in the metrics."""
        ...

    async def healthy(self) -> bool:
        """Whether calls can be answered now."""
        ...

    async def by_token(self, borne: bytes) -> Entered | None: ...

    async def by_browser(self, given: Halves) -> Entered | None:
        """One that was let in; that it was seen is noted."""
        ...

    async def let_in(
        self, ticket: str | None, token: str | None, before: Halves | None, name: str
    ) -> Pass:
        """Let a browser in for a ticket or a token; `before` is what it bore already."""
        ...

    def ticket(self) -> str:
        """One more way in, for another window."""
        ...

    def limit(self, entered: Entered) -> None:
        """`Backpressure` for who asks more than is theirs."""
        ...

    def answering(self, entered: Entered) -> AbstractAsyncContextManager[Dispatcher]:
        """Who answers their calls, for as long as that takes."""
        ...
