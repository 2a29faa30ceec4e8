"""Names in a statement: people, places, organisations, projects."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache

from mohen.knowledge.consolidation.model import Named
from mohen.knowledge.model import EntityType
from mohen.knowledge.policy import Extraction
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics

# -- Names of places that need no suffix to be known as such: in `data/`.


def _listed(language: str, topic: str) -> list[str]:
    return topics(__file__, f"{language}/names.txt")[topic].split()


@cache
def _latin_places() -> frozenset[str]:
    return frozenset(each.replace("_", " ") for each in _listed("en", "places"))


@cache
def _common() -> frozenset[str]:
    """What begins with a capital and names nobody."""
    return frozenset(_listed("en", "common"))


@cache
def _kinds() -> frozenset[str]:
    """What stands before 项目 and says what kind it is, not which."""
    return frozenset(_listed("zh", "kinds"))


@cache
def _han_places() -> str:
    """As alternatives, the longest first."""
    return "|".join(sorted(_listed("zh", "places"), key=len, reverse=True))


_SUFFIX = (
    r"(?:自治区|特别行政区|省|市|县|区|镇|乡|村|州|岛|(?<![走马公跑上赶半一问带迷思套铁网电])路"
    r"|街|大道|胡同|小区|广场|公园|机场"
    r"|车站|火车站|家园|花园)"
)
_PLACE_CHAR = r"[^\W\d_a-zA-Z在是的了着过到去来从和跟与我你他她它这那有住搬于]"


def _han_place() -> str:
    return (
        rf"(?:{_han_places()})(?:{_PLACE_CHAR}{{1,6}}?{_SUFFIX}|[省市县区])*+"
        rf"|{_PLACE_CHAR}{{2,5}}?{_SUFFIX}(?!{_PLACE_CHAR}?人)"
    )


_IS_HAN = LazyPattern(
    lambda: (
        rf"(?:(?:{_han_places()})(?:省|市|县|区)?){{1,5}}(?:[一-鿿]{{1,8}}{_SUFFIX}|附近|周边"
        rf"|郊区){{0,4}}"
        rf"|[一-鿿]{{2,8}}{_SUFFIX}"
    )
)


def is_place(text: str) -> bool:
    """Whether a text is the name of a place, and nothing else."""
    return text in _latin_places() or bool(_IS_HAN.fullmatch(text))


# -- Who and what a statement names: people, places, organisations, projects.
#
# Names are exact: 机器人_5 and 机器人_50 are two. Where two names overlap, the longer one counts.


SURNAMES = (
    "王李张刘陈杨赵吴周徐孙朱胡郭何林罗郑梁谢宋唐许韩冯邓曹彭曾萧肖蔡潘袁董余苏叶吕魏蒋沈"
    "姚卢姜崔钟谭陆汪范廖"
    "贾夏韦傅邹孟熊秦邱侯薛阎雷郝龚邵钱汤尹黎付丁任石江田戴方金白顾毛段史龙万常武乔赖文"
)
_COMPOUND = "欧阳|司马|上官|诸葛|东方|皇甫|令狐|慕容|司徒|端木"
_NOT_GIVEN = (
    "是的了着过说道问笑又也都就还便只却不没地得在有和跟与对给把被从到去来很最要会能想做叫"
    "住爱喜讨厌今明昨年月日岁个这那我你他她它们吗呢吧啊"
)
_TITLE = "先生|女士|小姐|老师|医生|教授|经理|总|主任|律师|阿姨|叔叔|同学"
HAN_NAME = (
    rf"(?:(?:{_COMPOUND})[^\W{_NOT_GIVEN}\d_a-zA-Z]{{1,2}}"
    # 王医生: no 王医
    rf"|[{SURNAMES}](?!{_TITLE}|医师|大夫|护士)[^\W{_NOT_GIVEN}\d_a-zA-Z]{{1,2}}"
    rf"|小[^\W{_NOT_GIVEN}学时明白说区心气伙孩狗猫吃便费\d_a-zA-Z]{{1,2}}"
    rf"|老[{SURNAMES}强明伟芳丽军红花]|阿[^\W姨里拉富门尔根斯联\d_a-zA-Z]"
    r"|大[刘王李张陈杨赵吴周孙胡郭林罗宋唐韩])"
)
_ROLES = (
    "妈妈|爸爸|妻子|丈夫|女朋友|男朋友|儿子|女儿|哥哥|姐姐|弟弟|妹妹|爷爷|奶奶|外公|外婆"
    "|老板|上司|同事|朋友|导师|老师|室友|邻居"
)

# Characters that rarely stand inside a name and often before one.
_NAME_CHAR = (
    r"[^\W\d_a-zA-Z在是的了着过到去来从和跟与把被给对我你他她它这那有叫于为想要会住搬进离考就读]"
)
_HAN_NAMES = LazyPattern(
    lambda: (
        r"[“‘「『《\"'](?P<quoted>[^”’」』》\"'\n]{2,20})[”’」』》\"'](?P<kind>的?(?:项目"
        r"|小说|计划|系统|应用))?"
        r"|(?P<numbered>[一-鿿]{2,6}_\d+)"
        rf"|(?P<org>{_NAME_CHAR}{{1,12}}?(?:有限公司|公司|集团|银行|大学|学院|医院|中学|小学|研究所"
        r"|研究院|工作室|事务所|出版社|俱乐部)"
        r"|(?:阿里云|腾讯云|华为云|腾讯|阿里巴巴|阿里|字节跳动|字节|百度|华为|京东|美团|网易"
        r"|拼多多|滴滴|微软|谷歌"
        r"|亚马逊|清华|北大|复旦|浙大))"
        rf"|(?<=[和跟与叫找见给陪、])(?P<person>{HAN_NAME})(?={_TITLE}|[^一-鿿]"
        r"|[在是和跟的去来说一吃看]|$)"
        rf"|(?P<place>{_han_place()})"
        rf"|(?:(?<![一-鿿])|(?<=[的做写搞给把为]))(?P<project>{_NAME_CHAR}{{2,8}}?)项目"
        rf"|(?P<role>{_ROLES})"
        r"|(?<![A-Za-z])(?P<latin>[A-Za-z]*[A-Z][A-Za-z0-9+#._-]{1,20}"
        r"(?: [A-Z][A-Za-z0-9+#._-]{1,20}){0,2})"
    )
)
_ORG = (
    r"(?:Inc|Corp|Corporation|LLC|Ltd|University|College|Institute|Hospital|Bank|School"
    r"|Group|Labs?|Studios?)"
)
_CAP = r"[A-Z][A-Za-z0-9'&-]*[A-Za-z0-9]"
_LATIN_NAMES = LazyPattern(
    r"[“\"](?P<quoted>[^”\"\n]{2,40})[”\"]"
    r"|(?P<numbered>(?<!\w)\w+_\d+)"
    rf"|(?P<org>(?:{_CAP} )*{_CAP} {_ORG}\b|University of {_CAP}(?: {_CAP})*|(?:Google"
    r"|Microsoft|Amazon|Facebook|Meta|Netflix|Tesla|IBM|Intel|OpenAI|Anthropic|Nvidia"
    r"|Oracle|Spotify|Uber|Airbnb|MIT|Stanford|Harvard|Yale|Princeton)\b)"
    rf"|[Pp]roject (?P<project>{_CAP})"
    rf"|(?P<name>(?:{_CAP})(?: {_CAP}){{0,2}})"
)
_TYPES = {
    "person": EntityType.PERSON,
    "role": EntityType.PERSON,
    "place": EntityType.LOCATION,
    "org": EntityType.ORGANIZATION,
    "project": EntityType.PROJECT,
}


def named(text: str, known: Sequence[Named], policy: Extraction) -> tuple[Named, ...]:
    """The names in a text: those that are known already first, then in the text's order."""
    found = {each.name: each for each in known if each.name}
    spaced = not any("一" <= each <= "鿿" for each in text)
    for match in (_LATIN_NAMES if spaced else _HAN_NAMES).finditer(text):
        each = _named(match)
        if each is None or (
            each.type is EntityType.PROJECT and any(one in each.name for one in found)
        ):
            continue
        if not _has(each.name, found):
            found[each.name] = each
    return tuple(found.values())[: policy.entities_most]


