"""Asking the `mohen serve` that runs on the same home, instead of opening the home oneself.

HTTP by hand: the library's client takes as long to load as everything else that a command needs.
"""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mohen.cli.i18n import say
from mohen.errors import Canceled
from mohen.server import announcement

if TYPE_CHECKING:
    from mohen.server.dispatch import Envelope

_ALIVE_S = 1.0  # for the first answer: a server that is stopped or swamped is not waited for
_TICKET_S = 10.0
_LONGEST = 4 << 20  # bytes of a request, well below what the wire takes
_TURNED_AWAY = (401, 429)


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
        request = self._request(f"/ipc/{channel}", payload, timeout_ms)
        return self._answer(request, patience_s)

    def ticket(self) -> str:
        """What a link carries that lets a browser in."""
        said = self._answer(self._request("/ticket", {}, None), _TICKET_S)
        return str(said["data"]["ticket"])

    def _answer(self, request: bytes, patience_s: float | None) -> Envelope:
        # Whoever leaves here hangs up, and that cancels what was asked.
        with self._dial() as line:
            line.settimeout(patience_s)
            try:
                line.sendall(request)
                answer = b"".join(iter(lambda: line.recv(1 << 16), b""))
            except OSError:
                raise _lost() from None
        head, _, said = answer.partition(b"\r\n\r\n")
        try:
            status = int(head.split(maxsplit=2)[1])
            envelope: Envelope = json.loads(said)
        except (IndexError, ValueError):  # less than an answer
            raise _lost() from None
        if status in _TURNED_AWAY and envelope["error"]["code"] == "PERMISSION_DENIED":
            raise NotServed
        return envelope

    def _request(self, path: str, payload: Any, timeout_ms: int | None) -> bytes:
        try:
            body = json.dumps(payload, allow_nan=False).encode()
        except ValueError:
            raise NotServed from None
        if len(body) > _LONGEST:
            raise NotServed
        host, port, token = self._address
        head = (
            f"POST {path} HTTP/1.1",
            f"Host: {f'[{host}]' if ':' in host else host}:{port}",
            f"Authorization: Bearer {token}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            "Connection: close",
            *(() if timeout_ms is None else (f"X-Timeout-Ms: {timeout_ms}",)),
        )
        return "\r\n".join((*head, "", "")).encode("ascii") + body

    def _dial(self) -> socket.socket:
        host, port, _ = self._address
        line = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        line.settimeout(_ALIVE_S)
        try:
            line.connect((host, port))
        except OSError:
            line.close()
            raise NotServed from None
        return line

    def answers(self) -> bool:
        """Whether it lives and takes our token: asked for nothing, before anything is told."""
        try:
            said = self.ask("request:cancel", {"id": "none"}, patience_s=_ALIVE_S)
        except (NotServed, Canceled):
            return False
        return bool(said["ok"])


def _lost() -> Canceled:
    return Canceled(
        say(
            "`mohen serve` ended before it answered: see whether it was done, then try again",
            "`mohen serve` 未及应答便已结束：请先查看是否已完成，再重试",
        )
    )


def connect(home: Path) -> Server | None:
    """The server that runs on this home, if there is one and it answers."""
    address = announcement.found(home)
    if address is None:
        return None
    server = Server(address)
    return server if server.answers() else None
