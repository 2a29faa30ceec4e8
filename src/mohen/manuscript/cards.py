"""What a project's files are called and who is meant by them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from mohen.core.values import dataclass
from mohen.manuscript.model import ProjectFile
from mohen.text.lazy_pattern import LazyPattern

_HEADING = LazyPattern(r"^#\s+(.+?)\s{0,9}#{0,9}$", re.MULTILINE)
_FIELD = LazyPattern(
    r"^\W{0,20}(?:name|姓名|名字|aliases|alias|别名|又名|aka|also known as|nickname|"
    r"昵称|绰号|外号|小名|乳名|本名|原名|化名|字|号)\W{0,20}[:：]\s*(.+)$",
    re.MULTILINE | re.IGNORECASE,
)
_BETWEEN = LazyPattern(r"[、，,;；/|]|\s{2,}")
_TRIM = " \t\"'“”‘’[]()（）《》*_`"
_WORD = LazyPattern("[a-z0-9_]+")
_BELOW_HEADINGS = 7  # Markdown has six levels of headings
_NOTHING = ""  # how a name without a letter begins
_RANKS = LazyPattern(
    "the|and|von|van|der|miss|mrs|sir|lady|lord|doctor|captain|king|queen|prince|princess|father|"
    "mother|brother|sister|uncle|aunt|saint|old|young|big|little",
    re.IGNORECASE,
)

_PLACES_KEPT = 64  # chapters' parts of an outline, remembered


@lru_cache
def names(card: ProjectFile) -> tuple[str, ...]:
    """Of the person on a card: its title, its names and aliases, else the file's own name."""
    found: list[str] = list(_HEADING.findall(card.text)[:1])
    found += [word for title in found for word in _called(title)]
    for line in _FIELD.findall(card.text):
        found += _BETWEEN.split(line)
    stem = card.ref.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    cleaned = [each.strip(_TRIM) for each in (*found, stem)]
    return tuple(dict.fromkeys(each for each in cleaned if len(each) > 1))


def _called(title: str) -> list[str]:
    """Lucy Gray is called Lucy, and Miss Gray: a full name of several words is known by each."""
    words = [each.strip(f"{_TRIM}.,") for each in title.split()]
    if len(words) == 1:
        return []
    told = (each for each in words if each[:1].isupper() and len(each) > 2)
    return [each for each in told if not _RANKS.fullmatch(each)]


def on_the_scene(cards: Sequence[ProjectFile], text: str) -> list[ProjectFile]:
    """Those whose name stands in the text: who is named oftenest first, then by file."""
    cast, folded = _cast(tuple(cards)), text.casefold()
    words = _WORD.findall(folded)
    begun = {_NOTHING, *words, *cast.heads.findall(folded)}
    uses = [0] * len(cards)
    for beginning, called in cast.names.items():
        if beginning in begun:
            for name, place in called:
                uses[place] += _uses(name, folded, words)
    here = [(-number, card.ref, card) for number, card in zip(uses, cards, strict=True) if number]
    return [card for _, _, card in sorted(here, key=lambda each: each[:-1])]


@dataclass(frozen=True, slots=True, eq=False)
class _Cast:
    """The names on all cards, each with its card's place, by how they begin: most people are
    elsewhere, and one look at a text tells whose names do not even begin there."""

    names: dict[str, list[tuple[str, int]]]
    heads: re.Pattern[str]


@lru_cache(maxsize=1)  # every prompt of a project looks at the same
def _cast(cards: tuple[ProjectFile, ...]) -> _Cast:
    known: dict[str, list[tuple[str, int]]] = {}
    heads, seconds = set(), set()
    for place, card in enumerate(cards):
        for name in sorted({each.casefold() for each in names(card)}):
            if name.isascii():
                first = _WORD.search(name)
                beginning = _NOTHING if first is None else first[0]
            else:
                beginning = name[0]
                heads.add(re.escape(name[0]))
                seconds.add(re.escape(name[1]))
            known.setdefault(beginning, []).append((name, place))
    # The second is looked for ahead, so that one name may begin within another.
    sought = f"[{''.join(sorted(heads))}](?=[{''.join(sorted(seconds))}])" if heads else "(?!)"
    return _Cast(known, re.compile(sought))


def _uses(name: str, text: str, words: Sequence[str]) -> int:
    if not name.isascii():
        return text.count(name)
    if _WORD.fullmatch(name):
        return words.count(name)
    return len(re.findall(rf"(?<![a-z0-9_]){re.escape(name)}(?![a-z0-9_])", text))


@lru_cache(maxsize=_PLACES_KEPT)
def place(outline: str, chapter: str) -> str:
    """The part of an outline about one chapter: from the line that names it to the next of its
    kind. Empty when it is not named."""
    wanted = re.compile(rf"(?<![\w-]){re.escape(chapter)}(?![\w-])", re.IGNORECASE)
    lines = outline.splitlines()
    start = next((at for at, line in enumerate(lines) if wanted.search(line)), None)
    if start is None:
        return ""
    level = _level(lines[start])
    kept = [lines[start]]
    for line in lines[start + 1 :]:
        if line.strip() and _level(line) <= level:
            break
        kept.append(line)
    return "\n".join(kept).strip()


def _level(line: str) -> int:
    """How deep a line stands: headings by their marks, list items by their indent below those."""
    marks = len(line) - len(line.lstrip("#"))
    return marks if marks else _BELOW_HEADINGS + len(line) - len(line.lstrip())
