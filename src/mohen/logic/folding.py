"""Text as it is compared: width and case make no difference."""

from __future__ import annotations

import unicodedata


def fold(text: str) -> str:
    """Folding case may undo the normal form, hence twice."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
