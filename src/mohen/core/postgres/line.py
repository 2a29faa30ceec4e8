"""One connection of a process, by which its authors hear what happens in the other processes.

What goes over it is rare and small: whose it is, the push's name, numbers and ids. Text never does.
Who is cut off misses what is said meanwhile, and hears again when the server is back: a push says
that something is worth looking at, and what there is to see stands in the store.
"""

from __future__ import annotations

import atexit
import json
import os
import secrets
import select
import socket
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import psycopg

from mohen.core.logs import logger
from mohen.core.system import Listener

log = logger(__name__)

DIRECT = "MOHEN_STORE_DIRECT"
"""Names an address that leads past a pooler, which hands nobody's notices on."""

_CHANNEL = "mohen"
_MOST_BYTES = 4_000  # PostgreSQL takes less than 8,000
_WAITING = 256  # pushes that wait for a server which is away; older ones are dropped
_AGAIN_S = (0.1, 0.5, 1.0, 2.0)

Connection = psycopg.Connection[Any]


class Line:
    """Listens from the first who joins or sends until the process ends."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._name = secrets.token_hex(8)  # by which a process knows its own voice
        self._lock = threading.Lock()
        self._joined: dict[str, list[Listener]] = defaultdict(list)
        self._waiting: deque[str] = deque(maxlen=_WAITING)
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()
        self._ear, self._bell = socket.socketpair()
        self._ear.setblocking(False)
        self._bell.setblocking(False)

    def join(self, author: str, hear: Listener) -> Callable[[], None]:
        """Hear what other processes push for an author; call what is returned to stop."""
        with self._lock:
            self._joined[author].append(hear)
            self._begin()
        return lambda: self._leave(author, hear)

    def send(self, author: str, push: str, data: Mapping[str, Any]) -> None:
        """Have the other processes hear it; nobody waits until they did."""
        told = {"from": self._name, "author": author, "push": push, "data": data}
        text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        if len(text.encode()) > _MOST_BYTES:
            log.warning("push too long for other processes: %s", push)
            return
        with self._lock:
            self._waiting.append(text)
            self._begin()
        self._ring()

    def close(self) -> None:
        self._closing.set()
        self._ring()
        if self._thread is not None:
            self._thread.join()
        self._ear.close()
        self._bell.close()

    def _leave(self, author: str, hear: Listener) -> None:
        with self._lock:
            heard = self._joined.get(author, [])
            if hear in heard:
                heard.remove(hear)
            if not heard:
                self._joined.pop(author, None)

    def _begin(self) -> None:
        if self._thread is None and not self._closing.is_set():
            self._thread = threading.Thread(target=self._live, name="mohen-line", daemon=True)
            self._thread.start()

    def _ring(self) -> None:
        with suppress(OSError):  # full: it has rung already
            self._bell.send(b"!")

    # -- its own thread

    def _live(self) -> None:
        failures = 0
        while not self._closing.is_set():
            try:
                with psycopg.connect(
                    self._address,
                    autocommit=True,
                    prepare_threshold=None,
                    application_name="mohen line",
                ) as connection:
                    connection.execute(f"LISTEN {_CHANNEL}")
                    failures = 0
                    self._talk(connection)
            except psycopg.Error as error:
                if not failures:
                    log.warning("not heard by other processes: %s", type(error).__name__)
                self._closing.wait(_AGAIN_S[min(failures, len(_AGAIN_S) - 1)])
                failures += 1

    def _talk(self, connection: Connection) -> None:
        while not self._closing.is_set():
            while self._waiting:
                text = self._waiting[0]
                connection.execute("SELECT pg_notify(%s, %s)", (_CHANNEL, text))
                with suppress(IndexError):  # it was dropped meanwhile
                    if self._waiting[0] is text:
                        self._waiting.popleft()
            for each in connection.notifies(timeout=0):
                self._hear(each.payload)
            if not self._waiting:
                select.select([connection.fileno(), self._ear.fileno()], [], [])
            with suppress(BlockingIOError):
                self._ear.recv(4_096)

    def _hear(self, text: str) -> None:
        try:
            told = json.loads(text)
            if told["from"] == self._name:
                return
            with self._lock:
                listeners = list(self._joined.get(told["author"], ()))
            push, data = str(told["push"]), dict(told["data"])
        except (ValueError, KeyError, TypeError):
            log.warning("a notice that none of us wrote")
            return
        for hear in listeners:
            hear(push, data)


_LINES: dict[str, Line] = {}
_FINDING = threading.Lock()


def line_at(address: str) -> Line:
    """The same for everybody in this process who names this address."""
    with _FINDING:
        if address not in _LINES:
            _LINES[address] = Line(os.environ.get(DIRECT) or address)
        return _LINES[address]


@atexit.register
def _close_all() -> None:
    for each in _LINES.values():
        with suppress(psycopg.Error, OSError):
            each.close()
