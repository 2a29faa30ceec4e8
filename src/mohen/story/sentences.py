"""Splits a chapter into sentences, each with how it is meant: happening, remembered, dreamt.

What stands in quotation marks is somebody's word and may be a lie; what is dreamt, remembered,
told as a rumour, asked or compared has not happened. Such sentences are kept apart: a finding
that is wrong costs more trust than one that is missed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from mohen.core.values import dataclass
from mohen.story.chapters import Segment
from mohen.text import numerals
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.sentences import told

# -- Words that say how a sentence is meant: as happening now, as a memory, a dream, a doubt.


def _either(han: str, latin: str) -> str:
    """A pattern of Chinese words and of English phrases (between commas), each a whole one."""
    phrases = [rf"\b{each.strip()}\b" for each in latin.split(",")]
    return "|".join((*han.split(), *phrases))


def _words(han: str, latin: str) -> re.Pattern[str]:
    return LazyPattern(_either(han, latin), re.IGNORECASE)


_PAST = _either(
    "那是 那年 那一年 当年 从前 很久以前 多年前 多年以前 小时候 儿时 幼时 回忆里 记忆中 记忆里",
    "(?:long|years|days|weeks|months) (?:ago|earlier|before), back then, in (?:the|her|his) dream,"
    "when (?:he|she) (?:was|had been) (?:a|still a) (?:child|boy|girl), as a (?:child|boy|girl)",
)
OPENS_ASIDE = LazyPattern(
    rf"(?:{numerals.NUMBER}|几|数|多|许多|好几)个?(?:年|月|天|日|周)(?:以|之)?前[，,的]"
    rf"|(?:{numerals.WORD}|many|several|some) (?:years|days|weeks|months) (?:ago|earlier|before)\b"
    rf"|{_PAST}",
    re.IGNORECASE,
)
"""What a paragraph begins with that tells of earlier times."""

DREAM = _words(
    "做了个梦 做了一个梦 做了个长长的梦 梦见 梦到 睡梦中 梦里 梦中 陷入回忆 陷入了回忆"
    " 沉入回忆 思绪回到"
    " 陷入幻觉",
    "dreamed, dreamt, dreaming, in a dream, nightmare, flashback",
)
REMEMBERED = _words(
    "想起 忆起 回忆 记得 忆及 往事 当年 那年 生前 从前 昔日 曾经 以前 那时候",
    "remember(?:ed|s|ing)?, recall(?:ed|s|ing)?, memor(?:y|ies), used to, once, ago,"
    "in those days, had once",
)
RETURNS = _words(
    "回过神 从回忆中 从梦中 惊醒 醒来 醒了 醒过来 睁开眼 睁开了眼 回到现实 如今 而现在 眼下",
    "woke, awoke, wakened, back in the present, snapped out, opened (?:his|her) eyes",
)
HEDGE = _words(
    "如果 要是 假如 倘若 若是 万一 即使 即便 哪怕 除非 以为 据说 听说 传说 传闻 传言 相传"
    " 谣 有人说 都说"
    " 仿佛 好像 似乎 像是 好似 如同 宛如 犹如 一般 似的 一样 差点 险些 几乎 假装 装作 佯装"
    " 扮作 扮成 冒充 谎"
    " 想象 幻想 梦 可能 也许 或许 大概 恐怕 难道 莫非 快要 将要 即将 打算 准备 想要 希望"
    " 盼望 担心 害怕"
    " 怀疑 猜 扮演 饰演 化名",
    "if, unless, as if, as though, like an?, almost, nearly, seem(?:ed|s)?, might, could, would,"
    r"perhaps, maybe, rumou?r\w*, supposedly, allegedly, they s(?:ay|aid), people s(?:ay|aid),"
    r"it (?:was|is) said, thought, believed, pretend\w*, imagin\w*, wish\w*, hop(?:ed|ing),"
    r"fear(?:ed|s|ing), worr\w*, played, disguis\w*, lied",
)
"""What makes a sentence no witness: a condition, a rumour, a likeness, an intention."""

PICTURED = _words(
    "画像 照片 遗像 雕像 画上 画中 戏里 戏台 台上 戏中 故事里 书里 剧本 鬼 魂 幽灵 灵位 牌位"
    " 坟前 墓前",
    r"portrait, photograph\w*, painting, statue, stage, in the play, in the story, ghost\w*,"
    "liked? to say, tombstone, grave",
)
"""What puts the rest of a paragraph out of the world: a picture, a play, a ghost."""

ASKS = LazyPattern(r"[？?][”」』\"’）)]*\s*$")

_UNITS = r"(?P<eu>years?|months?|weeks?|days?)"
JUMP = LazyPattern(
    rf"(?:又|再|这样)?过了(?P<pn>{numerals.NUMBER}|几|数|好几|许多)个?(?P<pu>年|月|天|日|周|星期)"
    rf"|(?P<n>{numerals.NUMBER}|几|数|多|好几|许多|若干|很多)个?"
    r"(?P<u>年|月|天|日|周|星期)(?:之后|以后|后|过去了)"
    r"|(?P<next>第二天|次日|翌日|隔天|第二日|隔日)"
    rf"|(?P<en>{numerals.WORD}|several|many|some|a few|a) {_UNITS} (?:later|after|passed)\b"
    r"|(?P<ennext>the (?:next|following) (?:morning|day|afternoon|evening|night)\b)"
    r"|(?P<vague>(?:years|months|weeks|days) later\b)",
    re.IGNORECASE,
)
"""What a sentence begins with when time has passed."""


# -- A chapter as sentences, each with what may be concluded from it.


FILLER = "\x1f"
"""Stands for each character of a quotation, so that places stay what they were."""

_QUOTED = LazyPattern(
    r"“[^”]{0,999}”|「[^」]{0,999}」|『[^』]{0,999}』|\"[^\"]*\"|‘[^’]{0,999}’(?![A-Za-z])"
)
_LINE_ENDS = LazyPattern(r"[。！？!?…—：:.”」』\"’）)*#]\s*$")
_BREAK = LazyPattern(r"\s*(?:[*＊]\s*){3,}|\s*[-—–=~·◇◆※★☆#]{3,}\s*|\s*#{1,6}\s.*")
_BLANK = " 　"


@dataclass(frozen=True, slots=True)
class Speech:
    """What was said: `start` and `end` are places in the paragraph."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sentence:
    text: str  # as it stands in the file
    plain: str  # quotations blanked
    first: int  # lines of the file
    last: int
    column: int  # of its paragraph
    scene: int  # of the chapter
    present: bool  # told as happening now
    hedged: bool
    asks: bool

    @property
    def sure(self) -> bool:
        """Whether what the sentence says may be taken to have happened."""
        return self.present and not self.hedged and not self.asks


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str
    plain: str
    first: int
    sentences: tuple[Sentence, ...]
    speeches: tuple[Speech, ...]


