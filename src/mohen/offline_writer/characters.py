"""Whom and what a text is about, as far as words alone tell."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

from mohen.offline_writer.draft import Cast
from mohen.offline_writer.stock import Stock
from mohen.rules.rule_text import RULES
from mohen.text import language, sentences, style
from mohen.text.word_lists import words

_SURNAMES = (
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕张孔曹严华金魏陶姜谢邹窦章苏潘葛范彭鲁韦马苗"
    "方俞任袁柳鲍史唐费岑薛雷贺倪汤罗毕郝邬安常乐于傅齐康伍余顾孟黄萧尹姚邵汪祁毛狄戴宋庞熊纪"
    "舒屈项祝董梁杜阮蓝席季贾路江童颜郭梅盛林钟徐邱骆高夏蔡田樊胡凌霍虞万柯卢莫房丁邓叶白陆程"
)
_SAID_ZH = re.compile(
    rf"(?<![\u3400-\u9fff])((?:[{_SURNAMES}][\u3400-\u9fff]|[阿老小][\u3400-\u9fff])[\u3400-\u9fff]??)"
    "(?=(?:低声|轻声|冷冷|笑着|大声|忽然|突然)?[说道问答喊叫笑想站坐走看望推拔握转抬点摇把在没也又从])"
)
_NAME_EN = re.compile(
    r"(?<=[a-z,;] )(?P<inside>[A-Z][a-z]{2,})\b"
    r"|\b(?P<acting>[A-Z][a-z]{2,}) (?=(?:[a-z]+ed|was|is|had|has|said|says|stood|stands|sat|sits"
    r"|ran|went|came|took|looks|turns|saw|knew|felt|held|did|does|could|would|leaned)\b)"
)
_NO_NAME = words(
    """The This That These Those There Then They She Her His And But When After Before While
    Outside Inside Perhaps Some Most All One Another Each Both Neither Many Few More Here Where How
    Why What Who Which Whoever Nobody Someone Somebody Everyone Everybody Nothing Something
    Everything Its You Your Our Now Once Still Even Only Just Yet Behind Above Below Beyond
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June
    July August September October November December English French Chinese God Sir Madam Lord Lady
    Rain Snow Wind Night Smoke Light Silence Footsteps Water Time Dust Fog Mist Voices Shadows
    Morning Dawn Dusk Evening People Men Women Children Death Life Love Fear Blood Fire Thunder
    Lightning Sunlight Moonlight Darkness Winter Summer Spring Autumn Father Mother Leaves Waves
    Clouds Steam Ash Music Laughter Someone's Years Hours Days Minutes Words Tears Sweat Pain"""
)
_NO_NAME_ZH = words(
    """高声 方才 常常 安静 白天 万一 路上 江上 马上 于是 任何 何时 小心 小声 小孩 老板 老是 阿弥
    金色 黄昏 江水 林中 林子 雷声 钟声 严肃 高兴 康复 常年 余下 房门 房间 白雪 马车 方向"""
)
_SHE_ZH, _HE_ZH = "她", "他"


def language_of(*texts: str) -> str:
    """zh or en, by the first text that shows one; mixed text goes by what there is more of.
    Empty where none does."""
    return language.first_shown(
        (len(sentences.words(text)), sentences.count_units(text)) for text in texts
    )


def read(text: str, people: tuple[str, ...], stock: Stock, rng: Random) -> Cast:
    """The people, person and tense of a text, and the things it names; what it does not tell is
    drawn. The last named is who the text goes on about."""
    zh = stock.language == "zh"
    names = names_in(text, people, zh)
    words = Counter(sentences.words(text))
    if zh:
        she, he = text.count(_SHE_ZH), text.count(_HE_ZH)
        pronoun = _drawn(she - he, (_SHE_ZH, _HE_ZH), rng)
    else:
        pronoun = _drawn(
            words["she"] + words["her"] - words["he"] - words["his"], ("she", "he"), rng
        )
    profile = style.measure(text)
    first = profile.get("first_person_share", 0.0)
    past = profile.get("past_tense", 1.0)
    name = names[0] if names else ""
    others = names[1:] or [rng.choice(stock.others)]
    things = {slot: _last_named(text, listed) for slot, listed in stock.slots.items()}
    return Cast(
        pronoun,
        name,
        others[0],
        first=first > RULES.halfway,
        past=past >= RULES.halfway,
        things={
            slot: thing or rng.choice(stock.slots[slot])
            for slot, thing in things.items()
            if thing or slot in _ONE
        },
    )


_ONE = ("PLACE", "TOWN", "THING", "ARM", "SKY")  # a draft keeps to one of these


def _drawn(lean: int, sides: tuple[str, str], rng: Random) -> str:
    """The side the text leans to, or either."""
    drawn = rng.choice(sides)
    return sides[0] if lean > 0 else sides[1] if lean < 0 else drawn


def names_in(text: str, people: tuple[str, ...], zh: bool) -> list[str]:
    """Of people, the last named first."""
    known = [each for each in people if each and each in text]
    if zh:
        found = [each for each in _SAID_ZH.findall(text) if each not in _NO_NAME_ZH]
    else:
        named = (each["inside"] or each["acting"] for each in _NAME_EN.finditer(text))
        found = [each for each in named if each not in _NO_NAME]
    found = [each for each in found if not any(each in name or name in each for name in known)]
    return sorted(dict.fromkeys([*known, *found]), key=text.rfind, reverse=True)


def _last_named(text: str, listed: list[str]) -> str:
    at, thing = max((text.rfind(each), each) for each in listed)
    return thing if at >= 0 else ""
