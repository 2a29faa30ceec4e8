"""The same event on another day or at another hour: what was said of it, put right.

No, it's on Thursday; 改周四了; actually it's at 10: what is said is a day, an hour or both, and
what it leaves out stays as it was.
"""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from mohen.knowledge.consolidation.model import Near, OtherDay
from mohen.text.language import has_han
from mohen.text.lazy_pattern import LazyPattern

_DAY = LazyPattern(r"\d{4}-\d\d-\d\d")
_AT = LazyPattern(r"\d{4}-\d\d-\d\d \d\d:\d\d")
_HOUR = r"(?:(?: at)? \d\d:\d\d| at \d{1,2}(?::\d\d)?| [^\s，。]{1,2}点[^\s，。]{0,3})?"
_MINUTE_MS, _DAY_MS = 60_000, 86_400_000


class Told(NamedTuple):
    """Of an event: the sentence, its day with its hour, and the moment."""

    content: str
    value: str
    event_at: int | None


def moved(known: Told, other: OtherDay) -> Told | None:
    """What is known, with that day, hour or both; None where it names no day that there is."""
    day = _DAY.match(known.value)
    if other.half_unsaid or day is None or not _is_a_day(day.group()):
        return None
    there = re.search(day.group() + _HOUR, known.content)
    if there is None:
        return None
    said = there.group()[len(day.group()) :]
    rest = known.value[day.end() :]
    if other.hour:
        said = f" {other.hour}" if has_han(known.content) else f" at {other.hour}"
        rest = f" {other.hour}"
    new_day = other.day or day.group()
    if other.near is Near.MONTH:
        new_day = f"{day.group()[:8]}{other.day}"
    elif other.near is Near.WEEK:
        new_day = max(new_day, _in_week_of(day.group(), new_day))
    if not _is_a_day(new_day):
        return None
    head, tail = known.content[: there.start()], known.content[there.end() :]
    value = f"{new_day}{rest}"
    at = known.event_at
    if at is not None:
        at += _moment(value) - _moment(known.value)
    return Told(f"{head}{new_day}{said}{tail}", value, at)


def _in_week_of(day: str, other: str) -> str:
    """The other's weekday in the week of a day."""
    there = date.fromisoformat(day)
    apart = date.fromisoformat(other).weekday() - there.weekday()
    return date.fromordinal(there.toordinal() + apart).isoformat()


def _is_a_day(said: str) -> bool:
    try:
        return bool(date.fromisoformat(said))
    except ValueError:
        return False


def _moment(value: str) -> int:
    """Of what begins with a day; without an hour, its first."""
    hour = value[11:] if _AT.fullmatch(value) else ""
    minutes = int(hour[:2]) * 60 + int(hour[3:]) if hour else 0
    return date.fromisoformat(value[:10]).toordinal() * _DAY_MS + minutes * _MINUTE_MS
