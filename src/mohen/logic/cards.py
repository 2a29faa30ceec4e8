"""What a project's files are called and who is meant by them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from mohen.model.project import ProjectFile

_HEADING = re.compile(r"^#\s+(.+?)\s*#*$", re.MULTILINE)
_FIELD = re.compile(
    r"^\W*(?:name|姓名|名字|aliases|alias|别名|又名|aka|also known as|nickname|"
    r"昵称|绰号|外号|小名|乳名|本名|原名|化名|字|号)\W*[:：]\s*(.+)$",
    re.MULTILINE | re.IGNORECASE,
)
_BETWEEN = re.compile(r"[、，,;；/|]|\s{2,}")
_TRIM = " \t\"'“”‘’[]()（）《》*_`"
_RANKS = re.compile(
    "the|and|von|van|der|miss|mrs|sir|lady|lord|doctor|captain|king|queen|prince|princess|father|"
    "mother|brother|sister|uncle|aunt|saint|old|young|big|little",
    re.IGNORECASE,
)


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
    told = (each for each in words if each[:1].isupper() and len(each) > len("Mr"))
    return [each for each in told if not _RANKS.fullmatch(each)]


def on_the_scene(cards: Sequence[ProjectFile], text: str) -> list[ProjectFile]:
    """Those whose name stands in the text: who is named oftenest first, then by file."""
    folded = text.casefold()
    letters = set(folded)  # most people are elsewhere, and their names have a letter that is not
    scored = []
    for card, called in _called_by(tuple(cards)):
        uses = sum(
            _uses(name, folded) for name in called if letters.issuperset(name) and name in folded
        )
        if uses:
            scored.append((uses, card))
    return [card for _, card in sorted(scored, key=lambda each: (-each[0], each[1].ref))]


@lru_cache(maxsize=1)  # every prompt of a project looks at the same
def _called_by(cards: tuple[ProjectFile, ...]) -> list[tuple[ProjectFile, frozenset[str]]]:
    return [(card, frozenset(each.casefold() for each in names(card))) for card in cards]


def _uses(name: str, text: str) -> int:
    if not name.isascii():
        return text.count(name)
    return len(re.findall(rf"(?<![a-z0-9_]){re.escape(name)}(?![a-z0-9_])", text))


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
    return marks if marks else len("######") + 1 + len(line) - len(line.lstrip())
