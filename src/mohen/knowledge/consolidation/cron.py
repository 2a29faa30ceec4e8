"""When a cron expression strikes next: minute, hour, day of the month, month, day of the week."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from mohen.knowledge.policy import Consolidation
from mohen.text.lazy_pattern import LazyPattern

Offset = Callable[[int], int]
"""Milliseconds that local time is ahead of UTC at a moment."""

_FIELDS = [tuple(map(int, each.split("-"))) for each in ["0-59", "0-23", "1-31", "1-12", "0-7"]]
_WEEK = len(calendar.day_name)
_EPOCH = datetime.fromtimestamp(0, tz=UTC)
_MS = timedelta(milliseconds=1)
_NAMED = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}
_WORDS = {
    **{name.lower(): str(number) for number, name in enumerate(calendar.month_abbr) if name},
    **dict(zip(("sun", "mon", "tue", "wed", "thu", "fri", "sat"), "0123456", strict=True)),
}
_PART = LazyPattern(r"(?:(\*)|(\d+)(?:-(\d+))?)(?:/(\d+))?")


class _Times(NamedTuple):
    minutes: tuple[int, ...]
    hours: tuple[int, ...]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]  # Sunday is 0
    either: bool  # where day and weekday are both named, one of them is enough


def is_sound(expression: str) -> bool:
    return _parsed(expression) is not None


def next_after(moment: int, expression: str, offset: Offset, policy: Consolidation) -> int | None:
    """The first strike after a moment, in ms; None where there is none in years."""
    times = _parsed(expression)
    if times is None:
        return None
    local = _EPOCH + (moment + offset(moment)) * _MS
    for days in range(policy.look_ahead_days):
        day = local.date() + timedelta(days=days)
        if not _is_on(times, day.year, day.month, day.day):
            continue
        for hour in times.hours:
            for minute in times.minutes:
                strike = datetime(day.year, day.month, day.day, hour, minute, tzinfo=UTC)
                if strike > local:
                    wall = (strike - _EPOCH) // _MS
                    near = wall - offset(moment)
                    return wall - offset(near)  # the clocks may have been changed in between
    return None


def _is_on(times: _Times, year: int, month: int, day: int) -> bool:
    if month not in times.months:
        return False
    weekday = (calendar.weekday(year, month, day) + 1) % _WEEK
    on_day, on_weekday = day in times.days, weekday in times.weekdays
    return (on_day or on_weekday) if times.either else (on_day and on_weekday)


@lru_cache
def _parsed(expression: str) -> _Times | None:
    text = expression.strip().lower()
    fields = _NAMED.get(text, text).split()
    if len(fields) != len(_FIELDS):
        return None
    sets = [_set(field, *bounds) for field, bounds in zip(fields, _FIELDS, strict=True)]
    if not all(sets):
        return None
    minutes, hours, days, months, weekdays = sets
    _, _, day, _, weekday = fields
    return _Times(
        tuple(sorted(minutes)),
        tuple(sorted(hours)),
        frozenset(days),
        frozenset(months),
        frozenset(each % _WEEK for each in weekdays),
        either=not (day.startswith("*") or weekday.startswith("*")),
    )


def _set(field: str, least: int, most: int) -> set[int]:
    """Empty where it makes no sense."""
    found: set[int] = set()
    for part in field.split(","):
        for word, number in _WORDS.items():
            part = re.sub(rf"\b{word}\b", number, part)
        match = _PART.fullmatch(part)
        if match is None:
            return set()
        every, first, last, step = match.groups()
        start = least if every else int(first)
        end = most if every or (step and last is None) else int(last or first)
        if not least <= start <= end <= most or step == "0":
            return set()
        found.update(range(start, end + 1, int(step or 1)))
    return found
