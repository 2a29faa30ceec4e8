"""Things that have a name of their own, in Chinese: 金融论坛的地点是北京."""

from __future__ import annotations

import re

from mohen.logic.knowing.chinese.days import absolute, find
from mohen.logic.knowing.chinese.values import plain
from mohen.logic.knowing.claims import Claim, Who
from mohen.logic.knowing.dates import Local
from mohen.model.knowledge import Category, EntityType
from mohen.policy.extraction import Extraction

_KINDS = (
    "地点|时间|规模|主要内容|持续时间|主题|截止日期|截止时间|预算|负责人|主角|地址|密码"
    "|版本|技术栈|价格|开始时间|结束时间|目标|名称|作者|客户"
)
_KEYS = {
    "地点": "place",
    "时间": "time",
    "持续时间": "duration",
    "规模": "size",
    "主要内容": "content",
}
_THING = re.compile(
    rf"(?P<x>[^，。我你他她它这那]{{2,24}}?)的(?P<k>{_KINDS})(?:就)?(?:是|在|为|："
    rf"|:)(?P<v>[^。]{{1,60}})"
)
_ITS = re.compile(rf"的(?P<k>{_KINDS})(?:就)?(?:是|在|为|：|:)(?P<v>[^。]{{1,60}})")
_ASKED = re.compile(r"什么|哪|多少|怎")
_MINE = re.compile(
    rf"我(?:将要|要|会|正在)?(?:参加|去|做|写|负责)的(?P<x>[^，。]{{2,20}}?)[，,]?(?:它"
    rf"|其)的(?P<k>{_KINDS})(?:是|为|在)(?P<v>[^。]{{1,60}})"
)


def of_thing(text: str, local: Local, policy: Extraction) -> Claim | None:
    match = _THING.fullmatch(text) or _MINE.fullmatch(text)
    if match is None:
        return None
    name = match["x"].strip("“”‘’「」《》\"' ")
    return said_of(Who(name, name, type=EntityType.OTHER), match["k"], match["v"], local, policy)


def of_it(who: Who, rest: str, local: Local, policy: Extraction) -> Claim | None:
    """它的规模是…, of something that was named before."""
    match = _ITS.fullmatch(rest)
    return said_of(who, match["k"], match["v"], local, policy) if match else None


def said_of(who: Who, kind: str, said: str, local: Local, policy: Extraction) -> Claim | None:
    value = plain(said, policy)
    if not value or _ASKED.search(value):
        return None
    days = find(value, local, policy)
    value = absolute(value, days)
    return Claim(
        category=Category.SCHEDULE if days else Category.GENERAL,
        attribute=_KEYS.get(kind, kind),
        value=value,
        tail=f"的{kind}是{value}",
        event_at=days[0].at(local) if days else None,
        who=who,
    )
