"""Parses a question to knowledge: whom it names, which hits are about them, in what order.

Names are exact. Who asks for 机器人_5 is not answered with 机器人_50, nor with 张三丰 for 张三.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from mohen.core.values import dataclass
from mohen.episodes import ranking
from mohen.episodes.policy import Ranking
from mohen.knowledge.model import USER, Glimpse, Item
from mohen.knowledge.policy import Search
from mohen.text import terms
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.remembered import remembered

_REMEMBERED, _CHARS = 16, 100_000  # one question is asked of several
_ITEMS = 512
# A character of a script without spaces, or a whole word or identifier.
_ATOM = LazyPattern(r"[\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7a3]|[^\W\u3040-\ud7a3]+")
_JOINT = LazyPattern(r"[ \t]?|[-'’.·_]")
_HAN = LazyPattern(r"[\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7a3]")
_IDENTIFIER = LazyPattern(r"\w{0,64}[A-Za-z_-]?\d+", re.ASCII)
_WORD_CHARACTER = LazyPattern(r"[A-Za-z0-9_]")
_OF_USER = LazyPattern(r"[我俺咱]|\b(?:i|me|my|mine|myself|i'm|i've)\b", re.IGNORECASE)
# 我妈, my mom: as it is said of the user's own people → the names they are kept under.
_KIN = tuple(
    (
        LazyPattern(rf"[我俺咱]家?的?(?:{han})|\bmy (?:{latin})\b", re.IGNORECASE),
        tuple(names.split()),
    )
    for han, latin, names in (
        ("妈妈?|母亲|老妈", "mom|mum|mother|mama", "妈妈 mother"),
        ("爸爸?|父亲|老爸", "dad|father|papa", "爸爸 father"),
        ("老婆|妻子|太太|媳妇", "wife", "妻子 wife"),
        ("老公|丈夫", "husband", "丈夫 husband"),
        ("女朋友|女友", "girlfriend", "女朋友 girlfriend"),
        ("男朋友|男友", "boyfriend", "男朋友 boyfriend"),
        ("哥哥?|弟弟?", "brother", "哥哥 弟弟 brother"),
        ("姐姐?|妹妹?", "sister", "姐姐 妹妹 sister"),
        ("儿子", "son", "儿子 son"),
        ("女儿", "daughter", "女儿 daughter"),
        ("老板|上司|领导", "boss|manager", "上司 boss"),
    )
)
_NOBODY = frozenset(("用户", "user", "User", "USER"))


def searchable(item: Item) -> str:
    """What an item can be found by: what it says, of whom, and what of them."""
    named = (each for each in item.entities if each not in item.content)
    value = "" if item.value in item.content else item.value
    return "\n".join(part for part in (item.content, *named, value) if part)


def words(item: Item) -> frozenset[str]:
    """The terms that an item can be found by."""
    return _terms(searchable(item))


@remembered(_ITEMS, _CHARS)  # what is known of somebody is found again and again
def _terms(text: str) -> frozenset[str]:
    return frozenset(terms.expand(text))


def asks_of_user(text: str) -> bool:
    """Of themselves: 我妈身体怎么样 asks of somebody else."""
    for said, _ in _KIN:
        text = said.sub(" ", text)
    return _OF_USER.search(text) is not None


def kin(text: str) -> list[str]:
    """The user's own people that a question is about, by the names they are kept under."""
    return [name for said, names in _KIN if said.search(text) for name in names]


