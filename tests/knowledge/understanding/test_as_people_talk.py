"""Whole messages as people write them, from what is said to what is understood."""

from __future__ import annotations

import pytest

from mohen.knowledge.consolidation.model import Act, Verdict
from mohen.knowledge.transcripts.model import Role, Utterance
from mohen.knowledge.understanding import extraction, fragments, worth_keeping
from mohen.knowledge.understanding.extraction import Extracted
from mohen.policy import Policy
from ordinary import read
from shows import shows

POLICY = Policy()
AT = 1_770_170_400_000  # Wednesday 2026-02-04


def heard(text: str) -> Extracted:
    said = Utterance("s", 7, Role.USER, text, AT)
    kept = [
        each
        for each in fragments.split(said, at=AT, policy=POLICY.screening)
        if worth_keeping.screen(each, POLICY.screening).verdict is not Verdict.DROPPED
    ]
    return extraction.extract(kept, offset_ms=0, policy=POLICY.extraction)


def contents(text: str) -> list[str]:
    return [each.content for _, each in heard(text).statements]


SAYINGS = {
    # the agent is still spoken to in the rest of the sentence
    "你叫小墨，是我的写作助手": ["助手叫小墨", "助手是用户的写作助手"],
    "记住你是我的助手，叫小墨": ["助手是用户的助手", "助手叫小墨"],
    "以后都用中文回答我，别用感叹号": [
        "用户要求助手以后都用中文回答用户",
        "用户要求助手不要用感叹号",
    ],
    "你叫小墨，住在北京": ["助手叫小墨"],
    "请不要再提陈默": ["用户要求助手不要再提陈默"],
    # who was named is he or she in the next clause, however short that is
    "我男朋友叫陈默，他是医生": ["用户的男朋友叫陈默", "陈默是医生"],
    "My wife is called Anna, she works at Netflix": [
        "The user's wife is called Anna",
        "Anna works at Netflix",
    ],
    "我昨天跟老板吵架了，他说我太懒": ["用户 2026-02-03 跟老板吵架了"],
    # where one stays on a journey is not where one lives
    "我下周三要去上海出差，住在外滩附近的酒店": ["用户 2026-02-11 要去上海出差"],
    "我下个月去东京旅游，先住在新宿": ["用户 2026-03 去东京旅游"],
    "我經常出差，住在深圳": ["用户經常出差", "用户住在深圳"],
    "我最近住院了，住在人民医院": ["用户住院了（2026-02-04 说）"],
    # what was done is over, whatever the first verb says
    "My half marathon personal best is 1:52:10, done in September": [
        "The user's half marathon personal best is 1:52:10, done in 2025-09"
    ],
    # animals
    "我养了一只叫豆豆的猫": ["用户养了一只叫豆豆的猫"],
    "我养了两只叫豆豆和毛毛的狗": ["用户的狗叫豆豆", "用户的狗叫毛毛"],
    # what may come, and what comes
    "我可能要换工作了": ["用户可能要换工作"],
    "我可能会去北京工作": ["用户可能会去北京工作"],
    "I might move to Oslo": ["The user might move to Oslo"],
    "I might be lactose intolerant": ["The user might be lactose intolerant"],
    "I'm moving to Lisbon": ["The user is moving to Lisbon"],
    # where one works, though nobody knows the firm
    "我在豆瓣当产品经理": ["用户在豆瓣工作", "用户是产品经理"],
    "我在网上做运营": ["用户是运营"],
    # what is not, or not any more
    "我不吃素了": ["用户不再吃素"],
    "I don't have asthma": ["The user doesn't have asthma"],
    "I no longer have asthma": ["The user no longer has asthma"],
    "My phone is an iPhone 15": ["The user's phone is an iPhone 15"],
    # whom one is not to speak of
    "我跟陈默分手了，你别再提他了": ["用户和陈默分手了", "用户要求助手不要再提陈默"],
    "陈默是我前男友，别再提他了": ["陈默是用户的前男友", "用户要求助手不要再提陈默"],
    "My ex is called Tom, please don't mention him again": [
        "The user's ex is called Tom",
        "The user wants the assistant not to mention Tom again",
    ],
    # days that come again, and their hours
    "我周一三五晚上去健身房": ["用户周一三五晚上去健身房"],
    "周一三五我都去跑步": ["用户周一三五都去跑步"],
    "每周三我去游泳": ["用户每周三去游泳"],
    "周三我去游泳": ["用户 2026-02-04 去游泳"],
    "I have yoga every Tuesday at 10am": ["The user has yoga every Tuesday at 10am"],
    "Every Tuesday at 10am I have a team meeting": [
        "The user has a team meeting every Tuesday at 10am"
    ],
    "I play tennis every Sunday from 9 to 11": ["The user plays tennis every Sunday from 9 to 11"],
    # what is to be done on a day
    "记得提醒我20号看牙": ["用户 2026-02-20 看牙"],
    "20号提醒我看牙": ["用户 2026-02-20 看牙"],
    "remind me to see the dentist on the 20th": ["The user has to see the dentist on 2026-02-20"],
    "remind me tomorrow to call the bank": ["The user has to call the bank on 2026-02-05"],
    "你提醒我一下，后天交论文": ["用户 2026-02-06 交论文"],
    "don't forget to remind me about the surgery on Friday": ["The surgery on 2026-02-06"],
    "会议从周二改到周三了": ["会议从 2026-02-03 改到 2026-02-04 了"],
    "会议从周三提前到周二了": ["会议从 2026-02-11 提前到 2026-02-10 了"],
    "周会从周二改到周四": ["周会从 2026-02-03 改到 2026-02-05"],
    "The meeting moved from Tuesday to Friday": ["The meeting was moved to 2026-02-06"],
    # who and what one is
    "I go by Yuki": ["The user goes by Yuki"],
    "我血型O": ["用户的血型是O型"],
    "血型 O": ["用户的血型是O型"],
    "我的血型是 O": ["用户的血型是O型"],
    "I'm blood type O negative": ["The user's blood type is O negative"],
    "老板姓吴": ["用户的老板姓吴"],
    "我不喝咖啡了，改喝乌龙茶": ["用户不再喝咖啡", "用户改喝乌龙茶"],
    "我改吃素了": ["用户吃素"],
    "我有个姐姐": ["用户有姐姐"],
    # of whom it is said
    "我有只猫，喜欢喝牛奶": ["用户养了猫", "用户的猫喜欢喝牛奶"],
    "我养了一只猫，叫咪咪，喜欢喝牛奶": ["用户养了一只猫", "用户的猫叫咪咪", "咪咪喜欢喝牛奶"],
    "我有只猫，喜欢喝咖啡": ["用户养了猫", "用户喜欢喝咖啡"],
    "我养了只狗，爱吃骨头，我喜欢猫": ["用户养了狗", "用户的狗爱吃骨头", "用户喜欢猫"],
    "我有个女儿，喜欢画画": ["用户有女儿", "用户的女儿喜欢画画"],
}


