"""A message becomes thoughts: where it is cut, what each is, and what is nobody's own word."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.knowledge.consolidation.model import Fragment, Frame, Tag
from mohen.knowledge.policy import Screening
from mohen.knowledge.transcripts.model import Role, Utterance
from mohen.knowledge.understanding.fragments import split
from shows import shows

POLICY = Screening()

# One message a line, as it is to be cut.
CUT = """
我对花生过敏。
我叫张三。|我住在北京。|你呢？
我叫张三，今年25岁，在北京做程序员
我对花生过敏，|能吃这个吗
我对花生过敏，|能吃这个吗？|谢谢！
嗯，|我对花生过敏
好的，|我叫张三
记住，我讨厌香菜
重要：我对花生过敏
顺便说一下，我换工作了
我喜欢咖啡、茶和爵士乐
我喜欢茶，|但是我不喜欢咖啡
我喜欢茶|但是不喜欢咖啡
我在北京上班，|另外我还养了一只猫
我搬家了。|对了，我换工作了！
我有一个哥哥，还有两个妹妹
我不过是个学生
我还有两个妹妹
我喜欢茶，|我老婆喜欢咖啡
昨天我去了北京，|明天我去上海
帮我写一封请假邮件，|我明天要去看牙医
我老板说“下周要加班”，|我很生气
他叫李雷,|我叫韩梅梅
身高1.75米，体重60.5公斤
版本是v1.2.3。|下周升级。
Mr. Smith is my landlord. |He lives in St. Louis.
I paid $3.50 for it. |It was v1.2 of the app.
Use e.g. short sentences. |I like them.
I live in Berlin, |and my wife Anna works at Siemens.
I like tea |but I hate coffee
I'm allergic to peanuts, |can I eat this?
I'm vegetarian. |What should I cook?
I moved to Berlin. |By the way, I hate rain!
I can't eat this |because I'm allergic to nuts
Thanks! |I live in U.S. territory.
I like coffee, tea, and jazz
I wake up at 6 a.m. every day
my email is a.b@example.com and I like it
See https://example.com/a,b.html?x=1 for details
The docs are at ../../docs. |Read them.
hmm.. |the CLI is at ../cli
我说“我对花生过敏。”
今天好累……|明天还要加班
我叫张三 今年25岁
- 喜欢短句|- 讨厌感叹号
- User prefers short answers|- User lives in Berlin
😀我换工作了！🎉|开心
我下周去北京（2026年2月4日 周三 08:12，上海）
I avoid roller coasters, haunted houses, and sudden drops because they make me sick.
Due to my severe allergies, I can't eat at most restaurants.
"""


def said(text: str, role: Role = Role.USER) -> Utterance:
    return Utterance("s1", 7, role, text, None)


def cut(text: str) -> list[Fragment]:
    return split(said(text), at=1_000, policy=POLICY)


@shows("R193")
@pytest.mark.parametrize("line", CUT.strip().splitlines())
def test_a_message_is_cut_into_thoughts(line: str) -> None:
    joined = line.replace("|-", "\n-").replace("|", "")
    assert [each.text for each in cut(joined)] == [part.strip() for part in line.split("|")]


def test_a_fragment_knows_where_it_was_said() -> None:
    first, second = cut("我叫张三。我住在北京。")
    assert (first.source, first.part, second.part) == ("s1:7", 0, 1)
    assert first.at == second.at == 1_000
    assert second.role is Role.USER


@shows("R193")
@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("我对花生过敏", Tag.STATEMENT),
        ("The deadline is next Friday.", Tag.STATEMENT),
        ("明天会下雨吗", Tag.QUESTION),
        ("你觉得呢？", Tag.QUESTION),
        ("为什么会这样", Tag.QUESTION),
        ("what time is it", Tag.QUESTION),
        ("Is this fine?", Tag.QUESTION),
        ("What a day!", Tag.STATEMENT),
        ("我知道为什么会这样", Tag.STATEMENT),
        ("什么都可以吃", Tag.STATEMENT),
        ("帮我写个函数", Tag.COMMAND),
        ("Write a poem about rain", Tag.COMMAND),
        ("please fix the tests", Tag.COMMAND),
        ("以后都用中文回答", Tag.COMMAND),
        ("好的", Tag.CHAT),
        ("你好！", Tag.CHAT),
        ("thank you so much", Tag.CHAT),
        ("哈哈哈哈", Tag.CHAT),
        ("👍", Tag.CHAT),
    ],
)
def test_each_thought_is_tagged(text: str, tag: Tag) -> None:
    assert [each.tag for each in cut(text)] == [tag]


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("他说：“我对花生过敏。”", True),
        ("他说「我叫李雷」", True),
        ("张三：我到了", True),
        ("我妈跟我说“你该结婚了”", True),
        ("“我要辞职”，他这样说道", True),
        ('my boss said "I am leaving"', True),
        ('"I am leaving," said my boss', True),
        ("She told me: “I hate it here”", True),
        ("我最喜欢的歌词是“我是一只小小鸟”", True),
        ("我说“我对花生过敏”", False),
        ("我跟医生说：“我对青霉素过敏”", False),
        ('I told her "I am allergic to nuts"', False),
        ("“我对花生过敏”", False),
        ("我在做'寒武纪'项目", False),
        ("我在做一个叫“寒武纪”的项目", False),
        ("我最喜欢《活着》", False),
        ("姓名：张三", False),
        ("注意：我明天不在", False),
        ("Name: Anna", False),
        ("I don't like my boss's tone", False),
        ("my dog's name is 'Rex'", False),
        ("我：我明天不在", False),
    ],
)
def test_what_others_said_is_told_from_ones_own(text: str, quoted: bool) -> None:
    assert {each.quoted for each in cut(text)} == {quoted}


def test_every_sentence_of_a_quotation_is_somebody_elses() -> None:
    parts = cut("他说：“我叫李雷。我住在北京。” 我不认识他。")
    own = [each.text for each in parts if not each.quoted]
    assert own == ["我不认识他。"]


def test_a_chat_log_is_not_the_users_own_word() -> None:
    parts = cut("昨天的群聊\n张三：我明天去北京\n李四：我讨厌北京\n我：我也去")
    assert [(each.text, each.quoted) for each in parts] == [
        ("昨天的群聊", False),
        ("张三：我明天去北京", True),
        ("李四：我讨厌北京", True),
        ("我：我也去", False),
    ]


TRACE = """Traceback (most recent call last):
  File "/app/main.py", line 3, in <module>
    main()
