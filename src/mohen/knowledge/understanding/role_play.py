"""Parts that are played, and texts that are dictated, over several messages of a session.

我们来玩角色扮演，你是海盗我是船长: from here on nobody speaks of themselves, until 好了不玩了,
"back to reality", a long silence or the end of the session. An assistant that is to pretend
something for once (pretend I'm five and explain gravity) opens nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from mohen.knowledge.consolidation.model import Fragment, Frame, Tag
from mohen.knowledge.policy import Screening

ROLE_PLAY_ZH = (
    r"(?:我们|咱们?|来|一起|现在|接下来|开始|继续|我想[跟和]你|[陪跟和]我)(?:一起|来|再|就|开始|继续|玩|做|进行|搞|一?[个次场]"
    r"|点|跟我|和我|你)*角色扮演"
)
_HINT = re.compile(
    r"演|玩|假装|过家家|口述|接龙|轮流|合写|[Rr]ole|[Pp]retend|play|ou be |ictate|rite|urns"
)
_BE_ZH = r"(?:来|就)?(?:是|当|演|扮演|做)"
_BE_EN = r"(?:['’]re|['’]m|['’]ll be| are| am| will be| be|['’]ll play| will play| play)"
_OPENS = re.compile(
    rf"{ROLE_PLAY_ZH}(?!游戏)|(?:^|\n)\s*角色扮演(?=[：:，,\s]|$)|我来扮演|过家家吧|来玩?过家家"
    rf"|(?:扮演|玩|演|假装)[^。！？\n]{{0,20}}?(?:你{_BE_ZH}[^。！？\n]{{1,12}}?我{_BE_ZH}"
    rf"|我{_BE_ZH}[^。！？\n]{{1,12}}?你{_BE_ZH})"
    rf"|你来?扮?演[^。！？\n]{{1,12}}?我{_BE_ZH}|我扮?演[^。！？\n]{{1,12}}?你{_BE_ZH}"
    r"|(?:接下来|下面|现在|从现在(?:开始|起)|我来|开始)[^。！？\n]{0,6}口述[^。！？\n]{0,8}(?:小说|故事|剧本)"
    r"|(?:接下来|下面|从现在(?:开始|起))我?(?:说|发|讲)的都是(?:小说|故事|剧情|台词|剧本)"
    r"|来玩?[^。！？\n]{0,4}(?:故事|小说)接龙|我说一[句段][，,]?你(?:接|续|写)一?[句段]"
    r"|(?:我们|咱们)一?起?来?(?:合写|轮流写)[^。！？\n]{0,8}(?:小说|故事)"
    r"|\blet['’]?s (?:all )?(?:play )?pretend\b"
    r"|\b(?:let['’]?s|can we|could we|shall we|(?:do you|i) wan(?:t to|na))"
    r" (?:do an? |do some |start an? |continue (?:our |the )?)?role-?play(?:ing)?\b"
    r"|(?:^|\n)\s*role-?play(?=[:,\s]*$|:| with me\b)"
    rf"|\bpretend (?:that )?(?:you|i|we)\b[^.!?\n]{{1,40}}?(?:\band\b|,) ?(?:you|i|we){_BE_EN}\b"
    rf"|\byou{_BE_EN} (?:the|an?) \w[^.!?\n]{{0,20}}?(?:\band\b|,) ?i(?:['’]ll| will) (?:be|play)\b"
    r"|\blet['’]?s play a game where (?:you|i|we)\b"
    r"|\b(?:i['’]ll|i will|i['’]m going to|let me) dictate\b[^.!?\n]{0,24}"
    r"\b(?:story|novel|chapter|scene|script)\b"
    r"|\blet['’]?s (?:co-?write|take turns writing)\b[^.!?\n]{0,20}\b(?:story|novel|tale|scene)\b",
    re.IGNORECASE,
)
_CLOSES = re.compile(
    r"(?:不想?|别|不再)(?:再|跟你|和你)*(?:玩|演|扮演)(?:下去|角色扮演|这个|游戏)*了|回到(?:正题|现实|正事|主题|正常)"
    r"|言归正传|说(?:回)?(?:正事|正经的|正题)|(?:结束|停止|退出|跳出)(?:了|这个?|这次|我们的)*"
    r"(?:角色|扮演|游戏|表演|剧情|口述|接龙)|(?:角色扮演|游戏|表演|接龙|口述|故事|小说)(?:就?到此|就?到这|结束|完了|讲完)"
    r"|(?:玩|演|写|念|讲|说|口述)(?:就)?到这(?:里|儿)?(?:吧|了|$|[，,。！!])|恢复正常|做回你?自己"
    r"|\bback to (?:reality|real life|the real world|business|normal|work|the topic|our topic"
    r"|being (?:yourself|you|normal))\b"
    r"|\b(?:stop|end|ending|enough(?: of)?|no more|done with|quit)(?: with)?(?: the| this| our)?"
    r" (?:role-?play(?:ing)?|pretending|game|playing|scene|acting|dictati(?:on|ng))\b"
    r"|\b(?:role-?play|dictation|scene|story) (?:is )?over\b|\bgame over\b"
    r"|\bthat['’]?s (?:the end of|it for) (?:the|my|our) (?:story|chapter|scene|game|role-?play)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"“[^”]*$|「[^」]*$|『[^』]*$|^[^\"]*\"(?:[^\"]*\"[^\"]*\")*[^\"]*$")
_OWN = (Frame.PLAIN, Frame.FICTION, Frame.SUPPOSED)


@dataclass(frozen=True, slots=True)
class Play:
    """Whether something is played: the line that opened it (0: nothing is), and when the session
    was last heard."""

    since: int = 0
    heard_at: int = 0


def play(
    thoughts: list[Fragment], before: Play, *, line: int, at: int, policy: Screening
) -> tuple[list[Fragment], Play]:
    """The thoughts of one message as what they are, and how it stands after them."""
    since = before.since if at - before.heard_at <= policy.played_ms else 0
    found = []
    for place, each in enumerate(thoughts):
        if since and _CLOSES.search(each.text):
            since = 0
        elif _opened(thoughts, place):
            since = since or line
            each = _fiction(each)
        elif since:
            each = _fiction(each)
        found.append(each)
    return found, Play(since, at)


def _opened(thoughts: list[Fragment], place: int) -> bool:
    """Whether a thought, read on to the end of its message, opens a play that is not closed."""
    first = thoughts[place]
    if first.frame not in _OWN or first.quoted or not _HINT.search(first.text):
        return False
    text = "".join(each.text for each in thoughts[place:] if each.frame in _OWN)
    match = _OPENS.search(text)
    if match is None or match.start() >= len(first.text) or _QUOTED.search(text, 0, match.start()):
        return False
    return not _CLOSES.search(first.text, min(match.end(), len(first.text)))


def _fiction(thought: Fragment) -> Fragment:
    return replace(thought, tag=Tag.CHAT, frame=thought.frame or Frame.FICTION)
