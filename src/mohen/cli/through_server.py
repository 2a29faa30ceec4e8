"""Asking the `mohen serve` that runs on the same home, instead of opening the home oneself."""

from __future__ import annotations

import http.client
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mohen.cli.i18n import say
from mohen.errors import Canceled
from mohen.server import announcement

if TYPE_CHECKING:
    from mohen.server.dispatch import Envelope

_ALIVE_S = 1.0  # for the first answer: a server that is stopped or swamped is not waited for
_NOT_TAKEN = (401, 413)  # another token; more than the wire takes


class NotServed(Exception):
    """The server does not take this request, and has done nothing of it."""


class Server:
    """A running server. Each request has a connection of its own: one that is kept would be cut
    after some idle seconds, and nobody could tell whether the next request was heard."""

    def __init__(self, address: announcement.Address) -> None:
        self._address = address

    def ask(
        self,
        channel: str,
        payload: Any,
        *,
        timeout_ms: int | None = None,
        patience_s: float | None = None,
    ) -> Envelope:
        """How long a call may take is the server's to say; `patience_s` is for a first word."""
        try:
            body = json.dumps(payload, allow_nan=False).encode()
        except ValueError:
            raise NotServed from None
        headers = {"Authorization": f"Bearer {self._address.token}"}
        if timeout_ms is not None:
            headers["X-Timeout-Ms"] = str(timeout_ms)
        line = self._dial(patience_s)
        try:
            line.request("POST", f"/ipc/{channel}", body, headers)
            answer = line.getresponse()
            said = answer.read()
        except (OSError, http.client.HTTPException):
            raise Canceled(
                say(
                    "`mohen serve` ended before it answered: see whether it was done, then try "
                    "again",
                    "`mohen serve` 未及应答便已结束：请先查看是否已完成，再重试",
                )
            ) from None
        finally:
            line.close()
        if answer.status in _NOT_TAKEN:
            raise NotServed
        envelope: Envelope = json.loads(said)
        return envelope

    def _dial(self, patience_s: float | None) -> http.client.HTTPConnection:
        host, port, _ = self._address
        line = http.client.HTTPConnection(host, port, timeout=_ALIVE_S)
        try:
            line.connect()
        except OSError:
            raise NotServed from None
        line.sock.settimeout(patience_s)
        return line

    def answers(self) -> bool:
        """Whether it lives and takes our token: asked for nothing, before anything is told."""
        try:
            said = self.ask("request:cancel", {"id": "none"}, patience_s=_ALIVE_S)
        except (NotServed, Canceled, ValueError):
            return False
        return bool(said["ok"])


def connect(home: Path) -> Server | None:
    """The server that runs on this home, if there is one and it answers."""
    address = announcement.found(home)
    if address is None:
        return None
    server = Server(address)
    return server if server.answers() else None
