"""A team behind one door: a token says whose room it opens, and what may be asked there.

The memory of an author is opened with their first call and may be closed when they are quiet; who
listens to their pushes stays in the room meanwhile, where nothing happens then.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from mohen.core.logs import logger
from mohen.core.system import TimeOrderedIds
from mohen.errors import Backpressure, PermissionDenied, StoreError, Unsupported
from mohen.memory import Memory
from mohen.server.browsers.channels import CHANGED
from mohen.server.browsers.kept import Halves
from mohen.server.channels import all_channels
from mohen.server.dispatch import Dispatcher
from mohen.server.measures import Measures
from mohen.server.rooms import Entered, Pass, Room
from mohen.team.browsers import seal_of
from mohen.team.hall import Hall
from mohen.team.open_authors import OpenAuthors
from mohen.team.rate_limit import Bucket
from mohen.team.tokens import digest_of

if TYPE_CHECKING:
    from mohen.core.ports import Clock
    from mohen.policy import Policy
    from mohen.team.model import Token
    from mohen.team.people import People

T = TypeVar("T")
_SEEN_MAX = 16_384  # that are believed without being looked up

log = logger(__name__)


class AuthorsRoom(Room):
    """The room of one author, and how much they have asked of late."""

    def __init__(self, author: str, bucket: Bucket, *room: Any) -> None:
        super().__init__(*room)
        self.author = author
        self.bucket = bucket


class _Served(NamedTuple):
    """A memory that is open."""

    memory: Memory
    dispatcher: Dispatcher
    unfollow: Callable[[], None]

    def close(self) -> None:
        self.unfollow()
        self.dispatcher.close()
        self.memory.close()


class _Seen(NamedTuple):
    token: Token
    until: int


class TeamRooms:
    is_team = True
    unknown = (
        "the bearer token is missing, wrong, expired or revoked; `mohen team token` makes a new one"
    )

    def __init__(
        self,
        people: People,
        open_author: Callable[[str], Memory],
        policy: Policy,
        clock: Clock,
    ) -> None:
        self._people = people
        self._open_author = open_author
        self._policy = policy
        self._clock = clock
        self._ids = TimeOrderedIds()
        self.doors = policy.doors
        self.measures = Measures()
        self._name = people.store.id(secrets.token_hex(6))
        self._rooms: dict[str, AuthorsRoom] = {}
        self._seen: dict[str, _Seen] = {}
        self._closing = False
        team = policy.team
        self._open = OpenAuthors(
            self._opened, _Served.close, most=team.open_authors, retry_ms=team.retry_ms
        )
        hall = Hall(
            policy,
            clock,
            self._ids,
            people,
            lambda: {name: each.memory for name, each in self._open.opened().items()},
            self._using,
        )
        self._desk = Dispatcher(cast(Memory, hall))
        self._openers = ThreadPoolExecutor(team.opening, thread_name_prefix="mohen-open")
        self._lookups = ThreadPoolExecutor(team.lookups, thread_name_prefix="mohen-team")

    def name(self) -> str:
        return self._name

    def meta(self) -> dict[str, Any]:
        return {"requestId": self._ids.new("rq"), "ts": self._clock.now()}

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        self._loop = asyncio.get_running_loop()
        # What a channel needs is looked up for each call: none waits until its feature is loaded.
        await asyncio.to_thread(all_channels)
        try:
            yield
        finally:
            await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._openers.shutdown(wait=True)
        self._desk.close()
        self._open.close()
        self._lookups.shutdown(wait=True)

    def end_streams(self) -> None:
        self._closing = True
        for each in list(self._rooms.values()):
            each.end_streams()

    def figures(self) -> Mapping[str, int]:
        authors, tokens, browsers = self._people.store.totals()
        return {
            "open_memories": len(self._open.opened()),
            "listeners": sum(each.listeners for each in list(self._rooms.values())),
            "authors": authors,
            "tokens": tokens,
            "browsers": browsers,
        }

    async def healthy(self) -> bool:
        if self._closing:
            return False
        try:
            return await self._looked_up(self._people.store.answers)
        except StoreError as error:
            log.error("the team's store does not answer: %s", error.reason)
            return False

    # -- who comes in

    async def by_token(self, borne: bytes) -> Entered | None:
        find = partial(self._people.tokens.find, borne)
        return await self._entered(digest_of(borne), find)

    async def by_browser(self, given: Halves) -> Entered | None:
        find = partial(self._people.browsers.find, given)
        return await self._entered(seal_of(given), find)

    async def _entered(self, key: str, find: Callable[[], Token | None]) -> Entered | None:
        async def still() -> bool:
            return await self._token(key, find) is not None

        token = await self._token(key, find)
        return None if token is None else Entered(self._room(token), still, token.scope)

    async def _token(self, key: str, find: Callable[[], Token | None]) -> Token | None:
        """As the store says; who was found there is believed for a moment, so that not each
        request asks it, and one that was revoked elsewhere is out within that moment."""
        now = self._clock.now()
        seen = self._seen.get(key)
        if seen is not None and 0 <= seen.until - now <= self._policy.team.known_ms:
            return seen.token if self._people.tokens.holds(seen.token) else None
        token = await self._looked_up(find)
        if token is None:
            self._seen.pop(key, None)
        else:
            if len(self._seen) >= _SEEN_MAX:
                self._seen.clear()
            self._seen[key] = _Seen(token, now + self._policy.team.known_ms)
        return token

    async def _looked_up(self, work: Callable[[], T]) -> T:
        """A store may be another machine: the loop does not wait for it."""
        return await self._loop.run_in_executor(self._lookups, work)

    def _room(self, token: Token) -> AuthorsRoom:
        """Of an author; an administrator's, which no author can be called by, is empty."""
        return self._room_of(f" {token.author}" if token.scope == "admin" else token.author)

    def _room_of(self, name: str) -> AuthorsRoom:
        found = self._rooms.get(name)
        if found is None:
            team = self._policy.team
            bucket = Bucket(team.calls_a_second, team.burst)
            made = AuthorsRoom(name, bucket, self._clock.now(), self.doors, self.measures)
            found = self._rooms.setdefault(name, made)  # another thread may have been faster
        return found

    async def let_in(
        self,
        ticket: str | None,  # noqa: ARG002 - links are for a home of one's own
        token: str | None,
        before: Halves | None,
        name: str,
    ) -> Pass:
        """For a token. Who was in as somebody else is that no longer."""
        borne = "" if token is None else token
        found = await self._looked_up(partial(self._people.tokens.find, borne.encode()))
        if found is None:
            return Pass(None, refusal=PermissionDenied(self.unknown, field="token"))
        if found.scope == "admin":
            said = "an administrator has no memory to look at: the panel is for authors"
            return Pass(None, refusal=PermissionDenied(said, field="token"))
        given = await self._looked_up(partial(self._changed_browser, found, before, name))
        return Pass(given, [partial(self._tell_browsers, found.author)])

    def _changed_browser(self, token: Token, before: Halves | None, name: str) -> Halves:
        known = None if before is None else self._people.browsers.find(before)
        if before is not None and known is not None:
            if known.id == token.id:
                return before
            self._seen.pop(seal_of(before), None)
            self._people.browsers.drop(before.id)
        return self._people.browsers.let_in(token, name)

    def _tell_browsers(self, author: str) -> None:
        """If the author's memory is open, who listens is told."""
        served = self._open.take_open(author)
        if served is not None:
            try:
                count = len(self._people.browsers.of(author).all())
                served.memory.push(CHANGED, {"count": count})
            finally:
                self._open.give_back(author)

    def ticket(self) -> str:
        raise Unsupported("a team's panel is entered with a token: `mohen team token` makes one")

    # -- calls

    def limit(self, entered: Entered) -> None:
        wait_ms = cast(AuthorsRoom, entered.room).bucket.take()
        if wait_ms:
            raise Backpressure("too many requests of this author", retryAfterMs=wait_ms)

    @asynccontextmanager
    async def answering(self, entered: Entered) -> AsyncIterator[Dispatcher]:
        if entered.scope == "admin":
            yield self._desk
            return
        author = cast(AuthorsRoom, entered.room).author
        served = self._open.take_open(author)
        if served is None:
            served = await self._loop.run_in_executor(self._openers, self._open.take, author)
        try:
            yield served.dispatcher
        finally:
            self._open.give_back(author)

    @contextmanager
    def _using(self, author: str) -> Iterator[Memory]:
        served = self._open.take(author)
        try:
            yield served.memory
        finally:
            self._open.give_back(author)

    def _opened(self, author: str) -> _Served:
        memory = self._open_author(author)
        try:
            browsers = self._people.browsers.of(author, self._seen.clear)
            dispatcher = Dispatcher(memory, browsers, far=True)
        except BaseException:
            memory.close()
            raise
        unfollow = self._room_of(author).follow(memory, self._loop)
        return _Served(memory, dispatcher, unfollow)
