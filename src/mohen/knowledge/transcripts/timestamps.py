"""When something was said, however its host writes that down."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime
from typing import Any, Final

_SECONDS: Final = 100_000_000_000  # numbers below are seconds: as ms they would be before 1973
_END: Final = 253_370_764_800_000  # 9999: whatever comes later is no time at all
_NOON: Final = 12
_DATE: Final = re.compile(
    r"(?<!\d)((?:19|20)\d\d)\s*(?:[-/.]|年)\s*(\d{1,2})\s*(?:[-/.]|月)\s*(\d{1,2})(?!\d)\s*日?"
    r"(?:[T\s,，]*(\d{1,2}):(\d\d)(?::(\d\d))?)?"
)


def moment(value: Any) -> int | None:
    """Milliseconds of what JSON holds: a number of seconds or ms, or ISO 8601."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        if not 0 < value < math.inf:
            return None
        return _sound(round(value * 1_000 if value < _SECONDS else value))
    if not isinstance(value, str):
        return None
    try:
        found = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    return _ms(found if found.tzinfo else found.replace(tzinfo=UTC))


def written(text: str) -> int | None:
    """The day, and the time if there is one, that stands in a heading or a file's name. A day
    without a time is its noon: that is the same day nearly everywhere on earth."""
    if not (found := _DATE.search(text)):
        return None
    year, month, day, hour, minute, second = (int(each or 0) for each in found.groups())
    timed = found.group(4) is not None
    try:
        return _ms(datetime(year, month, day, hour if timed else _NOON, minute, second, tzinfo=UTC))
    except ValueError:
        return None


def _ms(found: datetime) -> int | None:
    try:
        at = round(found.timestamp() * 1_000)
    except (OverflowError, ValueError):
        return None
    return _sound(at)


def _sound(at: int) -> int | None:
    """A wrong time is none: the message takes that of the one before it."""
    return at if 0 <= at < _END else None
