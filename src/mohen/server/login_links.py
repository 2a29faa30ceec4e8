"""Tickets: what a link carries instead of the token, good for one browser and one time.

A link ends up in places where a secret must not lie: a terminal's scrollback, a browser's history,
a screenshot. By then its ticket has been used.
"""

from __future__ import annotations

import hmac
import secrets
import threading
from collections import deque
from collections.abc import Callable

TICKET_BYTES = 32
HANDED_MAX = 16  # further ones push out the oldest that nobody used

Tell = Callable[[str], None]


class Tickets:
    """One that always stands, told to whoever started the server, and some handed to windows of
    those who are already in. They live as long as the server."""

    def __init__(self, tell: Tell | None = None) -> None:
        self._tell = tell
        self._lock = threading.Lock()
        self._standing = _fresh()
        self._told = False
        self._handed: deque[str] = deque(maxlen=HANDED_MAX)

    def tell(self) -> None:
        """Tell the standing ticket, if it was not told yet."""
        with self._lock:
            ticket, told, self._told = self._standing, self._told, True
        if self._tell is not None and not told:
            self._tell(ticket)

    def hand(self) -> str:
        """One more, for a window that somebody who is in wants to open."""
        ticket = _fresh()
        with self._lock:
            self._handed.append(ticket)
        return ticket

    def spend(self, ticket: str) -> bool:
        """Whether it was good. It is not any more; the standing one is followed by the next."""
        given = ticket.encode()
        with self._lock:
            if _same(given, self._standing):
                self._standing, self._told = _fresh(), False
                return True
            # All are compared, so that the time it takes tells nothing.
            good = [each for each in self._handed if _same(given, each)]
            for each in good:
                self._handed.remove(each)
            return bool(good)


def _fresh() -> str:
    return secrets.token_urlsafe(TICKET_BYTES)


def _same(given: bytes, ticket: str) -> bool:
    return hmac.compare_digest(given, ticket.encode())