def paragraphs(segment: Segment) -> Iterator[Paragraph]:
    """A dream or a memory that a paragraph opens with lasts until the text comes back from it,
    or the scene ends."""
    scene, aside = 0, segment.chapter.aside
    for first, text in _blocks(segment):
        if _BREAK.fullmatch(text):
            scene, aside = scene + 1, segment.chapter.aside
            continue
        plain = _QUOTED.sub(_blank, text)
        aside = aside or _opens_aside(plain)
        sentences = []
        for each in _sentences(text, plain, first, present=not aside):
            if each.present and JUMP.match(each.plain):
                scene += 1
            sentences.append(replace(each, scene=scene))
        yield Paragraph(text, plain, first, tuple(sentences), _speeches(text))
        if aside and RETURNS.search(plain) and not segment.chapter.aside:
            scene, aside = scene + 1, False


def _opens_aside(plain: str) -> bool:
    begins = plain.lstrip(_BLANK + '“"')
    return bool(OPENS_ASIDE.match(begins) or DREAM.search(plain))


def _blocks(segment: Segment) -> Iterator[tuple[int, str]]:
    """(first line, text) of each paragraph; a line that ends in the middle of a sentence goes
    on in the next one."""
    start, held = 0, list[str]()
    for at, line in enumerate(segment.lines, start=segment.chapter.first):
        breaks = bool(_BREAK.fullmatch(line))
        if held and (not line.strip() or breaks or _LINE_ENDS.search(held[-1])):
            yield start, "\n".join(held)
            held = []
        if breaks:
            yield at, line
        elif line.strip():
            start = start if held else at
            held.append(line)
    if held:
        yield start, "\n".join(held)


def _blank(match: re.Match[str]) -> str:
    said = match.group()
    return said[0] + FILLER * len(said[1:-1]) + said[-1]


def _speeches(text: str) -> tuple[Speech, ...]:
    return tuple(Speech(m.group()[1:-1], m.start(), m.end()) for m in _QUOTED.finditer(text))


def _sentences(text: str, plain: str, first: int, *, present: bool) -> Iterator[Sentence]:
    remembered = pictured = False
    for start, end in told(plain):
        begin = end - len(text[start:end].lstrip())
        bare = plain[begin:end].rstrip()
        if not bare.strip(FILLER + _BLANK + '“”"'):
            continue
        remembered = remembered or bool(REMEMBERED.search(bare))
        pictured = pictured or bool(PICTURED.search(bare))
        yield Sentence(
            text=text[begin:end].rstrip(),
            plain=bare,
            first=first + text.count("\n", 0, begin),
            last=first + text.count("\n", 0, end),
            column=begin,
            scene=0,
            present=present and not remembered,
            hedged=pictured or bool(HEDGE.search(bare)),
            asks=bool(ASKS.search(bare)),
        )
