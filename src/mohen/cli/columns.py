"""Text in the columns of a terminal, where a Chinese character takes two."""

from __future__ import annotations

import re
import unicodedata
from functools import cache


@cache
def _pieces() -> re.Pattern[str]:
    """A word, a single wide character with the closing punctuation that must not begin a line, or
    white space."""
    return re.compile(r"\s+|[\u2e80-\uffef][。，、；：？！）」』”]*|[^\s\u2e80-\uffef]+")


def width(text: str) -> int:
    """Columns on a terminal: Chinese takes two a character."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)


def wrap(text: str, columns: int) -> list[str]:
    """Lines no wider than `columns`; Chinese may be cut between any two characters."""
    if width(text) <= columns:
        return [text.rstrip()]
    lines, line = [], ""
    for piece in _pieces().findall(text):
        if width(line) + width(piece.rstrip()) > columns and line.strip():
            lines.append(line.rstrip())
            line = ""
        line += piece if line or not lines else piece.lstrip()
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


def fold(text: str, columns: int) -> list[str]:
    """The same of a text with lines of its own; a word that fits nowhere is cut."""
    return [
        part
        for paragraph in text.split("\n")
        for line in wrap(paragraph, columns)
        for part in _cut(line, columns)
    ]


def _cut(line: str, columns: int) -> list[str]:
    if width(line) <= columns:
        return [line]
    parts = [""]
    for each in line:
        if width(parts[-1]) + width(each) > columns:
            parts.append("")
        parts[-1] += each
    return parts
