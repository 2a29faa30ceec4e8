"""Times that a question asks about: last spring, 上周三, two weeks ago, in May 2023.

A question points loosely. What happened on a day is told that day or some days later, and "two
weeks ago" is hardly ever fourteen days, so a time is a span of days that fades at its ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from math import exp

from mohen.core.values import dataclass
from mohen.text.dates import DAY, MONTHS, WEEK, Local, dated, in_week, months_on, nearest, plus
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.numerals import value

_TOLD_AFTER = 3.0  # days within which most of what happened is told
_TOLD_BEFORE = 0.5  # days: what was planned was told before, but is seldom asked for so
_VAGUE = 0.1  # of the distance: "two months ago" is meant so roughly


@dataclass(frozen=True, slots=True)
class Span:
    """The days from `first` to `last`, named at `start` to `end` of the question."""

    start: int
    end: int
    first: date
    last: date
    vague: float = 0.0  # days

    def nearness(self, day: date) -> float:
        """1 on the days that are asked for, less and less around them, soonest before them."""
        if day < self.first:
            return exp(-(self.first - day).days / (_TOLD_BEFORE + self.vague))
        if day > self.last:
            length = (self.last - self.first).days
            return exp(-(day - self.last).days / (_TOLD_AFTER + self.vague + length / 4))
        return 1.0


def asked(text: str, now: Local) -> list[Span]:
    """The times a question names, in order; Chinese in simplified characters. They lie behind: who
    asks in March what was in June asks for last June. What is of now (today, this year) is
    mostly said by the way, and what is to come was told before it: neither asks for a time."""
    low = text.lower()
    if len(low) != len(text):
        return []
    found = (*_spans(_ENGLISH, _english, low, now.day), *_spans(_CHINESE, _chinese, low, now.day))
    begin = asks_from(low)
    return sorted((span for span in found if span.start >= begin), key=lambda span: span.start)


def lately(text: str, today: date) -> list[Span]:
    """What is of now, for who asks what was said in it: today, this week, 今天, 这个月."""
    found = []
    for match in _LATELY.finditer(text.lower()):
        days = {"today": 1, "week": today.weekday() + 1, "month": today.day}
        first = plus(today, DAY * (1 - days[str(match.lastgroup)]))
        found.append(Span(match.start(), match.end(), first or today, today))
    return found


_LATELY = LazyPattern(
    r"(?P<today>今天|今早|今晚|\btoday\b|\bthis (?:morning|afternoon|evening)\b)"
    r"|(?P<week>(?:这一?个?|本)(?:周|星期|礼拜)|\bthis week\b)"
    r"|(?P<month>(?:这个|本)月|\bthis month\b)"
)


def is_day(span: Span) -> bool:
    """One day or a weekend, or about a week ago."""
    return span.vague <= 1 and (span.last - span.first).days < _DAY_MOST


_DAY_MOST = 7
_SENTENCE_END = LazyPattern(r"[。！？!?]|\.(?=\s)")
_ASKING = 2  # sentences at the end of a long text that are the question; before it is chat


# Who says what they really meant to ask takes back what they said before.
_ANEW = LazyPattern(
    r"(?:真正|本来|原本|其实是?)想[^，。？！]{0,4}(?:问|说|知道|了解|清楚|明白)|实际上[^，。？！]{0,4}问"
    r"|话说回来|言归正传|\bi (?:really|actually) (?:want|mean)(?:t|ed)? to (?:ask|know|say)"
    r"|\bmy (?:real|actual) question\b|(?<=[.!?] )(?:anyway|by the way)\b",
    re.IGNORECASE,
)


def asks_from(text: str) -> int:
    """Where the question begins in what may be chat before it."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    begin = ends[-_ASKING - 1] if len(ends) > _ASKING else 0
    anew = max((match.start() for match in _ANEW.finditer(text, begin)), default=0)
    return max([begin, *(end for end in ends if end <= anew)])


def without(text: str, spans: Sequence[Span]) -> str:
    """A question without the times it names, which stand in their order."""
    kept, begin = [], 0
    for span in spans:
        kept.append(text[begin : span.start])
        begin = max(begin, span.end)
    return " ".join((*kept, text[begin:]))


def nearness(spans: Sequence[Span], day: date, *, only: bool = False) -> float:
    """To the nearest of several: `in June or July` asks for both. `only`: the very days."""
    near = max((span.nearness(day) for span in spans), default=0.0)
    return float(near >= 1) if only else near


