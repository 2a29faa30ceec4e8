"""Tickets: what a link carries instead of the token, good for one browser, one time and one hour.

A link ends up in places where a secret must not lie: a terminal's scrollback, a browser's history,
a screenshot. By then its ticket has been used, or is too old.
"""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from mohen.core.policy import Doors

TICKET_BYTES = 32
HANDED_MAX = 16  # further ones push out the oldest that nobody used

Tell = Callable[[str], None]


class _Ticket(NamedTuple):
    text: str
    until: float
    token: str  # with another token of the home, it is of no use


class Tickets:
    """One that always stands, told to whoever started the server, and some handed to windows of
    those who are already in. They live as long as the server at most."""

    def __init__(
        self,
        tell: Tell | None = None,
        *,
        life_ms: int = Doors().ticket_ms,
        token: Callable[[], str] = str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tell = tell
        self._life_s = life_ms / 1000
        self._token = token
        self._clock = clock
        self._lock = threading.Lock()
        self._standing = self._fresh()
        self._told = False
        self._handed: deque[_Ticket] = deque(maxlen=HANDED_MAX)

    def tell(self) -> None:
        """Tell the standing ticket, if it was not told yet."""
        with self._lock:
            ticket, told, self._told = self._standing, self._told, True
        if self._tell is not None and not told:
            self._tell(ticket.text)

    def hand(self) -> str:
        """One more, for a window that somebody who is in wants to open."""
        ticket = self._fresh()
        with self._lock:
            self._handed.append(ticket)
        return ticket.text

    def spend(self, ticket: str) -> bool:
        """Whether it was good. It is not any more; the standing one is followed by the next."""
        given = ticket.encode()
        with self._lock:
            if _same(given, self._standing):
                spent, self._standing, self._told = self._standing, self._fresh(), False
                return self._holds(spent)
            # All are compared, so that the time it takes tells nothing.
            found = [each for each in self._handed if _same(given, each)]
            for each in found:
                self._handed.remove(each)
            return any(self._holds(each) for each in found)

    def _fresh(self) -> _Ticket:
        until = self._clock() + self._life_s
        return _Ticket(secrets.token_urlsafe(TICKET_BYTES), until, self._token())

    def _holds(self, ticket: _Ticket) -> bool:
        return self._clock() < ticket.until and ticket.token == self._token()


def _same(given: bytes, ticket: _Ticket) -> bool:
    return hmac.compare_digest(given, ticket.text.encode())
