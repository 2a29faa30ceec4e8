"""What no test may cause unseen: an error in the console or the page, a request to somebody else,
a breach of the content security policy (Chromium writes each of these to the console)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import BrowserContext, ConsoleMessage, Request

_UNLOADED = "Failed to load resource"
"""Chromium's own line for an answer with a status of 400 or more, and for none at all."""
_ANSWERED = re.compile(_UNLOADED + r": the server responded with a status of (404|409|428)\b")
"""A channel that says no is an answer, which the page shows in its own words. A malformed question
(400), a stranger's (401, 403) or a server's own fault (5xx) is none."""


class Watch:
    """Listens to one browser context from its beginning."""

    def __init__(self, context: BrowserContext, origin: str) -> None:
        self._origin = origin
        self._expected = False
        self.wrong: list[str] = []
        context.on("console", self._console)
        context.on("weberror", lambda error: self.wrong.append(f"page error: {error.error}"))
        context.on("request", self._request)

    def expect_refusals(self) -> None:
        """From here on the server refuses or is away: the browser says so, and that is right."""
        self._expected = True

    @contextmanager
    def refusals(self) -> Iterator[None]:
        self._expected = True
        yield
        self._expected = False

    def _console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if self._expected and message.text.startswith(_UNLOADED):
            return
        if "/ipc/" in message.location["url"] and _ANSWERED.match(message.text):
            return
        self.wrong.append(f"console {message.type}: {message.text} {message.location}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((f"{self._origin}/", "blob:", "data:")):
            self.wrong.append(f"request to somebody else: {request.url}")
