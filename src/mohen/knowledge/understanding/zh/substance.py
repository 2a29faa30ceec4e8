"""Whether a Chinese sentence of the memory tells of a life, and not of how one is minded just now.

A wish, a fear or a view is kept where it names what it is of: to learn Japanese, of snakes, of
Rust. A promise, a duty, a mood and half of a sentence say nothing tomorrow; the message they stand
in is found by search all the same.
"""

from __future__ import annotations

from mohen.knowledge.understanding import entities
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics


def _signs(*names: str) -> str:
    listed = topics(entities.__file__, "zh/substance.txt")
    return "|".join(each for name in names for each in listed[name].split())


def _user(what: str) -> str:
    return f"^用户(?:{_signs('adverbs')})*(?:{what})"


_WISH = (
    "不?希望|盼望|期望|渴望|不?太?想要?|不打算|宁愿|宁可|更?倾向于?|偏向于?|打算|准备|计划"
    "|决定|决心|立志"
)
_MUCH = "很|非常|特别|太|真|有点|有些|挺|好|十分|现在|最近|一直"
_MOOD = "难[受过]|伤心|生气|开心|高兴|痛苦|焦虑|失望|着急|担心|激动|郁闷|委屈|害怕|累|烦"
_WISHES = LazyPattern(lambda: _user(f"(?:{_WISH})(?!象|念|家|法)") + "(?P<what>.*)")
_FEARS = LazyPattern(lambda: _user("害怕|怕|恐惧") + "(?P<what>.*)")
_VIEW = LazyPattern(lambda: _user("认为|坚信") + "(?P<what>.*)")
_LIFE = LazyPattern(lambda: f"(?!从[^，]*开始$)(?:{_signs('life')})")
_NAMES = LazyPattern(lambda: _signs("names"))
_DATE = LazyPattern(
    r"\s*\d{4}(?:-\d\d)*\s*(?:\d\d:\d\d|那周|年|[初底]|[上中下]旬|早上|[上中下]午|晚上)?\s*"
)
_WAYS = LazyPattern(lambda: _signs("ways"))
_STANCE = LazyPattern(lambda: _user(_signs("stance")))
_FEELS = LazyPattern(
    lambda: _user(_signs("feels")) + rf"$|^用户的[^，]{{1,6}}?(?:{_MUCH})(?:{_MOOD})(?:了|的)?$"
)
# 平时会去游泳 is a habit; 会 alone is to come, where it is no skill.
_WILL = LazyPattern(lambda: _user(f"会(?!{_signs('can')})"))
_HABITUAL = LazyPattern(r"平时|经常|常常?|一般|通常|每|周末|偶尔|有时|总")
_CUT = LazyPattern(lambda: _user(_signs("cut")))
_MAY = LazyPattern(
    r"^用户(?:可能|也许|或许|好像|似乎|貌似|大概|恐怕|说不定|没准|估计|多半)(?P<what>.*)"
)
_TO_COME = LazyPattern(r"(?:就|也|还|快|马上|很快|真的)*(?:要|会|想|打算|准备|计划)?")
# Of a thing, an animal, a place: 怕蛇, 怕坐过山车; not of what may happen.
_AFRAID_OF = LazyPattern(
    r"(?![^，]*(?:[被没再失变未错输惹停了不]|东西|事情|事物|出现|发生|面对|承担|表达|一旦|[出起]来$|下去$))(?:坐|吃|喝|打|看|上|碰)?[^，会]{1,4}$"
)


def afraid_of(what: str) -> bool:
    return bool(_AFRAID_OF.match(what))


def has_substance(content: str) -> bool:
    """Of a statement in the clause's own words."""
    if _CUT.match(content):
        return False
    if view := _VIEW.match(content):
        return bool(_NAMES.search(view["what"]))
    if fear := _FEARS.match(content):
        return afraid_of(fear["what"])
    if may := _MAY.match(
        content
    ):  # 用户可能要换工作: a change of one's life, and no more than that
        return bool(_LIFE.match(_TO_COME.sub("", may["what"], count=1)))
    if wish := _WISHES.match(content):
        what = _DATE.sub("", wish["what"])  # 想从明天开始: a day names no aim
        return bool(_LIFE.match(what) or _NAMES.search(what) or _WAYS.search(what))
    if (will := _WILL.match(content)) and not _HABITUAL.search(will.group()):
        return False
    return not (_STANCE.match(content) or _FEELS.match(content))