def _has(name: str, found: Collection[str]) -> bool:
    """Whether it is named already: as a part of a longer name, or by a name that is numbered."""
    return len(name.strip()) <= 1 or any(
        name in other or ("_" in other and name.endswith(other)) for other in found
    )


def _named(match: re.Match[str]) -> Named | None:
    group = match.lastgroup or ""
    if group == "kind":
        return Named(match["quoted"], EntityType.PROJECT)
    name = match[group]
    if group == "quoted":
        return Named(name, EntityType.PROJECT if match.group()[0] == "《" else EntityType.OTHER)
    if group == "project" and name in _kinds():
        return None
    if group == "name":
        if name in _latin_places():
            return Named(name, EntityType.LOCATION)
        if name.split()[0] in _common():
            return None
    return Named(name, _TYPES.get(group, EntityType.OTHER))


def is_common(word: str) -> bool:
    """Whether it begins with a capital and names nobody."""
    return word in _common()


def names(text: str) -> list[str]:
    """The names in a Chinese text that are names and nothing else: not 妈妈, not 一家公司."""
    found = [match for match in _HAN_NAMES.finditer(text) if _is_name(match)]
    given = [each.name for match in found if (each := _named(match)) is not None]
    return [each for each in given if not is_common(each) and not _NO_NAME.match(each)]


