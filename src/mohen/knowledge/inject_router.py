"""Decides which message is given memories, why, and how many (R221).

What asks for memories in words comes first, then what speaks of the past or of likes, then the
people and projects that are known, then work to be done for somebody; of anything else only what
it surely speaks of. Chit-chat gets nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from mohen.core.values import dataclass
from mohen.knowledge.model import EntityType, Way
from mohen.knowledge.policy import Inject
from mohen.text.lazy_pattern import LazyPattern

_EXPLICIT = LazyPattern(
    r"(?:你|您)?(?:还|還)?(?:记得|記得)(?:吗|嗎|不|我|么|上|之前|那|是)?|帮我(?:回忆|想想|想一下)|幫我(?:回憶|想想)"
    r"|(?:回忆|回憶)一下|你(?:知道|了解)我|关于我你?知道|我(?:说过|说过的|告诉过你|跟你说过|提过)"
    r"|\b(?:do|can|did) you (?:still )?(?:remember|recall)\b|\bremind me\b|\brecall\b"
    r"|\bwhat do you (?:know|remember)\b|\bi (?:told|mentioned)\b|\bremember (?:when|that|what)\b",
    re.IGNORECASE,
)
_PAST = LazyPattern(
    r"之前|上次|以前|上回|前几天|昨天|前天|上周|上个月|去年|当时|刚才|那次|曾经"
    r"|\b(?:last (?:time|week|month|year|night)|previously|earlier|before|yesterday|the other day"
    r"|back then|used to|ago)\b",
    re.IGNORECASE,
)
_PREFERENCE = LazyPattern(
    r"我(?:最|很|比较|不)?(?:喜欢|讨厌|爱|恨|偏好|习惯|想吃|想喝|受不了)|我的(?:喜好|偏好|口味|习惯|爱好)"
    r"|\bi (?:really |usually |don't |do not )?(?:like|love|hate|prefer|enjoy|dislike)\b"
    r"|\bmy (?:favou?rite|taste|preference|preferences|habit|habits)\b",
    re.IGNORECASE,
)
_RELATION = LazyPattern(
    r"我(?:的)?(?:爸爸?|妈妈?|父亲|母亲|父母|爷爷|奶奶|外公|外婆|哥哥?|姐姐?|弟弟?|妹妹?|老婆|老公|妻子|丈夫"
    r"|女朋友|男朋友|女友|男友|对象|儿子|女儿|孩子|朋友|同事|老板|室友|同学|老师|家人|猫|狗|宠物)"
    r"|\bmy (?:mom|mum|mother|dad|father|parents?|wife|husband|partner|girlfriend|boyfriend|sister"
    r"|brother|son|daughter|kids?|child|children|friends?|boss|colleagues?|roommate|family|cat|dog"
    r"|pet)\b",
    re.IGNORECASE,
)
_TASK = LazyPattern(
    r"(?:帮|替|给|为)(?:我|忙)|推荐|建议|安排|计划|规划|预订|订(?:个|一|餐|票|酒店)|点(?:个|一份|餐|外卖)|做(?:饭|菜)"
    r"|菜谱|食谱|买(?:什么|点|个)|送(?:什么|给)|礼物|怎么(?:办|写|做|选)|写(?:一|个|封|篇|段)|起草|总结|翻译|提醒"
    r"|\b(?:help me|recommend|suggest|plan|book|order|cook|recipe|draft|write|schedule|buy|gift"
    r"|choose|pick|summari[sz]e|translate|prepare)\b",
    re.IGNORECASE,
)
# Possessive: a long row of 哈 must not be tried in every way; so the longer word comes first.
_CHIT_CHAT = LazyPattern(
    r"(?:你好|您好|嗨|哈喽|早上?好?|早安|午安|晚上?好|晚安|在吗|在么|谢谢[你您啦]?|多谢|辛苦了?|好[的呀吧]?|行"
    r"|嗯|哦|噢|收到|明白了?|知道了|了解|没事|没关系|不客气|再见|拜拜|呵|嘿|6{3}|赞|牛|厉害|真棒|太好了"
    r"|不错|是的?|对的?|okay|ok|k\b|hi\b|hello|hey|yo\b|thank you|thanks?|thx|ty\b|cool|nice|great"
    r"|awesome|good (?:morning|night|evening)|bye|see you|lol|haha|yes|yep|yeah|nope|no\b|sure"
    r"|got it|np\b|sounds good|perfect|[啊呀吧呢哈啦哦了的~～!！?？.。,，、…\s]"
    r"|[\U0001f300-\U0001faff☀-➿])++",
    re.IGNORECASE,
)
_ASKED = (Way.EXPLICIT, Way.PAST, Way.PREFERENCE)

REASONS: Mapping[Way, tuple[str, str]] = {
    Way.EXPLICIT: ("the message asks for what is remembered", "消息要求回忆"),
    Way.PAST: ("the message speaks of the past", "消息提到过去"),
    Way.PREFERENCE: ("the message speaks of likes and dislikes", "消息提到喜好"),
    Way.PEOPLE: ("the message speaks of people who are known", "消息提到认识的人"),
    Way.PROJECT: ("the message speaks of a project that is known", "消息提到已知的项目"),
    Way.TASK: ("the message asks for work that memories may help", "消息是可借助记忆的任务"),
    Way.MEANING: ("the message speaks of something that is known", "消息谈及已知的事"),
    Way.NONE: ("nothing that is known fits the message", "没有与消息相关的记忆"),
}
CHIT_CHAT = ("chit-chat needs no memories", "闲聊不需要记忆")
OFF = (
    "injection is switched off (`mohen config set injection-enabled true`)",
    "记忆注入已关闭（`mohen config set injection-enabled true`）",
)


@dataclass(frozen=True, slots=True)
class Route:
    way: Way
    count: int
    question: str  # the message without the words that only ask; empty: for anything

    @property
    def is_asked(self) -> bool:
        """Whether the message itself asks for memories."""
        return self.way in _ASKED


def is_chit_chat(message: str) -> bool:
    """The whole of it, and nothing in it but that (C47)."""
    return not message.strip() or _CHIT_CHAT.fullmatch(message.strip()) is not None


def route(message: str, named: Mapping[str, EntityType], policy: Inject) -> Route:
    """`named`: the known names that stand in the message."""
    bare = _EXPLICIT.sub(" ", message)
    if bare != message:
        left = _said(bare)
        return Route(Way.EXPLICIT, policy.precise if left else policy.broad, left)
    if _PAST.search(message):
        return Route(Way.PAST, policy.topic, _said(_PAST.sub(" ", message)))
    if _PREFERENCE.search(message):
        return Route(Way.PREFERENCE, policy.precise, message)
    if EntityType.PROJECT in named.values():
        return Route(Way.PROJECT, policy.topic, message)
    if named or _RELATION.search(message):
        return Route(Way.PEOPLE, policy.topic, message)
    if _TASK.search(message):
        return Route(Way.TASK, policy.topic, message)
    return Route(Way.MEANING, policy.precise, message)


_EMPTY = LazyPattern(
    r"(?:[\s，。！？、,.!?~…]|你|我|吗|嗎|呢|什么|哪些|一下|的|些|关于|事情|事|都|有|聊过|说过"
    r"|\b(?:me|about|what|do|you|i|of|the|things?|everything|anything|please|know)\b)+",
    re.IGNORECASE,
)


def _said(text: str) -> str:
    """What is left to look for; nothing where only asking words are left."""
    return "" if _EMPTY.fullmatch(text) else text.strip()


def telling(
    asked: Iterable[str], spread: Mapping[str, int], total: int, policy: Inject
) -> frozenset[str]:
    """Words of a message that few items hold: who shares one speaks of the same thing."""
    most = max(policy.rare_items, total * policy.rare_share)
    return frozenset(each for each in asked if len(each) > 1 and 0 < spread.get(each, 0) <= most)


def fits(
    words: frozenset[str],
    likeness: float | None,
    tells: frozenset[str],
    route: Route,
    policy: Inject,
) -> bool:
    """Whether an item of these words surely belongs to the message."""
    least = policy.alike_asked if route.is_asked else policy.alike
    return not tells.isdisjoint(words) or (likeness or 0.0) >= least
