"""Months of talk with an assistant in two languages, as OpenClaw keeps it on disk.

Six messages in ten are none of the user's own affairs: what the assistant says, what tools
answer, chatter. Of the others most are questions and orders; about one message in seven says
something that is worth keeping, and some of that was said before, or is changed later.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

BEGIN = 1_767_225_600_000  # 2026-01-01
MINUTE_MS = 60_000
SESSION = 200  # messages in one file
LIFE = 0.01  # of what is told: a move, a new name

PEOPLE = ("张三", "李四", "王小明", "陈晨", "赵敏", "Anna", "Ben", "Carla", "David", "Emma")
KIN_ZH = ("妈妈", "爸爸", "姐姐", "同事", "室友", "老板")
KIN_EN = ("sister", "brother", "boss", "roommate", "wife", "colleague")
CITIES_ZH = ("北京", "上海", "成都", "杭州", "西安", "深圳", "昆明", "青岛")
CITIES_EN = ("Berlin", "Rome", "Oslo", "Kyoto", "Paris", "Boston", "Madrid", "Seoul")
TASTES_ZH = tuple("冷热甜辣淡酸咸新老小大生炒烤冰红白黑青蒸炸煮腌糯嫩脆")
FOODS_ZH = (
    *("花生", "香菜", "火锅", "咖啡", "豆腐", "面条", "绿茶", "米粉", "饺子", "鱼汤", "苹果"),
    *("牛肉", "羊肉", "茄子", "土豆", "萝卜", "白菜", "南瓜", "西瓜", "葡萄", "橙子", "年糕"),
    *("包子", "馒头", "豆浆", "牛奶", "酸奶", "红酒", "啤酒", "果汁", "蛋糕", "面包", "巧克力"),
)
TASTES_EN = (
    *("cold", "hot", "sweet", "spicy", "fresh", "dark", "green", "roasted", "smoked", "baked"),
    *("fried", "grilled", "raw", "salted", "sour", "plain", "iced", "white", "red", "black"),
)
FOODS_EN = (
    *("peanuts", "sushi", "tea", "cheese", "noodles", "coffee", "bread", "soup", "tofu", "rice"),
    *("beans", "salmon", "tomatoes", "apples", "pears", "grapes", "melons", "onions", "peppers"),
    *("carrots", "pasta", "pancakes", "yogurt", "chocolate", "cake", "beer", "wine", "juice"),
)
WORK_ZH = ("登录页面", "支付接口", "推荐系统", "数据迁移", "报表模块", "消息队列", "搜索服务")
WORK_EN = ("search engine", "billing page", "log parser", "mobile app", "data pipeline")
SYLLABLES = (
    *("Ka", "Mo", "Li", "Ra", "Ten", "Sol", "Vi", "Nor", "Ze", "Bru"),
    *("Hal", "Qui", "Per", "Dox", "Una", "Fel", "Gri", "Jo", "Wex"),
)
SKILLS = ("Python", "Rust", "Go", "SQL", "React", "吉他", "游泳", "书法", "piano", "chess")

CHANGES = (  # what changes in a life, but not every day
    "我搬到{city}了，房租{n}块。",
    "我叫{person}。",
    "我换工作了，现在在{company}上班。",
    "I moved to {city} last month, flat {n}.",
    "I work at {company} now.",
    "My phone number is 555{n:04d}.",
)
FACTS_ZH = (
    "我喜欢{taste}{food}。",
    "我讨厌{taste}{food}，记住。",
    "我在开发{company}这个项目。",
    "我{kin}住在{city}。",
    "我在做{work}，编号T{n}。",
    "我明天下午三点要和{person}开会。",
    "我对{food}过敏。",
    "我会{skill}。",
    "我每天早上{hour}点起床。",
    "我打算明年学{skill}。",
    "其实我不喜欢{taste}{food}，更正一下。",
    "{person}是我的同事，负责{work}。",
    "我觉得{person}可能喜欢{food}。",
    "今天和{person}聊了{work}的第{n}版方案，决定先不上线。",
)
FACTS_EN = (
    "I like {taste} {food}.",
    "I hate {taste} {food}, remember that.",
    "I'm building a project called {company}.",
    "My {kin} lives in {city}.",
    "I'm working on the {work}, ticket T{n}.",
    "I have a meeting with {person} tomorrow at 3pm.",
    "I'm allergic to {food}.",
    "I can play {skill} and I know SQL.",
    "I get up at {hour} every morning.",
    "Actually, I don't like {taste} {food} any more.",
    "{person} is my colleague, she works on the {work}.",
    "I think {person} probably likes {food}.",
    "My goal is to finish the {work} by June {day}.",
    "We decided with {person} to postpone release {n} of the {work}.",
)
ASKS = (
    "帮我看看{work}为什么在第{n}行报错？",
    "{city}明天天气怎么样？",
    "把这段翻译成英文：会议改到{hour}点。",
    "再写短一点，语气轻松些。",
    "Can you explain how the {work} handles error {n}?",
    "What's the weather in {city} tomorrow?",
    "Please rewrite the second paragraph, shorter.",
    "继续",
    "How many users did version {n} have?",
    "请列出{work}的三个风险，并给出处理办法。",
)
CHATTER = (
    "哈哈",
    "好的",
    "嗯嗯，谢谢",
    "ok",
    "thanks!",
    "lol",
    "对",
    "收到",
    "早上好",
    "great, thank you",
)
PASTED = (
    "```python\ndef total(rows):\n    return sum(each.amount for each in rows if each.id > {n})"
    "\n```\n为什么结果不对？",
    'Traceback (most recent call last):\n  File "app.py", line {n}, in <module>\n'
    "ValueError: bad {n}",
)
ANSWERS = (
    "好的。{work}第{n}行的问题在于变量没有初始化，我建议先检查配置，再看日志；如果还不行，可以回退到上一个版本。",
    "当然可以。下面是修改后的段落，语气更轻松，长度减少了三分之一，保留了{city}那一段。",
    "Sure. The {work} retries three times and then writes error {n} to the log; you can change "
    "that in the settings, under the section on limits, or leave it as it is.",
    "Tomorrow in {city}: light rain in the morning, up to 18 degrees, wind from the west.",
)


def write(folder: Path, messages: int, seed: int = 5) -> int:
    """So many messages into the folder; answers how many bytes that is."""
    draw = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    size = 0
    for first in range(0, messages, SESSION):
        name = f"session-{first // SESSION:05d}"
        lines = _session(name, first, min(SESSION, messages - first), draw)
        size += (folder / f"{name}.jsonl").write_bytes("".join(lines).encode())
    return size


def messages(count: int, seed: int = 5) -> Iterator[tuple[str, str]]:
    """Role and words of so many."""
    draw = random.Random(seed)
    for _ in range(count):
        role, text = _message(draw)
        yield ("tool" if role == "toolResult" else role), text


def _session(name: str, first: int, messages: int, draw: random.Random) -> Iterator[str]:
    header = {"type": "session", "version": 3, "id": name, "cwd": "/home/me/claw"}
    yield _line({**header, "timestamp": _iso(BEGIN + first * MINUTE_MS)})
    last = None
    for number in range(first, first + messages):
        at, id = BEGIN + number * MINUTE_MS, f"{number:08x}"
        role, text = _message(draw)
        message = {"role": role, "content": [{"type": "text", "text": text}], "timestamp": at}
        entry = {"type": "message", "id": id, "parentId": last, "timestamp": _iso(at)}
        yield _line({**entry, "message": message})
        last = id


def _message(draw: random.Random) -> tuple[str, str]:
    return draw.choices(_KINDS, _SHARES)[0](draw)


def _of(role: str, *templates: str) -> Callable[[random.Random], tuple[str, str]]:
    return lambda draw: (role, _filled(draw, draw.choice(templates)))


def _told(draw: random.Random) -> tuple[str, str]:
    """One to three thoughts in one message."""
    templates = draw.choice((FACTS_ZH, FACTS_EN))
    if draw.random() < LIFE:
        return "user", _filled(draw, draw.choice(CHANGES))
    thoughts = draw.choices((1, 2, 3), (6, 3, 1))[0]
    return "user", " ".join(_filled(draw, draw.choice(templates)) for _ in range(thoughts))


def _output(draw: random.Random) -> tuple[str, str]:
    rows = (f'{{"id": {draw.randrange(10**6)}, "state": "done"}}' for _ in range(12))
    return "toolResult", "\n".join(rows)


_KINDS = (
    _of("assistant", *ANSWERS),
    _output,
    _of("user", *CHATTER),
    _of("user", *ASKS),
    _of("user", *PASTED),
    _told,
)
_SHARES = (45, 8, 7, 22, 3, 15)


def _filled(draw: random.Random, template: str) -> str:
    chinese = not template.isascii()
    return template.format(
        person=draw.choice(PEOPLE),
        kin=draw.choice(KIN_ZH if chinese else KIN_EN),
        city=draw.choice(CITIES_ZH if chinese else CITIES_EN),
        taste=draw.choice(TASTES_ZH if chinese else TASTES_EN),
        food=draw.choice(FOODS_ZH if chinese else FOODS_EN),
        work=draw.choice(WORK_ZH if chinese else WORK_EN),
        skill=draw.choice(SKILLS),
        company="".join(draw.choices(SYLLABLES, k=3)),
        n=draw.randrange(2, 5_000),
        hour=draw.randrange(5, 11),
        day=draw.randrange(1, 29),
    )


def _iso(at: int) -> str:
    return datetime.fromtimestamp(at / 1_000, UTC).isoformat().replace("+00:00", "Z")


def _line(entry: dict[str, object]) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"
