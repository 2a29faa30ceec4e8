"""Time in a story: dates, weekdays, days and years that pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from mohen.story import fact_ids, sentences
from mohen.story.model import Chapter, Evidence, Mark, MarkKind, Moment
from mohen.story.sentences import Sentence
from mohen.text import numerals
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import fold

# -- Dates of a story: `2024-03-05`, or `--03-05` where no year is said.


_YEARLESS = "--"


def parse_date(value: str) -> date | None:
    """A date; one without a year stands in a leap year, so that every day exists."""
    try:
        return date.fromisoformat(value.replace(_YEARLESS, "2024-", 1))
    except ValueError:
        return None


def has_year(value: str) -> bool:
    return not value.startswith(_YEARLESS)


# -- What a text says of its own time: dates, weekdays, days and years that pass.


_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_HAN_WEEKDAYS = "一二三四五六日"
_NAMES = "|".join(_MONTHS)
_DAYS = "|".join(_WEEKDAYS)
_DATE = LazyPattern(
    rf"(?:(?P<year>\d{{4}}|[零〇一二三四五六七八九]{{4}})年)?(?P<month>{numerals.HAN}|\d{{1,2}})月"
    rf"(?P<day>{numerals.HAN}|\d{{1,2}})[日号]"
    r"(?:[，,、（( ]{0,2}(?:是|正是|正逢)?(?:星期|礼拜|周)(?P<week>[一二三四五六日天]))?"
    rf"|(?:(?P<eweek>{_DAYS}),? (?:the )?)?(?:(?P<emonth>{_NAMES})"
    rf" (?P<eday>\d{{1,2}})(?:st|nd|rd|th)?"
    rf"|(?P<fday>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<fmonth>{_NAMES}))(?:,? (?P<eyear>\d{{4}}))?"
    rf"(?:,? (?:was )?an? (?P<lweek>{_DAYS}))?",
    re.IGNORECASE,
)
_DAYS_IN = {"天": "day", "日": "day", "周": "week", "星期": "week", "月": "month", "年": "year"}
_MONTH, _YEAR = "month", "year"
WEEK_DAYS = 7


def marks(
    project_id: str, chapter: Chapter, sentence: Sentence, evidence: Evidence
) -> Iterator[Mark]:
    """The marks of one sentence that is told as happening now."""
    if not sentence.present or sentence.asks:
        return
    jump = sentences.JUMP.match(sentence.plain)
    dated = None if sentence.hedged else _DATE.search(sentence.plain)
    at = Moment(chapter.number, sentence.first, sentence.column)
    where = f"{chapter.ref}:{sentence.first}:{sentence.column}"

    def mark(kind: MarkKind, value: str, *, exact: bool = False) -> Mark:
        id = fact_ids.mark_id(project_id, kind, value, where)
        return Mark(id=id, kind=kind, value=value, since=at, exact=exact, evidence=evidence)

    if jump is not None:
        kind, value = _passed(jump)
        yield mark(kind, value)
    if dated is not None and (day := _date(dated)):
        yield mark(MarkKind.DATE, day, exact=jump is not None)
        if (week := _weekday(dated)) is not None:
            yield mark(MarkKind.WEEKDAY, f"{day} {week}")


def _passed(jump: re.Match[str]) -> tuple[MarkKind, str]:
    """How much time: days or years, or an unknown number of either."""
    if jump["next"] or jump["ennext"]:
        return MarkKind.DAYS, "1"
    if jump["vague"]:
        years = jump["vague"].lower().startswith("year")
        return (MarkKind.YEARS if years else MarkKind.DAYS), ""
    han, measure = jump["n"] or jump["pn"], jump["u"] or jump["pu"]
    said, unit = (han, _DAYS_IN[measure]) if han else (jump["en"], jump["eu"])
    unit = unit.lower().rstrip("s")
    number = 1 if said.lower() == "a" else numerals.value(said)
    if unit in (_MONTH, _YEAR):
        return MarkKind.YEARS, str(number) if number and unit == _YEAR else ""
    days = number and number * (WEEK_DAYS if unit == "week" else 1)
    return MarkKind.DAYS, str(days) if days else ""


def _date(found: re.Match[str]) -> str:
    """`2024-03-05`, or `--03-05` where no year is said; empty where there is no such day."""
    name = found["emonth"] or found["fmonth"]
    month = _MONTHS.index(fold(name)) + 1 if name else numerals.value(found["month"])
    day = numerals.value(found["day"] or found["eday"] or found["fday"])
    year = found["year"] or found["eyear"]
    number = numerals.value(year) if year else None
    if parse_date(f"{number:04d}-{month:02d}-{day:02d}" if number else f"--{month:02d}-{day:02d}"):
        return f"{number:04d}-{month:02d}-{day:02d}" if number else f"--{month:02d}-{day:02d}"
    return ""


def _weekday(found: re.Match[str]) -> int | None:
    if found["week"]:
        return _HAN_WEEKDAYS.index(found["week"].replace("天", "日"))
    name = found["eweek"] or found["lweek"]
    return _WEEKDAYS.index(fold(name)) if name else None
