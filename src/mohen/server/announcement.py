"""How a running `mohen serve` is found: a file in its home that says where it listens.

The server keeps the file locked for as long as it lives. So a file that a killed server left
behind is known for what it is, whichever process has its number or its port by now, and the
token is never shown to a stranger.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from mohen import __version__
from mohen.core.home import SERVER_FILE, TOKEN_FILE

fcntl: Any = None if os.name == "nt" else import_module("fcntl")


class Address(NamedTuple):
    host: str
    port: int
    token: str


@contextmanager
def announced(home: Path, host: str, port: int) -> Iterator[None]:
    """While it is served. A file system that cannot lock has no announcement: commands then open
    the home themselves, as they do without a server."""
    held = _write(home, host, port)
    try:
        yield
    finally:
        if held is not None:
            with suppress(OSError):
                if os.path.samestat(os.fstat(held), (home / SERVER_FILE).stat()):  # still ours
                    (home / SERVER_FILE).unlink()
            os.close(held)


def _write(home: Path, host: str, port: int) -> int | None:
    """The handle that holds the lock."""
    if fcntl is None:
        return None
    said = {
        "pid": os.getpid(),
        "host": host,
        "port": port,
        "version": __version__,
        "home": os.path.realpath(home),
    }
    # Beside and then in place: a file that is there is whole, and locked.
    beside = home / f"{SERVER_FILE}.{os.getpid()}"
    try:
        held = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    except OSError:
        return None
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.write(held, json.dumps(said).encode())
        beside.replace(home / SERVER_FILE)
    except OSError:
        os.close(held)
        with suppress(OSError):
            beside.unlink()
        return None
    return held


def found(home: Path, *, any_version: bool = False) -> Address | None:
    """The server of this home, if one runs; of another version it answers other questions."""
    if fcntl is None:
        return None
    try:
        with (home / SERVER_FILE).open("rb") as file:
            if not _locked(file.fileno()):
                return None
            said = json.loads(file.read())
        if said["home"] != os.path.realpath(home):
            return None
        if not any_version and said["version"] != __version__:
            return None
        token = (home / TOKEN_FILE).read_text("ascii").strip()
        return Address(str(said["host"]), int(said["port"]), token)
    except (OSError, ValueError, LookupError, TypeError):
        return None


def _locked(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False
