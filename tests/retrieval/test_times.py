"""Which days a question asks about, in both languages; asked on Friday, 15 March 2024."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from mohen.retrieval import question
from mohen.retrieval.times import Span, asked, nearness
from mohen.text.dates import Local

NOW = Local(1_710_500_000_000, 0)


class Bounds:
    query_terms = 64


def _days(text: str) -> list[tuple[str, str]]:
    return [(f"{span.first}", f"{span.last}") for span in asked(text, NOW)]


@pytest.mark.parametrize(
    ("english", "chinese", "first", "last"),
    [
        ("what did we do yesterday?", "我们昨天做了什么", "2024-03-14", "2024-03-14"),
        ("the day before yesterday", "前天晚上", "2024-03-13", "2024-03-13"),
        ("last week", "上周", "2024-03-04", "2024-03-10"),
        ("last weekend", "上周末", "2024-03-09", "2024-03-10"),
        ("last month", "上个月", "2024-02-01", "2024-02-29"),
        ("last year", "去年", "2023-01-01", "2023-12-31"),
        ("in the winter of 2022", "2022年冬天", "2022-12-01", "2023-02-28"),
        ("in May 2023", "2023年5月", "2023-05-01", "2023-05-31"),
        ("since June", "六月份以来", "2023-06-01", "2023-06-30"),
        ("on March 5th", "三月五号", "2024-03-05", "2024-03-05"),
        ("on 16 August, 2023", "2023年8月16日", "2023-08-16", "2023-08-16"),
        ("on 2023-08-16", "2023/08/16那天", "2023-08-16", "2023-08-16"),
        ("two weeks ago", "两周前", "2024-02-27", "2024-03-04"),
        ("a few days ago", "几天前", "2024-03-12", "2024-03-12"),
        ("over the past three months", "最近三个月", "2023-12-16", "2024-03-15"),
        ("on Wednesday", "周三开会说了什么", "2024-03-13", "2024-03-13"),
        ("in 2021", "2021年", "2021-01-01", "2021-12-31"),
        ("on Christmas Eve", "平安夜那天", "2023-12-24", "2023-12-24"),
        ("over New Year's", "元旦那天晚上", "2024-01-01", "2024-01-01"),
        ("on Valentine's Day", "情人节当天", "2024-02-14", "2024-02-14"),
    ],
)
def test_a_question_asks_about_these_days(
    english: str, chinese: str, first: str, last: str
) -> None:
    assert _days(english) == [(first, last)]
    assert _days(chinese) == [(first, last)]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("last spring", "2023-03-01"),
        ("last June", "2023-06-01"),
        ("last Saturday", "2024-03-09"),
        ("上周三", "2024-03-06"),
        ("去年春天", "2023-03-01"),
        ("25.01.2024", "2024-01-25"),
    ],
)
def test_the_last_one_is_the_last_that_is_over(text: str, first: str) -> None:
    assert _days(text)[0][0] == first


@pytest.mark.parametrize(
    "text",
    [
        "how many days ago did I meet Emma?",
        "three months of work",
        "I may march on",
        "what happened on the first day?",
        "in 13月",
        "February 30, 2023",
        "每周三做什么",
        "What a day today! What did she say this year?",
        "今天天气真好，今年会怎么样",
        "where will it be on 2024-04-14?",
        "我有几个月没见她",
    ],
)
def test_what_is_no_time_asks_for_none(text: str) -> None:
    assert _days(text) == []


def test_what_is_chatted_before_the_question_is_no_time() -> None:
    assert _days("昨天的电影真好看！花该浇水了。对了。她住在哪里？") == []
    assert _days("Lovely film. I met her two weeks ago. Where was that?") != []


@pytest.mark.parametrize(
    "text",
    [
        "昨天的电影真好看。我真正想问的是，她住在哪里？",
        "昨晚没睡好。其实想知道她现在的电话是多少？",
        "I saw a film yesterday. By the way, where does she live?",
        "Lovely film last week. What I really meant to ask: I really wanted to know her name?",
    ],
)
def test_who_says_what_they_really_meant_to_ask_takes_back_what_was_before(text: str) -> None:
    assert _days(text) == []


def test_what_leads_up_to_a_question_stays_part_of_it() -> None:
    assert _days("I was in Rome last week. What did I buy there, by the way?") != []
    assert _days("上周我去了罗马。我想问我在那里买了什么？") != []
    read = question.read("她现在很忙。我真正想问的是她住在哪里？", now=NOW, policy=Bounds)
    assert not read.of_now


@pytest.mark.parametrize(
    ("text", "is_time"),
    [
        ("5月3日是谁的生日？", False),
        ("那个生日是03月28日的人住在哪里？", False),
        ("有几个人在四月出生？", False),
        ("Who was born in May?", False),
        ("Was she born on May 4, 1990?", False),
        ("我五月过生日的时候收到了什么？", True),
        ("上个月谁过生日？", True),
        ("What did I get for my birthday in May?", True),
    ],
)
def test_a_birthday_is_no_time_at_which_it_was_told(text: str, is_time: bool) -> None:
    assert bool(_days(text)) is is_time


@pytest.mark.parametrize(
    "text",
    ["What does she want for Christmas?", "Who likes Halloween?", "五一打算去哪？", "国庆节的来历"],
)
def test_a_feast_that_is_spoken_of_is_no_time(text: str) -> None:
    assert _days(text) == []


def test_several_times_are_asked_for_together() -> None:
    assert len(asked("in May 2023 or in June 2023", NOW)) == 2


def test_nearness_fades_around_the_days_and_sooner_before_them() -> None:
    day = date(2024, 3, 1)
    span = Span(0, 1, day, day)
    after = [span.nearness(day + timedelta(days=at)) for at in range(5)]
    before = [span.nearness(day - timedelta(days=at)) for at in range(5)]
    assert after[0] == before[0] == 1.0
    assert after == sorted(after, reverse=True)
    assert all(one < other for one, other in zip(before[1:], after[1:], strict=True))
    assert nearness((), day) == 0.0


@pytest.mark.parametrize(
    "piece", ["two weeks ago ", "in May 2023 ", "上上周三", "最近三个月前", "1.1."]
)
def test_a_long_text_is_read_in_the_time_of_its_length(piece: str) -> None:
    assert len(asked(piece * 4000, NOW)) >= 0  # `tests/house/test_linear.py` times the patterns


# -- The question as a whole.


def test_a_question_names_who_speaks_and_when() -> None:
    read = question.read(
        "What did Caroline research last week?",
        speakers=("Caroline", "Melanie"),
        now=NOW,
        policy=Bounds,
    )
    assert read.named == {"Caroline"}
    assert read.today == date(2024, 3, 15)
    assert len(read.spans) == 1


@pytest.mark.parametrize(
    "text",
    [
        "What did we talk about on March 2nd?",
        "What were we working on last Tuesday?",
        "What happened last week?",
        "Last week, what happened?",
        "Summarize our chat from yesterday, please.",
        "what did you tell me to do yesterday",
        "yesterday",
        "What did we talk about today?",
        "在5月2号我们聊了很多，我们聊了哪些话题？",
        "上周三我们讨论了什么？",
        "上个月我都忙了些啥",
        "昨天你給我推薦了什麼",
        "3月5日",
        "今天我们聊了什么？",
    ],
)
def test_who_asks_what_was_said_at_a_time_asks_for_nothing_else(text: str) -> None:
    read = question.read(text, now=NOW, policy=Bounds)
    assert read.of_time
    assert read.spans


@pytest.mark.parametrize(
    "text",
    [
        "What did I say about my mother last week?",
        "what did I eat yesterday?",
        "What day was yesterday?",
        "How are you today?",
        "What should I do today?",
        "What did we talk about?",
        "昨天说的小说叫什么",
        "昨天我吃了什么",
        "昨天怎么样",
        "今天做什么好",
        "你今天怎么样？",
        "我们聊了什么？",
    ],
)
def test_who_names_something_besides_or_no_talk_asks_for_that(text: str) -> None:
    assert not question.read(text, now=NOW, policy=Bounds).of_time


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("Where did we leave off last time?", True),
        ("What did we discuss in our last conversation?", True),
        ("上次聊到哪了？", True),
        ("我们上次做到哪一步了？", True),
        ("上次你推荐了什么", True),
        ("上次说的那本书叫什么", False),
        ("What was the book you mentioned last time?", False),
        ("What did we talk about?", False),
    ],
)
def test_who_asks_for_the_last_time_names_no_day(text: str, last: bool) -> None:
    read = question.read(text, now=NOW, policy=Bounds)
    assert read.of_last_time is last
    assert not read.spans


@pytest.mark.parametrize(
    ("text", "of_talk"),
    [
        ("What did I do last weekend?", False),
        ("上周末我都忙了些什么？", False),
        ("What did we talk about last weekend?", True),
        ("上周末我们聊了些什么？", True),
    ],
)
def test_what_was_done_may_be_told_later_and_what_was_said_was_said_then(
    text: str, of_talk: bool
) -> None:
    read = question.read(text, now=NOW, policy=Bounds)
    assert read.of_time
    assert read.of_talk is of_talk


@pytest.mark.parametrize(
    ("text", "of_day"),
    [
        ("what was i so upset about last friday", True),
        ("Why did I call the doctor on March 5th?", True),
        ("上周四我是为啥事儿慌成那样的", True),
        ("3月5号我买了个啥", True),
        ("I went to the market yesterday and it rained.", False),
        ("昨天我去了趟菜市场，下雨了。", False),
        ("Why did I call the doctor last year?", False),
        ("我去年为什么去看医生？", False),
    ],
)
def test_who_asks_for_something_of_a_day_and_who_only_tells_of_it(text: str, of_day: bool) -> None:
    assert question.read(text, now=NOW, policy=Bounds).of_day is of_day


def test_words_of_a_time_are_none_that_an_answer_must_hold() -> None:
    read = question.read("5月5号我做了一道什么菜？", now=NOW, policy=Bounds)
    assert read.parts
    assert not any("5" in term for part in read.parts for term in part)


def test_of_two_who_are_named_nobody_knows_who_said_it() -> None:
    def read(text: str, *speakers: str) -> question.Question:
        return question.read(text, speakers=speakers, now=NOW, policy=Bounds)

    both = read("Why is Ross angry with Rachel?", "Ross", "Rachel", "Joey")
    assert both.named == {"Ross", "Rachel"}
    assert not both.of_one
    one = read("Why is Ann Lee angry?", "Ann", "Ann Lee", "Joey")
    assert one.named == {"Ann", "Ann Lee"}
    assert one.of_one


@pytest.mark.parametrize(
    ("text", "speakers", "left"),
    [
        ("What are Ann's kids called?", ("Ann", "Bo"), "What are  kids called?"),
        ("Did ANNA annoy Ann Lee?", ("Ann Lee",), "Did ANNA annoy  ?"),
        ("張偉說了什麼？", ("张伟",), "說了什麼？"),
        ("Ann?", ("Ann",), "Ann?"),
        ("Where was it?", (), "Where was it?"),
    ],
)
def test_meaning_is_looked_for_without_the_names_of_those_who_speak(
    text: str, speakers: tuple[str, ...], left: str
) -> None:
    assert question.meant(text, speakers) == left


def test_traditional_characters_ask_for_the_same() -> None:
    traditional = question.read("兩週前張偉說了什麼？", speakers=("张伟",), now=NOW, policy=Bounds)
    simplified = question.read("两周前张伟说了什么？", speakers=("張偉",), now=NOW, policy=Bounds)
    assert traditional.terms == simplified.terms
    assert traditional.spans == simplified.spans
    assert len(traditional.named) == len(simplified.named) == 1


def test_a_person_can_be_asked_for_by_name_and_a_role_cannot() -> None:
    assert set(question.said("Caroline")) <= set(question.said("I paint", "Caroline"))
    assert question.said("I paint", "user") == question.said("I paint")


@pytest.mark.parametrize(
    ("text", "asks"), [("How are you? 🙂", True), ("你好吗？", True), ("Hm.", False)]
)
def test_a_turn_that_asks_is_known(text: str, asks: bool) -> None:
    assert question.asks(text) is asks
