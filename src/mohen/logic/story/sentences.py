"""A chapter as sentences, each with what may be concluded from it.

What stands in quotation marks is somebody's word and may be a lie; what is dreamt, remembered,
told as a rumour, asked or compared has not happened. Such sentences are kept apart: a finding
that is wrong costs more trust than one that is missed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mohen.logic.story import numerals
from mohen.logic.story.chapters import Segment

FILLER = "\x1f"
"""Stands for each character of a quotation, so that places stay what they were."""

_QUOTED = re.compile(r"“[^”]*”|「[^」]*」|『[^』]*』|\"[^\"]*\"|‘[^’]*’(?![A-Za-z])")
_END = re.compile(
    r"[。！？!?；;…]+[”」』\"’）)]*|\.(?=[\s\"”]|$)[\"”]?|(?<=[\x1f])[”」』\"](?=\s|$)"
)
_LINE_ENDS = re.compile(r"[。！？!?…—：:.”」』\"’）)*#]\s*$")

_BREAK = re.compile(r"\s*(?:[*＊]\s*){3,}|\s*[-—–=~·◇◆※★☆#]{3,}\s*|\s*#{1,6}\s.*")
_ASIDE_OPENS = re.compile(
    rf"(?:{numerals.NUMBER}|几|数|多|许多|好几)个?(?:年|月|天|日|周)(?:以|之)?前[，,的]"
    r"|(?:那是|那年|那一年|当年|从前|很久以前|多年前|多年以前|小时候|儿时|幼时|回忆里|记忆中|记忆里)"
    r"|(?:long|many years|years|days|weeks|months) (?:ago|earlier|before)\b|back then\b"
    rf"|{numerals.WORD} (?:years|days|weeks|months) (?:ago|earlier|before)\b|in (?:the|her|his) dream"
    r"|when (?:he|she) (?:was|had been) (?:a|still a) (?:child|boy|girl)\b|as a (?:child|boy|girl)\b",
    re.IGNORECASE,
)
_DREAM = re.compile(
    r"做了(?:一)?个(?:长长的|奇怪的)?梦|梦见|梦到|睡梦中|梦里|梦中|陷入了?回忆|沉入回忆|思绪回到|陷入幻觉"
    r"|\bdream(?:ed|t|ing)\b|\bin a dream\b|\bnightmare\b|\bflashback\b",
    re.IGNORECASE,
)
_REMEMBERED = re.compile(
    r"想起|忆起|回忆|记得|忆及|往事|当年|那年|生前|从前|昔日|曾经|以前"
    r"|\bremember(?:ed|s|ing)?\b|\brecall(?:ed|s|ing)?\b|\bmemor(?:y|ies)\b|\bused to\b|\bonce\b"
    r"|\bago\b|\bin those days\b|\bhad (?:once|been alive)\b",
    re.IGNORECASE,
)
_RETURNS = re.compile(
    r"回过神|从回忆中|从梦中|惊醒|醒来|醒了|醒过来|睁开眼|睁开了眼|回到现实|如今|而现在|眼下"
    r"|\bwoke\b|\bawoke\b|\bwakened\b|\bback in the present\b|\bsnapped out\b|\bopened (?:his|her) eyes\b",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"如果|要是|假如|倘若|若是|万一|即使|即便|哪怕|除非|以为|据说|听说|传说|传闻|传言|相传|谣|有人说|都说"
    r"|仿佛|好像|似乎|像是|好似|如同|宛如|犹如|一般|似的|一样|差点|险些|几乎|假装|装作|佯装|扮作|扮成|冒充|谎"
    r"|想象|幻想|梦|可能|也许|或许|大概|恐怕|难道|莫非|快要|将要|即将|打算|准备|想要|希望|盼望|担心|害怕"
    r"|怀疑|猜|画像|照片|遗像|雕像|戏里|戏台|台上|戏中|故事里|书里|剧本|扮演|饰演|鬼|亡魂|幽灵|魂魄|魂|灵位|牌位|化名"
    r"|\bif\b|\bunless\b|\bas if\b|\bas though\b|\blike an?\b|\balmost\b|\bnearly\b|\bseem(?:ed|s)?\b"
    r"|\bmight\b|\bcould\b|\bwould\b|\bperhaps\b|\bmaybe\b|\brumou?r\w*|\bsupposedly\b|\ballegedly\b"
    r"|\bthey s(?:ay|aid)\b|\bpeople s(?:ay|aid)\b|\bit (?:was|is) said\b|\bthought\b|\bbelieved\b"
    r"|\bpretend\w*|\bimagin\w*|\bwish\w*|\bhop(?:ed|ing)\b|\bfear(?:ed|s|ing)\b|\bworr\w*|\bghost\w*"
    r"|\bportrait\b|\bphotograph\w*|\bstatue\b|\bstage\b|\bplayed\b|\bin the play\b|\bstory\b|\bdisguis\w*",
    re.IGNORECASE,
)
_ASKS = re.compile(r"[？?][”」』\"’）)]*\s*$")
JUMP = re.compile(
    rf"(?P<n>{numerals.NUMBER}|几|数|多|好几|许多|若干|不知多少|很多)个?(?P<u>年|月|天|日|周|星期)(?:之后|以后|后|过去了)"
    r"|(?P<next>第二天|次日|翌日|隔天|第二日|隔日)"
    rf"|(?P<en>{numerals.WORD}|several|many|some|a few|a) (?P<eu>years?|months?|weeks?|days?) (?:later|after|passed)\b"
    r"|(?P<ennext>the (?:next|following) (?:morning|day|afternoon|evening|night)\b)"
    r"|(?P<vague>(?:years|months|weeks|days) later\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Speech:
    """What was said: `start` and `end` are places in the sentence's paragraph."""

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
    paragraph: int
    scene: int
    present: bool  # told as happening now
    hedged: bool
    asks: bool

    @property
    def sure(self) -> bool:
        return self.present and not self.hedged and not self.asks


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`plain` with its sentences; speeches for who said them."""

    text: str
    plain: str
    present: bool
    sentences: tuple[Sentence, ...]
    speeches: tuple[Speech, ...]


def paragraphs(segment: Segment, scene: int = 0) -> Iterator[Paragraph]:
    """The paragraphs of a chapter. `scene` is the number its first scene has."""
    aside = segment.chapter.aside
    number = 0
    for first, text in _blocks(segment):
        if _BREAK.fullmatch(text):
            scene, aside = scene + 1, segment.chapter.aside
            continue
        plain = _blanked(text)
        opens = _ASIDE_OPENS.match(plain.lstrip(' 　“"')) or _DREAM.search(plain)
        aside = aside or bool(opens)
        sentences = []
        for each in _sentences(text, plain, first, number, scene, present=not aside):
            if each.present and JUMP.match(each.plain.lstrip(" 　")):
                scene += 1
                each = _in_scene(each, scene)
            sentences.append(each)
        yield Paragraph(text, plain, not aside, tuple(sentences), _speeches(text))
        number += 1
        if aside and _RETURNS.search(plain) and not segment.chapter.aside:
            aside, scene = False, scene + 1


def _blocks(segment: Segment) -> Iterator[tuple[int, str]]:
    """(first line, text) of each paragraph; a line that ends in the middle of a sentence goes
    on in the next one."""
    start, held = 0, []
    for at, line in enumerate(segment.lines, start=segment.chapter.first):
        special = bool(_BREAK.fullmatch(line))
        if held and (not line.strip() or special or _LINE_ENDS.search(held[-1])):
            yield start, "\n".join(held)
            held = []
        if not line.strip():
            continue
        if special:
            yield at, line
            continue
        start = start if held else at
        held.append(line)
    if held:
        yield start, "\n".join(held)


def _blanked(text: str) -> str:
    return _QUOTED.sub(lambda m: m.group()[0] + FILLER * len(m.group()[1:-1]) + m.group()[-1], text)


def _speeches(text: str) -> tuple[Speech, ...]:
    return tuple(Speech(m.group()[1:-1], m.start(), m.end()) for m in _QUOTED.finditer(text))


def _sentences(
    text: str, plain: str, first: int, paragraph: int, scene: int, *, present: bool
) -> Iterator[Sentence]:
    remembered = False
    for start, end in _spans(plain):
        said, bare = text[start:end].strip(), plain[start:end].strip()
        if not bare.strip(FILLER + " 　"):
            continue
        remembered = remembered or bool(_REMEMBERED.search(bare))
        lead = len(text[start:end]) - len(text[start:end].lstrip())
        yield Sentence(
            text=said,
            plain=bare,
            first=first + text.count("\n", 0, start + lead),
            last=first + text.count("\n", 0, end),
            column=start + lead,
            paragraph=paragraph,
            scene=scene,
            present=present and not remembered,
            hedged=bool(_HEDGE.search(bare)),
            asks=bool(_ASKS.search(bare)),
        )


def _spans(plain: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _END.finditer(plain):
        yield start, match.end()
        start = match.end()
    if plain[start:].strip():
        yield start, len(plain)


def _in_scene(sentence: Sentence, scene: int) -> Sentence:
    from dataclasses import replace

    return replace(sentence, scene=scene)


def scenes(found: Sequence[Paragraph], before: int) -> int:
    """The number of the last scene, for the next chapter to go on from."""
    return max((each.scene for part in found for each in part.sentences), default=before)
