"""The same event on another day or at another hour."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.knowledge.consolidation.model import Near, OtherDay
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding import en, zh
from mohen.knowledge.understanding.other_day import Told, moved
from mohen.text.dates import Local

WEDNESDAY = Local(1_770_170_400_000, 0)  # 2026-02-04
NOON = 1_772_452_800_000  # 2026-03-02 12:00


@pytest.mark.parametrize(
    ("content", "value", "other", "expected", "value_then"),
    [
        (
            "X is on 2026-03-02",
            "2026-03-02",
            OtherDay("2026-03-05"),
            "X is on 2026-03-05",
            "2026-03-05",
        ),
        (
            "X is on 2026-03-02 at 12:00 in Leeds",
            "2026-03-02 12:00",
            OtherDay("2026-03-05"),
            "X is on 2026-03-05 at 12:00 in Leeds",
            "2026-03-05 12:00",
        ),
        (
            "X is on 2026-03-02 at 7",
            "2026-03-02 at 7",
            OtherDay(hour="20:00"),
            "X is on 2026-03-02 at 20:00",
            "2026-03-02 20:00",
        ),
        (
            "用户 2026-03-02 7点 开会",
            "2026-03-02 7点",
            OtherDay("2026-03-05", hour="19:00"),
            "用户 2026-03-05 19:00 开会",
            "2026-03-05 19:00",
        ),
    ],
)
def test_what_is_not_said_anew_stays(
    content: str, value: str, other: OtherDay, expected: str, value_then: str
) -> None:
    then = moved(Told(content, value, NOON), other)
    assert then is not None
    assert (then.content, then.value) == (expected, value_then)


DAYS = st.dates().filter(lambda day: day.year >= 1000).map(lambda day: day.isoformat())
HOURS = st.times().map("{:%H:%M}".format)
OTHERS = st.builds(OtherDay, DAYS | st.just(""), hour=HOURS | st.just(""))


@given(DAYS, OTHERS)
def test_put_back_it_is_what_it_was(day: str, other: OtherDay) -> None:
    """Its moment goes with it, and twice is as good as once."""
    told = Told(f"用户 {day} 12:00 开会", f"{day} 12:00", NOON)
    there = moved(told, other)
    assert there is not None
    assert moved(there, other) == there
    assert moved(there, OtherDay(day, hour="12:00")) == told


@pytest.mark.parametrize(
    ("day", "other", "then"),
    [
        ("2026-02-10", "2026-02-05", "2026-02-12"),  # next Tuesday, put off to Thursday
        ("2026-02-06", "2026-02-09", "2026-02-09"),  # this Friday, put off to Monday
        ("2026-02-13", "2026-02-04", "2026-02-11"),
    ],
)
def test_a_weekday_is_of_the_week_it_was_in_unless_that_is_over(
    day: str, other: str, then: str
) -> None:
    there = moved(Told(f"X is on {day}", day, NOON), OtherDay(other, Near.WEEK))
    assert there is not None
    assert there.content == f"X is on {then}"


def test_a_day_of_the_month_is_of_the_month_it_was_in() -> None:
    told = Told("X is on 2026-02-10", "2026-02-10", NOON)
    then = moved(told, OtherDay("12", Near.MONTH))
    assert then is not None
    assert then.content == "X is on 2026-02-12"
    assert moved(told, OtherDay("31", Near.MONTH)) is None


@pytest.mark.parametrize(
    "other",
    [
        OtherDay("2026-03-05"),
        OtherDay("2026-03-05", Near.WEEK),
        OtherDay("05", Near.MONTH),
        OtherDay(hour="10:00"),
    ],
)
def test_a_day_that_there_is_not_is_not_moved(other: OtherDay) -> None:
    """As a model or an import may have it."""
    assert moved(Told("X is on 2026-02-30", "2026-02-30", NOON), other) is None


def test_what_names_no_day_is_not_moved() -> None:
    assert moved(Told("The user is a nurse", "nurse", None), OtherDay("2026-03-05")) is None


SAID: dict[str, OtherDay | None] = {
    "No, it's on Thursday": OtherDay("2026-02-05", Near.WEEK),
    "Sorry, it's Thursday, not Tuesday": OtherDay("2026-02-05", Near.WEEK),
    "It got moved to Thursday at 4": OtherDay("2026-02-05", Near.WEEK, hour="16:00"),
    "Make that 10am": OtherDay(hour="10:00"),
    "Actually it's at 10": OtherDay(hour="10:00"),
    "It is on Thursday now.": OtherDay("2026-02-05", Near.WEEK),
    "改周四了": OtherDay("2026-02-05", Near.WEEK),
    "不是周二，是周四": OtherDay("2026-02-05", Near.WEEK),
    "哦不对，是周四下午三点": OtherDay("2026-02-05", Near.WEEK, hour="15:00"),
    "改到下周四了": OtherDay("2026-02-12"),
    "酒店没订到，改到5月18号了": OtherDay("2026-05-18"),
    "护士打电话说改到12号了": OtherDay("12", Near.MONTH),
    "航班取消了，改签到12号": OtherDay("12", Near.MONTH),
    "现在改成6点了，要送孩子": OtherDay(half_unsaid=True),
    "面试官周二有事，改到12号了": None,
    "说错了，上午十点": OtherDay(hour="10:00"),
    "不是10号，是12号": OtherDay("12", Near.MONTH),
    "No, it's on the 12th at noon": OtherDay("12", Near.MONTH, hour="12:00"),
    # these say something else, or nothing of a day
    "It's on Thursday": None,
    "No, it's on me": None,
    "Sorry, I can't on Thursday": None,
    "Actually it's 12": None,
    "No, Thursday is my birthday": None,
    "And on Thursday": None,
    "啊，周四": None,
    "改天吧": None,
    "不对": None,
    "不是周二": None,
    "是周四": None,
    "不，周四我要加班": None,
}


@pytest.mark.parametrize("text", SAID)
def test_which_day_a_correction_names(text: str) -> None:
    language = en.ENGLISH if text.isascii() else zh.CHINESE
    _, right = language.other_day(text)
    named = language.day_named(right, WEDNESDAY, Extraction()) if right else None
    assert named == SAID[text]
