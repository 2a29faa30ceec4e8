"""The memory of one home, served to its owner: one room, one token, and tickets for browsers."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from mohen.errors import PermissionDenied
from mohen.memory import Memory
from mohen.server.browsers.channels import CHANGED
from mohen.server.browsers.kept import Browsers, Halves, home_name
from mohen.server.dispatch import Dispatcher
from mohen.server.login_links import Tickets
from mohen.server.measures import Measures
from mohen.server.rooms import Entered, Pass, Room


class OneHome:
    is_team = False
    unknown = "the bearer token is missing or wrong; the file `token` of the home holds it"

    def __init__(
        self,
        memory: Memory,
        token: Callable[[], str],
        tickets: Tickets,
        greet: Callable[[str], None],
    ) -> None:
        self._memory = memory
        self._token = token
        self._tickets = tickets
        self._greet = greet
        self.doors = memory.policy.doors
        self.measures = Measures()
        self._browsers = Browsers(memory.home, token, memory.now, self.doors)
        self._dispatcher = Dispatcher(memory)
        self._room = Room(memory.now(), self.doors, self.measures)

    def name(self) -> str:
        return home_name(self._token())

    def meta(self) -> dict[str, Any]:
        return {"requestId": self._memory.new_id("rq"), "ts": self._memory.now()}

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        stop = self._room.follow(self._memory, asyncio.get_running_loop())
        try:
            yield
        finally:
            stop()
            await asyncio.to_thread(self._dispatcher.close)

    def end_streams(self) -> None:
        self._room.end_streams()

    def figures(self) -> Mapping[str, int]:
        return {"open_memories": 1, "listeners": self._room.listeners}

    async def healthy(self) -> bool:
        return True

    # -- who comes in

    async def by_token(self, borne: bytes) -> Entered | None:
        async def still() -> bool:
            return self._is_token(borne)

        return Entered(self._room, still) if await still() else None

    def _is_token(self, borne: bytes) -> bool:
        return hmac.compare_digest(borne, self._token().encode())

    async def by_browser(self, given: Halves) -> Entered | None:
        async def still() -> bool:
            return self._browsers.knows(given)

        if not await still():
            return None
        self._browsers.note_seen(given)
        return Entered(self._room, still)

    async def let_in(
        self, ticket: str | None, token: str | None, before: Halves | None, name: str
    ) -> Pass:
        """One that is in already stays the one it is."""
        # Telling the next link may wait for a terminal: not in the way of the answer.
        then: list[Callable[[], object]] = [self._tickets.tell]
        spent = ticket is not None and self._tickets.spend(ticket)
        if not spent and (token is None or not self._is_token(token.encode())):
            return Pass(None, then, _no_way_in(ticket))
        if before is not None and self._browsers.knows(before):
            return Pass(before, then)
        given = self._browsers.let_in(name)
        many = {"count": len(self._browsers.all())}
        then += [partial(self._greet, name), partial(self._memory.push, CHANGED, many)]
        return Pass(given, then)

    def ticket(self) -> str:
        return self._tickets.hand()

    # -- calls

    def limit(self, entered: Entered) -> None:
        """An owner may ask as much as their machine can answer."""

    @asynccontextmanager
    async def answering(self, entered: Entered) -> AsyncIterator[Dispatcher]:  # noqa: ARG002
        yield self._dispatcher


def _no_way_in(ticket: str | None) -> PermissionDenied:
    if ticket is None:
        return PermissionDenied("this is not the token of the home", field="token")
    return PermissionDenied(
        "this link was used before, is too old or of another start; `mohen open` makes a new one",
        field="ticket",
    )
