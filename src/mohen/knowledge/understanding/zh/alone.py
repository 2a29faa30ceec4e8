"""Whether a Chinese sentence stands by itself: nothing in it is known to its conversation only."""

from __future__ import annotations

from collections.abc import Iterator

from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding import entities
from mohen.knowledge.understanding.zh.events import find_days
from mohen.knowledge.understanding.zh.phrases import ROLE
from mohen.text.dates import Local
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics


def _signs(topic: str) -> str:
    return "|".join(topics(entities.__file__, "zh/alone.txt")[topic].split())


# Of nothing that is named: 用户在一家公司工作, 用户在学一门新技能, 用户很喜欢里面的演员.
_VAGUE = LazyPattern(lambda: _signs("vague"))
# What is over, or holds at the time of telling only: without that time it says too little.
_TIMED = LazyPattern(lambda: _signs("timed"))
_DAY = LazyPattern(r"\d{4}-\d\d|\d{4} ?年")


def needs_day(content: str) -> bool:
    return bool(_TIMED.search(content)) and not _DAY.search(content)


def told_whole(content: str, **_kind: bool) -> bool:
    """Whether what was made of a clause names what it is of."""
    if _OF_WHAT.fullmatch(content):
        return False
    return bool(_NAMED.fullmatch(content)) or not _VAGUE.search(content)


# 用户不过敏: to what was asked before.
_OF_WHAT = LazyPattern("用户(?:的[一-鿿]{1,4})?(?:不|没有?|也不)过敏")


# 用户叫方既白: whatever characters a name is written with.
_NAMED = LazyPattern("用户(?:的[一-鿿]{1,4})?叫[一-鿿]{2,4}")

# -- What was said, in the user's own words.


_LEADS = LazyPattern(
    r"^(?:(?:嗯+|哦+|噢|啊|呃|哎|唉|嗨|哈+|嘿+|对|好的?|是的|没错|谢谢你?|不过|但是?|而且|并且"
    r"|然后|所以|因为|因此"
    r"|其实|说实话|另外|还有|对了|那|你好|朋友们?|亲爱的|伙伴|AI伴侣|各位)[，,。！!\s]+"
    r"|(?:但是?|不过|而且|并且|所以|因为|然后|其实|另外))+"
)
_ENDS = " \t\n　，,。！!；;：:、…~～"
_ASKS = LazyPattern(lambda: _signs("asks"))
_POINTS = LazyPattern(lambda: f"{_signs('points')}|{_signs('talk')}")
_AT_ME = LazyPattern(r"[问骂打说叫逼催跟]我")  # who did, is said before
_HE = LazyPattern(r"(?<![其吉])[他她]")
_SOMEBODY = LazyPattern(rf"{ROLE}|{entities.HAN_NAME}|[A-Z][a-z]+")
# Of the speaker, from its beginning: 电话我有 and 花了我五百 are of something else.
_OF_ONE = LazyPattern(
    rf"(?:[^，]{{0,12}}?(?:天|年|月份?|周末?|时候?|后|前|次|早上|晚上|中午|[上下]午|号|日|最近|现在|目前|刚才?|其实|一直|曾经|平时|起|里)的?[，,]?)?"
    rf"(?:我(?!国|们?中国)|本人(?!看)|俺|(?:{ROLE})[^，])"
)
# What goes on behind it: 可大概是从十二岁起
_OPEN = LazyPattern(
    r"(?:^|[，,])(?:可(?![以能爱])|但|因为|由于|虽然|尽管|自从|每当|一旦|无论|不管|除了|为了|直到|比如|甚至)"
    r"[^，]*$|(?:由于|原因是)[^，]*$"
)
_ASIDE = LazyPattern(
    r"的我$|咱|我们?俩|我们[^，]{0,6}(?:认识|分开|在一起|分手|交往|恋爱)|打\d+分|保证|打听|查[到询了过]|本来|原本|可能|也许|好像|这[药事话]|为这"
)
# 我妊娠糖尿病，29周了，早饭能吃啥
_ASKED = LazyPattern(
    "啥(?!都|也)|咋|怎么(?!都|也)|什么(?!都|也|的$)|吗$|多少|哪[个种些里]|能不能|要不要"
)
_SHORTEST = 6


def bare(text: str) -> str:
    """Without what leads into it and says nothing, and without what is asked behind it."""
    said = _LEADS.sub("", text.strip(_ENDS)).strip(_ENDS)
    told, comma, last = said.rpartition("，")
    return told if comma and _ASKED.search(last) else said


def stands(said: str, *, own: bool) -> bool:
    """Whether it is a statement of the speaker's own life that needs no other. `own`: it is known
    to be of the speaker."""
    if len(said) < _SHORTEST or _ASKS.search(said) or _POINTS.search(said) or _VAGUE.search(said):
        return False
    if _ASIDE.search(said) or _OPEN.search(said):
        return False
    he = _HE.search(said) or _AT_ME.search(said)
    if he is not None and not _SOMEBODY.search(said, 0, he.start()):
        return False
    return bool(_OF_ONE.match(said)) or (own and "我" not in said)


_NUMBER = LazyPattern(
    r"\d+(?:[.,:/]\d+)*|[零二两三四五六七八九十百千万亿半]+"
    r"(?=[个岁年月日号点天次位只条本斤公里米小时分块元瓶杯])"
)


_CALLED = LazyPattern(
    r"叫[做作]?(?P<name>(?![我你他她它大人停醒喊了过着])[^，。！的了我你他她和、与]{2,12})"
)


# A path or an address: ~/code/acme, staging.acme.cn.
_ADDRESS = LazyPattern(
    r"(?<![A-Za-z0-9.])(?:https?://[A-Za-z0-9][A-Za-z0-9./:_~-]*|~?(?:/[A-Za-z0-9_][A-Za-z0-9._-]*){2,}"
    r"|~/[A-Za-z0-9._/-]+|[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:com|cn|org|net|io|dev|app|me|ai)"
    r"(?![A-Za-z]))"
)


def held(said: str) -> Iterator[str]:
    """The numbers, addresses and names in it."""
    for number in _NUMBER.finditer(said):
        yield number.group()
    yield from (each.group() for each in _ADDRESS.finditer(said))
    yield from entities.names(said)
    yield from (match["name"] for match in _CALLED.finditer(said))


def dayless(said: str, local: Local, policy: Extraction) -> str:
    for when in reversed(find_days(said, local, policy)):
        said = said[: when.start] + said[when.end :]
    return said
