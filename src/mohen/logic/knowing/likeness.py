"""Which of many memories say the same, or nearly the same, without comparing each with each.

Two that have enough words in common share one of the rarest words of each: only those that do are
compared (prefix filtering). Fifty thousand take seconds.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from mohen.logic import terms
from mohen.logic.folding import fold
from mohen.logic.knowing import marks
from mohen.policy import Review

_NUMBER = re.compile(
    r"\d+(?:[.,:]\d+)*|[零一二三四五六七八九十百千万两半]+(?=[只个岁斤年月日号点次天小米公条本台辆杯位名])"
)
_HAN = re.compile("[㐀-\u9fff]")
_GAP = re.compile(r"(?<=[㐀-\u9fff])\s+(?=[㐀-\u9fff])")
_JOINING = frozenset("的了来在是把很就都也还着过吗呢啊呀吧地得")
_JOINS = re.compile(f"[{''.join(sorted(_JOINING))}]")
_NAME = re.compile(r"\b(?!(?:The|User|A|An|I|He|She|They|My|His|Her|Their)\b)[A-Z]\w+")
_NOT_ZH = re.compile(r"不再|没有|并非|不|没|别|未|无|非")
_NOT_EN = re.compile(
    r"\b(?:do(?:es)? not|did not|is not|are not|was not|not|never|no longer|no|cannot"
    r"|can['’]t|don['’]t|doesn['’]t"
    r"|didn['’]t|isn['’]t|aren['’]t|won['’]t|hates?|dislikes?|avoids?)\b",
    re.IGNORECASE,
)
_LIKES_EN = re.compile(r"\b(?:likes?|loves?|enjoys?)\b", re.IGNORECASE)
_OPPOSITES = (("喜欢", "讨厌"), ("爱吃", "不吃"), ("喜欢", "不喜欢"))
_IDENTITY = re.compile(
    r"(?:[A-Za-z_#.v第-]|\b(?:chapter|version|room|no|number|step|day|week|part|line)\s?)$",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"^\s?(?:[只个岁斤条本台辆杯位名次天年月小米公元块%℃]|kg|cm|km|[a-z]{3,})", re.IGNORECASE
)
_VERB = re.compile(r"^\s?(?:is|was|has|are|and|or|at|on|in|to|of|with)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Words:
    """A memory as it is compared."""

    mark: str  # of what it says, without words that only join
    terms: frozenset[str]
    meant: frozenset[str]  # what it says, without words that only join
    names: tuple[str, ...]  # in order: who hired whom
    numbers: tuple[str, ...]
    negated: bool
    bare: str  # without negations
    countless: str  # without the numbers that count something; empty: it has none

    @property
    def sure(self) -> Hashable:
        """What two that say the same cannot differ in."""
        return self.numbers, self.negated, self.names


def words(content: str) -> Words:
    content = _GAP.sub("", content)
    folded = fold(content)
    expanded = frozenset(terms.expand(content))
    positive = _NOT_EN.sub(" ", _NOT_ZH.sub("", _opposed(folded)))
    positive = _LIKES_EN.sub("like", positive)
    return Words(
        marks.mark(_JOINS.sub("", content)),
        expanded,
        frozenset(_HAN.findall(folded)).difference(_JOINING)
        | {each for each in expanded if each.isascii()},
        tuple(_NAME.findall(content)),
        tuple(_NUMBER.findall(folded)),
        bool(_NOT_ZH.search(_opposed(folded)) or _NOT_EN.search(folded)),
        " ".join(sorted(terms.expand(positive))),
        _countless(folded),
    )


def _opposed(text: str) -> str:
    for like, dislike in _OPPOSITES:
        text = text.replace(dislike, f"不{like}") if dislike.startswith("讨") else text
    return text


def _countless(folded: str) -> str:
    found = [each for each in _NUMBER.finditer(folded) if _counts(folded, each)]
    if len(found) != 1:
        return ""
    start, end = found[0].span()
    return f"{folded[:start]}#{folded[end:]}"


def _counts(text: str, number: re.Match[str]) -> bool:
    """Whether a number says how many, and is not part of a name or a date."""
    before, after = text[: number.start()], text[number.end() :]
    if _IDENTITY.search(before) or ":" in number.group():
        return False
    return bool(_COUNTED.match(after)) and not _VERB.match(after)


def same(all_words: Sequence[Words], policy: Review) -> list[list[int]]:
    """Groups of two and more that say the same, each in order, the first of all first."""
    parent = list(range(len(all_words)))

    def root(place: int) -> int:
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    for one, other in _pairs(all_words, policy):
        first, second = sorted((root(one), root(other)))
        parent[second] = first
    groups: dict[int, list[int]] = defaultdict(list)
    for place in range(len(all_words)):
        groups[root(place)].append(place)
    return [group for group in groups.values() if len(group) > 1]


def _pairs(all_words: Sequence[Words], policy: Review) -> Iterator[tuple[int, int]]:
    """Of those that may be alike, those that are."""
    first_with: dict[str, int] = {}
    frequency = Counter(term for each in all_words for term in each.terms)
    behind: dict[Hashable, list[int]] = defaultdict(list)
    for place, each in enumerate(all_words):
        if each.mark in first_with:
            yield first_with[each.mark], place
            continue
        first_with[each.mark] = place
        keys = [(each.sure, key) for key in _keys(each, frequency, policy)]
        near = {other for key in keys for other in behind[key]}
        yield from ((one, place) for one in sorted(near) if _alike(all_words[one], each, policy))
        for key in keys:
            if len(behind[key]) < policy.crowd:
                behind[key].append(place)


def _keys(words: Words, frequency: Counter[str], policy: Review) -> Iterable[Hashable]:
    """What two that are alike share one of: short ones all that they say, long ones one of their
    rarest words."""
    if len(words.meant) < policy.detailed:
        return [words.meant]
    ranked = sorted(words.terms, key=lambda term: (frequency[term], term))
    return ranked[: len(ranked) - math.ceil(policy.alike * len(ranked)) + 1]


def _alike(one: Words, other: Words, policy: Review) -> bool:
    """The same things in much the same words. A long text may tell a detail more: a short one
    that does says something else (猫, 猫粮)."""
    if one.meant != other.meant:
        less, more = sorted((one.meant, other.meant), key=len)
        if len(less) < policy.detailed or not less < more:
            return False
    shared = len(one.terms & other.terms)
    return shared >= policy.alike * (len(one.terms) + len(other.terms) - shared)


def opposed(all_words: Sequence[Words]) -> list[list[int]]:
    """Groups that say a thing and its opposite."""
    groups: dict[str, list[int]] = defaultdict(list)
    for place, each in enumerate(all_words):
        if each.bare:
            groups[each.bare].append(place)
    return [
        group for group in groups.values() if len({all_words[place].negated for place in group}) > 1
    ]


def recounted(all_words: Sequence[Words]) -> list[list[int]]:
    """Groups that say the same but for how many."""
    groups: dict[str, list[int]] = defaultdict(list)
    for place, each in enumerate(all_words):
        if each.countless:
            groups[each.countless].append(place)
    return [
        group for group in groups.values() if len({all_words[place].numbers for place in group}) > 1
    ]
