"""Finds what is wrong in a memory (C99).

Junk, what is said twice, out of date, in contradiction, leads to nothing, or should never have
been kept.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence

from mohen.core.policy import DAY_MS
from mohen.core.values import dataclass
from mohen.knowledge.consolidation import attribute_chain
from mohen.knowledge.model import SUMMARY, Category, State
from mohen.knowledge.policy import Review
from mohen.knowledge.review.model import Cure, Fault, Finding
from mohen.knowledge.transfer.model import Memo
from mohen.knowledge.understanding import worth_keeping
from mohen.policy import Policy
from mohen.text import dates, normalize, secrets, terms
from mohen.text.language import HAN
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import fold

# -- Which of many memories say the same, or nearly the same, without comparing each with each.


_NUMBER = LazyPattern(
    r"\d+(?:[.,:]\d+)*|(?<![零一二三四五六七八九十百千万两半])[零一二三四五六七八九十百千万两半]+(?=[只个岁斤年月日号点次天小米公条本台辆杯位名])"
)
_HAN = LazyPattern(f"[{HAN}]")
_GAP = LazyPattern(r"(?<=[㐀-\u9fff])\s+(?=[㐀-\u9fff])")
_JOINING = frozenset("的了来在是把很就都也还着过吗呢啊呀吧地得")
_JOINS = LazyPattern(f"[{''.join(sorted(_JOINING))}]")
_NAME = LazyPattern(r"\b(?!(?:The|User|A|An|I|He|She|They|My|His|Her|Their)\b)[A-Z]\w+")
_NOT_ZH = LazyPattern(r"不再|没有|并非|不|没|别|未|无|非")
_NOT_EN = LazyPattern(
    r"\b(?:do(?:es)? not|did not|is not|are not|was not|not|never|no longer|no|cannot"
    r"|can['’]t|don['’]t|doesn['’]t"
    r"|didn['’]t|isn['’]t|aren['’]t|won['’]t|hates?|dislikes?|avoids?)\b",
    re.IGNORECASE,
)
_LIKES_EN = LazyPattern(r"\b(?:likes?|loves?|enjoys?)\b", re.IGNORECASE)
_OPPOSITES = (("喜欢", "讨厌"), ("爱吃", "不吃"), ("喜欢", "不喜欢"))
_IDENTITY = LazyPattern(
    r"(?:[A-Za-z_#.v第-]|\b(?:chapter|version|room|no|number|step|day|week|part|line)\s?)$",
    re.IGNORECASE,
)
_COUNTED = LazyPattern(
    r"^\s?(?:[只个岁斤条本台辆杯位名次天年月小米公元块%℃]|kg|cm|km|[a-z]{3,})", re.IGNORECASE
)
_NEAR = 16  # characters beside a number: any word that is asked for, and what bounds it
_VERB = LazyPattern(r"^\s?(?:is|was|has|are|and|or|at|on|in|to|of|with)\b", re.IGNORECASE)


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
        """The terms in which two memories that say the same cannot differ."""
        return self.numbers, self.negated, self.names


def words(content: str) -> Words:
    content = _GAP.sub("", content)
    folded = fold(content)
    expanded = frozenset(terms.expand(content))
    positive = _NOT_EN.sub(" ", _NOT_ZH.sub("", _opposed(folded)))
    positive = _LIKES_EN.sub("like", positive)
    return Words(
        normalize.mark(_JOINS.sub("", content)),
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
    start, end = number.span()
    before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    if _IDENTITY.search(before) or ":" in number.group():
        return False
    return bool(_COUNTED.match(after)) and not _VERB.match(after)


def same(all_words: Sequence[Words], policy: Review) -> list[list[int]]:
    """Groups of memories that say the same, each in order, the first of all first."""
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
    """Groups of memories that say a thing and its opposite."""
    groups: dict[str, list[int]] = defaultdict(list)
    for place, each in enumerate(all_words):
        if each.bare:
            groups[each.bare].append(place)
    return [
        group for group in groups.values() if len({all_words[place].negated for place in group}) > 1
    ]


def recounted(all_words: Sequence[Words]) -> list[list[int]]:
    """Groups of memories that say the same but for a number."""
    groups: dict[str, list[int]] = defaultdict(list)
    for place, each in enumerate(all_words):
        if each.countless:
            groups[each.countless].append(place)
    return [
        group for group in groups.values() if len({all_words[place].numbers for place in group}) > 1
    ]


MESSAGES: dict[str, tuple[str, str]] = {
    "chatter": ("says nothing", "没有内容的闲聊"),
    "assistant": ("the assistant's own words", "助手自己的话"),
    "question": ("a question or an order for once", "一次性的提问或要求"),
    "output": ("code or output of a program", "代码或程序输出"),
    "link": ("only a link", "只有链接"),
    "recalled": ("recalled text that came back", "回流的记忆文本"),
    "exact": ("said twice", "重复"),
    "near": ("said in nearly the same words", "近似重复"),
    "value": ("says what another says of the same thing", "与另一条同义"),
    "passed": ("an appointment that has passed", "日程已过"),
    "ended": ("does not hold any more", "已失效"),
    "temporary": ("was for then only", "只在当时有意义"),
    "derived": ("what it was made of is gone", "其来源已不在"),
    "values": ("two values of one thing", "同一事项有两个值"),
    "negation": ("a thing and its opposite", "彼此否定"),
    "number": ("the same but for a number", "数目不一致"),
    "link_gone": ("points to something that is not there", "指向不存在的条目"),
    "secret": ("holds a secret", "含有敏感信息"),
}
_LASTS_ZH = "学|准备|写|找|装修|开发|计划|考虑|减肥|治疗|研究|读|备考|创业|筹备|负责|做"
_LASTS_EN = (
    "learning|working|reading|writing|living|looking|preparing|studying|building|training|planning"
    "|employed|using|enrolled|dating|married|based|developing"
)
_NOW = LazyPattern(
    r"今天|明天|后天|今晚|昨天|刚刚|这会儿|下周|这周|本周|稍后"
    rf"|(?:现在|目前|正在)(?!.{{0,2}}(?:{_LASTS_ZH}|住|是|有))"
    r"|\b(?:today|tonight|tomorrow|yesterday|right now|at the moment|later today"
    rf"|currently(?! (?:{_LASTS_EN})\b)|this (?:morning|afternoon|evening|week)"
    r"|next (?:week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b",
    re.IGNORECASE,
)
_HABIT = LazyPattern(r"每|总是|经常|一直|every|always|usually|often", re.IGNORECASE)
# Comes again every year; a party for it does not.
_YEARLY = LazyPattern(
    r"(?:生日|纪念日|忌日|周年)(?!.{0,2}(?:聚|派对|会|宴|趴|礼|蛋糕|饭|餐|旅))"
    r"|\b(?:birthday|anniversary)\b(?! (?:party|dinner|lunch|trip|gift|present|cake|celebration))",
    re.IGNORECASE,
)
_SPAN = LazyPattern(r"(?P<year>\d{4})(?:-(?P<month>\d\d))?")
_HOLDS = (State.ACTIVE, State.ARCHIVED)


def review(
    memos: Sequence[Memo], now: int, policy: Policy, *, nodes: Iterable[str] | None = None
) -> list[Finding]:
    """All that is wrong, the worst first. `nodes`: what links may lead to beside the memories."""
    there = {each.ref for each in memos} | set(nodes or ())
    held = [each for each in memos if each.state in _HOLDS]
    bad = [*_secrets(memos), *_junk(held, policy)]
    out = {ref for each in bad for ref in each.refs}
    sound = [each for each in held if each.ref not in out]
    old = list(_stale(sound, now, policy))
    gone = {ref for each in old for ref in each.refs}
    standing = [each for each in sound if each.ref not in gone and each.type != SUMMARY]
    told = [words(each.content) for each in standing]
    return [
        *bad,
        *_contradictions(standing, told),
        *old,
        *_duplicates(standing, told, policy),
        *_orphans(memos, there),
    ]


def score(findings: Iterable[Finding], items: int, policy: Policy) -> float:
    """Points out of a hundred: each item at fault costs its worst fault's share of its point."""
    bounds, worst = policy.review, dict[str, float]()
    costs = {
        Fault.SECRET: bounds.secret,
        Fault.JUNK: bounds.junk,
        Fault.CONTRADICTION: bounds.contradiction,
        Fault.STALE: bounds.stale,
        Fault.DUPLICATE: bounds.duplicate,
        Fault.ORPHAN: bounds.orphan,
    }
    for each in findings:
        cost = costs[each.fault]
        for ref in each.refs:
            worst[ref] = max(worst.get(ref, 0.0), cost)
    if not items:
        return policy.review.whole
    return max(0.0, policy.review.whole * (1 - sum(worst.values()) / items))