ValueError: I am broken"""

JAVA = """Exception in thread "main" java.lang.NullPointerException
	at com.example.App.run(App.java:14)
	at com.example.App.main(App.java:5)"""

LOG = """2026-02-04 10:30:00 INFO started
2026-02-04 10:30:01 ERROR I am out of memory"""

DIFF = """diff --git a/x.py b/x.py
--- a/x.py
+++ b/x.py
@@ -1,2 +1,2 @@
-name = "I live in Berlin"
+name = "I live in Munich\""""

FRAMED = [
    ("看一下\n```python\n# 我叫张三\nprint('I am Bob')\n```\n我住在北京", Frame.CODE),
    ("看一下\n```\n我对花生过敏\n", Frame.CODE),  # a fence that never closes
    ("为什么报错\n" + TRACE, Frame.OUTPUT),
    (JAVA, Frame.OUTPUT),
    (LOG, Frame.OUTPUT),
    ('{"name": "张三", "city": "我住在北京"}', Frame.OUTPUT),
    ('[\n  {"id": 1, "text": "I live in Berlin"},\n  {"id": 2}\n]', Frame.OUTPUT),
    ("帮我看看\n" + DIFF, Frame.CODE),
    ("def main():\n    name = 'I am Bob'\n    return name", Frame.CODE),
    ("const me = { name: 'Bob' };\nconsole.log(me);", Frame.CODE),
    ("SELECT name FROM users WHERE city = 'Berlin';", Frame.CODE),
    ("$ npm install\n$ npm test", Frame.CODE),
    ("<div class='x'>\n  <p>I live in Berlin</p>\n</div>", Frame.CODE),
    ("iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4AAAAAAAAAAAAAAAA", Frame.OUTPUT),
    ("> I live in Berlin\n> and I like it\n我不同意他的说法", Frame.PASTED),
    ("On Mon, Feb 2, 2026, Bob wrote:\n> I live in Berlin", Frame.PASTED),
    ("翻译成英文：我叫李雷，我住在北京。", Frame.PASTED),
    ("帮我润色一下下面这段话：\n我叫李雷。我今年十二岁。", Frame.PASTED),
    ("Summarize the following article:\nI was born in 1950. My father was a miner.", Frame.PASTED),
    ("Proofread this: I lives in Berlin", Frame.PASTED),
    ("请续写：我叫李雷，今年十二岁。", Frame.FICTION),
    ("Continue the story: I am Bob. I live on Mars.", Frame.FICTION),
    ("写一篇小说的开头：\n我叫李雷，我是一名侦探。", Frame.FICTION),
    ("我们来玩角色扮演。我是国王，我住在城堡里。", Frame.FICTION),
    ("Let's role-play. I am a pirate. I live on a ship.", Frame.FICTION),
    ("假设我是一名医生，我住在火星。", Frame.SUPPOSED),
    ("If I were rich, I would live in Paris.", Frame.SUPPOSED),
    ("| name | city |\n|---|---|\n| Bob | Berlin |", Frame.PASTED),
    ("Conversation info (untrusted metadata):\n```json\n{}\n```\nhi", Frame.INJECTED),
    ("System: [2026-02-04] Node connected", Frame.INJECTED),
    ("Read HEARTBEAT.md if it exists", Frame.INJECTED),
    ("<system-reminder>\nI live in Berlin\n</system-reminder>", Frame.INJECTED),
]