@remembered(_REMEMBERED, _CHARS)
def guesses(text: str, policy: Search) -> tuple[str, ...]:
    """Pieces of a question that may be somebody's name, the longest of each place first; of a
    long text only shorter pieces are tried."""
    atoms = list(_ATOM.finditer(text))
    span = max(2, min(policy.name_chars, policy.name_guesses // (len(atoms) or 1)))
    joined = [
        bool(_JOINT.fullmatch(text, one.end(), after.start())) for one, after in pairwise(atoms)
    ]
    words = [not _HAN.match(each.group()) for each in atoms]
    found: dict[str, None] = dict.fromkeys(kin(text))
    for start in range(len(atoms)):
        for end in reversed(_ends(joined, words, start, span, policy)):
            piece = text[atoms[start].start() : atoms[end].end()]
            if len(piece) > 1:
                found.update(dict.fromkeys(_spellings(piece)))
    kept = [each for each in found if each not in _NOBODY]
    return tuple(kept[: policy.name_guesses])


def _ends(
    joined: Sequence[bool], words: Sequence[bool], start: int, span: int, policy: Search
) -> list[int]:
    """Where a name that begins here may end: before a gap, or at too many words."""
    ends, spaced = [], 0
    for end in range(start, min(len(words), start + span)):
        spaced += words[end]
        if (end > start and not joined[end - 1]) or spaced > policy.name_words:
            break
        ends.append(end)
    return ends


def _spellings(piece: str) -> tuple[str, ...]:
    return (piece, piece.title(), piece.lower()) if piece.lower() != piece.upper() else (piece,)


def longest(names: Iterable[str]) -> list[str]:
    """Without those that are part of another."""
    found = sorted(set(names), key=lambda each: (-len(each), each))
    return [
        each
        for place, each in enumerate(found)
        if not any(each in longer for longer in found[:place])
    ]


def identifiers(text: str) -> list[str]:
    """Numbered things that a question names, whether or not anybody spoke of them."""
    found = []
    for atom in _IDENTIFIER.finditer(text):
        before = re.search(
            r"(?<![^\W\d_])[^\W\d_]+[-_]?$", text[max(0, atom.start() - 64) : atom.start()]
        )
        name = (before.group() if before else "") + atom.group()
        if len(name) > len(atom.group()) or "_" in name or "-" in name:
            found.append(name)
    return found


def is_another(content: str, entities: Sequence[str], name: str) -> bool:
    """Whether the name stands there only as a part of another one, or with another number."""
    if name in entities:
        return False
    if name not in content:
        return _is_numbered_otherwise(content, name)
    longer = [each for each in entities if name in each]
    left = content
    for each in longer:
        left = left.replace(each, " ")
    return not _stands_alone(left, name)


def _is_numbered_otherwise(content: str, name: str) -> bool:
    stem = name.rstrip("0123456789")
    if stem == name or len(stem) <= 1:
        return False
    return any(each.isdigit() for each in _following(content, stem))


def _following(text: str, stem: str) -> Iterator[str]:
    """What comes right after it, each time."""
    at = text.find(stem)
    while at >= 0:
        yield text[at + len(stem) : at + len(stem) + 1]
        at = text.find(stem, at + 1)


def _stands_alone(text: str, name: str) -> bool:
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        before = at > 0 and _joined(text[at - 1], name[0])
        after = end < len(text) and _joined(name[-1], text[end])
        if not before and not after:
            return True
        at = text.find(name, at + 1)
    return False


def _joined(left: str, right: str) -> bool:
    return bool(_WORD_CHARACTER.match(left) and _WORD_CHARACTER.match(right))


# What a question asks of somebody, in the keys that statements are kept under.
_ATTRIBUTES = tuple(
    (LazyPattern(cue, re.IGNORECASE), tuple(keys.split()))
    for cue, keys in (
        (r"叫什么|名字|姓名|\bname\b|\bcalled\b|谁\b|\bwho am i\b", "name nickname"),
        (r"多大|几岁|年龄|岁数|\bage\b|\bhow old\b", "age birthday"),
        (r"生日|哪天生|几号生|\bbirthday\b|\bborn\b", "birthday age"),
        (r"住|家在|地址|哪个城市|搬|\bliv(?:e|es|ing)\b|\baddress\b|\bwhich city\b", "location"),
        (
            # Who looks for something near by does not say where that is.
            r"附近|周边|周围|就近|天气|气温|\b(?:near ?by|near (?:me|here|my (?:home|house|place))"
            r"|around here|in my area|weather)\b",
            "location",
        ),
        (r"老家|家乡|哪里人|\bhometown\b|\bfrom where\b|\bcome from\b", "hometown"),
        (r"工作|上班|职业|做什么的|公司|\bjob\b|\bwork(?:s|ing)?\b|\bcareer\b", "job employer"),
        (
            r"学校|大学|读书|专业|年级|\bschool\b|\bmajor\b|\bstud(?:y|ies|ying)\b",
            "school major grade",
        ),
        (r"多高|身高|\bhow tall\b|\bmy height\b", "height"),
        (r"多重|体重|\bweigh\b|\bmy weight\b", "weight"),
        (r"电话|手机号|\bphone\b", "phone"),
        (r"邮箱|\be-?mail\b", "email"),
        (r"过敏|\ballerg", "allergy health"),
        (r"病|健康|身体|\bhealth\b|\bsick\b|\bill(?:ness)?\b|\bcondition\b", "health allergy"),
        (
            r"能吃|能喝|可以吃|吃什么|吃啥|吃.{0,6}吗|餐厅|饭店|菜谱|食谱|外卖|点餐|做饭|做菜|零食|聚餐"
            r"|\b(?:eat|restaurants?|recipes?|snacks?|dinner|lunch|breakfast|meals?|cook)\b",
            "allergy diet",
        ),
        (
            r"吃.{0,4}药|抗生素|开药|用药|\bmedicines?\b|\bantibiotics?\b|\bprescri",
            "allergy medication health",
        ),
        (r"会(?:什么|哪些)|擅长|技能|\bskills?\b|\bgood at\b", "skill language"),
        (r"目标|打算|梦想|\bgoals?\b|\bplans?\b|\bdream\b", "goal"),
        (r"项目|\bprojects?\b", "project"),
        (r"家人|亲戚|结婚|对象|\bfamily\b|\bmarried\b|\brelat", "relation status"),
        (r"时区|\btime ?zone\b", "timezone"),
        (
            r"(?:什么时候|几点|哪天|几号)[^，。？?]{0,6}(?:飞|航班|机票)|我的?(?:下[趟次个])?(?:航班|机票)"
            r"|(?:飞机|航班|机票)[^，。？?]{0,6}(?:什么时候|几点|哪天|几号)"
            r"|\b(?:when|what time|what day|which day)\b[^.?]{0,24}"
            r"\b(?:flights?|plane|fly(?:ing)?)\b|\bmy (?:next )?(?:flight|plane)\b",
            "schedule:飞机 schedule:fly schedule:flying schedule:flight schedule:plane",
        ),
    )
)


# The name and the age of an animal are kept with it, not with whoever has it.
_OF_PET = LazyPattern(r"[猫狗]|宠物|养(?:了|过|着)|\b(?:cat|dog|pet)(?:s|'s)?\b", re.IGNORECASE)

# Which restaurant did you recommend: what was answered is asked for, not what the user may eat.
_OF_ANSWER = LazyPattern(
    r"你[^，。？?]{0,6}?(?:推荐|建议|介绍|提|说|讲|告诉我?)[到及]?(?:的|过|了)"
    r"|你(?:之前|上次|以前|刚才|当时|曾经?)[^，。？?]{0,4}(?:推荐|建议|介绍|提|说|讲|告诉)"
    r"|\b(?:did|have|had) you (?:\w{1,12} )?"
    r"(?:recommend|suggest|say|said|tell|told|mention|list|give)"
    r"|\byou (?:\w{1,12} )?(?:recommended|suggested|told|mentioned|said|gave|listed)\b",
    re.IGNORECASE,
)


def attributes(text: str) -> tuple[str, ...]:
    """What a question asks of somebody; nothing where it does not say."""
    if _OF_ANSWER.search(text):
        return ()
    if _OF_PET.search(text):
        return ("pet",)
    found = (key for cue, keys in _ATTRIBUTES if cue.search(text) for key in keys)
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question is about."""

    names: tuple[str, ...] = ()  # that are known
    numbered: tuple[str, ...] = ()
    user: bool = False
    attributes: tuple[str, ...] = ()
    kin: bool = False  # the user's own people, whether anything is known of them or not
    days: tuple[int, int] | None = None  # what is on them: from the one moment, before the other

    @property
    def subjects(self) -> tuple[str, ...]:
        """Of whom: those it names, and whoever asks, unless it only names others."""
        others = bool(self.names) or self.kin
        return self.names if others and not self.user else (*self.names, USER)

    def is_about(self, glimpse: Glimpse, entities: Sequence[str]) -> bool:
        if self.names:
            return any(name in entities or name == glimpse.subject for name in self.names)
        return self.user and glimpse.subject == USER

    def refuses(self, glimpse: Glimpse, entities: Sequence[str]) -> bool:
        """Whether it speaks of something else whose name only looks like the asked one."""
        asked = (*self.names, *self.numbered)
        return any(is_another(glimpse.content, entities, name) for name in asked)


def rank(
    found: Iterable[Glimpse],
    asked: Asked,
    entities: Mapping[int, Sequence[str]],
    *,
    words: Mapping[int, float],
    cosines: Mapping[int, float],
    answers: Collection[int] = (),
    least: float,
    trust: float,
    policy: Search,
) -> list[tuple[Glimpse, ranking.Ranked]]:
    """Best first. The engine is recall's: an item's score stands for strength, and being about
    whom was asked for the scene. `answers`: those kept under the very key that was asked for;
    `least`: the cosine from which likeness alone is a reason to show something."""
    by_id: dict[str, Glimpse] = {}
    hits: list[ranking.Hit] = []
    for each in found:
        named = entities.get(each.pk, ())
        text, near = words.get(each.pk), cosines.get(each.pk)
        # Where the very thing that was asked for is known, being the user's is not enough.
        whose = asked.is_about(each, named) and (bool(asked.names) or not answers)
        about = each.pk in answers or whose
        # There must be a reason to show it: a word, a likeness, or a name that was asked for.
        alike = near is not None and near >= least
        known = each.pk in answers or bool(about and asked.names)
        if not (text is not None or alike or known) or (not about and asked.refuses(each, named)):
            continue
        by_id[each.id] = each
        hits.append(ranking.Hit(each.id, each.created_at, each.score, about, text, near))
    weights = Ranking(scene_weight=policy.about_weight, strength_weight=policy.score_weight)
    return [(by_id[each.key], each) for each in ranking.rank(hits, trust=trust, policy=weights)]


def explain(reason: ranking.Reason, asked: Asked, *, dated: bool = False) -> tuple[str, str]:
    """The reason in one short line, English and Chinese. `dated`: it is on a day asked for."""
    said: list[tuple[str, str]] = []
    if dated:
        said.append(("on the days asked for", "在所问的日子"))
    if reason.scene and asked.names:
        names = ", ".join(asked.names), "、".join(asked.names)
        said.append((f"about {names[0]}", f"关于{names[1]}"))
    elif reason.scene:
        said.append(("about the user", "关于用户"))
    if reason.text_share is not None:
        share = f"{reason.text_share:.0%}"
        said.append((f"words {share} of the best", f"用词为最佳的 {share}"))
    if reason.cosine is not None:
        said.append((f"meaning {reason.cosine:.2f}", f"语义 {reason.cosine:.2f}"))
    english, chinese = zip(*said, strict=True)
    return " · ".join(english), " · ".join(chinese)


def by_score(score: float) -> tuple[str, str]:
    return f"score {score:.2f}", f"分数 {score:.2f}"
