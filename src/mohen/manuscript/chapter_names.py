"""A manuscript's files: what each chapter is called, and what the file of the next one is.

A new file is named as its neighbours are: `第十章 雪.md` after `第九章 雨.md`, `chapter-10-snow.md`
after `chapter-09-rain.md`, `10.md` after `09.md`. So it comes last in the order a reader counts.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from mohen.core.values import dataclass
from mohen.manuscript import file_refs
from mohen.manuscript.policy import Files
from mohen.text import numerals
from mohen.text.language import has_han
from mohen.text.lazy_pattern import LazyPattern

_TITLE = LazyPattern(
    r"^ {0,3}(?:#{1,6}[ \t]*(\S[^\n]*?)(?:[ \t]{1,9}#{1,9})?"
    rf"|(第\s*{numerals.NUMBER}\s*[章回节節](?:[ \t:：.、·—-][^\n]{{0,60}})?)"
    rf"|(chapter[ \t]+{numerals.WORD}(?:[ \t:：.,—-][^\n]{{0,60}})?))[ \t]{{0,9}}$",
    re.IGNORECASE | re.MULTILINE,
)
_GAP = r"(?P<gap>[ ._、：·—-]*+)(?P<rest>.*)"
_BY_CHAPTER = LazyPattern(
    rf"(?=.*\Z)(?P<before>.*?第)(?P<number>{numerals.NUMBER})(?P<unit>[章回节節]){_GAP}"
    rf"|(?P<word>ch(?:ap(?:ter)?)?[ ._-]*)(?P<figures>\d{{1,6}})"
    r"(?P<space>[ ._、：:—-]*+)(?P<name>.*)",
    re.IGNORECASE,
)
_BY_FIGURES = LazyPattern(r"(?P<figures>\d{1,6})(?P<space>[ ._、-]*+)(?P<name>.*)")
_PLACE, _ENDING = "chapters", ".md"


@dataclass(frozen=True, slots=True)
class _Manner:
    """How a file is numbered: what stands before the number, how it is written, what follows."""

    before: str
    number: int
    width: int  # of figures, with noughts before them
    han: bool
    unit: str
    gap: str
    rest: str

    def said(self) -> str:
        figures = str(self.number).zfill(self.width)
        return f"{self.before}{numerals.written(self.number) if self.han else figures}{self.unit}"


_UNNUMBERED_YET = _Manner("", 0, 2, False, "", "", "")


class NewFile(NamedTuple):
    ref: str
    text: str


def title(ref: str, text: str, most: int) -> str:
    """A chapter's first heading, or else the name of its file."""
    found = _TITLE.search(text)
    said = next((each for each in found.groups() if each), "") if found else ""
    return (said.strip() or _stem(ref))[:most]


def first_title(project_id: str) -> str:
    """Of the first chapter of a project whose author has not named it, in its language."""
    return "第一章" if has_han(project_id) else "Chapter 1"


def folder_name(project_id: str, policy: Files) -> str:
    """A name of its own for each project: with a mark, where the id itself cannot be one."""
    name = file_refs.made_sound(project_id, policy.name_chars)
    if name == project_id:
        return name
    mark = hashlib.sha256(project_id.encode()).hexdigest()[: policy.mark_chars]
    return f"{name}-{mark}" if name else f"project-{mark}"


def next_files(neighbours: Sequence[str], said: str, policy: Files) -> Iterator[NewFile]:
    """The file of a new chapter, by the files there are, in their order; and others, where a
    name is taken."""
    place, ending = _place(neighbours)
    names = [_stem(ref) for ref in neighbours if ref.rpartition("/")[0] == place]
    own = _by_chapter(said)
    manner = _last_manner(names) or own
    named = file_refs.made_sound(own.rest if own else said, policy.name_chars)
    if own is not None and manner is not None:  # the author counts
        name = _numbered(replace(manner, number=own.number), named)
        yield from (_made(place, other, ending, said) for other in _others(name))
    elif manner is None and names and place and named:
        yield from (_made(place, other, ending, said) for other in _others(named))
    else:
        for each in _counting_on(manner or _UNNUMBERED_YET):
            yield _made(place, _numbered(each, named), ending, _heading(each, said))


def _numbered(manner: _Manner, named: str) -> str:
    return f"{manner.said()}{_gap(manner, named)}{named}"


def _counting_on(manner: _Manner) -> Iterator[_Manner]:
    while True:
        manner = replace(manner, number=manner.number + 1)
        yield manner


def _made(place: str, name: str, ending: str, heading: str) -> NewFile:
    ref = f"{place}/{name}{ending}" if place else f"{name}{ending}"
    mark = "# " if ending.lower() == _ENDING else ""
    return NewFile(ref, f"{mark}{heading}\n\n")


def _others(name: str) -> Iterator[str]:
    yield name
    number = 1
    while True:
        number += 1
        yield f"{name} {number}"


def _place(neighbours: Sequence[str]) -> tuple[str, str]:
    """Where most chapters are, and how the last file there ends."""
    if not neighbours:
        return _PLACE, _ENDING
    place = Counter(ref.rpartition("/")[0] for ref in neighbours).most_common(1)[0][0]
    last = [ref for ref in neighbours if ref.rpartition("/")[0] == place][-1]
    return place, f".{last.rpartition('.')[-1]}"


def _last_manner(names: Sequence[str]) -> _Manner | None:
    found = (_by_chapter(name) or _by_figures(name) for name in reversed(names))
    return next((each for each in found if each is not None), None)


def _by_chapter(name: str) -> _Manner | None:
    found = _BY_CHAPTER.fullmatch(name.strip())
    if found is None:
        return None
    if found["figures"] is not None:
        return _of_figures(found, found["word"])
    number = numerals.value(found["number"])
    if number is None:
        return None
    digits = found["number"].isdecimal()
    width = len(found["number"]) if digits and found["number"].startswith("0") else 0
    return _Manner(
        found["before"], number, width, not digits, found["unit"], found["gap"], found["rest"]
    )


def _by_figures(name: str) -> _Manner | None:
    found = _BY_FIGURES.fullmatch(name)
    return None if found is None else _of_figures(found, "")


def _of_figures(found: re.Match[str], before: str) -> _Manner:
    figures = found["figures"]
    width = len(figures) if figures.startswith("0") else 0
    return _Manner(before, int(figures), width, False, "", found["space"], found["name"])


def _gap(manner: _Manner, rest: str) -> str:
    """What stands between number and name: as with the neighbour, or else what is usual."""
    if not rest:
        return ""
    if not manner.rest:
        return " " if manner.unit or manner.before.endswith(" ") else "-"
    if not manner.gap:
        return "-" if rest[0].isdecimal() else ""
    return manner.gap.replace(":", "") or " "


def _heading(manner: _Manner, said: str) -> str:
    """Chinese chapters are told by their number; elsewhere it is the author's to say."""
    return f"{manner.said()} {said}" if manner.unit else said


def _stem(ref: str) -> str:
    return ref.rpartition("/")[-1].rpartition(".")[0]
