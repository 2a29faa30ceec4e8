"""Starting the HTTP door: its token, its socket, and an end that loses nothing."""

from __future__ import annotations

import errno
import os
import secrets
import signal
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from mohen.core.home import TOKEN_FILE
from mohen.errors import Conflict, InvalidArgument, IoFailed, MohenError, PermissionDenied
from mohen.memory import Memory
from mohen.server.app import LOOPBACK, build
from mohen.server.dispatch import GRACE_S
from mohen.server.login_links import Tickets

TOKEN_BYTES = 32
PORT_MAX = 65_535


def token(home: Path) -> str:
    """The home's bearer token, made when it is first needed and readable by its owner alone."""
    path = home / TOKEN_FILE
    try:
        kept = path.read_text("ascii").strip() if path.exists() else ""
        if kept:
            path.chmod(0o600)
            return kept
        fresh = secrets.token_urlsafe(TOKEN_BYTES)
        # Beside and then in place: a file that is there is always whole.
        beside = path.with_name(f"{TOKEN_FILE}.{os.getpid()}")
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(fresh + "\n")
        beside.replace(path)
    except (OSError, UnicodeDecodeError) as error:
        said = getattr(error, "strerror", None) or "not a token"
        raise IoFailed(f"the token file of the home cannot be used: {said}") from None
    return fresh


def listen(host: str, port: int) -> socket.socket:
    """A socket on a loopback name; port 0 means any that is free."""
    if host not in LOOPBACK:
        names = ", ".join(sorted(LOOPBACK))
        raise InvalidArgument(f"only loopback is served: host is one of {names}", field="host")
    if not 0 <= port <= PORT_MAX:
        raise InvalidArgument(f"port must lie between 0 and {PORT_MAX}", field="port")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise _unheard(error, port) from None


def _unheard(error: OSError, port: int) -> MohenError:
    if error.errno == errno.EADDRINUSE:
        return Conflict(f"port {port} is taken, perhaps by another `mohen serve`", field="port")
    if error.errno == errno.EACCES:
        return PermissionDenied(f"port {port} is not for you: name one above 1023", field="port")
    return IoFailed(f"the address cannot be listened on: {error.strerror}", field="host")


def serve(
    memory: Memory,
    sock: socket.socket,
    token: str,
    tickets: Tickets,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Answer on `sock` until a signal asks to end. When calls are answered the first ticket is
    told, then `ready` is called.

    The first signal lets running calls finish; a second Ctrl-C does not wait for them.
    """
    app = build(memory, token, tickets=tickets)

    def begin() -> None:
        tickets.tell()
        ready()

    # No logging of its own and no access log: an address may hold what is nobody's business.
    config = uvicorn.Config(
        app, log_config=None, access_log=False, lifespan="on", timeout_graceful_shutdown=GRACE_S
    )
    server = _Server(config, app, begin)
    # uvicorn raises the signal again when it is done: by then it has been obeyed.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, server.obey)
    server.run(sockets=[sock])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, app: Starlette, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready

    def obey(self, _signal: int, _frame: object) -> None:
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.end_streams()
        await super().shutdown(sockets)
