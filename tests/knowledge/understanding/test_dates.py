"""Days as people name them, resolved against the day and the place of the message."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.en import events
from mohen.knowledge.understanding.zh import events as zh_events
from mohen.text.dates import Local
from mohen.text.normalize import simplified
from shows import shows

POLICY = Extraction()
HOUR = 3_600_000
HERE = Local(1_770_170_400_000, 8 * HOUR)  # Wednesday 2026-02-04, 10:00 in Beijing

CHINESE = [
    ("明天下午三点开会", "2026-02-05 15:00 开会"),
    ("明天交稿", "2026-02-05 交稿"),
    ("后天", "2026-02-06"),
    ("大后天出发", "2026-02-07 出发"),
    ("我昨天去了北京", "我 2026-02-03 去了北京"),
    ("前天", "2026-02-02"),
    ("今晚八点半吃饭", "2026-02-04 20:30 吃饭"),
    ("明早7:30跑步", "2026-02-05 07:30 跑步"),
    ("下周三去上海", "2026-02-11 去上海"),
    ("下下周二下午两点", "2026-02-17 14:00"),
    ("上周五见了客户", "2026-01-30 见了客户"),
    ("这周日休息", "2026-02-08 休息"),
    ("下周回家", "2026-02-09 那周 回家"),
    ("周五面试", "2026-02-06 面试"),
    ("月底交报告", "2026-02-28 交报告"),
    ("下个月三号面试", "2026-03-03 面试"),
    ("下个月旅行", "2026-03 旅行"),
    ("3月5日出发", "2026-03-05 出发"),
    ("2026年5月1号出发", "2026-05-01 出发"),
    ("2026-05-01 14:00开始", "2026-05-01 14:00 开始"),
    ("15号体检", "2026-02-15 体检"),
    ("三天后考试", "2026-02-07 考试"),
    # which half of the day is meant, nobody says
    ("明天三点开会", "2026-02-05 15:00 开会"),
    ("明天9点开会", "2026-02-05 09:00 开会"),
    ("明天7点开会", "2026-02-05 7点 开会"),
    ("明天7点吃晚饭", "2026-02-05 19:00 吃晚饭"),
    ("明天五点起床", "2026-02-05 05:00 起床"),
    ("昨天三点才睡", "2026-02-03 03:00 才睡"),
    ("昨天11点睡的", "2026-02-03 23:00 睡的"),
    ("周六8点的航班", "2026-02-07 8点 航班"),
    ("明天04:00交稿", "2026-02-05 04:00 交稿"),
    ("明天14:30交稿", "2026-02-05 14:30 交稿"),
    # to come, though 过 is in it
    ("周六给奶奶过八十大寿", "2026-02-07 给奶奶过八十大寿"),
    ("周一去过医院", "2026-02-02 去过医院"),
    ("两周前搬家了", "2026-01-21 搬家了"),
    ("三年前毕业", "2023 年 毕业"),
    ("去年结婚了", "2025 年 结婚了"),
    ("明年三月", "2027-03"),
    ("去年12月25日", "2025-12-25"),
    # no days
    *(
        (text, text)
        for text in (
            *("每周三跑步", "5号楼", "后天性疾病", "一周三次", "天天加班", "第3号"),
            # from a day of their own, not from today; every week; of another calendar
            *("住院两个月后恢复了", "4年3个月前去世", "从周一到周四", "农历八月十五过生日"),
        )
    ),
]
ENGLISH = [
    ("my photo, taken in July", "my photo, taken in 2025-07"),
    ("it is to be done in July", "it is to be done in 2026-07"),
    ("I have a meeting tomorrow at 3pm", "I have a meeting on 2026-02-05 at 15:00"),
    ("see you tomorrow evening", "see you on 2026-02-05 in the evening"),
    ("by tomorrow evening", "by 2026-02-05 in the evening"),
    ("I went there yesterday", "I went there on 2026-02-03"),
    ("the day after tomorrow", "on 2026-02-06"),
    ("dinner tonight", "dinner on 2026-02-04 at night"),
    ("dinner next Friday", "dinner on 2026-02-13"),
    ("this Friday at noon", "on 2026-02-06 at 12:00"),
    ("last Monday we met", "on 2026-02-02 we met"),
    ("on Sunday", "on 2026-02-08"),
    # which half of the day is meant, nobody says
    ("a meeting on Thursday at 4", "a meeting on 2026-02-05 at 16:00"),
    ("a meeting on Thursday at 2:30", "a meeting on 2026-02-05 at 14:30"),
    ("a meeting on Thursday at 9", "a meeting on 2026-02-05 at 09:00"),
    ("practice on Thursday at 7", "practice on 2026-02-05 at 7"),
    ("dinner on Thursday at 7", "dinner on 2026-02-05 at 19:00"),
    ("I wake up tomorrow at 5", "I wake up on 2026-02-05 at 05:00"),
    ("my flight leaves on Thursday at 8:15", "my flight leaves on 2026-02-05 at 8:15"),
    ("due tomorrow at 04:00", "due 2026-02-05 at 04:00"),
    ("due tomorrow at 16:00", "due 2026-02-05 at 16:00"),
    # on the day, whatever is done on it
    ("a haircut on Saturday", "a haircut on 2026-02-07"),
    ("a busy Saturday", "a busy Saturday"),
    ("this weekend", "on 2026-02-07"),
    ("in 3 days", "on 2026-02-07"),
    ("I moved two weeks ago", "I moved on 2026-01-21"),
    ("I started about a month ago", "I started in 2026-01"),
    ("next week", "in the week of 2026-02-09"),
    ("last year I quit", "in 2025 I quit"),
    ("my exam is on March 5th", "my exam is on 2026-03-05"),
    ("I went there on February 24th", "I went there on 2025-02-24"),
    ("July 4, 2025", "on 2025-07-04"),
    ("it is due on the 5th of May", "it is due 2026-05-05"),
    ("the 5th of March", "on 2026-03-05"),
    ("on 2026-05-01", "on 2026-05-01"),
    ("on the 15th", "on 2026-02-15"),
    ("in 2019", "in 2019"),
    # from one day to another of a week that is said elsewhere
    ("next week, from Wednesday to Friday", "in the week of 2026-02-09, from Wednesday to Friday"),
    ("it was moved from Tuesday to Friday", "it was moved from Tuesday to 2026-02-06"),
    # no days
    *((text, text) for text in ("every Monday", "on Friday evenings", "Mondays", "today's show")),
    *((text, text) for text in ("I may go", "march on", "the 3 of us", "on the 5th floor")),
]


@shows("C46")
@pytest.mark.parametrize(("text", "expected"), CHINESE)
def test_chinese_days_become_absolute(text: str, expected: str) -> None:
    assert zh_events.absolute(text, zh_events.find_days(text, HERE, POLICY)) == expected


@shows("C46")
@pytest.mark.parametrize(("text", "expected"), ENGLISH)
def test_english_days_become_absolute(text: str, expected: str) -> None:
    assert events.absolute(text, events.find_days(text, HERE, POLICY)) == expected


IN_MARCH = Local(HERE.at + 34 * 24 * HOUR, 8 * HOUR)  # 2026-03-10
NEAREST = [
    # What is gone by is not to come, unless it is told so
    ("1月23号从武汉回来", "2026-01-23 从武汉回来"),
    ("1月23號從武漢回來", "2026-01-23 從武漢回來"),
    ("1月5号做手术", "2026-01-05 做手术"),
    ("1月5号要做手术", "2027-01-05 要做手术"),
    ("打算1月份去三亚", "打算 2027-01 去三亚"),
    ("1月份去三亚", "2026-01 去三亚"),
    ("年会暂定1月14日", "年会暂定 2027-01-14"),
    ("两个月后就毕业了", "2026-05 就毕业了"),
    ("8号体检", "2026-03-08 体检"),
    ("8号要体检", "2026-04-08 要体检"),
    ("28号体检", "2026-03-28 体检"),
    ("9月1号要开学", "2026-09-01 要开学"),
    ("要考试了，12月份", "要考试了， 2026-12"),
    ("本来要去的，2月份", "本来要去的， 2026-02"),
]


@pytest.mark.parametrize(("text", "expected"), NEAREST)
def test_a_day_without_a_year_is_over_unless_it_is_told_as_to_come(
    text: str, expected: str
) -> None:
    plain = simplified(text)
    told = zh_events.absolute(plain, zh_events.find_days(plain, IN_MARCH, POLICY))
    assert told == simplified(expected)


def test_in_november_a_day_of_january_is_to_come() -> None:
    november = Local(HERE.at + 290 * 24 * HOUR, 8 * HOUR)
    (day,) = zh_events.find_days("1月5号去三亚", november, POLICY)
    assert day.shown == "2027-01-05"


def test_a_day_is_the_speakers_and_not_greenwichs() -> None:
    """Half past seven in the evening in London is tomorrow in Beijing."""
    evening = 1_770_233_400_000  # 2026-02-04T19:30Z
    found = [
        zh_events.find_days("明天", Local(evening, offset), POLICY)[0] for offset in (0, 8 * HOUR)
    ]
    assert [each.shown for each in found] == ["2026-02-05", "2026-02-06"]


def test_an_hour_is_an_instant_of_the_world() -> None:
    (when,) = zh_events.find_days("明天下午三点", HERE, POLICY)
    assert when.at(HERE) == 1_770_274_800_000  # 2026-02-05T07:00Z


@given(st.text(max_size=40), st.integers(-(10**17), 10**17), st.integers(-14, 14))
def test_no_text_and_no_time_is_too_odd(text: str, at: int, hours: int) -> None:
    local = Local(at, hours * HOUR)
    for tongue in (zh_events, events):
        for odd in (text, f"{text}明天3点 31号 99月99日 in 999 years", "下下周末 9999年后 999天后"):
            tongue.absolute(odd, tongue.find_days(odd, local, POLICY))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("lunch at 1pm on Friday", "lunch on Friday at 1pm"),
        ("my train leaves at 9:15 tomorrow", "my train leaves tomorrow at 9:15"),
        ("a call at noon next Tuesday", "a call next Tuesday at noon"),
        ("at 10am on March 3rd", "on March 3rd at 10am"),
        ("at 3 different shops tomorrow", "at 3 different shops tomorrow"),
        ("at 6pm every Friday", "at 6pm every Friday"),
    ],
)
def test_an_hour_before_its_day_goes_behind_it(text: str, first: str) -> None:
    assert events.day_first(text) == first
