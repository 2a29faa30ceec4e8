"""Likes and dislikes, in Chinese. The key is the thing itself: 讨厌香菜 meets 喜欢吃香菜."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.model import Category
from mohen.knowledge.understanding.claims import Claim, key
from mohen.knowledge.understanding.pattern_engine import Matched, template
from mohen.knowledge.understanding.zh import words
from mohen.knowledge.understanding.zh.phrases import clean_value, several
from mohen.text.lazy_pattern import LazyPattern

_DEG = (
    r"(?:真的|确实|从小|一直|都|也|就|还|超级|超|特别|非常|十分|很|挺|蛮|比较|最"
    r"|更|尤其|格外|有点儿?|可|是|相当|极其|极|其实|平时|最近|一般|通常|主要)*"
)
_DO = LazyPattern(
    r"^(?:吃|喝|看|听|玩|用|读|穿|养|打|去|逛|做|写|学|练|唱|画|买)(?=[一-鿿A-Za-z]{1,})"
)
_WHOLE = LazyPattern(
    r"^(?:吃饭|喝酒|看书|看电影|听歌|玩游戏|读书|打球|打篮球|打游戏|去旅行|逛街|做饭|写作"
    r"|学习|唱歌|画画|买东西|打扮|打牌|打麻将|用功|做菜|写字|听音乐)$"
)
# 打架子鼓和跳舞: each has a verb of its own.
_DOES = LazyPattern("[跳唱骑游爬滑钓拍弹吹拉编织旅健跑散登露收]")
_PERSON = LazyPattern(
    r"^(?:你|您|他|她|上了?|过|着|的|得[不要很]|和我|跟我|而|我的?$|[吃喝看听玩用读穿]的(?!.*是))|[吗呢吧]$"
)
# 喜欢就去追, 喜欢动物的人都很温柔: of everybody. 喜欢上一个插画师: one, who is not named.
_ANYBODY = LazyPattern(r"就|[^，]*的(?:人[^，]|[去来]|就|请|可以)|(?:上?了)?一?[个位](?!人[^，])")

# 喜欢一个很优秀: who, is not said
_QUALITY = LazyPattern(r"(?:一?[个位种])?(?:很|特别|非常|比较|最)[^的]*")


def _key(thing: str) -> str:
    bare = thing if _WHOLE.match(thing) else _DO.sub("", thing)
    return key("preference", bare.removesuffix("了"))


def taste(thing: str, value: str, tail: str) -> Claim:
    return Claim(category=Category.PREFERENCE, attribute=_key(thing), value=value, tail=tail)


def _each(said: Matched, value: str, verb: str) -> Iterator[Claim]:
    text = re.sub(r"(?:的感觉|了|是(?:因为|由于|为了)[^，]*)$", "", said["v"])
    if (
        _PERSON.match(text)
        or _ANYBODY.match(text)
        or "的时候" in text
        or "不是" in text
        or _QUALITY.fullmatch(text)
    ):
        return
    lead = None if words.common(text) or _WHOLE.match(text[:2]) else _DO.match(text)
    for thing in several(text, said.policy):
        bare = (
            lead
            and len(thing) > 1
            and not _DO.match(thing)
            and not _DOES.match(thing)
            and thing != text
            and text.find(thing) > 0
        )
        shown = f"{lead.group()}{thing}" if lead and bare and not text.startswith(thing) else thing
        yield taste(shown, value, f"{verb}{shown}")


@template(
    "喜欢|爱|偏爱|中意|钟情|热爱|迷",
    (
        rf"{_DEG}最(?:喜欢|爱|喜爱)(?:吃|喝|看|听|玩|用|去|读"
        rf"|穿)?的(?P<k>[^，。是]{{1,10}})(?:就)?是(?P<v>[^，。]{{1,24}})"
    ),
)
def favourite(said: Matched) -> Iterator[Claim]:
    value = clean_value(said["v"], said.policy)
    if value:
        tail = f"最喜欢的{said['k']}是{value}"
        yield Claim(
            category=Category.PREFERENCE,
            attribute=key("favorite", said["k"]),
            value=value,
            tail=tail,
        )


@template(
    "喜欢|爱|偏爱|中意|钟情|热爱|迷|欣赏|喜爱",
    (
        rf"(?P<c>[^，。我你不]{{1,8}}(?:时|的时候))?(?P<d>{_DEG})(?P<verb>喜欢上|爱上|喜欢"
        r"|喜爱|热爱|偏爱|钟爱|中意|钟情于|着迷于"
        r"|痴迷于?|沉迷于?|迷上|爱(?=吃|喝|看|听|玩|读|穿|打|好|运动|旅|猫|狗|咖|喝|音)"
        rf"|爱)(?:了|的是|的就是)?(?P<v>[^，。]{{1,30}})"
    ),
)
def likes(said: Matched) -> Iterator[Claim]:
    best = (
        "最"
        if said["d"].endswith("最")
        else "更"
        if said["d"].endswith("更")
        else "很"
        if re.search(r"特别|非常|超|十分|很|极", said["d"])
        else ""
    )
    if said["verb"] == "爱" and not re.match(
        r"(?:吃|喝|看|听|玩|读|穿|打|运动|旅|猫|狗|咖啡|音乐|笑|干净|睡|读|唱|跳|画|写)", said["v"]
    ):
        return
    if re.search(r"喜欢|讨厌|但|，|(?:^|的)人$", said["v"]) and "不喜欢" in said["v"]:
        return
    verb = "喜欢" if said["verb"] in ("喜欢上", "喜爱", "中意", "爱上") else said["verb"]
    than = re.fullmatch(
        r"(?P<a>[^，。]{1,12}?)(?:而不是|胜过|多过|多于|甚于|超过|不喜欢)(?P<b>[^，。]{1,12})",
        said["v"],
    )
    if than:
        tail = f"比起{than['b']}更喜欢{than['a']}"
        yield taste(than["a"], "prefer", tail)
        return
    yield from _each(said, "like", f"{said['c']}{best}{verb}")


@template(
    "比起|相比|更喜欢|宁愿|宁可",
    (
        r"(?:比起|相比|跟|和|与)(?P<b>[^，。]{1,12}?)(?:相比|来说|比)?[,，]?(?:我)?(?:更"
        r"|还是更|比较)(?:喜欢|爱|偏爱|偏向)(?P<a>[^，。]{1,15})|(?P<rather>(?:宁愿"
        r"|宁可)(?P<c>[^，。]{1,12}?)(?:也不(?:愿意?|想|肯|要|会|去)?|而不是)(?P<e>[^，。]{1,12}))"
    ),
)
def prefers(said: Matched) -> Iterator[Claim]:
    better, worse = said["a"] or said["c"], said["b"] or said["e"]
    if clean_value(better, said.policy) and clean_value(worse, said.policy):
        # 宁可饿着也不吃香菜: nobody likes to be hungry
        yield taste(better, "prefer", said["rather"] or f"比起{worse}更喜欢{better}")


@template(
    "喜欢|爱|讨厌|厌恶|反感|受不了|不爱|恨|烦|喜欢不|不感冒|不喜",
    (
        rf"(?P<d>{_DEG})(?P<verb>不(?:太|怎么|是很|再|大|那么)?(?:喜欢|爱|喜爱|喜)|讨厌|厌恶"
        r"|反感|受不了|忍受不了|恨(?!就|不得|铁)|烦透了?|很烦(?![人躁恼闷心乱])|烦(?=别人|有人)|嫌弃|接受不了"
        r"|不能接受"
        rf"|无法接受)(?P<v>[^，。]{{1,30}}?)(?P<no>了)?"
    ),
)
def dislikes(said: Matched) -> Iterator[Claim]:
    most = (
        "最"
        if said["d"].endswith("最")
        else "很"
        if re.search(r"特别|非常|超|十分|很|极", said["d"])
        else ""
    )
    verb = said["verb"]
    if said["no"] and verb.startswith("不") and most != "最":  # 最不喜欢雨天了: as ever
        verb = "不再" + verb.removeprefix("不再").removeprefix("不")
    yield from _each(said, "dislike", f"{most}{verb}")


@template(
    "不吃|不喝|不碰|不再吃|不再喝|不看|不抽|不玩",
    (
        rf"(?P<d>{_DEG}(?:从来|从不|几乎|基本|平时|早就|已经|再也|一向)*)不(?:再|怎么|太"
        rf"|大)?(?P<verb>吃|喝|抽|碰)(?P<v>[^，。不]{{1,15}}?)(?:也?不(?P<verb2>吃|喝"
        rf"|抽)(?P<v2>[^，。不]{{1,8}}?))?(?P<no>了)?(?:的)?"
    ),
)
def avoids(said: Matched) -> Iterator[Claim]:
    if re.search(
        r"^(?:饱|完|下|起|惯|到|准|掉|得|消|了)|饭$|早餐|午餐|晚餐|早饭|现在|[痛疼晕]", said["v"]
    ):
        return
    again = "再" if said["no"] or "再" in said.match.string else ""
    for verb, things in ((said["verb"], said["v"]), (said["verb2"], said["v2"])):
        value = {"吃": "does not eat", "喝": "does not drink"}.get(verb, "avoid")
        for thing in several(things, said.policy):
            yield taste(thing, value, f"不{again}{verb}{thing}")


_TAKES = {"吃": "eats", "喝": "drinks", "抽": "smokes"}


@template("改", r"(?:都|也|就|已经|开始)*改(?P<verb>吃|喝|抽)(?:起|上)?了?(?P<v>[^，。]{1,12}?)了?")
def switched(said: Matched) -> Iterator[Claim]:
    for thing in several(said["v"], said.policy):
        yield taste(thing, _TAKES[said["verb"]], f"改{said['verb']}{thing}")


# Of a thing, an animal, a place: 怕蛇, 怕坐过山车; not of what may happen.
_AFRAID_OF = LazyPattern(
    r"(?![^，]*(?:[被没再失变未错输惹停了不]|东西|事情|事物|出现|发生|面对|承担|表达|一旦|[出起]来$|下去$))(?:坐|吃|喝|打|看|上|碰)?[^，会]{1,4}$"
)


@template("怕|恐惧", rf"(?!可怕){_DEG}(?:怕|害怕|恐惧)(?P<v>[^，。]{{1,15}})")
def fears(said: Matched) -> Iterator[Claim]:
    if not _AFRAID_OF.match(said["v"]) or re.search(
        r"^是|[了过]$|你|忘|的是|自己|不|麻烦|别人", said["v"]
    ):
        return
    for thing in several(said["v"], said.policy):
        yield taste(thing, "fear", f"怕{thing}")


@template(
    "兴趣",
    (
        rf"{_DEG}对(?P<v>[^，。]{{1,20}}?)(?P<d>也|都|一直|很|非常|特别|比较|挺|最|越来越|有一?[点些]|不太"
        r"|不怎么|完全|一点儿?)*(?P<no>不|没有?|毫无)?(?:感|有|什么|了)*(?:浓厚的?"
        r"|很大的?|极大的?)?兴趣(?:了)?"
    ),
)
def interested(said: Matched) -> Iterator[Claim]:
    if re.match(r"[两几三四五]个", said["v"]) or "失去" in said["v"]:  # which, is not said
        return
    bored = bool(re.search(r"不|没|毫无", said.match.string[said.match.end("v") :]))
    for thing in several(said["v"], said.policy):
        yield taste(
            thing, "dislike" if bored else "like", f"对{thing}{'不' if bored else ''}感兴趣"
        )


@template(
    "爱好|兴趣",
    (
        r"的?(?:主要|最大的?|业余|平时的?)?(?:兴趣爱好|爱好|兴趣|特长)(?:就)?(?:是|有|包括"
        r"|为)(?P<v>[^，。]{1,30})"
    ),
)
def hobbies(said: Matched) -> Iterator[Claim]:
    for thing in several(said["v"], said.policy):
        yield taste(thing, "like", f"的爱好是{thing}")


TEMPLATES = (favourite, prefers, dislikes, likes, avoids, switched, fears, interested, hobbies)
