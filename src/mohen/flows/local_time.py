"""Where the user lives, as far as a clock can tell."""

from __future__ import annotations

from datetime import datetime


def offset(moment: int) -> int:
    """How many milliseconds the user's clock is ahead of UTC at a moment."""
    ahead = datetime.fromtimestamp(moment / 1000).astimezone().utcoffset()
    return 0 if ahead is None else round(ahead.total_seconds() * 1000)
