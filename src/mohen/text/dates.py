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
    part: str = ""  # 下午, morning, at 7: where it is not told which hour of the day is meant
    sure: bool = True  # of which year it is, is told, or one lies near

    @property
    def shown(self) -> str:
        if self.grain is Grain.YEAR:
            return f"{self.day:%Y}"
        if self.grain is Grain.MONTH:
            return f"{self.day:%Y-%m}"
        return self.day.isoformat()

    @property
    def hour(self) -> str:
        return "" if self.clock is None else f"{self.clock:%H:%M}"

    @property
    def stamp(self) -> str:
        """With what is told of the hour."""
        hour = self.hour or self.part
        return f"{self.shown} {hour}" if hour else self.shown

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
_NEAR = timedelta(days=70)


def yearless(today: date, month: int, day: int, *, past: bool, ahead: bool) -> date | None:
    """A month and day without a year: the last one gone by where it is told as `past`, the next
    one where it is told as `ahead`; where nothing tells, the nearest (`is_near` says whether that
    is the one meant)."""
    here = dated(today.year, month, day)
    if here is None:
        return None
    if past:
        return here if here <= today else dated(today.year - 1, month, day)
    if ahead:
        # What lies just behind is meant still; what lies far behind is the next one: in January,
        # said in November.
        return dated(today.year + 1, month, day) if today - here > _LONG_AGO else here
    around = (here, dated(today.year - 1, month, day), dated(today.year + 1, month, day))
    return min((each for each in around if each), key=lambda each: abs(each - today))


def is_near(day: date, today: date, grain: Grain) -> bool:
    """Whether a day without a year may be taken for that of this time of the year, though nothing
    tells whether it is over: a season off it may be of any year."""
    ends = (months_on(day, 1) or day) if grain is Grain.MONTH else day
    return day - today <= _NEAR and today - ends <= _NEAR


def monthless(today: date, day: int, *, past: bool, ahead: bool) -> date | None:
    """A day of the month: the last one gone by, or the next; where nothing tells, one that has
    just gone by is meant."""
    here = dated(today.year, today.month, day)
    if here is not None:
        just_gone = not ahead and today - here < 2 * WEEK
        if (here <= today) if past else (here >= today or just_gone):
            return here
    other = months_on(today, -1 if past else 1)
    return dated(other.year, other.month, day) if other else None


_NOON = 12
_UNCLEAR = (6, 7)  # an early start as well as an evening


def hour_meant(hour: int, *, late: bool, early: bool, either: bool) -> int | None:
    """The hour of the day, where nobody said which half of it; None: it may be either. A meeting
    at 3 is in the afternoon and one at 9 in the forenoon, dinner is `late`, and one gets up
    `early`; a train leaves in `either`."""
    if not 0 < hour < _NOON or (early and hour <= max(_UNCLEAR)):
        return hour
    if late:
        return hour + _NOON
    if either or hour in _UNCLEAR:
        return None
    return hour if hour > max(_UNCLEAR) else hour + _NOON


def clock(hour: int, minute: int) -> time | None:
    try:
        return time(hour, minute)
    except ValueError:
        return None
