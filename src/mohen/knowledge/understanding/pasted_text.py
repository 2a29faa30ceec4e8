"""What of a message its author typed, and what was pasted, dictated or put in by a host.

Code, logs, data and mail are known line by line by their shape; what is to be translated,
polished or told on is known by the request that leads to it; an article by its length and by
never saying I.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.consolidation.model import Frame
from mohen.knowledge.policy import Screening
from mohen.knowledge.understanding.role_play import ROLE_PLAY_ZH
from mohen.text.normalize import width

Block = tuple[str, Frame]

# Without any of these a message is prose, or short enough to be looked at as one line.
_SUSPECT = re.compile(r"[\n`{}<>|=;]")
_PLAY = re.compile(r"扮演|[Rr]ole-?[Pp]lay|[Pp]retend|play a game")
_OPENING = re.compile(
    r"\s*(?:Read HEARTBEAT|\$ |SELECT |HEARTBEAT_OK|System: |Conversation info"
    r"|Current time: |Sender |\["
    r"|[\w.]*(?:Error|Exception|Warning): |[A-Z]{4,7}[:\s]|\d{4}-\d\d-\d\d[T ]|[\w.$]+\("
    r"|[A-Za-z0-9+/_-]{60})"
)
_COLON = re.compile(r":(?!\d)|：")
# From here to where it closes, or to the end.
_ENCLOSED = re.compile(
    r"(?P<fence>`{3,}|~{3,})(?s:.*?)(?:(?P=fence)|\Z)"
    r"|<(?P<tag>system-reminder|environment_context|user_instructions|user-prompt-submit-hook"
    r"|command-[a-z]+|local-command-[a-z]+|tool_[a-z]+|function_[a-z]+|relevant[-_]memories"
    r"|memory-context|INSTRUCTIONS)\b[^>]*>(?s:.*?)(?:</(?P=tag)>|\Z)"
)
_LINE = re.compile(
    r"(?P<injected>\s*(?:Conversation info \(untrusted|Sender \(untrusted|Read HEARTBEAT\.md"
    r"|System: |\[System |\[(?:图片|表情|语音|视频|文件|image|photo|sticker|voice|video"
    r"|file|shares)[^\]]*\]\s*$|\[media attached|\[message_id:|Current time: "
    r"|HEARTBEAT_OK))"
    r"|(?P<rest>-{2,}\s?(?:Original|Forwarded) [Mm]essage|发件人[：:]|From: \S.*@)"
    r"|(?P<code>>>> |\.\.\. |\$ \S|#!/|PS [A-Z]:"
    r"|\s*(?:async )?def \w+\(|\s*class \w+[(:]|\s*(?:import [\w.{*]+(?: as \w+)?\s*;?$"
    r"|from [\w.]+ import )"
    r"|\s*(?:const|let|var) [\w{\[][^=]*=|\s*(?:public|private|protected|static) \w+[\s(<]"
    r"|\s*(?:export )?(?:async )?function\s*\w*\s*\(|\s*#include\b|\s*//|\s*/\*"
    r"|\s*(?:SELECT\b.*\bFROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE (?:TABLE|INDEX)"
    r"|ALTER TABLE)\b"
    r"|\s*(?:if|for|while|switch)\s*\([^)]*\)\s*\{?\s*$|\s*(?:else|try|finally)\s*[:{]\s*$"
    r"|\s*(?:return|raise|yield) [^\u3400-\u9fff]*[;)\]'\"]\s*$"
    r"|\s*[\w.$\[\]]+\([^\u3400-\u9fff]*\)\s*[;{:]?\s*$"
    r"|\s*[\w.$\[\]'\"]+ ?[-+*/]?= ?[^\u3400-\u9fff=>][^\u3400-\u9fff]*[;)\]}'\"]\s*$"
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
_GOES_ON = re.compile(r"[ \t]+\S|[+@-]")  # inside code and data: an indented line, a line of a diff

_ASKED_ZH = r"(?:请你?|麻烦你?|帮我?|给我|替我|能不能|可以|能|你|再|先|用[^，。：:\n]{1,10})*"
_TEXT_ZH = (
    r"(?:翻译|润色|总结|概括|改写|校对|修改|纠错|改错|分析|解释|点评|评价|缩写|提炼|归纳"
    r"|看)"
)
_TALE_ZH = (
    r"(?:续写|接着写|继续写|扩写|仿写|改编)|(?:写|编|创作)[^，。：:\n]{0,16}(?:故事|小说"
    r"|剧本|童话|诗|歌词|台词|独白|日记|开头|片段)"
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
# After the request, its colon or the end of its line, comes what is not the speaker's own word.
_LEADS = re.compile(
    rf"(?:^|(?<=[。！？!?\n.])\s*)(?:"
    rf"{_ASKED_ZH}(?:把|将)?(?:(?P<tale>{_TALE_ZH})"
    rf"|{_TEXT_ZH})[^，。！？：:\n]{{0,24}}(?:[：:]\s*|(?:这|那|下面|以下|下列"
    r"|下文)[^，。！？：:\n]{0,14}\n)"
    rf"|{_PLEASE_EN}(?:(?P<told>{_TALE_EN})|{_TEXT_EN})\b[^.!?:\n]{{0,60}}(?::\s|(?:this"
    r"|following|below)\b[^.!?:\n]{0,30}[:.]?\s*\n)"
    r")",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"翻译|润色|总结|概括|改写|校对|修改|纠错|改错|分析|解释|点评|评价|缩写|提炼|归纳|看"
    r"|续写|接着写|继续写|扩写|仿写|改编|写|编|创作"
    r"|ranslate|ummari|roofread|ewrite|ephrase|araphrase|olish|edit|Edit|orrect|fix|Fix"
    r"|mprove|naly|xplain|eview"
    r"|horten|implify|ontinue|inish|xtend|rite|tell|Tell"
)
_PLAYED = re.compile(
    rf"{ROLE_PLAY_ZH}|(?:^|\n)\s*角色扮演"
    r"|(?:你|我)(?:来)?扮演"
    r"|(?:let's|can we|want to|do an?|start an?|^)\s*role-?play|\bpretend (?:that )?(?:i|we"
    r"|you)\b"
    r"|let's (?:pretend|play a game)",
    re.IGNORECASE,
)
_OWN_AGAIN = re.compile(
    r"\n\s*\n\s*(?=对了|另外|还有|顺便|话说|以上|这是我|by the way|btw\b|also,|oh,|that's|ps\b)",
    re.IGNORECASE,
)
_ONESELF = re.compile(r"我|\b(?:I|my|I'm|I've|me)\b")


def blocks(text: str, policy: Screening) -> list[Block]:
    """The message in order; joined they are the message."""
    if len(text) > policy.read:
        head, tail = _ends(text, policy)
        middle = text[head : len(text) - tail]
        return [
            *blocks(text[:head], policy),
            (middle, Frame.PASTED),
            *blocks(text[len(text) - tail :], policy),
        ]
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