@pytest.mark.parametrize(("text", "frame"), FRAMED)
def test_code_output_and_pasted_text_are_recognised(text: str, frame: Frame) -> None:
    assert frame in {each.frame for each in cut(text)}


EARNEST = [
    "我喜欢用 `pytest` 写测试",
    "I prefer `tabs` over spaces",
    "我每天背单词 -> 复习 -> 睡觉",
    "我的电脑是 MacBook Pro (2023)；内存 32 GB",
    "I work at <Acme> & Sons",
    "温度 > 30 度我就不出门",
    "我叫张三\n我住在北京\n我喜欢喝茶",
    "我把密码改成了别的；你不用管",
    "My schedule:\n- gym at 7\n- work at 9",
    "I return to Berlin in May; class starts in June",
    "如果你有空，我明天去找你",
    "帮我翻译一下，我明天要用",
    "我喜欢玩角色扮演游戏",
    "I prefer games with role-playing",
]


@pytest.mark.parametrize("text", EARNEST)
def test_what_only_looks_like_it_is_not(text: str) -> None:
    assert {each.frame for each in cut(text)} == {Frame.PLAIN}


def test_what_follows_what_was_pasted_may_be_earnest_again() -> None:
    parts = cut("翻译成英文：\n我叫李雷。\n\n对了，我下周搬家")
    assert [(each.text, each.frame) for each in parts] == [
        ("翻译成英文：", Frame.PLAIN),
        ("我叫李雷。", Frame.PASTED),
        ("对了，我下周搬家", Frame.PLAIN),
    ]


def test_text_around_code_is_read() -> None:
    parts = cut("我用的是 Python 3.11\n```\nx = 1\n```\n我住在北京")
    assert [each.text for each in parts if each.frame is Frame.PLAIN] == [
        "我用的是 Python 3.11",
        "我住在北京",
    ]


def test_a_long_article_is_not_the_users_own_word() -> None:
    article = "\n\n".join(
        f"第{n}段讲述了公司在{1990 + n}年的发展历程，其产品覆盖全国各地，营收逐年增长。" * 4
        for n in range(6)
    )
    parts = cut(article)
    assert {each.frame for each in parts} == {Frame.PASTED}


def test_a_long_letter_about_oneself_is() -> None:
    letter = "我叫张三，我住在北京。我每天跑步，我喜欢喝茶。我有两个孩子，我在腾讯上班。" * 20
    assert {each.frame for each in cut(letter)} == {Frame.PLAIN}


@pytest.mark.parametrize(
    "text",
    [
        "我" * 350,
        "啊，" * 200,
        "hello " * 120,
        "https://example.com/" + "a" * 400,
        "我的链接是https://example.com/" + "a" * 300 + "请收好",
        "12345678901234567890" * 20,
        "👨‍👩‍👧‍👦" * 80,
    ],
)
def test_what_is_too_long_is_cut_but_never_inside_a_word(text: str) -> None:
    parts = [each.text for each in cut(text)]
    assert "".join("".join(parts).split()) == "".join(text.split())
    for left, right in pairwise(parts):
        adjoining = left[-9:] + right[:9] in text
        assert not (adjoining and re.search(r"[A-Za-z0-9]{2}", left[-1] + right[0]))
        assert not left.endswith("\u200d")
        assert not right.startswith("\u200d")


def test_a_long_chinese_sentence_is_cut_at_a_hundred_characters() -> None:
    parts = cut("我们的项目需要把全部的文档整理出来然后逐个地翻译成英文再发给客户看看" * 8)
    assert all(len(each.text) <= POLICY.longest for each in parts)
    assert len(parts) >= 3


PIECES = """
我叫张三 ， 。 他说“ ” " I live in Berlin . but ``` > { } 我 http://a.b/c 3.5 Mr. ？ 如果 翻译：
also 、 👨‍👩‍👧 Ａ１ - | 张三： ( （ 但是 Traceback 角色扮演 $ => ; … ~
"""
ANY = st.text(max_size=300) | st.lists(
    st.sampled_from([*PIECES.split(), "\n", "\n\n", "\ud83d", "\u200d", "I'm", "a" * 120]),
    max_size=60,
).map(" ".join)


@given(ANY)
def test_nothing_is_lost_but_whitespace(text: str) -> None:
    parts = cut(text)

    def bare(each: str) -> str:
        return unicodedata.normalize("NFKC", "".join(each.split()))

    assert bare("".join(each.text for each in parts)) == bare(text)
    assert [each.part for each in parts] == list(range(len(parts)))
    assert all(each.text == each.text.strip() and each.text for each in parts)


@given(ANY)
def test_cutting_is_a_function_of_the_message(text: str) -> None:
    assert cut(text) == cut(text)
