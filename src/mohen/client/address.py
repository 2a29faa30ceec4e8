"""Where a server is and what it wants to be shown: as told, or as its home says."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlsplit

from mohen.core.home import home_path
from mohen.errors import InvalidArgument, Unreachable
from mohen.server import announcement

Token = str | Callable[[], str]
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


class Address(NamedTuple):
    origin: str
    token: str


class Addresses:
    """Called, it tells the address as it is now: a server may have moved, a token been changed."""

    def __init__(
        self, base: str | None, token: Token | None, home: str | os.PathLike[str] | None
    ) -> None:
        if (base is None) != (token is None) or (base is not None and home is not None):
            raise InvalidArgument(
                "name a base with its token, or a home, or neither for the usual home",
                field="base",
            )
        self._origin = None if base is None else _origin(base)
        self._token = token
        self._home = None if base is not None else home_path(home)

    def __call__(self) -> Address:
        if self._origin is not None and self._token is not None:
            return Address(
                self._origin, self._token if isinstance(self._token, str) else self._token()
            )
        found = None if self._home is None else announcement.found(self._home)
        if found is None:
            raise Unreachable("no `mohen serve` of this version runs on this home: start one")
        host = f"[{found.host}]" if ":" in found.host else found.host
        return Address(f"http://{host}:{found.port}", found.token)


def _origin(base: str) -> str:
    """Nobody else is shown the token: beyond this machine a server answers over TLS alone."""
    try:
        parts = urlsplit(base)
        near = parts.scheme == "http" and parts.hostname in _LOOPBACK
        fits = (near or (parts.scheme == "https" and parts.hostname)) and parts.port != 0
    except ValueError:
        fits = False
    if not fits or parts.path.strip("/") or parts.query or parts.username:
        raise InvalidArgument(
            "base must be http:// and a loopback address, such as http://127.0.0.1:7717, or "
            "https:// and the name of a team's server",
            field="base",
        )
    return f"{parts.scheme}://{parts.netloc}"