@shows("R195", "R205")
@pytest.mark.parametrize("text", SAYINGS)
def test_a_message_says_what_one_would_write_down(text: str) -> None:
    assert contents(text) == SAYINGS[text]


@pytest.mark.parametrize(
    "text",
    [
        *("不要再提交代码了", "I might try that", "I may be wrong"),
        *("你别再提他了", "别再提她们了", "don't mention him again"),
        *("提醒我喝水", "记得每天提醒我喝水", "remind me to drink water"),
        *("我一般早上背", "I got them on March 3"),
        *("别告诉他", "I met her at the station on March 3", "got them on 2026-01-02"),
    ],
)
def test_what_looks_like_one_of_them_says_nothing(text: str) -> None:
    assert contents(text) == []


def test_an_order_of_a_new_sentence_is_a_task() -> None:
    assert contents("以后都用中文回答。别用循环") == ["用户要求助手以后都用中文回答"]


@pytest.mark.parametrize("text", ["我可能要辞职了", "I might quit my job"])
def test_that_something_may_be_over_replaces_nothing(text: str) -> None:
    ((_, belief),) = heard(text).statements
    assert (belief.attribute, belief.value, belief.ended) == ("", "", False)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [("It's not Karin, it's Karina", "Karina", "Karin"), ("不是周三，是周四", "周四", "周三")],
)
def test_a_value_in_place_of_another_is_one_thought(text: str, right: str, wrong: str) -> None:
    ((_, said),) = heard(text).statements
    assert (said.act, said.value, said.basis) == (Act.CORRECTS, right, wrong)


