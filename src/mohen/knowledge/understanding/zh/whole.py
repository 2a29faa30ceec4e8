"""Whether a Chinese sentence of the memory can stand alone: nothing cut off, nobody pointed at."""

from __future__ import annotations

from mohen.knowledge.understanding.zh import words
from mohen.text.lazy_pattern import LazyPattern

_PAIRS = ("“”", "‘’", "「」", "『』", "《》", "（）", "()", "【】")
_HANGS = LazyPattern(
    r"(?:[把被和跟与或从向往将让使并很更也都就而为、，：]|或者|因为|所以|但是?|而且"
    r"|以及|如果|一[个些种]|正在|为了|关于|除了|对于|不是|不太|(?<!太)太|有[^，]{0,3}[一二两三四五六七八九十百几多][张本支篇件双份])$"
)
_TORN = LazyPattern(
    r"^(?:用户(?!了解)|助手)?\s*(?:了(?!解|不起)|着(?![急迷凉手])|过(?![完年节敏期两几了得度上]"
    r"|生日|日子)|(?:希望)?除了[^，]{1,12}?(?:之?外|以外)?$"
    r"|[们吗呢吧、，。：]|的$|的[，。是]|[IiMm]y?[ '])"
)
# Somebody or something that only the conversation knows.
_POINTS = LazyPattern(
    r"(?<![其吉])[他她]|它|[你您]|(?<!的)(?:这|那)(?:[个些种样么儿件位条本只次家部套句段]|$)"
    r"|(?<![的医生夫师友妈爸])[这那]里"  # 去牙医那里拔牙
    r"|我(?!行我素)"
)
_QUOTED = LazyPattern(r"[“‘「『《][^”’」』》]*[”’」』》]")


# 用户等下用户准备…, 用户的妈妈妈妈平时…: two subjects; 用户的妈妈来看用户 has one.
_TWICE = LazyPattern(
    r"^用户的(?P<one>[一-鿿]{2,3})(?:(?P=one)|[^，]*用户的(?P=one))"
    r"|^用户(?!的)[^，]*(?<![让给叫对跟和与帮陪比派请催教看送借把被为找等认同的])用户(?!的|要求|俩)"
)


def whole(content: str) -> bool:
    """Of a statement as it would be kept, in the third person."""
    if (
        any(content.count(each[0]) != content.count(each[1]) for each in _PAIRS)
        or content.count('"') % 2
    ):
        return False
    bare = _QUOTED.sub("甲", content)
    if _TORN.match(bare) or _POINTS.search(bare) or _TWICE.match(bare):
        return False
    hangs = _HANGS.search(bare)
    return hangs is None or words.ends(bare)
