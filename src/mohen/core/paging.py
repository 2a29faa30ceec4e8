"""How much a list answers at once."""

from __future__ import annotations


def size(limit: int | None, *, default: int, most: int) -> int:
    """As many as are asked for, at least one and at most what is allowed."""
    return min(most, max(1, default if limit is None else limit))
