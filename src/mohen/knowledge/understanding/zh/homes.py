"""Where somebody lives and comes from, in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.model import Category
from mohen.knowledge.understanding.claims import Claim
from mohen.knowledge.understanding.pattern_engine import Said, saying
from mohen.knowledge.understanding.places import is_place
from mohen.knowledge.understanding.zh.values import plain
from mohen.text.word_lists import words

_PLACE = r"[^\s，。的了过着我你他她这那哪什]{2,15}?"


def home(value: str, *, tail: str = "", ended: bool = False) -> Claim:
    return Claim(
        category=Category.STATUS,
        attribute="location",
        value=value,
        tail=tail or f"住在{value}",
        ended=ended,
    )


NO_PLACE = re.compile(
    r"[了过]|^院$|^(?:进|得|不|下|满|惯|校|的|久|过|酒店|宾馆|民宿)|[我你他她它]|(?:上|里"
    r"|中|时)$|^(?:也|挺|很|太|还|就|都|好|几|半)"
    r"|^[一二两三四五六七八九十\d]+个?(?:天|周|月|年|晚|夜|宿|星期|礼拜)"
)


def _place(text: str, said: Said) -> str:
    value = plain(re.sub(r"(?:这边|那边|那里|附近|市里|工作|生活|住)$", "", text), said.policy)
    return "" if not value or NO_PLACE.search(value) else value


@saying(
    "住|定居|居住|生活",
    (
        r"(?:一个人|独自|一直|自己|都|长期|仍|是|跟[^，]{1,6}?一起"
        r"|和[^，]{1,6}?一起)*(?:住|居住|定居|生活|常住)(?:在|于"
        r"|到)?了?(?P<v>[^，。]{2,20}?)(?:的|了)?"
    ),
)
def lives(said: Said) -> Iterator[Claim]:
    if value := _place(said["v"], said):
        yield home(value)


@saying(
    "住|定居|生活",
    rf"在(?P<v>{_PLACE})(?:住|居住|定居|生活|租房|买了?房)(?:了)?(?P<n>[^，]{{0,6}})",
)
def living(said: Said) -> Iterator[Claim]:
    value = _place(said["v"], said)
    if value and (is_place(value) or "住" in said.match.string):
        for_long = (
            f"在{value}住了{said['n'].rstrip('了')}" if re.search(r"[年月]", said["n"]) else ""
        )
        yield home(value, tail=for_long)


@saying(
    "搬",
    (
        r"(?:前不久|刚刚?|已经|马上|全家|一家)?搬(?:家)?(?:到|去|来|回"
        r"|至)了?(?P<v>[^，。]{2,20}?)(?:来|去)?(?:住|生活|定居|工作)*(?:了)?"
    ),
)
def moved(said: Said) -> Iterator[Claim]:
    if value := _place(said["v"], said):
        yield home(value, tail=f"搬到了{value}")


@saying(
    "不住|不在|没住|离开|搬离|搬走|搬出",
    (
        r"(?:已经|早就|早)?(?:(?:不|没)(?:再)?(?:住|居住|生活)(?:在)?|不在(?=.+(?:住|生活))"
        r"|离开了?|搬离了?|搬出了?)(?P<v>[^，。]{2,15}?)(?:住|生活|居住)?了?"
    ),
)
def left(said: Said) -> Iterator[Claim]:
    value = _place(said["v"], said)
    text = said.match.string
    if value and (is_place(value) or "住" in text) and ("了" in text or "再" in text):
        yield home(value, tail=f"不住{value}了" if "住" in text else f"离开了{value}", ended=True)


@saying(
    "以前|曾|之前|过去|原来",
    (
        r"(?:以前|曾经?|之前|过去|原来|小时候)(?:一直|都|也)?(?:住|生活|居住)(?:在"
        r"|过)?(?P<v>[^，。]{2,15}?)(?:过|的)?|(?:以前|曾经?|之前|过去|原来|小时候)(?:一直"
        r"|都)?在(?P<w>[^，。]{2,12}?)(?:住|生活|待)过?(?:[^，。]{0,5})"
    ),
)
def lived(said: Said) -> Iterator[Claim]:
    if value := _place(said["v"] or said["w"], said):
        yield home(value, tail=f"以前住在{value}", ended=True)


_COUNTRIES = words(
    "中国 美国 英国 法国 德国 日本 韩国 俄罗斯 意大利 西班牙 加拿大 澳大利亚 印度 泰国 越南"
    " 新加坡 马来西亚 巴西 荷兰 瑞士 瑞典 华"
)


@saying("人", r"(?:是|算是)(?:一?个)?(?:地道的|土生土长的|地地道道的)?(?P<v>[^，。的]{1,8})人")
def native(said: Said) -> Iterator[Claim]:
    value = said["v"]
    if value in _COUNTRIES:
        tail = f"是{value}人"
        yield Claim(category=Category.IDENTITY, attribute="nationality", value=value, tail=tail)
    elif is_place(value):
        tail = f"是{value}人"
        yield Claim(category=Category.IDENTITY, attribute="hometown", value=value, tail=tail)


@saying("的", r"是(?P<v>[^，。的]{2,10})的")
def from_there(said: Said) -> Iterator[Claim]:
    if is_place(said["v"]):
        tail = f"是{said['v']}的"
        yield Claim(category=Category.IDENTITY, attribute="hometown", value=said["v"], tail=tail)


@saying(
    "小区|宿舍|楼盘",
    (
        r"(?:现在)?住的(?:那个|这个)?(?P<k>小区|宿舍|楼盘)(?:就)?(?:是"
        r"|叫)(?P<v>[^，。]{2,15})"
    ),
)
def estate(said: Said) -> Iterator[Claim]:
    tail = f"住的{said['k']}叫{said['v']}"
    yield Claim(category=Category.STATUS, attribute="residence", value=said["v"], tail=tail)


@saying(
    "学历|毕业|文凭|念到|读到",
    (
        r"(?:就|只|就只|最高|是|有|的|可)*(?:念到|读到|有|是)?(?P<v>小学|初中|高中|中专|专科"
        r"|大专|本科|硕士|博士|研究生)(?:学历|文凭|毕业)(?:的|了)?"
    ),
)
def education(said: Said) -> Iterator[Claim]:
    yield Claim(
        category=Category.IDENTITY,
        attribute="education",
        value=said["v"],
        tail=f"的学历是{said['v']}",
    )


@saying(
    "老家|家乡|来自|长大|出生|籍贯",
    (
        r"(?:的?(?:老家|家乡|籍贯)(?:是|在)?|来自|是来自)(?P<v>[^，。的]{2,12})的?"
        r"|(?:是)?(?:在|于)(?P<w>[^，。]{2,10})(?:出生长大|土生土长|出生|长大)的?"
    ),
)
def origin(said: Said) -> Iterator[Claim]:
    value = plain(said["v"] or said["w"], said.policy)
    if value and not NO_PLACE.search(value) and not value.endswith("年"):
        tail = (
            f"在{value}出生"
            if "出生" in said.match.string
            else f"在{value}长大"
            if said["w"]
            else f"的家乡是{value}"
        )
        yield Claim(category=Category.IDENTITY, attribute="hometown", value=value, tail=tail)


TEMPLATES = (*(left, lived, moved, estate, education, living, lives, native, from_there, origin),)
