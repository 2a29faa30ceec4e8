"""References to files of a project: which are sound, and in what order they are read.

A reference means the same file on every system, below the project's folder: forward slashes, no
drive, no address, nothing that one system or another reads as the way out.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from mohen.errors import InvalidArgument
from mohen.manuscript.policy import Files
from mohen.text.lazy_pattern import LazyPattern

# Control characters, halves of characters, and what means something else than a name somewhere:
# a backslash parts names on Windows, a colon begins a drive, a scheme or a hidden stream.
_UNSOUND = LazyPattern("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\\\\:]")
# Devices, whatever their ending, on Windows.
_RESERVED = LazyPattern(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\..*)?", re.IGNORECASE
)
# What some system refuses in a name, and what makes one look like another.
_UNUSUAL = LazyPattern('[/*?"<>|\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]')
_NUMBER = LazyPattern(r"(\d+|(?<=第)[〇零一二两三四五六七八九十百千]+)")
_UNITS = "十百千"


def parts(ref: str) -> tuple[str, ...]:
    """The names on the way to a file, or `InvalidArgument`. The message never repeats them:
    they may be a path of the user's machine."""
    if not all_sound(ref):
        raise InvalidArgument(
            "ref must be the relative path of a file in the project's folder, "
            "such as .mohen/outline.md",
            field="ref",
        )
    return tuple(ref.split("/"))


@lru_cache(maxsize=Files().names)
def is_sound(name: str) -> bool:
    """Whether a file or folder of this name can be referred to."""
    return (
        bool(name.strip(" ."))  # neither nothing nor `.` nor `..`
        and not name.endswith((" ", "."))  # which Windows would drop
        and not _UNSOUND.search(name)
        and not _RESERVED.fullmatch(name)
    )


@lru_cache(maxsize=Files().names)
def all_sound(ref: str) -> bool:
    """Whether every name on the way can be referred to."""
    return all(is_sound(name) for name in ref.split("/"))


def presentable(name: str) -> str:
    """A name that is not sound, as it may be shown."""
    return _UNSOUND.sub("\N{REPLACEMENT CHARACTER}", name) or "\N{REPLACEMENT CHARACTER}"


def made_sound(said: str, most: int) -> str:
    """What was said as a name that every system can keep; empty where nothing is left of it."""
    plain = _UNUSUAL.sub(" ", _UNSOUND.sub(" ", unicodedata.normalize("NFC", said)))
    name = " ".join(plain.split())[:most].strip(" .")
    return f"{name}_" if _RESERVED.fullmatch(name) else name


def natural(name: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts names as a reader would: ch2 before ch10, 第二章 before 第十章."""
    pieces = _NUMBER.split(name.casefold())
    # Every second piece is a number, so that like is compared with like.
    return tuple((_value(piece) if place & 1 else 0, piece) for place, piece in enumerate(pieces))


def _value(numeral: str) -> int:
    if numeral.isdecimal():
        return int(numeral)
    total = digit = 0
    for each in numeral.replace("两", "二"):
        value = int(unicodedata.numeric(each, 0))  # 零 is no number to Unicode
        if each in _UNITS:
            total, digit = total + (digit or 1) * value, 0
        else:
            digit = value
    return total + digit