def counts(findings: Iterable[Finding]) -> dict[str, int]:
    """Items at fault, by kind."""
    refs: dict[str, set[str]] = {each.value: set() for each in Fault}
    for each in findings:
        refs[each.fault.value].update(each.refs)
    return {kind: len(found) for kind, found in refs.items()}


def excerpt(content: str, chars: int = Review().excerpt) -> str:
    """The beginning of a text, and never a secret."""
    said = " ".join(secrets.masked(content).text.split())
    return said if len(said) <= chars else f"{said[:chars]}…"


# -- alone


def _secrets(memos: Iterable[Memo]) -> Iterator[Finding]:
    for each in memos:
        if secrets.masked(f"{each.content}\n{each.value}").kinds:
            yield _one(Fault.SECRET, "secret", each, Cure.FORGET)


def _junk(memos: Iterable[Memo], policy: Policy) -> Iterator[Finding]:
    for each in memos:
        if each.attribute or each.type == SUMMARY:
            continue  # somebody understood what it says
        if why := worth_keeping.junk(each, policy.screening):
            yield _one(Fault.JUNK, why, each, Cure.ARCHIVE)


def _stale(memos: Iterable[Memo], now: int, policy: Policy) -> Iterator[Finding]:
    for each in memos:
        if why := _old(each, now, policy):
            yield _one(Fault.STALE, why, each, Cure.ARCHIVE)


