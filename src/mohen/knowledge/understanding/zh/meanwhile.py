"""The time that a Chinese sentence names once and means throughout: 最近压力大，晚上失眠.

What is told behind 最近 is so lately; of somebody behind 小时候, when the speaker was a child.
Where it is not known whether the time still holds (小时候我家很穷，一直努力), or it is none that
anybody knows (有一次, 当时), nothing is claimed; the message stays in the conversation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from mohen.knowledge.model import USER, Category, EntityType
from mohen.knowledge.understanding.claims import Claim, SpokenOf
from mohen.knowledge.understanding.zh.phrases import ROLE, SELF
from mohen.text.dates import Local
from mohen.text.lazy_pattern import LazyPattern

TOLD_ON = "{}（{} 说）"
SAID = "用户在 {day} 说：“{said}”"  # word by word
# A time of the speaker's own life that is over.
THEN = (
    r"小时候?|童年(?:时期?|的时候)?|年轻的?时候?|上学的?时候?|读书的?时候?"
    r"|(?:上?小学|上?初中|上?高中|上?大学|[幼儿小中大]+学)(?:的?时候?|期间|时期|阶段)"
)
LATELY = r"最近|近来|近期|近日|这[几两]天|这几周|这段时间|这阵子|这些天|这[个几]月"
_LATELY = LazyPattern(rf"[^，]{{0,8}}?(?:{LATELY})(?!的)")
_THEN = LazyPattern(rf"[^，]{{0,6}}?(?:{THEN})(?!的)")
_ONCE = LazyPattern(
    r"[^，]{0,6}?(?:有一?[次天回]|[那某][次天时年]|那段时间|当时|当初)(?!的?[事话])"
)
_NOW = LazyPattern(r"[^，]{0,6}?(?:现在|目前|如今|今年|今天|后来|之后|长大|毕业后|工作后|直到)")
_THEN_THEIRS = LazyPattern(rf"我?(?P<then>{THEN})[，,]?(?=(?:我们?家?的?)?(?:{ROLE})[^们圈])")
_OFTEN = LazyPattern(r"总|偶尔|有时|就会|经常|常常|时常|一直|老是|每|^怕")
# Says by itself when it is so.
_TIMED = LazyPattern(
    rf"{LATELY}|\d|每[天周月年个]|现在|目前|从小|从来|平时|以前|之前|曾|后来|刚|已经|今|去年|小时候"
)

_IS = LazyPattern("(?:一直|也|都)*[的是有叫]")

# What comes and goes: 失眠; not 住院了.
_AILS = LazyPattern("失眠|疼|痛|睡|晕|咳|吐|经常|总|一直")

LATE, PAST, ONCE, AFTER = "lately", "then", "once", "behind then"


def named(text: str) -> str:
    """The kind of time that a clause begins with."""
    for kind, signs in ((LATE, _LATELY), (ONCE, _ONCE), (PAST, _THEN)):
        if signs.match(text):
            return kind
    return ""


def begun(text: str, talk: SpokenOf, *, opens: bool) -> tuple[str, str]:
    """The time that the clause names itself, and the one that it is told in."""
    own = named(text)
    before = talk.meanwhile
    if opens:
        before = AFTER if before in (PAST, AFTER) else ""
    if _NOW.match(text):
        before = ""
    talk.meanwhile = own or before
    return own, before


def theirs(text: str) -> tuple[str, str]:
    """小时候我父亲是军人: when, of the speaker's life, and the rest of it."""
    match = _THEN_THEIRS.match(text)
    return (match["then"], text[match.end() :]) if match else ("", text)


def told_in(
    claims: Iterable[Claim], own: str, before: str, then: str, local: Local
) -> Iterator[Claim]:
    """The claims of a clause with the time that they are told in; without those of which it is not
    known."""
    for each in claims:
        if own == ONCE and each.event_at is None:
            continue
        if then:
            yield _in_childhood(each, then)
        elif own or not before:
            yield each
        elif before == LATE:
            person = (each.who or SELF).type is EntityType.PERSON
            yield lately(each, local) if person and _passes(each) else each
        elif before == AFTER and not _OFTEN.search(each.tail):
            yield each


def _in_childhood(claim: Claim, then: str) -> Claim:
    who = claim.who or SELF
    told = claim.whole or f"{who.shown}{claim.tail}"
    if who.key == USER and who.shown == "用户" and not claim.whole:
        return replace(claim, tail=f"{then}{claim.tail}", attribute="", value="")
    return replace(claim, whole=f"用户{then}，{told}", tail="", attribute="", value="")


def _passes(claim: Claim) -> bool:
    """Whether what a clause tells holds no longer than the time that its sentence names."""
    family = claim.attribute.partition(":")[0]
    if claim.whole or claim.event_at is not None or _IS.match(claim.tail):
        return False
    if _TIMED.search(claim.tail) or claim.category is Category.IDENTITY:
        return False
    return family in ("", "habit") or (family == "health" and bool(_AILS.search(claim.tail)))


def lately(claim: Claim, local: Local, said: str = "最近") -> Claim:
    """我最近总是加班: not as a rule. `said`: the word of time itself."""
    tail = f"{said}{claim.tail}"
    if claim.attribute.startswith("habit:") or not claim.attribute:
        return replace(claim, tail=tail, attribute="", value="")
    return replace(claim, tail=TOLD_ON.format(tail, local.day.isoformat()))


def of_lately(claim: Claim) -> bool:
    """Whether a template's claim says too little without the 最近 that it was said with."""
    family = claim.attribute.partition(":")[0]
    if family == "health":
        return not _IS.match(claim.tail) and bool(_AILS.search(claim.tail))
    over = claim.ended and family in ("relation", "job", "employer") and not claim.whole
    return family == "habit" or claim.attribute == "status:marital" or over
