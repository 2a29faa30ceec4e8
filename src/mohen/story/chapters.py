"""Splits a manuscript into chapters, in the order they are told.

The number in a heading (第十二章, Chapter 12) or in a file's name decides; where chapters have no
numbers, or two have the same, the natural order of the files does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from mohen.core.values import dataclass
from mohen.manuscript import file_refs
from mohen.story.model import Chapter
from mohen.text import numerals
from mohen.text.lazy_pattern import LazyPattern

_HEADING = LazyPattern(
    rf"\s{{0,3}}(?:#{{1,3}}\s*)?(?:第\s*({numerals.NUMBER})\s*[章回](?=[\s:：.、·—-]|$).{{0,40}}"
    rf"|chapter\s+({numerals.WORD})(?=[\s:：.,—-]|$).{{0,60}})",
    re.IGNORECASE,
)
_TITLE = LazyPattern(r"\s{0,3}#{1,3}\s*(\S.*)")
_BEFORE = LazyPattern(r"序章|楔子|引子|序幕|prologue", re.IGNORECASE)
_ASIDE = LazyPattern(
    r"番外|外传|前传|回忆|往事|梦境|flashback|interlude|side story|prequel|memories", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Segment:
    """The lines of one chapter: all of a file, or a part of it. `first` counts from 1."""

    chapter: Chapter
    lines: tuple[str, ...]


def split(files: Iterable[tuple[str, str]]) -> list[Segment]:
    """All chapters of these files (reference, text), numbered, in the order of the story."""
    ordered = sorted(files, key=lambda each: file_refs.natural(each[0]))
    found = [part for ref, text in ordered for part in _parts(ref, text)]
    numbers = _numbers(found)
    segments = [
        replace(each, chapter=replace(each.chapter, number=number))
        for each, number in zip(found, numbers, strict=True)
    ]
    return sorted(segments, key=lambda each: each.chapter.number)


def _parts(ref: str, text: str) -> list[Segment]:
    lines = text.splitlines()
    starts = [at for at, line in enumerate(lines) if _HEADING.fullmatch(line)]
    if not starts:
        title = next((m.group(1) for m in map(_TITLE.fullmatch, lines) if m), "")
        return [_segment(ref, title, lines, 0, len(lines), heading=False)]
    ends = [*starts[1:], len(lines)]
    begins = [0, *starts[1:]]  # what stands before the first heading belongs to it
    return [
        _segment(ref, lines[at].strip(" #"), lines, begin, end, heading=True)
        for at, begin, end in zip(starts, begins, ends, strict=True)
    ]


def _segment(
    ref: str, title: str, lines: Sequence[str], begin: int, end: int, *, heading: bool
) -> Segment:
    said = title if heading else _name(ref)
    number = -1 if _BEFORE.search(f"{title} {said}") else numerals.first(said) or 0
    chapter = Chapter(
        number=number,
        title=title,
        ref=ref,
        first=begin + 1,
        aside=bool(_ASIDE.search(f"{title} {_name(ref)}")),
    )
    return Segment(chapter, tuple(lines[begin:end]))


def _name(ref: str) -> str:
    return ref.rpartition("/")[-1].rpartition(".")[0]


def _numbers(segments: Sequence[Segment]) -> list[int]:
    """What they are called, if that is an order; 0 for what comes before the first."""
    said = [each.chapter.number for each in segments]
    if not any(number > 0 for number in said):
        return list(range(1, len(said) + 1))
    numbers, last = [], 0
    for number in said:
        numbers.append(max(number, 0) if number else last + 1)
        last = max(last, numbers[-1])
    told = [number for number in numbers if number]
    return numbers if len(told) == len(set(told)) else list(range(1, len(said) + 1))
