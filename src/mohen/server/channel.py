"""What a channel is: a name, its shapes, and what of the memory it calls."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from mohen.core.values import dataclass
from mohen.errors import StoreCorrupt
from mohen.server.shapes import Doubt, Plain, Wire, checker, required, tell

if TYPE_CHECKING:
    from mohen.memory import Memory
    from mohen.policy import Policy
    from mohen.server.browsers.kept import Browser


# -- Payloads in their shapes: a quick check, and the schema's own words where it is not enough.


Shape = TypeVar("Shape", bound=Wire)


def parse(shape: type[Shape], payload: Any) -> Shape:
    """The payload in its shape, or `InvalidArgument` naming the first wrong field."""
    try:
        return checker(shape)(payload)  # type: ignore[no-any-return]
    except Doubt:
        from mohen.server import schema  # costs as much as all the rest, and is seldom needed

        return checker(shape)(schema.checked(shape, payload))  # type: ignore[no-any-return]


class Cancel(Protocol):
    def __call__(self, request: str | int) -> bool:
        """Cancel a running request of the same caller; False if there is none."""
        ...


class Kept(Protocol):
    """The browsers of one author."""

    def all(self) -> list[Browser]: ...

    def revoke(self, id: str | None = None) -> int:
        """Shut one out, or all of them; how many that were."""
        ...


@dataclass(frozen=True, slots=True)
class Desk:
    """What a handler may reach: the memory, and the caller's own other requests."""

    memory: Memory
    cancel: Cancel
    browsers: Kept | None = None  # where they are not kept in the home of the memory
    far: bool = False  # who asks is an author of a team, and need not know this machine


@dataclass(frozen=True, slots=True)
class Channel:
    """A row of the table. `act` names a method of the memory, which is called with the payload's
    fields, or with what the payload builds; or it is a function, where more happens."""

    name: str
    summary: str
    payload: type[Wire]
    data: type[Wire]
    act: str | Callable[[Desk, Any], object]
    in_order: bool = False  # writes of one project are done in the order they were called
    changes: bool | None = None  # something; where nothing is said, what is done in order does
    machine: bool | tuple[str, ...] = ()  # names places of the server's machine: all, these fields
    places: frozenset[str] = frozenset()  # fields of the answer that name such places
    admin: bool = False  # of a team's administrators, about no author's texts
    timeout: Callable[[Policy], int] | None = None  # ms it may take, where the usual is too short
    queues: bool = True  # with the questions, unless it writes or may take longer

    @property
    def writes(self) -> bool:
        """Whether it changes more than what is counted when something is read."""
        return self.in_order if self.changes is None else self.changes

    @property
    def is_question(self) -> bool:
        """Waits until a processor is free for it: a crowd of questions must not keep writes and
        long work from going on."""
        return self.queues and not self.in_order and self.timeout is None

    def handle(self, desk: Desk, payload: Any) -> Plain:
        """Check the payload, act, tell what came of it."""
        told = self._told(desk, payload)
        return _without_ways(told, self.places) if desk.far and self.places else told

    def _told(self, desk: Desk, payload: Any) -> Plain:
        asked = parse(self.payload, payload)
        try:
            return tell(self.data, self._acted(desk, asked))
        except (StoreCorrupt, ValueError, KeyError, TypeError, AttributeError, OverflowError):
            # Perhaps a read met a damaged row; then it is answered without.
            if self.in_order or not desk.memory.leave_out_damage():
                raise
            return tell(self.data, self._acted(desk, asked))

    def _acted(self, desk: Desk, asked: Wire) -> object:
        if not isinstance(self.act, str):
            return self.act(desk, asked)
        method = attrgetter(self.act)(desk.memory)
        if self.payload.__builds__ is not None:
            return method(asked.built())
        return method(**asked.arguments(required(method.__func__)))


def _without_ways(told: Any, places: frozenset[str]) -> Any:
    """Of each place its name, and not the way there."""
    if isinstance(told, list):
        return [_without_ways(each, places) for each in told]
    if not isinstance(told, dict):
        return told
    return {
        name: PurePath(each).name
        if name in places and isinstance(each, str)
        else _without_ways(each, places)
        for name, each in told.items()
    }


@dataclass(frozen=True, slots=True)
class Push:
    name: str
    summary: str
    data: type[Wire]