_Days = tuple[date | None, date | None, float]  # first, last, vague
_NONE: _Days = (None, None, 0.0)
_Reader = Callable[[re.Match[str], date], _Days]


def _spans(pattern: re.Pattern[str], read: _Reader, text: str, today: date) -> Iterator[Span]:
    for match in pattern.finditer(text):
        first, last, vague = read(match, today)
        if first is not None and last is not None and first <= today:
            yield Span(match.start(), match.end(), first, last, vague)


# -- Stretches of the calendar.


_SPRING = 3  # its first month; each season has three
_SEASONS = {"spring": 0, "summer": 1, "autumn": 2, "fall": 2, "winter": 3}
_SEASONS |= {"春": 0, "夏": 1, "秋": 2, "冬": 3}
_SEASON_MONTHS = 3
_HALF = {"day": 0, "week": 3, "month": 15, "year": 180}  # days around one that is so far away
_LENGTH = {"day": 1, "week": 7, "month": 30, "year": 365}


def _one(day: date | None) -> _Days:
    return day, day, 0.0


def _months(first: date | None, count: int = 1) -> _Days:
    after = months_on(first, count) if first else None
    return (first, after - DAY, 0.0) if after else _NONE


def _month(today: date, month: int, year: str | None, *, over: bool = False) -> _Days:
    """Without a year the last one that has begun, or (`over`) that has ended."""
    if year:
        return _months(dated(int(year), month, 1))
    return _latest(lambda at: _months(dated(at, month, 1)), today, over=over)


def _season(today: date, name: str, year: int | None) -> _Days:
    """Without a year the last one that has ended."""
    first = _SPRING + _SEASON_MONTHS * _SEASONS[name]
    if year is not None:
        return _months(dated(year, first, 1), _SEASON_MONTHS)
    return _latest(lambda at: _months(dated(at, first, 1), _SEASON_MONTHS), today, over=True)


def _latest(in_year: Callable[[int], _Days], today: date, *, over: bool) -> _Days:
    for year in (today.year, today.year - 1):
        first, last, vague = in_year(year)
        if first and last and (last < today if over else first <= today):
            return first, last, vague
    return _NONE


def _day(today: date, month: int, day: int, year: str | None) -> _Days:
    found = dated(int(year) if year else today.year, month, day)
    if found and not year and found > today:
        found = dated(today.year - 1, month, day)
    return _one(found)


def _ago(today: date, count: int, unit: str) -> _Days:
    """So far away, and roughly."""
    distance = count * _LENGTH[unit]
    day, half = plus(today, timedelta(days=-distance)), timedelta(days=_HALF[unit])
    if day is None:
        return _NONE
    return plus(day, -half), min(today, plus(day, half) or today), max(1.0, _VAGUE * distance)


def _since(today: date, count: int, unit: str) -> _Days:
    return plus(today, timedelta(days=-count * _LENGTH[unit])), today, 0.0


def _week(today: date, away: int) -> _Days:
    first = in_week(today, 0, away)
    return first, plus(first, WEEK - DAY) if first else None, 0.0


def _weekend(today: date, away: int) -> _Days:
    first = in_week(today, 5, away)
    return first, plus(first, DAY) if first else None, 0.0


def _year(year: int) -> _Days:
    return dated(year, 1, 1), dated(year, MONTHS, 31), 0.0


# -- As English names them.


