"""Word lists, written as a line of words."""

from __future__ import annotations


def listed(text: str, between: str | None = None) -> tuple[str, ...]:
    """Apart by white space, or by `between` where an entry has several words."""
    return tuple(each.strip() for each in text.split(between))
