"""Compares two statements: what each comes down to, and whether they agree or contradict."""

from __future__ import annotations

import re

from rapidfuzz.distance import Indel

from mohen.knowledge.policy import Reconciling
from mohen.text import terms
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import fold

_HEDGE = LazyPattern(
    r"(?:可能|大概|也许|或许|好像|似乎|应该|估计|多半)(?:是|要|会|将)?|说不定|据说|我猜"
    r"|\b(?:probably|maybe|perhaps|possibly|likely|apparently|seemingly|presumably)\b[ ,]*"
    r"|\b(?:might|may|could|should) (?:well )?(?:be\b|have\b)?"
    r"|\b(?:seems?|appears?|believed|thought|said) to (?:be\b)?|\bi (?:guess|think|suppose)\b[ ,]*",
    re.IGNORECASE,
)
_WHO = LazyPattern(
    r"用户(?:自己|本人)?的?|\b(?:the )?user(?:'s|’s)?\b(?: (?:is|are|was|has)\b)?", re.IGNORECASE
)
_NO_NEGATION = LazyPattern(
    r"不过|不错|不同|不但|不仅|不管|不论|不少|不久|不断|差不多|对不起|没错|未来|未婚妻?|特别|别人|别的|"
    r"分别|区别|级别|性别|告别|别墅|非常|非洲|非得|无论|无锡|无线|不丹|除非|是非|不是吗"
)
_NEGATION = LazyPattern(
    r"不|没|未|别|非|无|戒"
    r"|\b(?:not|never|no|none|nobody|nothing|neither|nor|cannot|without|hardly|stopped|quit)\b"
    r"|n['’]t\b|\b(?:dont|doesnt|didnt|isnt|arent|cant|wont)\b",
    re.IGNORECASE,
)
_DISLIKE = LazyPattern(
    r"讨厌|厌恶|反感|恨|嫌|受不了|\b(?:dislik|hat|loath|detest|despis)(?:e|es|ed|ing)\b"
    r"|\bcan(?:'t|no)t stand\b|\bunable to stand\b",
    re.IGNORECASE,
)
_NUMBER = LazyPattern(
    r"\d+(?:[.,:/-]\d+)*|[零一二两三四五六七八九十百千万亿]+(?=[个岁年月日号点天次位只条本万])"
)
_MARKED_NAME = LazyPattern(r"[^\W_]+(?:_[^\W_]+)+")  # 机器人_5 is not 机器人_50


def bare(content: str) -> str:
    """A statement without the words that hedge it: 用户可能住在北京 says 用户住在北京."""
    return " ".join(_HEDGE.sub("", content).split())


def content_terms(content: str) -> frozenset[str]:
    """The terms of a statement without its subject. Chinese goes by pairs of characters (B17)."""
    said = _WHO.sub(" ", bare(fold(content)))
    found = terms.expand(said)
    pairs = frozenset(each for each in found if len(each) > 1 or each.isdecimal())
    return pairs or frozenset(found)


def against(content: str) -> bool:
    """Whether a statement denies or dislikes something; doing both is doing neither."""
    plain = _NO_NEGATION.sub("", content)
    return bool(len(_NEGATION.findall(plain)) + len(_DISLIKE.findall(plain)) & 1)


_PARTS = LazyPattern(
    r"[，,；;。]|但是?|不过|然而|却|因为|所以|虽然|而且|并且"
    r"|\.(?=\s|$)|\b(?:but|although|though|because|since|while|and|so|yet|which|who)\b",
    re.IGNORECASE,
)
_STRESS = LazyPattern(
    r"\b(?:do|does|did|any ?more|any longer|at all|ever|even|really)\b|再也?|根本|完全|了",
    re.IGNORECASE,
)


def clauses(content: str) -> list[str]:
    """The parts of a statement that may deny something each for itself; the whole, if it is one."""
    found = [each.strip() for each in _PARTS.split(content)]
    return [each for each in found if each] or [content]


def affirmed(content: str) -> str:
    """A statement without what denies it: 用户不喜欢猫 → 用户喜欢猫."""
    return _STRESS.sub("", _NEGATION.sub("", content))


def numbers(content: str) -> tuple[str, ...]:
    """Numbers and names that end in one, in order: these must not be taken for each other."""
    plain = fold(content)
    return (*sorted(_NUMBER.findall(plain)), *sorted(_MARKED_NAME.findall(plain)))


def share(of: frozenset[str], held: frozenset[str]) -> float:
    """The share of one text that the other holds too: a ratio, never a count (background 3.3)."""
    return len(of & held) / len(of) if of else 0.0


def agree(one: str, other: str) -> bool:
    """Whether neither denies what the other says, and their numbers are the same."""
    return against(one) == against(other) and numbers(one) == numbers(other)


def alike(one: str, other: str, policy: Reconciling) -> bool:
    """Whether two statements are wordings of one thing."""
    near: float = Indel.normalized_similarity(_letters(one), _letters(other))
    return near >= policy.alike and agree(one, other)


def _letters(content: str) -> str:
    return "".join(filter(str.isalnum, bare(fold(content))))
