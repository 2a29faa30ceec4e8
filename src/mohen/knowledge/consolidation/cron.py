"""When a cron expression strikes next: minute, hour, day of the month, month, day of the week."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from mohen.knowledge.policy import Consolidation
from mohen.text.lazy_pattern import LazyPattern

if TYPE_CHECKING:
    from cronsim import CronSim

Offset = Callable[[int], int]
"""Milliseconds that local time is ahead of UTC at a moment."""

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
# CronSim knows more (seconds, the last day of a month): a schedule that says such is refused, as
# other programs that read it would.
_FIVE_FIELDS = LazyPattern(
    r"(?:(?:[0-9*,/-]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
    r"|sun|mon|tue|wed|thu|fri|sat)+(?: |$)){5}"
)
_ONE_AND_STEP = LazyPattern(r"\b(\d+)-\1/(?!0\b)\d+\b")  # 5-5/2 is 5; CronSim takes it for 5/2


def is_sound(expression: str) -> bool:
    """Whether it can be read; one that never strikes (31 February) can."""
    if (text := _plain(expression)) is None:
        return False
    minute, hour, day, month, weekday = text.split()
    apart = f"{minute} {hour} * {month} {weekday}", f"* * {day} * *"
    return all(_from(_EPOCH, each) is not None for each in apart)


def next_after(moment: int, expression: str, offset: Offset, policy: Consolidation) -> int | None:
    """The first strike after a moment, in ms; None where there is none in years."""
    text = _plain(expression)
    local = _EPOCH + (moment + offset(moment)) * _MS
    strikes = None if text is None else _from(local, text)
    strike = None if strikes is None else next(strikes, None)
    if strike is None or (strike.date() - local.date()).days >= policy.look_ahead_days:
        return None
    wall = (strike - _EPOCH) // _MS
    near = wall - offset(moment)
    return wall - offset(near)  # the clocks may have been changed in between


def _plain(expression: str) -> str | None:
    """Its five fields; None where it has not these."""
    text = " ".join(expression.lower().split())
    text = _NAMED.get(text, text)
    return _ONE_AND_STEP.sub(r"\1", text) if _FIVE_FIELDS.fullmatch(text) else None


def _from(local: datetime, text: str) -> CronSim | None:
    """By the clock on the wall: what its changes mean is not CronSim's to say, for the author's
    time zone is known by its offsets alone."""
    from cronsim import CronSim, CronSimError  # few commands ask for a time

    try:
        return CronSim(text, local)
    except CronSimError:
        return None
