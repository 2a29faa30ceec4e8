"""Starting the HTTP door: its socket, its descriptors, and an end that loses nothing."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, cast

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Route

from mohen.core.policy import Doors
from mohen.errors import Conflict, InvalidArgument, IoFailed, MohenError, PermissionDenied
from mohen.memory import Memory
from mohen.server.app import LOOPBACK, Guest, build
from mohen.server.connections import Connection, Places
from mohen.server.dispatch import GRACE_S
from mohen.server.login_links import Tickets

PORT_MAX = 65_535
_DESCRIPTORS = 8_192
_M_ARENA_MAX, _M_MMAP_THRESHOLD = -8, -3  # of glibc's malloc.h
_LARGE_BYTES = 262_144  # a block that is given back as soon as it is freed
_HOLES_S = 15  # between two looks for what can be given back


def listen(host: str, port: int, *, anywhere: bool = False) -> socket.socket:
    """A socket on a loopback name; port 0 means any that is free. `anywhere`: on any address."""
    if host not in LOOPBACK and not anywhere:
        names = ", ".join(sorted(LOOPBACK))
        raise InvalidArgument(f"only loopback is served: host is one of {names}", field="host")
    if not 0 <= port <= PORT_MAX:
        raise InvalidArgument(f"port must lie between 0 and {PORT_MAX}", field="port")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        sock = socket.create_server((host, port), family=family)
    except OSError as error:
        raise _unheard(error, port) from None
    # Whoever is accepted inherits it. An answer is sent in two pieces, and the second would wait
    # for the caller's system to acknowledge the first, which takes its time (40 ms on Linux).
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def _unheard(error: OSError, port: int) -> MohenError:
    if error.errno == errno.EADDRINUSE:
        return Conflict(f"port {port} is taken, perhaps by another `mohen serve`", field="port")
    if error.errno == errno.EACCES:
        return PermissionDenied(f"port {port} is not for you: name one above 1023", field="port")
    return IoFailed(f"the address cannot be listened on: {error.strerror}", field="host")


def serve(
    memory: Memory,
    sock: socket.socket,
    token: Callable[[], str],
    tickets: Tickets,
    ready: Callable[[], None] = lambda: None,
    greet: Callable[[str], None] = lambda _name: None,
    more: Sequence[Route] = (),
    guests: Sequence[Guest] = (),
) -> None:
    """Answer on `sock` until a signal asks to end. When calls are answered the first ticket is
    told, then `ready` is called; `greet` hears of each browser that is let in.

    The first signal lets running calls finish; a second Ctrl-C does not wait for them.
    """
    app = build(memory, token, tickets=tickets, greet=greet, more=more, guests=guests)

    def begin() -> None:
        tickets.tell()
        ready()

    answer(app, memory.policy.doors, sock, begin)


def answer(
    app: Starlette, doors: Doors, sock: socket.socket, ready: Callable[[], None], **more: Any
) -> None:
    """Any application of ours, until a signal asks to end. `more` is for `uvicorn.Config`."""
    places = Places(doors.strangers)
    server = _Server(config(app, doors, places, **more), app, places, ready)
    # uvicorn raises the signal again when it is done: by then it has been obeyed.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, server.obey)
    with _holes_given_back():
        server.run(sockets=[sock])


def config(app: Starlette, doors: Doors, places: Places, **more: Any) -> uvicorn.Config:
    """No logging of its own and no access log: an address may hold what is nobody's business.
    What a proxy would say of the caller is not believed: there is none."""
    speaks = partial(Connection, doors=doors, places=places)
    return uvicorn.Config(
        app,
        http=cast(type[asyncio.Protocol], speaks),
        ws="none",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        lifespan="on",
        backlog=doors.backlog,
        timeout_keep_alive=cast(int, doors.idle_ms / 1000),  # any number of seconds
        timeout_graceful_shutdown=GRACE_S,
        **more,
    )


def prepare() -> None:
    """Before the memory is opened, whose threads begin with it: each would have a heap by then."""
    _more_descriptors()
    _give_memory_back()


def _more_descriptors() -> None:
    """As many as the system allows: a shell gives few, and each thread that answers has some."""
    with suppress(ImportError, OSError, ValueError):  # Windows; a limit that may not be moved
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _DESCRIPTORS)
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _give_memory_back() -> None:
    """What is freed can be used by all or goes back. glibc gives each core eight heaps of its own,
    and what is freed in one no other may use; and each large block that is freed has it take larger
    ones out of the heap, where they leave holes (half of the heap under a crowd)."""
    with suppress(ImportError, OSError, AttributeError):  # another system's C library
        import ctypes

        mallopt = ctypes.CDLL(None).mallopt
        mallopt(_M_ARENA_MAX, 1)
        mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)


@contextmanager
def _holes_given_back() -> Iterator[None]:
    """While inside, pages of the heap on which nothing is left go back to the system now and then.
    glibc gives back by itself only what is free at its end: under a crowd that writes, a third of
    the heap was holes, and more with each minute."""
    trim: Callable[[int], int] | None = None
    with suppress(ImportError, OSError, AttributeError):  # another system's C library
        import ctypes

        trim = ctypes.CDLL(None).malloc_trim
    over = threading.Event()

    def work() -> None:
        while trim is not None and not over.wait(_HOLES_S):
            trim(0)

    worker = threading.Thread(target=work, name="mohen-holes", daemon=True)
    worker.start()
    try:
        yield
    finally:
        over.set()
        worker.join()


class _Server(uvicorn.Server):
    def __init__(
        self, config: uvicorn.Config, app: Starlette, places: Places, ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._app = app
        self._places = places
        self._ready = ready

    def obey(self, _signal: int, _frame: object) -> None:
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(self._places.trouble)
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.end_streams()
        await super().shutdown(sockets)
