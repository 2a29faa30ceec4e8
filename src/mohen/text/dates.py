"""Dates that a sentence names (tomorrow, 下周三, March 5), in the speaker's local time."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum

from mohen.core.values import dataclass

DAY = timedelta(days=1)
WEEK = timedelta(weeks=1)
MONTHS = 12
_EPOCH = datetime.fromtimestamp(0, UTC)
_MS = timedelta(milliseconds=1)


class Grain(StrEnum):
    """How much of the calendar a word covers."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Local:
    """When a message was written, where its writer is."""

    at: int
    offset_ms: int

    @property
    def day(self) -> date:
        """Stamps that no calendar has stand on its first or last day."""
        try:
            return (_EPOCH + (self.at + self.offset_ms) * _MS).date()
        except OverflowError:
            return date.max if self.at > 0 else date.min

    def instant(self, day: date, clock: time | None) -> int:
        """UTC ms of a local day and time of day."""
        local = datetime.combine(day, clock or time(), tzinfo=UTC)
        return (local - _EPOCH) // _MS - self.offset_ms


@dataclass(frozen=True, slots=True)
class When:
    """A day, or the first day of a longer time, that stands at `start` to `end` of a text."""

    start: int
    end: int
    day: date
    grain: Grain = Grain.DAY
    clock: time | None = None
    part: str = ""  # 下午, morning: where no hour is said

    @property
    def shown(self) -> str:
        if self.grain is Grain.YEAR:
            return f"{self.day:%Y}"
        if self.grain is Grain.MONTH:
            return f"{self.day:%Y-%m}"
        return self.day.isoformat()

    def at(self, local: Local) -> int:
        return local.instant(self.day, self.clock)


def plus(day: date, step: timedelta) -> date | None:
    try:
        return day + step
    except OverflowError:
        return None


def months_on(day: date, months: int) -> date | None:
    """The first day of the month so many months on."""
    whole = day.year * MONTHS + day.month - 1 + months
    return dated(whole // MONTHS, whole % MONTHS + 1, 1)


def last_of_month(day: date) -> date | None:
    following = months_on(day, 1)
    return following - DAY if following else None


def dated(year: int, month: int, day: int) -> date | None:
    """A date, or None where the calendar has none such."""
    try:
        return date(year, month, day)
    except (ValueError, OverflowError):
        return None


def in_week(day: date, weekday: int, weeks: int) -> date | None:
    """The weekday (Monday is 0) of the week so many weeks on."""
    return plus(day, timedelta(days=weekday - day.weekday(), weeks=weeks))


def nearest(day: date, weekday: int, *, past: bool) -> date | None:
    """The next such weekday, today included; or the last one, today left out."""
    ahead = timedelta(days=weekday - day.weekday()) % WEEK
    return plus(day, ahead - WEEK if past else ahead)


_LONG_AGO = timedelta(days=45)
_HALF_A_YEAR = timedelta(days=182)


def yearless(today: date, month: int, day: int, *, past: bool, ahead: bool = True) -> date | None:
    """A month and day without a year: the next one to come, or the last one gone by. Where it is
    told neither as over nor as `ahead`, one of this year that is gone by is meant, unless the next
    one is nearer."""
    found = dated(today.year, month, day)
    if found is None or (found > today) != past:
        return found
    if past:
        return dated(today.year - 1, month, day)
    # What is not told as over and lies far behind is the next one: in January, said in November.
    far = _LONG_AGO if ahead else _HALF_A_YEAR
    return dated(today.year + 1, month, day) if today - found > far else found


def clock(hour: int, minute: int) -> time | None:
    try:
        return time(hour, minute)
    except ValueError:
        return None
