"""Whether a Chinese sentence stands by itself: nothing in it is known to its conversation only."""

from __future__ import annotations

from collections.abc import Iterator

from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding import entities
from mohen.knowledge.understanding.zh.events import find_days
from mohen.knowledge.understanding.zh.phrases import ROLE
from mohen.text.dates import Local
from mohen.text.lazy_pattern import LazyPattern

# Said of a moment, or of nothing that is named: 用户现在必须离开了, 用户出了一些问题.
_VAGUE = LazyPattern(
    r"一些(?:事情?|问题|东西|解?决?方[法式案]|想法|困难|变化|经历|计划|准备工作|事务|障碍)$"
    r"|(?:一[家个份门项种]|某[家个种])(?:新?的?)?(?:公司|技能|工作|项目|东西|地方|事情?|问题|计划|方法)$"
    r"|^用户(?:现在|正|马上|先|得|该)*(?:要|必须|得|该|准备)(?:去|走|离开|出门|休息|睡|忙|下线)[^，]{0,4}了?$"
    r"|^用户(?:可能|大概|也许|应该)?(?:之间|[与和]?其[^实他]|所以|因此|这|那)"
    r"|^用户(?:最近|现在|已经|基本上|真的)*(?:很|非常|特别|有点|有些|比较)?(?:开心|高兴|难过|着迷|无聊|烦|累|忙|孤独|郁闷|焦虑)了?$"
    r"|(?:左右为|越来越)$"
)


def told_whole(content: str) -> bool:
    """Of what was made of a clause in its own words: whether it says all by itself."""
    return not _VAGUE.search(content)


# -- What was said, in the user's own words.


_LEADS = LazyPattern(
    r"^(?:(?:嗯+|哦+|噢|啊|呃|哎|唉|嗨|哈+|嘿+|对|好的?|是的|没错|谢谢你?|不过|但是?|而且|并且|然后|所以|因为|因此"
    r"|其实|说实话|另外|还有|对了|那|你好)[，,。！!\s]+|(?:但是?|不过|而且|并且|所以|因为|然后|其实|另外))+"
)
_ENDS = " \t\n　，,。！!；;：:、…~～"
_ASKS = LazyPattern(
    r"[?？你您]|[吗么呢吧]$|如果|假如|要是|的话|比如说|什么|怎么|哪|谁|多少|几[个点号]|是否|是不是|有没有|能不能|可以吗"
    r"|请|帮我|推荐|建议|想象|开玩笑|谢谢|再见|晚安|希望.*顺利"
)
_POINTS = LazyPattern(
    r"^(?:[他她它这那其该]|也|就|还|都|并|而|又|但|的|之|此|后来|之后|然后)"
    r"|[这那](?:[个些种样里儿件位条本只次家部套句段边]|是|就)|这么|那么|[它其](?!实|他)|上面|下面|以上|如下|第[一二三]个"
)
_HE = LazyPattern(r"(?<![其吉])[他她]")
_SOMEBODY = LazyPattern(rf"{ROLE}|{entities.HAN_NAME}|[A-Z][a-z]+")
_OF_ONE = LazyPattern(rf"我|咱|本人|{ROLE}")
_SHORTEST = 6


def bare(text: str) -> str:
    """Without what leads into it and says nothing."""
    return _LEADS.sub("", text.strip(_ENDS)).strip(_ENDS)


def stands(said: str, *, own: bool) -> bool:
    """Whether it is a statement of the speaker's own life that needs no other. `own`: it is known
    to be of the speaker."""
    if len(said) < _SHORTEST or _ASKS.search(said) or _POINTS.search(said):
        return False
    he = _HE.search(said)
    if he is not None and not _SOMEBODY.search(said, 0, he.start()):
        return False
    return own or bool(_OF_ONE.search(said))


_NUMBER = LazyPattern(
    r"\d+(?:[.,:/]\d+)*|[零二两三四五六七八九十百千万亿半]+(?=[个岁年月日号点天次位只条本斤公里米小时分块元瓶杯])"
)


_CALLED = LazyPattern(r"叫[做作]?(?P<name>(?![我你他她它大人停醒喊了过着])[^，。！的了我你他她和、与]{2,12})")


def held(said: str) -> Iterator[str]:
    """The numbers and names in it."""
    for number in _NUMBER.finditer(said):
        yield number.group()
    yield from entities.names(said)
    yield from (match["name"] for match in _CALLED.finditer(said))


def dayless(said: str, local: Local, policy: Extraction) -> str:
    for when in reversed(find_days(said, local, policy)):
        said = said[: when.start] + said[when.end :]
    return said
