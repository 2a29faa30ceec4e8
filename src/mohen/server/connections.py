"""A connection that holds nothing for long: no place, no descriptor, for who has shown no token.

The library that speaks HTTP waits for ever for a head, a body or a reader. Here each has its time,
and strangers have a number of places: the one who came first leaves for the one who comes next, so
whoever bears the token always gets in.
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Mapping
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from mohen.core.logs import logger
from mohen.core.policy import Doors

KNOWN = "mohen.known"
"""In the scope of a request that bore the token."""
_NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

log = logger(__name__)


class Places:
    """Who is connected, in the order they came."""

    def __init__(self, strangers: int) -> None:
        self._strangers = strangers
        self._taken: dict[Connection, None] = {}

    def take(self, connection: Connection) -> None:
        self._taken[connection] = None
        strangers = [each for each in self._taken if not each.known]
        for each in strangers[: -self._strangers]:
            self._end(each)

    def leave(self, connection: Connection) -> None:
        self._taken.pop(connection, None)

    def trouble(self, loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        """Told by the loop: where no descriptor is left, strangers give back theirs."""
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in _NO_ROOM:
            loop.default_exception_handler(dict(context))
            return
        log.warning("no descriptor left: connections that show no token are ended")
        for each in [each for each in self._taken if not each.known]:
            self._end(each)

    def _end(self, connection: Connection) -> None:
        self.leave(connection)
        connection.transport.abort()


class Connection(H11Protocol):
    def __init__(self, *, doors: Doors, places: Places, **more: Any) -> None:
        super().__init__(**more)
        self._doors = doors
        self._places = places
        self._awaited: str | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    @property
    def known(self) -> bool:
        """Whether its last request bore the token."""
        return self.scope is not None and KNOWN in self.scope

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._places.take(self)
        self._wait_for("head")

    def connection_lost(self, exc: Exception | None) -> None:
        self._places.leave(self)
        self._wait_for(None)
        self._read()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch(begun=bool(self.conn.trailing_data[0]))

    def pause_writing(self) -> None:
        super().pause_writing()
        self._read()
        self._unread = self.loop.call_later(self._doors.unread_ms / 1000, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._read()

    def _read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _watch(self, *, begun: bool = True) -> None:
        """What is waited for now. Between two requests, the library's own time runs."""
        if self.transport.is_closing():
            self._wait_for(None)
        elif self.conn.their_state is h11.SEND_BODY:
            self._wait_for("body")
        elif self.conn.their_state is h11.IDLE and begun:
            self._wait_for("head")
        else:
            self._wait_for(None)

    def _wait_for(self, what: str | None) -> None:
        """Byte by byte is no progress: the time of a head or a body begins once."""
        if what == self._awaited:
            return
        self._awaited = what
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if what is not None:
            allowed = self._doors.head_ms if what == "head" else self._doors.body_ms
            self._timer = self.loop.call_later(allowed / 1000, self.transport.abort)
