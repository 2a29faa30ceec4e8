"""Whether a text says something, letter by letter: what a forget by words goes by."""

from __future__ import annotations

from mohen.logic.folding import fold

# Editors set quotes by themselves: who types O'Brien means O’Brien.
_QUOTES = str.maketrans("‘’“”", "''\"\"")


def folded(text: str) -> str:
    """Width, case, the shape of quotes and how much blank there is make no difference."""
    return " ".join(fold(text).translate(_QUOTES).split())


def mentions(text: str, wanted: str) -> bool:
    """`wanted` is folded already."""
    return wanted in folded(text)