_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTH_NAMES = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)
_WHOLE = "|".join(_MONTH_NAMES)
_ANY = _WHOLE + "|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
_SEASON_NAMES = "spring|summer|autumn|fall|winter"
_COUNT = (
    r"\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a couple of"
    r"|a few|several"
)
_ROUGHLY = {"a": 1, "an": 1, "a couple of": 2, "a few": 3, "several": 4}
_UNIT = "day|week|month|year"
_TH = "(?:st|nd|rd|th)?"
# Only as a day (on Christmas): what somebody wants for Christmas is told long before.
_FEASTS = {
    "christmas eve": (12, 24),
    "christmas(?: day)?": (12, 25),
    "new year['’]?s eve": (12, 31),
    "new year['’]?s(?: day)?": (1, 1),
    "valentine['’]?s(?: day)?": (2, 14),
    "halloween": (10, 31),
    "the (?:4th|fourth) of july": (7, 4),
}
_ENGLISH = LazyPattern(
    r"\b(?:(?P<rel>the day before yesterday|yesterday|last night)"
    r"|(?:last|past|previous) (?P<period>weekend|week|month|year"
    rf"|{_SEASON_NAMES}|{'|'.join(_WEEKDAYS)}|{_WHOLE})(?: (?:of )?(?P<wy>\d{{4}}))?"
    rf"|(?P<n>{_COUNT}) (?P<unit>{_UNIT})s? ago"
    rf"|(?:past|last) (?P<span>{_COUNT}) (?P<spanunit>{_UNIT})s"
    r"|(?<!born )(?<!born on )(?:"  # a birthday is no day on which it was told
    rf"(?P<m>{_ANY})\.? (?P<d>\d{{1,2}}){_TH}(?!\d)(?:,? (?P<y>\d{{4}}))?"
    rf"|(?P<d2>\d{{1,2}}){_TH}(?: of)? (?P<m2>{_ANY})\b\.?(?:,? (?P<y2>\d{{4}}))?"
    rf"|(?P<m3>{_ANY})\.?,? (?:of )?(?P<y3>\d{{4}})"
    rf"|(?:in|of|during|since|by|until|till|from|early|late|mid)[ -](?P<m4>{_WHOLE}))"
    rf"|(?P<season>{_SEASON_NAMES}) (?:of )?(?P<sy>\d{{4}})"
    r"|(?P<ed>\d{1,2})\.(?P<em>\d{1,2})\.(?P<ey>\d{4})"
    r"|(?:in|of|during|since|from|year) (?P<year>(?:19|20)\d{2})"
    rf"|on (?P<wd>{'|'.join(_WEEKDAYS)})"
    rf"|(?:on|over|at) (?P<feast>{'|'.join(_FEASTS)}))(?![\w'])"
)
_REL = {"the day before yesterday": -2, "yesterday": -1, "last night": -1}


def _english(match: re.Match[str], today: date) -> _Days:
    said = match.groupdict()
    if said["rel"]:
        return _one(plus(today, timedelta(days=_REL[said["rel"]])))
    if said["period"]:
        return _english_period(said["period"], today, said["wy"])
    if said["unit"]:
        return _ago(today, _number(said["n"]), said["unit"])
    if said["spanunit"]:
        return _since(today, _number(said["span"]), said["spanunit"])
    if said["d"] or said["d2"]:
        name, day = said["m"] or said["m2"], said["d"] or said["d2"]
        return _day(today, _month_of(name), int(day), said["y"] or said["y2"])
    if said["m3"] or said["m4"]:
        return _month(today, _month_of(said["m3"] or said["m4"]), said["y3"])
    if said["season"]:
        return _season(today, said["season"], int(said["sy"]))
    if said["ey"]:
        return _day(today, int(said["em"]), int(said["ed"]), said["ey"])
    if said["year"]:
        return _year(int(said["year"]))
    if said["feast"]:
        return _feast(today, _FEASTS, said["feast"])
    return _one(nearest(today, _WEEKDAYS.index(said["wd"]), past=True))


def _feast(today: date, feasts: Mapping[str, tuple[int, int]], name: str) -> _Days:
    """The last one that has begun."""
    month, day = next(at for each, at in feasts.items() if re.fullmatch(each, name))
    return _day(today, month, day, None)


def _english_period(name: str, today: date, year: str | None) -> _Days:
    """The last one that is over."""
    if name in _SEASONS:
        return _season(today, name, int(year) if year else None)
    if name in _MONTH_NAMES:
        return _month(today, _month_of(name), year, over=True)
    if name == "year":
        return _year(today.year - 1)
    if name == "month":
        return _months(months_on(today, -1))
    if name == "week":
        return _week(today, -1)
    if name == "weekend":
        return _weekend(today, -1)
    return _one(nearest(today, _WEEKDAYS.index(name), past=True))


def _number(word: str) -> int:
    return _ROUGHLY.get(word) or value(word) or 1


def _month_of(name: str) -> int:
    return next(at for at, each in enumerate(_MONTH_NAMES, start=1) if each.startswith(name[:3]))


# -- As Chinese names them, and in figures alone.


