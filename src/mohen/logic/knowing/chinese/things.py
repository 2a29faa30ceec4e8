"""Things that have a name of their own, in Chinese: 金融论坛的地点是北京."""

from __future__ import annotations

import re

from mohen.logic.knowing.chinese.values import plain
from mohen.logic.knowing.claims import Claim, Who
from mohen.model.knowledge import Category, EntityType
from mohen.policy.extraction import Extraction

_KINDS = "地点|时间|规模|主要内容|持续时间|主题|截止日期|截止时间|预算|负责人|主角|地址|密码|版本|技术栈|价格|开始时间|结束时间|目标|名称|作者|客户"
_KEYS = {"地点": "place", "时间": "time", "持续时间": "duration", "规模": "size", "主要内容": "content"}
_THING = re.compile(rf"(?P<x>[^，。我你他她它这那]{{2,24}}?)的(?P<k>{_KINDS})(?:就)?(?:是|在|为|：|:)(?P<v>[^。]{{1,60}})")
_MINE = re.compile(rf"我(?:将要|要|会|正在)?(?:参加|去|做|写|负责)的(?P<x>[^，。]{{2,20}}?)[，,]?(?:它|其)的(?P<k>{_KINDS})(?:是|为|在)(?P<v>[^。]{{1,60}})")


def of_thing(text: str, policy: Extraction) -> Claim | None:
    match = _THING.fullmatch(text) or _MINE.fullmatch(text)
    if match is None:
        return None
    value = plain(match["v"], policy) or (match["v"] if match["k"] == "主要内容" else "")
    if not value or re.search(r"什么|哪|多少|怎", value):
        return None
    name = match["x"].strip("“”‘’「」《》\"' ")
    return Claim(
        category=Category.GENERAL,
        attribute=_KEYS.get(match["k"], match["k"]),
        value=value,
        tail=f"的{match['k']}是{value}",
        who=Who(name, name, type=EntityType.OTHER),
    )
