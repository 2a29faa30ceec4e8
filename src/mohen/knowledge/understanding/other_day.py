"""The same event on another day or at another hour: what was said of it, put right.

No, it's on Thursday; 改周四了; actually it's at 10: what is said is a day, an hour or both, and
what it leaves out stays as it was.
"""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from mohen.text.language import has_han
from mohen.text.lazy_pattern import LazyPattern

# -12 is the twelfth of the same month, =2026-02-05 that weekday of the same week, if not over.
_STAMP = LazyPattern(r"(?P<near>=)?(?P<day>(?:\d{4}-\d\d)?-\d\d)?(?:(?:^| )(?P<hour>\d\d:\d\d))?")
WHOSE = "@"
"""In the place of a stamp: what is put right is of whom it is."""
DOSE = "#"
"""In the place of a stamp: how much of a medicine is taken now."""
HALF_DAY = "~"
"""How the stamp of an hour begins of which nobody says whether it is before noon."""
_DAY = LazyPattern(r"\d{4}-\d\d-\d\d")
_HOUR = r"(?:(?: at)? \d\d:\d\d| at \d{1,2}(?::\d\d)?| [^\s，。]{1,2}点[^\s，。]{0,3})?"
_MINUTE_MS, _DAY_MS = 60_000, 86_400_000


class Told(NamedTuple):
    """Of an event: the sentence, its day with its hour, and the moment."""

    content: str
    value: str
    event_at: int | None


def moved(known: Told, stamp: str) -> Told | None:
    """What is known, with that day, hour or both; None where it names no day that there is."""
    given, day = _STAMP.fullmatch(stamp), _DAY.match(known.value)
    if given is None or day is None or not _is_a_day(day.group()):
        return None
    there = re.search(day.group() + _HOUR, known.content)
    if there is None:
        return None
    said = there.group()[len(day.group()) :]
    rest = known.value[day.end() :]
    if given["hour"]:
        said = f" {given['hour']}" if has_han(known.content) else f" at {given['hour']}"
        rest = f" {given['hour']}"
    new_day = given["day"] or day.group()
    if new_day.startswith("-"):
        new_day = f"{day.group()[:7]}{new_day}"
    if given["near"]:
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
    hour = value[11:16] if _STAMP.fullmatch(value) else ""
    minutes = int(hour[:2]) * 60 + int(hour[3:]) if hour else 0
    return date.fromisoformat(value[:10]).toordinal() * _DAY_MS + minutes * _MINUTE_MS