def _old(memo: Memo, now: int, policy: Policy) -> str | None:
    bounds = policy.review
    if memo.stale:
        return "derived"
    if memo.valid_to is not None and memo.valid_to <= now:
        return "ended"
    passing = memo.category in (Category.SCHEDULE, Category.TEMPORARY)
    if passing and _is_over(memo, now - bounds.passed_days * DAY_MS):
        return "passed"
    aged = memo.at is not None and memo.at < now - bounds.temporary_days * DAY_MS
    if aged and memo.event_at is None:
        for_now = _NOW.search(memo.content) and not _HABIT.search(memo.content)
        # 以后周报都写本周完成和下周计划: an order that lasts, whatever it speaks of.
        lasts = memo.category is Category.CONSTRAINT
        if memo.category is Category.TEMPORARY or (for_now and not lasts):
            return "temporary"
    return None


def _is_over(memo: Memo, by: int) -> bool:
    if memo.event_at is None or _YEARLY.search(memo.content) or _HABIT.search(memo.content):
        return False
    return memo.event_at + (_days(memo) - 1) * DAY_MS < by


def _days(memo: Memo) -> int:
    """How long the time lasts that it speaks of: 2026-11 is over when December begins."""
    if f"{memo.value} 那周" in memo.content or f"the week of {memo.value}" in memo.content:
        return dates.WEEK.days
    if (span := _SPAN.fullmatch(memo.value)) is None:
        return 1
    year, month = int(span["year"]), span["month"]
    begun = dates.dated(year, int(month or 1), 1)
    ended = begun and dates.months_on(begun, 1 if month else dates.MONTHS)
    return (ended - begun).days if begun and ended else 1


def _orphans(memos: Iterable[Memo], there: set[str]) -> Iterator[Finding]:
    for each in memos:
        lost = tuple(link for link in each.links if link not in there)
        if lost:
            found = _one(Fault.ORPHAN, "link_gone", each, Cure.UNLINK)
            yield Finding(
                fault=found.fault,
                code=found.code,
                refs=found.refs,
                excerpt=found.excerpt,
                cure=found.cure,
                links=lost,
            )


def _one(fault: Fault, code: str, memo: Memo, cure: Cure) -> Finding:
    return Finding(
        fault=fault, code=code, refs=(memo.ref,), excerpt=excerpt(memo.content), cure=cure
    )


# -- beside others


def _duplicates(memos: Sequence[Memo], told: Sequence[Words], policy: Policy) -> Iterator[Finding]:
    taken: set[int] = set()
    for group in same(told, policy.review):
        taken.update(group)
        exact = len({normalize.mark(memos[place].content) for place in group}) == 1
        yield _group(Fault.DUPLICATE, "exact" if exact else "near", memos, group, Cure.MERGE)
    by: dict[tuple[str, str, str, str], list[int]] = defaultdict(list)
    for place, each in enumerate(memos):
        if each.attribute and each.value and place not in taken:
            by[
                each.type, each.subject, each.attribute, attribute_chain.letters_of(each.value)
            ].append(place)
    for group in by.values():
        if len(group) > 1:
            yield _group(Fault.DUPLICATE, "value", memos, group, Cure.MERGE)


def _contradictions(memos: Sequence[Memo], told: Sequence[Words]) -> Iterator[Finding]:
    by: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for place, each in enumerate(memos):
        if each.attribute and each.value:
            by[each.type, each.subject, each.attribute].append(place)
    taken: set[int] = set()
    for (_, _, attribute), group in by.items():
        if _differ([memos[place].value for place in group], attribute):
            taken.update(group)
            yield _group(Fault.CONTRADICTION, "values", memos, group, Cure.SUPERSEDE)
    for code, groups in (
        ("negation", opposed(told)),
        ("number", recounted(told)),
    ):
        for group in groups:
            if not taken.issuperset(group):
                taken.update(group)
                yield _group(Fault.CONTRADICTION, code, memos, group, Cure.LOOK)


def _differ(values: Sequence[str], attribute: str) -> bool:
    return any(
        not attribute_chain.same(values[0], each, attribute)
        and not attribute_chain.same(each, values[0], attribute)
        for each in values[1:]
    )


def _worth(memo: Memo) -> tuple[float, int, int]:
    told = len(words(memo.content).meant)
    return memo.importance or 0.0, told, -(memo.at or 0)


def _group(fault: Fault, code: str, memos: Sequence[Memo], group: list[int], cure: Cure) -> Finding:
    """What is kept of a group is what was said last; of those that say the same, what matters
    more, and then what tells more."""
    members = [memos[place] for place in group]
    if fault is Fault.DUPLICATE:
        kept = max(members, key=_worth)
    else:
        kept = max(members, key=lambda each: (each.at or 0, each.ref))
    others = [each for each in members if each is not kept]
    return Finding(
        fault=fault,
        code=code,
        refs=tuple(each.ref for each in others),
        excerpt=f"{excerpt(kept.content)} / {excerpt(others[0].content)}",
        cure=cure,
        keep=kept.ref,
    )
