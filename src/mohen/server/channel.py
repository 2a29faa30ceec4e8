"""What a channel is: a name, its shapes, and the door of the memory it opens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from mohen.memory import Memory
from mohen.policy import Policy
from mohen.server.wire import Wire

P = TypeVar("P", bound=Wire)


class Cancel(Protocol):
    def __call__(self, request: str | int) -> bool:
        """Cancel a running request of the same caller; False if there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Desk:
    """What a handler may reach: the memory, and the caller's own other requests."""

    memory: Memory
    cancel: Cancel


@dataclass(frozen=True, slots=True)
class Channel(Generic[P]):
    name: str
    summary: str
    payload: type[P]
    data: type[Wire]
    handle: Callable[[Desk, P], Wire]
    in_order: bool = False  # writes of one project are done in the order they were called
    timeout: Callable[[Policy], int] | None = None  # ms it may take, where the usual is too short


@dataclass(frozen=True, slots=True)
class Push:
    name: str
    summary: str
    data: type[Wire]
