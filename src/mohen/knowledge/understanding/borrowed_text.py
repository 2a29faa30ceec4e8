"""Text that is not its author's own: pasted, dictated, put in by a host, or said in a role play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from mohen.core.values import dataclass
from mohen.knowledge.consolidation.model import Fragment, Frame, Tag
from mohen.knowledge.policy import Screening
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import width

# -- Parts that are played, and texts that are dictated, over several messages of a session.
#
# 我们来玩角色扮演，你是海盗我是船长: from here on nobody speaks of themselves, until 好了不玩了,
# "back to reality", a long silence or the end of the session. An assistant that is to pretend
# something for once (pretend I'm five and explain gravity) opens nothing.


ROLE_PLAY_ZH = (
    r"(?:我们|咱们?|来|一起|现在|接下来|开始|继续|我想[跟和]你|[陪跟和]我)(?:一起|来|再|就|开始|继续|玩|做|进行|搞|一?[个次场]"
    r"|点|跟我|和我|你){0,9}角色扮演"
)
_HINT = LazyPattern(
    r"演|玩|你来[当做]|假装|过家家|口述|接龙|轮流|合写|scene|skit|[Rr]ole|[Pp]retend|play"
    r"|ou be |ictate|rite|urns"
)
_BE_ZH = r"(?:来|就)?(?:是|当|演|扮演|做)"
_BE_EN = r"(?:['’]re|['’]m|['’]ll be| are| am| will be| be|['’]ll play| will play| play)"
_OPENS = LazyPattern(
    rf"{ROLE_PLAY_ZH}(?!游戏)|(?:^|\n)[^\S\n]*角色扮演(?=[：:，,\s]|$)|我来扮演|过家家吧|来玩?过家家"
    rf"|(?:扮演|玩|演|假装)[^。！？\n]{{0,20}}?(?:你{_BE_ZH}[^。！？\n]{{1,12}}?我{_BE_ZH}"
    rf"|我{_BE_ZH}[^。！？\n]{{1,12}}?你{_BE_ZH})"
    rf"|你(?:来?扮?演|来[当做])[^。！？\n]{{1,12}}?我{_BE_ZH}|我扮?演[^。！？\n]{{1,12}}?你{_BE_ZH}"
    r"|(?:接下来|下面|现在|从现在(?:开始|起)|我来|开始)[^。！？\n]{0,6}口述[^。！？\n]{0,8}(?:小说|故事|剧本)"
    r"|(?:接下来|下面|从现在(?:开始|起))我?(?:说|发|讲)的都是(?:小说|故事|剧情|台词|剧本)"
    r"|来玩?[^。！？\n]{0,4}(?:故事|小说)接龙|我说一[句段][，,]?你(?:接|续|写)一?[句段]"
    r"|(?:我们|咱们)一?起?来?(?:合写|轮流写)[^。！？\n]{0,8}(?:小说|故事)"
    r"|\blet['’]?s (?:all )?(?:play )?pretend\b"
    r"|\b(?:let['’]?s|can we|could we|shall we|(?:do you|i) wan(?:t to|na))"
    r" (?:do an? |do some |start an? |continue (?:our |the )?)?role-?play(?:ing)?\b"
    r"|(?:^|\n)[^\S\n]*role-?play(?=[:,\s]*$|:| with me\b)"
    rf"|\bpretend (?:that )?(?:you|i|we)\b[^.!?\n]{{1,40}}?(?:\band\b|,) ?(?:you|i|we){_BE_EN}\b"
    rf"|\byou{_BE_EN} (?:the|an?) \w[^.!?\n]{{0,20}}?(?:\band\b|,) ?i(?:['’]ll| will) (?:be|play)\b"
    r"|\byou (?:be|play) (?:the|an?) \w[^.!?\n]{0,20}[.,;!]++ ?(?:and )?i"
    r"(?:['’]m| am|['’]ll be| will be|['’]ll play| will play) (?:the|an?|your)\b"
    r"|\blet['’]?s play a game where (?:you|i|we)\b"
    r"|\b(?:i['’]ll|i will|i['’]m going to|let me) dictate\b[^.!?\n]{0,24}"
    r"\b(?:story|novel|chapter|scene|script)\b"
    r"|\blet['’]?s (?:write|do|play|act out|improvise) (?:an? |the |out )?(?:\w+ )?(?:scene|skit)\b"
    r"|\blet['’]?s (?:co-?write|take turns writing)\b[^.!?\n]{0,20}\b(?:story|novel|tale|scene)\b",
    re.IGNORECASE,
)
_CLOSES = LazyPattern(
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
_QUOTED = LazyPattern(r"“[^”]*$|「[^」]*$|『[^』]*$|^[^\"]*\"(?:[^\"]*\"[^\"]*\")*[^\"]*$")
_OWN = (Frame.PLAIN, Frame.LASTS, Frame.FICTION, Frame.SUPPOSED)


@dataclass(frozen=True, slots=True)
class RolePlay:
    """Whether something is played: the line that opened it (0: nothing is), and when the session
    was last heard."""

    since: int = 0
    heard_at: int = 0


def mark_role_play(
    thoughts: list[Fragment], before: RolePlay, *, line: int, at: int, policy: Screening
) -> tuple[list[Fragment], RolePlay]:
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
    return found, RolePlay(since, at)


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
    own = thought.frame in (Frame.PLAIN, Frame.LASTS)
    return replace(thought, tag=Tag.CHAT, frame=Frame.FICTION if own else thought.frame)


# -- What of a message its author typed, and what was pasted, dictated or put in by a host.
#
# Code, logs, data and mail are known line by line by their shape; what is to be translated,
# polished or told on is known by the request that leads to it; an article by its length and by
# never saying I.


Block = tuple[str, Frame]

# What Claude Code tells itself where a conversation has become too long.
_CONTINUED = "This session is being continued from a previous conversation"
# Without any of these a message is prose, or short enough to be looked at as one line.
_SUSPECT = LazyPattern(r"[\n`{}<>|=;]")
_PLAY = LazyPattern(r"扮演|[Rr]ole-?[Pp]lay|[Pp]retend|play a game|\b(?:scene|skit)\b")
_OPENING = LazyPattern(
    r"\s*(?:Read HEARTBEAT|\$ |SELECT |HEARTBEAT_OK|System: |Conversation info"
    r"|Current time: |Sender |\["
    r"|[\w.]*(?:Error|Exception|Warning): |[A-Z]{4,7}[:\s]|\d{4}-\d\d-\d\d[T ]|[\w.$]+\("
    r"|[A-Za-z0-9+/_-]{60})"
)
_COLON = LazyPattern(r":(?!\d)|：")
# From here to where it closes, or to the end.
_ENCLOSED = LazyPattern(
    r"(?P<fence>`{3,}|~{3,})(?s:.*?)(?:(?P=fence)|\Z)"
    r"|<(?P<tag>system-reminder|environment_context|user_instructions|user-prompt-submit-hook"
    r"|command-[a-z]+|local-command-[a-z]+|tool_[a-z]+|function_[a-z]+|relevant[-_]memories"
    r"|bash-[a-z]+|task-[a-z]+|ide_[a-z_]+|new-diagnostics"
    r"|memory-context|INSTRUCTIONS)\b[^<>]*>(?s:.*?)(?:</(?P=tag)>|\Z)"
)
_LINE = LazyPattern(
    r"(?P<injected>\s*(?:Conversation info \(untrusted|Sender \(untrusted|Read HEARTBEAT\.md"
    r"|System: |\[System |\[(?:图片|表情|语音|视频|文件|image|photo|sticker|voice|video"
    r"|file|shares)[^\]]*\]\s*$|\[media attached|\[message_id:|Current time: "
    r"|HEARTBEAT_OK))"
    r"|(?P<rest>-{2,}\s?(?:Original|Forwarded) [Mm]essage|发件人[：:]|From: \S.*@)"
    r"|(?P<code>>>> |\.\.\. |\$ \S|#!/|PS [A-Z]:"
    r"|\s*(?:async )?def \w+\(|\s*class \w+[(:]|\s*(?:import [\w.{*]+(?: as \w+)?\s*;?$"
    r"|from [\w.]+ import )"
    r"|\s*(?:const|let|var) [\w{\[][^=]*=|\s*(?:public|private|protected|static) \w+[\s(<]"
    r"|\s*(?:export )?(?:async )?function\s{0,9}\w*\s{0,9}\(|\s*#include\b|\s*//|\s*/\*"
    r"|\s*(?:SELECT\b.*\bFROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE (?:TABLE|INDEX)"
    r"|ALTER TABLE)\b"
    r"|\s*(?:if|for|while|switch)\s*\([^)]*\)\s{0,9}\{?\s*$|\s*(?:else|try|finally)\s*[:{]\s*$"
    r"|\s*(?:return|raise|yield) [^\u3400-\u9fff]*[;)\]'\"]\s{0,9}$"
    r"|\s*[\w.$\[\]]+\([^\u3400-\u9fff]*\)\s{0,9}[;{:]?\s{0,9}$"
    r"|\s*[\w.$\[\]'\"]+ ?[-+*/]?= ?[^\u3400-\u9fff=>][^\u3400-\u9fff]*[;)\]}'\"]\s{0,9}$"
    r"|\s*</?[A-Za-z][\w-]*(?:\s[^>]*)?/?>|\s*<!"
    r"|diff --git |@@ -\d|\+\+\+ [ab/]|--- [ab/]|index [0-9a-f]{7})"
    r"|(?P<mail>\s*>|On .{6,80} wrote:\s*$|.{2,40}写道[：:]\s*$)"
    r"|(?P<output>\s*(?:Traceback \(most recent|File \".*\", line \d|at [\w$.<>/]+ ?\("
    r"|Exception in thread"
    r"|Caused by: |npm ERR!|[\w.]*(?:Error|Exception|Warning): |\[?(?:INFO|WARN|WARNING"
    r"|ERROR|DEBUG|TRACE|FATAL)\]?[:\s])"
    r"|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*\s+\[?[A-Z]{4,7}\b"
    r"|\[?\d\d:\d\d:\d\d\]?\s+\[?[A-Z]{4,7}\b"
    r"|\s*[\[{]\s*(?:[\"\[{]|$)|\s*\"[\w -]+\"\s*:\s|\s*[\]})]+[,;]?\s*$"
    r"|\s*(?=\S*\d)(?=\S*[A-Za-z])[A-Za-z0-9+/=_-]{60,}\s*$)"
    r"|(?P<table>\s*\|.*\|\s*$)"
)
_FRAMES = {
    "injected": Frame.INJECTED,
    "code": Frame.CODE,
    "mail": Frame.PASTED,
    "output": Frame.OUTPUT,
    "table": Frame.PASTED,
}
_GOES_ON = LazyPattern(
    r"[ \t]+\S|[+@-]"
)  # inside code and data: an indented line, a line of a diff

_ASKED_ZH = r"(?:请你?|麻烦你?|帮我?|给我|替我|能不能|可以|能|你|再|先|用[^，。：:\n]{1,10}){0,9}"
_TEXT_ZH = (
    r"(?:翻译|润色|总结|概括|改写|校对|修改|纠错|改错|分析|解释|点评|评价|缩写|提炼|归纳"
    r"|看)"
)
_TALE_ZH = (
    r"(?:续写|接着写|继续写|扩写|仿写|改编)|(?:写|编|创作)[^，。：:\n]{0,16}(?:故事|小说"
    r"|剧本|童话|诗|歌词|台词|独白|日记|开头|片段)"
)
# 写一篇小说，我是一个潜水员: to the end of the sentence it is the tale that speaks.
TALE = LazyPattern(
    r"(?<!\s)\s*(?:请你?|麻烦你?|帮我?|给我|替我|你|再|先){0,9}+(?:用[^，。：:\n]{1,10}?)?"
    rf"(?:{_TALE_ZH})"
)
_TEXT_EN = (
    r"(?:translate|summari[sz]e|proofread|rewrite|rephrase|paraphrase|polish|edit|correct"
    r"|fix|improve"
    r"|analy[sz]e|explain|review|shorten|simplify)"
)
_TALE_EN = (
    r"(?:continue|finish|extend|write|tell)\b[^.!?:\n]{0,40}\b(?:story|novel|tale|poem|song"
    r"|lyrics|script|scene|dialogue|monologue|diary|chapter)"
)
_PLEASE_EN = r"(?:please |pls |can you |could you |would you |help me |now |and |hey,? )*"
# Which of these fits best: a list is theirs to choose from, and nobody tells of themselves in it.
_CHOOSE_EN = r"(?:select|choose|pick|compare|rank|rate|classify|label|match)"
_CHOOSE_ZH = r"(?:从[^，。：:\n]{1,12})?(?:选择|选出|挑选|挑出|比较|分类|判断|打分|排序|匹配)"
# After the request, its colon or the end of its line, comes what is not the speaker's own word.
_LEADS = LazyPattern(
    rf"(?:^|(?<=[。！？!?\n.])\s{{0,9}}+)(?:"
    rf"{_ASKED_ZH}(?:把|将)?(?:(?P<tale>{_TALE_ZH})"
    rf"|{_TEXT_ZH})[^，。！？：:\n]{{0,24}}(?:[：:]\s*|(?:这|那|下面|以下|下列"
    r"|下文)[^，。！？：:\n]{0,14}\n)"
    rf"|{_PLEASE_EN}(?:(?P<told>{_TALE_EN})|{_TEXT_EN})\b[^.!?:\n]{{0,60}}(?::\s|(?:this"
    r"|following|below)\b[^.!?:\n]{0,30}[:.]?\s*\n)"
    rf"|{_PLEASE_EN}{_CHOOSE_EN}\b[^.!?:\n]{{0,80}}:[^\S\n]*\n"
    rf"|{_ASKED_ZH}{_CHOOSE_ZH}[^。！？：:\n]{{0,40}}[：:][^\S\n]*\n"
    r"|here(?:['’]s| is) (?:my|the|an?) (?:\w+ ){0,2}(?:essay|story|text|draft|letter|speech"
    r"|paragraph|email|poem|bio|introduction|scene|chapter|post|message|statement)"
    r"[^.!?:\n]{0,30}:\s)",
    re.IGNORECASE,
)
_LEADING = LazyPattern(
    r"翻译|润色|总结|概括|改写|校对|修改|纠错|改错|分析|解释|点评|评价|缩写|提炼|归纳|看"
    r"|续写|接着写|继续写|扩写|仿写|改编|写|编|创作"
    r"|ranslate|ummari|roofread|ewrite|ephrase|araphrase|olish|edit|Edit|orrect|fix|Fix"
    r"|mprove|naly|xplain|eview|elect|hoose|pick|Pick|ompare|rank|Rank|rate|Rate|lassify|label"
    r"|Label"
    r"|match|Match|选|挑|比较|分类|判断|打分|排序|匹配"
    r"|horten|implify|ontinue|inish|xtend|rite|tell|Tell|ere['’]s |ere is "
)
_PLAYED = LazyPattern(
    rf"{ROLE_PLAY_ZH}|(?:^|\n)[^\S\n]*角色扮演"
    r"|(?:你|我)(?:来)?扮演"
    r"|(?:let's|can we|want to|do an?|start an?|^)\s*role-?play|\bpretend (?:that )?(?:i|we"
    r"|you)\b"
    r"|let['’]?s (?:pretend|play a game"
    r"|(?:write|do|play|act out|improvise) (?:an? |the |out )?(?:\w+ )?(?:scene|skit)\b)",
    re.IGNORECASE,
)
_OWN_AGAIN = LazyPattern(
    r"\n[^\S\n]*\n[^\S\n]*(?=对了|另外|还有|顺便|话说|以上|这是我"
    r"|by the way|btw\b|also,|oh,|that's|ps\b)",
    re.IGNORECASE,
)
# Chapter 3. My father was a fisherman: who says I in it is made up. And what nobody says to those
# who help them: it is a scene.
_TOLD = LazyPattern(
    r"\s*(?:#+ *)?(?:Chapter|CHAPTER|Prologue|PROLOGUE|Epilogue|EPILOGUE|Scene|SCENE)"
    r"(?: (?:\d+|[IVXL]+|[A-Z][a-z]+(?:-[a-z]+)?))?(?:[.:]| ?[-–—]|\n)\s*\S"
    r"|(?![Nn]o )(?:[Hh]ere['’]?s |[Tt]his is )?(?:[Aa]n? )?(?:\w+ )?"
    r"(?:[Jj]oke|[Rr]iddle|[Ll]imerick|pun) ?: ?\S"
    r"|I(?:['’]m| am) [A-Z]\w+, (?:king|queen|lord|lady|emperor|empress|prince|princess|knight|god"
    r"|goddess|destroyer|slayer|guardian) of\b"
    r"|I (?:draw|step|turn|cast|swing|grab|reach|push|pull|look|climb|creep|kick|enter|approach"
    r"|aim|open"
    r"|stumble|(?:walk|run) (?:in|into|through|up|toward|over|out)) [^.!?\n]*[.!] (?:The|He|She"
    r"|A) \w+ "
    r"|(?:.*\b)?[Yy]ou (?:killed|murdered|betrayed|abandoned|poisoned|kidnapped|cursed|raised|shot"
    r"|stabbed) (?:my|me|him|her|us|our|them)\b",
    re.DOTALL,
)
_ONESELF = LazyPattern(r"我|\b(?:I|my|I'm|I've|me)\b")


def blocks(text: str, policy: Screening) -> list[Block]:
    """Splits a message into blocks, each with its frame; joined they are the message."""
    if text.startswith(_CONTINUED):
        return [(text, Frame.INJECTED)]
    if len(text) > policy.read:
        head, tail = _ends(text, policy)
        middle = text[head : len(text) - tail]
        return [
            *blocks(text[:head], policy),
            (middle, Frame.PASTED),
            *blocks(text[len(text) - tail :], policy),
        ]
    if _TOLD.match(text):
        return [(text, Frame.FICTION)]
    if not (_SUSPECT.search(text) or _OPENING.match(text)):
        if len(text) < policy.pasted and not (_COLON.search(text) or _PLAY.search(text)):
            return [(text, Frame.PLAIN)]
        return list(_judged((text, Frame.PLAIN), policy))
    found: list[Block] = []
    for piece, frame in _enclosed(text):
        found += [(piece, frame)] if frame else _by_lines(piece)
    return [each for block in found for each in _judged(block, policy)]


def _ends(text: str, policy: Screening) -> tuple[int, int]:
    """Nobody types so much: what the author says to it stands in its first or last lines."""
    head = text.rfind("\n", 0, policy.ends) + 1
    last = text.find("\n", len(text) - policy.ends)
    return head, 0 if last < 0 else len(text) - last


def _enclosed(text: str) -> Iterator[Block]:
    at = 0
    for match in _ENCLOSED.finditer(text):
        yield text[at : match.start()], Frame.PLAIN
        yield match.group(), Frame.CODE if match["fence"] else Frame.INJECTED
        at = match.end()
    yield text[at:], Frame.PLAIN


def _by_lines(text: str) -> list[Block]:
    found: list[tuple[list[str], Frame]] = []
    frame, to_the_end = Frame.PLAIN, False
    for line in text.splitlines(keepends=True):
        before = frame
        shape = _LINE.match(line)
        if to_the_end or (shape and shape.lastgroup == "rest"):
            frame, to_the_end = Frame.PASTED, True
        elif shape:
            frame = _FRAMES[shape.lastgroup or ""]
        elif line.strip() and not (before in (Frame.CODE, Frame.OUTPUT) and _GOES_ON.match(line)):
            frame = Frame.PLAIN
        if found and frame is before:
            found[-1][0].append(line)
        else:
            found.append(([line], frame))
    return [("".join(lines), frame) for lines, frame in found]


def _judged(block: Block, policy: Screening) -> Iterator[Block]:
    """Prose that is not the speaker's own word because of what leads to it, or of its length."""
    text, frame = block
    if frame:
        yield block
    elif _LEADING.search(text) and (leads := _LEADS.search(text)):
        told = bool(leads["tale"] or leads["told"])
        own = _OWN_AGAIN.search(text, leads.end())
        end = own.start() if own else len(text)
        yield text[: leads.end()], Frame.PLAIN
        yield text[leads.end() : end], Frame.FICTION if told else Frame.PASTED
        yield from _judged((text[end:], Frame.PLAIN), policy) if own else ()
    elif _PLAY.search(text) and (played := _PLAYED.search(text)):
        begin = max(text.rfind(mark, 0, played.start()) for mark in "\n。！？!?.") + 1
        yield text[:begin], Frame.PLAIN
        yield text[begin:], Frame.FICTION
    else:
        yield text, Frame.PASTED if _is_article(text, policy) else Frame.PLAIN


def _is_article(text: str, policy: Screening) -> bool:
    if len(text) < policy.pasted:
        return False
    wide = width(text, policy.wide)
    own = len(_ONESELF.findall(text)) * policy.oneself * policy.wide
    return wide >= policy.pasted * policy.wide and own < wide
