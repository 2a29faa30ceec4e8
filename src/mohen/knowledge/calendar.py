"""Which days a question asks for that is about what is planned, or what was done.

What do I have on Friday? 我这周有什么安排? What is known with its day answers that, whatever words
it is told in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import TypeVar

from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.en import events as en
from mohen.knowledge.understanding.zh import events as zh
from mohen.text.dates import DAY, WEEK, Grain, Local, When, months_on, plus
from mohen.text.language import has_han
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import simplified

One = TypeVar("One")

# About what is planned, whenever.
_PLANNED = LazyPattern(
    r"\b(?:(?:on|in) (?:my|our) (?:schedule|calendar|agenda|plate)|my (?:schedule|calendar|agenda)"
    r"|(?:what|anything)(?:'s| is| do i have)? (?:coming up|planned|scheduled)"
    # but not my upcoming exams, or somebody's upcoming game
    r"|(?:my|our|any) upcoming (?:appointments?|events?|plans))\b"
    # 我得安排一下 is to be done yet
    r"|我(?:们|的|最近|近期|接下来|之后|还|都|有|什么|哪些|啥){0,4}(?:日程|行程|安排)(?!一下|好|时间)",
    re.IGNORECASE,
)
# About some days: what is there to do, or was done.
_DONE = LazyPattern(
    r"\b(?:schedule|calendar|agenda|appointments?|plans?|planned|free|busy|available|happening"
    r"|(?:do|did|have|had) (?:i|we) (?:(?:have|got|already have) )?(?:anything|something|any|an?)"
    r"|what (?:do|did|will|would|am|was|were|are|have|had) (?:i|we)|(?:am|was) i (?:doing|going)"
    r"|where (?:am|was|did|will) i|what(?:'s| is| was)(?: there)? (?:on|up|going on|for))\b"
    r"|日程|行程|安排|计划|有空|有时间|没空|忙[不吗么]|[有没]什么事|有事|有约|约了|要做|干[嘛啥什]"
    r"|做了?[什些哪]|去了?哪|哪些事|有会|有课|什么活动",
    re.IGNORECASE,
)
_WEEKEND = LazyPattern(r"weekend|周末|礼拜末", re.IGNORECASE)
_AHEAD = timedelta(days=30)


def asked(text: str, now: Local, policy: Extraction) -> tuple[int, int] | None:
    """The moments from which and before which; None where it asks for no day."""
    plain = simplified(text)
    if _DONE.search(plain) and (found := _named(plain, now, policy)):
        begins, ends = zip(*(_stretch(plain, each) for each in found), strict=True)
        return now.instant(min(begins), None), now.instant(max(ends), None)
    end = plus(now.day, _AHEAD)
    if end is None or not _PLANNED.search(plain):
        return None
    return now.instant(now.day, None), now.instant(end, None)


def _named(text: str, now: Local, policy: Extraction) -> list[When]:
    language = zh if has_han(text) else en
    return [each for each in language.find_days(text, now, policy) if each.sure]


def _stretch(text: str, when: When) -> tuple[date, date]:
    """Its first day, and the day after its last."""
    day, after = when.day, None
    if when.grain is Grain.MONTH:
        after = months_on(day, 1)
    elif when.grain is Grain.YEAR:
        after = date(min(day.year + 1, date.max.year), 1, 1)
    elif when.grain is Grain.WEEK:
        after = plus(day, WEEK)
    else:
        after = plus(day, 2 * DAY if _WEEKEND.search(text, when.start, when.end) else DAY)
    return day, after or date.max


def in_order(
    found: Iterable[One], days: tuple[int, int] | None, event_at: Callable[[One], int | None]
) -> list[One]:
    """What is on the days that were asked for first, day by day; all else as it stood."""
    if days is None:
        return list(found)
    begin, end = days

    def place(one: One) -> tuple[bool, int]:
        at = event_at(one)
        return (False, at) if at is not None and begin <= at < end else (True, 0)

    return sorted(found, key=place)
