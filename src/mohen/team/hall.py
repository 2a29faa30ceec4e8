"""What an administrator is served instead of a memory: how the team is, and nobody's words."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated

from mohen.core.policy import Milliseconds
from mohen.core.values import dataclass

if TYPE_CHECKING:
    from mohen.core.ports import Clock, Ids
    from mohen.core.system import Listener
    from mohen.memory import Memory
    from mohen.policy import Policy
    from mohen.team.people import People


@dataclass(frozen=True, slots=True)
class Held:
    """How much an author's memory holds."""

    episodes: int | None
    rules: int | None
    knowledge: int | None
    file_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorState:
    name: str
    since: Milliseconds
    removed: Milliseconds | None
    tokens: int
    browsers: int
    used: Milliseconds | None
    open: Annotated[bool, "in the process that answers"]
    degraded: list[str]
    held: Held | None


@dataclass(frozen=True, slots=True)
class TeamState:
    authors: list[AuthorState]
    after: str | None


class Hall:
    """Of a memory it has what a dispatcher asks, and no more."""

    def __init__(
        self,
        policy: Policy,
        clock: Clock,
        ids: Ids,
        people: People,
        opened: Callable[[], dict[str, Memory]],
        using: Callable[[str], AbstractContextManager[Memory]],
    ) -> None:
        self.policy = policy
        self._clock = clock
        self._ids = ids
        self._people = people
        self._opened = opened
        self._using = using

    def now(self) -> int:
        return self._clock.now()

    def new_id(self, prefix: str) -> str:
        return self._ids.new(prefix)

    def degraded(self) -> list[str]:
        return []

    def stop_runs(self) -> None:
        """Nothing is run here."""

    def listen(self, _listener: Listener) -> Callable[[], None]:
        """Nothing is pushed here."""
        return lambda: None

    def state(self, author: str | None, after: str | None, limit: int | None) -> TeamState:
        """Counts and health of one author, whose memory is opened for it, or of a page of them."""
        if author is not None:
            return TeamState([self._one(author)], None)
        most = self.policy.team.page
        asked = min(limit or most, most)
        opened = self._opened()
        found = self._people.authors.list(after or "", asked + 1)
        told = [
            AuthorState(
                name=each.name,
                since=each.since,
                removed=each.removed,
                tokens=each.tokens,
                browsers=each.browsers,
                used=each.used,
                open=each.name in opened,
                degraded=opened[each.name].degraded() if each.name in opened else [],
                held=None,
            )
            for each in found[:asked]
        ]
        return TeamState(told, told[-1].name if len(found) > asked else None)

    def _one(self, name: str) -> AuthorState:
        found = self._people.authors.get(name)
        with self._using(found.name) as memory:
            status = memory.status()
            degraded = memory.degraded()
        stored = status.storage
        used = [
            None if each is None else each.used
            for each in (stored.episodes, stored.rules, stored.knowledge)
        ]
        return AuthorState(
            name=found.name,
            since=found.since,
            removed=found.removed,
            tokens=found.tokens,
            browsers=found.browsers,
            used=found.used,
            open=True,
            degraded=degraded,
            held=Held(used[0], used[1], used[2], sum(stored.files.values())),
        )