@pytest.mark.parametrize(
    "text", ["我喜欢这个", "明天再告诉你", "I have a question", "I love this!"]
)
def test_nobody_need_be_asked_about_what_is_said_of_this_conversation(text: str) -> None:
    assert heard(text) == Extracted()


@pytest.mark.parametrize(
    ("text", "subject", "value"),
    [
        ("my mom's birthday is March 12, remind me", "mother", "March 12"),
        ("March 12 is my mom's birthday", "mother", "March 12"),
        ("Tomorrow is Anna's birthday", "Anna", "February 5"),
        ("我妈妈的生日是3月12日，提醒我", "妈妈", "3月12日"),
        ("3月12号是我妈妈的生日", "妈妈", "3月12日"),
        ("明天是我的生日", "user", "2月5日"),
    ],
)
def test_a_birthday_is_every_year(text: str, subject: str, value: str) -> None:
    ((_, born),) = heard(text).statements
    assert (born.subject, born.attribute, born.value) == (subject, "birthday", value)
    assert born.event_at is None


def test_a_former_friend_replaces_no_friend() -> None:
    ((_, former),) = heard("陈默是我前男友").statements
    assert former.attribute == "relation:前男友"


@pytest.mark.parametrize("text", ["我昨天去了Camel Pay面试", "我昨天在Camel Pay见了Anna和Tom"])
def test_a_name_of_two_words_is_one(text: str) -> None:
    ((_, event),) = heard(text).statements
    names = [each.name for each in event.entities]
    assert "Camel Pay" in names
    assert not {"Camel", "Pay"} & {*names}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # one thing, though it has an "and"
        ("I love rock and roll", ["The user loves rock and roll"]),
        ("I love Guns and Roses", ["The user loves Guns and Roses"]),
        ("I love Parks and Recreation", ["The user loves Parks and Recreation"]),
        ("I like dogs and cats", ["The user likes dogs", "The user likes cats"]),
        # what is said of the first is said of all
        ("I love growing tomatoes and peppers", ["The user loves growing tomatoes and peppers"]),
        ("I love my wife and kids", ["The user loves their wife and kids"]),
        # with whom or with what stays
        ("I want to live with my mom", ["The user wants to live with their mom"]),
        ("I like to work with my hands", ["The user likes to work with their hands"]),
        # typed as if it were the third person, and told as it was
        ("My brother never hangs out anymore", ["The user's brother never hangs out"]),
        ("I always felt hopeless", ["The user always felt hopeless"]),
        # a saying is no part of what is named
        ("I think Empire Strikes Back is my favorite", ["The user loves Empire Strikes Back"]),
        # an order at a counter and a feeling are no tastes and no facts
        ("I like a mocha to go please", []),
        ("I feel like I never go home", []),
        ("I feel like I live in a horror movie", []),
        # who cannot write yet is not who writes
        ("男，3岁，发烧两天", []),
        ("我儿子3岁了", ["用户的儿子3岁"]),
        # nobody plans to be ill
        ("12月10日晚上开始出现感冒症状", ["用户 2025-12-10 晚上 开始出现感冒症状"]),
        # nobody is called so, and who died is no more
        ("Two years ago my wife and I moved to Lyon", ["The user moved to Lyon"]),
        ("My dog Duke died last month", ["The user's dog Duke died in 2026-01"]),
        # nothing is named
        ("我喜欢吃", []),
        ("我喜欢商务类型的", []),
    ],
)
def test_what_readers_found_wrong_is_read_rightly(text: str, expected: list[str]) -> None:
    assert read(text) == expected
