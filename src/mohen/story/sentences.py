"""A chapter as sentences, each with what may be concluded from it.

What stands in quotation marks is somebody's word and may be a lie; what is dreamt, remembered,
told as a rumour, asked or compared has not happened. Such sentences are kept apart: a finding
that is wrong costs more trust than one that is missed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from mohen.story import modality
from mohen.story.chapters import Segment
from mohen.text.sentences import told

FILLER = "\x1f"
"""Stands for each character of a quotation, so that places stay what they were."""

_QUOTED = re.compile(r"“[^”]*”|「[^」]*」|『[^』]*』|\"[^\"]*\"|‘[^’]*’(?![A-Za-z])")
_LINE_ENDS = re.compile(r"[。！？!?…—：:.”」』\"’）)*#]\s*$")
_BREAK = re.compile(r"\s*(?:[*＊]\s*){3,}|\s*[-—–=~·◇◆※★☆#]{3,}\s*|\s*#{1,6}\s.*")
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
        """Whether what it says may be taken to have happened."""
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
            if each.present and modality.JUMP.match(each.plain):
                scene += 1
            sentences.append(replace(each, scene=scene))
        yield Paragraph(text, plain, first, tuple(sentences), _speeches(text))
        if aside and modality.RETURNS.search(plain) and not segment.chapter.aside:
            scene, aside = scene + 1, False


def _opens_aside(plain: str) -> bool:
    begins = plain.lstrip(_BLANK + '“"')
    return bool(modality.OPENS_ASIDE.match(begins) or modality.DREAM.search(plain))


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
        remembered = remembered or bool(modality.REMEMBERED.search(bare))
        pictured = pictured or bool(modality.PICTURED.search(bare))
        yield Sentence(
            text=text[begin:end].rstrip(),
            plain=bare,
            first=first + text.count("\n", 0, begin),
            last=first + text.count("\n", 0, end),
            column=begin,
            scene=0,
            present=present and not remembered,
            hedged=pictured or bool(modality.HEDGE.search(bare)),
            asks=bool(modality.ASKS.search(bare)),
        )