def _is_name(match: re.Match[str]) -> bool:
    """Of places only those that are known: 成长道路 ends like one."""
    if match.lastgroup == "place":
        return bool(_KNOWN_PLACE.match(match["place"]))
    return match.lastgroup != "role"


_KNOWN_PLACE = LazyPattern(_han_places)
_NO_NAME = LazyPattern(
    r"[一几某每两各整们家老新大小所本该此]|.{0,2}(?:公司|大学|中学|小学|医院|银行)$"
)


_FAMILIES = {
    **dict.fromkeys(("name", "relation"), EntityType.PERSON),
    **dict.fromkeys(("location", "hometown", "place"), EntityType.LOCATION),
    **dict.fromkeys(("employer", "school"), EntityType.ORGANIZATION),
    "project": EntityType.PROJECT,
}


def valued(attribute: str, value: str, text: str) -> tuple[Named, ...]:
    """What an attribute is known to name: 用户叫张三, employer 腾讯, relation:张三."""
    family, _, thing = attribute.partition(":")
    kind = _FAMILIES.get(family)
    if kind is None:
        numbered = [each for each in (value, thing) if _NUMBERED.fullmatch(each)]
        return tuple(Named(each) for each in numbered)
    names = (value, thing) if family in ("relation", "project") else (value,)
    return tuple(
        Named(each, kind)
        for each in names
        if len(each) > 1 and each in text and (family != "relation" or _is_person(each, value))
    )


def _is_person(name: str, role: str) -> bool:
    """By the look of the name, or because somebody is said to be one's sister by it."""
    known = _PERSON.fullmatch(name) or _ROLE.fullmatch(role)
    return bool(known) or name[:1].isupper()


_NUMBERED = LazyPattern(r"[^\W\d_]+_\d+")
_ROLE = LazyPattern(_ROLES)
_PERSON = LazyPattern(rf"{HAN_NAME}(?:{_TITLE})?|{_ROLES}")


_ORG_END = LazyPattern(
    r".*(?:公司|集团|银行|大学|学院|医院|中学|小学|高中|研究所|研究院|工作室|事务所"
    r"|出版社|厂|局|所|部门|学校|幼儿园|店)|(?:腾讯|阿里巴巴|阿里|字节跳动|字节|百度|华为"
    r"|小米|京东|美团|网易|拼多多|滴滴|微软|谷歌|苹果|亚马逊)"
)
SCHOOL = LazyPattern(
    r".*(?:大学|学院|中学|小学|高中|初中|学校)|清华|北大|复旦|浙大|.{1,2}大|MIT"
    r"|.*University.*|.*College.*|.*School.*|.*Institute.*"
)


def is_organization(text: str) -> bool:
    return bool(
        _ORG_END.fullmatch(text) or (_LATIN_NAMES.fullmatch(text) and _group(text) == "org")
    )


def _group(text: str) -> str:
    match = _LATIN_NAMES.fullmatch(text)
    return (match.lastgroup or "") if match else ""
