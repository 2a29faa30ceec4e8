"""The memories that are open: each opened when it is first asked for, so many at most.

Whoever needs a place takes that of the one who was not asked for longest, and never of one that is
answering. Shared by all threads of a server.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from mohen.core.logs import logger
from mohen.errors import Backpressure, MohenError, StoreClosed

T = TypeVar("T")

log = logger(__name__)


class _Place(Generic[T]):
    """One that is open, or is being opened or closed while it has no value."""

    def __init__(self) -> None:
        self.value: T | None = None
        self.users = 0


class OpenAuthors(Generic[T]):
    def __init__(
        self,
        open: Callable[[str], T],
        close: Callable[[T], None],
        *,
        most: int,
        retry_ms: int,
    ) -> None:
        self._open = open
        self._close = close
        self._most = most
        self._retry_ms = retry_ms
        self._change = threading.Condition()
        self._places: OrderedDict[str, _Place[T]] = OrderedDict()  # the longest unused first
        self._closed = False

    def take_open(self, author: str) -> T | None:
        """At once, if it is open; give it back."""
        with self._change:
            return self._taken(author)

    def take(self, author: str) -> T:
        """Opened if need be; give it back. `Backpressure` when every place is in use."""
        while True:
            with self._change:
                found = self._taken(author)
                if found is not None:
                    return found
                if self._closed:
                    raise StoreClosed("the server is ending")
                if author in self._places:  # opened or closed by another thread just now
                    self._change.wait()
                    continue
                if len(self._places) < self._most:
                    place = self._places[author] = _Place[T]()
                    break
                leaving = self._longest_unused()
            self._shut(*leaving)
        return self._opened(author, place)

    def give_back(self, author: str) -> None:
        with self._change:
            place = self._places.get(author)
            if place is not None:  # else the server ends
                place.users -= 1
                self._places.move_to_end(author)
                self._change.notify_all()

    def opened(self) -> dict[str, T]:
        """What is open now."""
        with self._change:
            found = {name: place.value for name, place in self._places.items()}
        return {name: value for name, value in found.items() if value is not None}

    def close(self) -> None:
        """Close all of them; what is asked for later is refused."""
        with self._change:
            self._closed = True
            # What another thread opens or closes just now is waited for.
            self._change.wait_for(
                lambda: all(place.value is not None for place in self._places.values())
            )
            leaving = [(name, _emptied(place)) for name, place in self._places.items()]
        for name, value in leaving:
            self._shut(name, value)

    def _taken(self, author: str) -> T | None:
        place = self._places.get(author)
        if self._closed or place is None or place.value is None:
            return None
        place.users += 1
        self._places.move_to_end(author)
        return place.value

    def _longest_unused(self) -> tuple[str, T | None]:
        """Taken out of use, to be closed. Where all are in use but some change, wait first."""
        while True:
            for name, place in self._places.items():
                if place.value is not None and not place.users:
                    return name, _emptied(place)
            if all(place.value is not None for place in self._places.values()):
                raise Backpressure(
                    "every memory that may be open is answering: try again in a moment",
                    retryAfterMs=self._retry_ms,
                )
            self._change.wait()
            if len(self._places) < self._most:
                return "", None

    def _opened(self, author: str, place: _Place[T]) -> T:
        try:
            value = self._open(author)
        except BaseException:
            self._leave(author)
            raise
        with self._change:
            place.value = value
            place.users = 1
            self._places.move_to_end(author)
            self._change.notify_all()
        return value

    def _shut(self, name: str, value: T | None) -> None:
        if value is None:
            return
        try:
            self._close(value)
        except (MohenError, OSError, RuntimeError) as error:  # it must not hold its place
            log.error("a memory was not closed well: %s", type(error).__name__)
        finally:
            self._leave(name)

    def _leave(self, name: str) -> None:
        with self._change:
            del self._places[name]
            self._change.notify_all()


def _emptied(place: _Place[T]) -> T | None:
    value, place.value = place.value, None
    return value
