"""What each transaction of a caller's must begin with, whichever engine runs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from mohen.core.database import Condition, Tx

T = TypeVar("T")

_CONDITIONS: ContextVar[tuple[tuple[Conditional, Condition], ...]] = ContextVar(
    "mohen_conditions", default=()
)


class Conditional:
    """A store whose callers may bind what they write to conditions."""

    @contextmanager
    def provided(self, condition: Condition) -> Iterator[None]:
        """While inside, each transaction of the caller's begins with this, and what it raises is
        all that comes of it."""
        token = _CONDITIONS.set((*_CONDITIONS.get(), (self, condition)))
        try:
            yield
        finally:
            _CONDITIONS.reset(token)

    @contextmanager
    def unbound(self) -> Iterator[None]:
        """While inside, no condition of the caller's holds."""
        token = _CONDITIONS.set(())
        try:
            yield
        finally:
            _CONDITIONS.reset(token)

    def _provided(self, work: Callable[[Tx], T]) -> Callable[[Tx], T]:
        conditions = [each for of, each in _CONDITIONS.get() if of is self]
        if not conditions:
            return work

        def run(tx: Tx) -> T:
            for each in conditions:
                each(tx)
            return work(tx)

        return run
