"""What a memory is made of, for tests that look behind its doors."""

from typing import Any


def live(home: Any, clock: Any, *, days: float) -> None:
    """Time passes as it does for a home that is in use: somebody looks every week. A clock that is
    moved on at once by more is one that jumped."""
    while days > 0:
        clock.advance(days=min(days, 7))
        home.now()
        days -= 7


def inside(memory: Any) -> Any:
    """Its stores, databases, clock and the rest, by name."""
    return memory._house