# Only as a day (五一那天): what is planned for a feast is told before it.
_HAN_FEASTS = {
    "元旦": (1, 1),
    "情人": (2, 14),
    "三八|妇女": (3, 8),
    "愚人": (4, 1),
    "五一|劳动": (5, 1),
    "五四|青年": (5, 4),
    "六一|儿童": (6, 1),
    "教师": (9, 10),
    "国庆|十一": (10, 1),
    "双十一|双11|光棍": (11, 11),
    "平安夜": (12, 24),
    "圣诞": (12, 25),
    "跨年夜?": (12, 31),
}
_N = r"(?:\d{1,3}|[一二两三四五六七八九十几]{1,3})"
_WEEK_WORD = "个?(?:周|星期|礼拜)"
_HAN_DAYS = "一二三四五六日"
# Who asks whose birthday is in May asks for nothing that was said in May.
_BORN = r"[^，。；？！,;?!]{0,6}(?:出生|生日)(?:的(?!时)|来着|[了呢呀啊吗，。？,?]|$)"
_NOT_BORN = r"(?<!生日[是在])(?<!生日是在)(?<!出生在)"
_CHINESE = LazyPattern(
    r"(?P<rel>大前天|前天|昨[天晚日])"
    rf"|(?P<week>上上|上){_WEEK_WORD}(?P<wd>[一二三四五六日天末])?"
    r"|(?P<month>上上|上)个?月"
    rf"|(?:(?P<y>(?:19|20)\d{{2}})年|(?P<yrel>前年|去年|今年))的?"
    rf"(?:(?P<season>[春夏秋冬])[天季]?|(?P<m>{_N})月(?:(?P<d>{_N})[日号])?)?"
    rf"|(?P<span>最近|过去|近)(?P<sn>{_N})(?P<sunit>天|周|个?星期|个?礼拜|个月|年)"
    rf"|(?P<n>{_N})(?P<unit>天|周|个?星期|个?礼拜|个月|年)"
    r"(?:以|之)?前"
    rf"|(?<![\d.年每个]){_NOT_BORN}(?P<m2>{_N})月(?:份|(?P<d2>{_N})[日号])?+(?!间|{_BORN})"
    r"|(?<!\d)(?P<iy>\d{4})[-/.](?P<im>\d{1,2})[-/.](?P<id>\d{1,2})(?!\d)"
    r"|(?<![每一两三四五六七八九十几\d个上下这本])(?:周|星期|礼拜)(?P<bare>[一二三四五六日天])"
    r"(?![至到])"
    rf"|(?P<feast>{'|'.join(_HAN_FEASTS)})节?(?=那[天晚会时]|当[天晚日]|晚上|的时候|那时候)"
)
_HAN_REL = {"大前天": -3, "前天": -2}
_HAN_AWAY = {"上上": -2, "上": -1, "前年": -2, "去年": -1}
_HAN_UNITS = {"天": "day", "月": "month", "年": "year"}


def _chinese(match: re.Match[str], today: date) -> _Days:
    said = match.groupdict()
    if said["rel"]:
        return _one(plus(today, timedelta(days=_HAN_REL.get(said["rel"], -1))))
    if said["week"]:
        return _chinese_week(said["wd"], today, _HAN_AWAY[said["week"]])
    if said["month"]:
        return _months(months_on(today, _HAN_AWAY[said["month"]]))
    if said["y"] or said["yrel"]:
        year = int(said["y"] or today.year) + _HAN_AWAY.get(said["yrel"] or "", 0)
        if said["season"]:
            return _season(today, said["season"], year)
        if said["m"]:
            return _chinese_date(said["m"], said["d"], today, str(year))
        return _NONE if said["yrel"] == "今年" else _year(year)
    if said["sunit"]:
        return _since(today, _han(said["sn"]), _han_unit(said["sunit"]))
    if said["unit"]:
        return _ago(today, _han(said["n"]), _han_unit(said["unit"]))
    if said["m2"]:
        return _chinese_date(said["m2"], said["d2"], today, None)
    if said["iy"]:
        return _day(today, int(said["im"]), int(said["id"]), said["iy"])
    if said["feast"]:
        return _feast(today, _HAN_FEASTS, said["feast"])
    return _one(nearest(today, _han_weekday(said["bare"]), past=True))


def _chinese_week(weekday: str | None, today: date, away: int) -> _Days:
    if weekday is None:
        return _week(today, away)
    if weekday == "末":
        return _weekend(today, away)
    return _one(in_week(today, _han_weekday(weekday), away))


def _chinese_date(month: str, day: str | None, today: date, year: str | None) -> _Days:
    number = _han(month)
    if not 1 <= number <= MONTHS:
        return _NONE
    return _day(today, number, _han(day), year) if day else _month(today, number, year)


def _han(text: str) -> int:
    if "几" in text:
        return _ROUGHLY["a few"]
    return value(text) or 1


def _han_unit(text: str) -> str:
    return _HAN_UNITS.get(text[-1], "week")


def _han_weekday(word: str) -> int:
    return _HAN_DAYS.index("日" if word == "天" else word)
