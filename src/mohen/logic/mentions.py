"""Whether a text says something, letter by letter: what a forget by words goes by."""

from __future__ import annotations

import unicodedata


def folded(text: str) -> str:
    """Width and case make no difference."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def mentions(text: str, wanted: str) -> bool:
    """`wanted` is folded already."""
    return wanted in folded(text)
