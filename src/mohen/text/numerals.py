"""Numbers as people write them: 12, 十二, 一百零三, 两, twelve, thirty-two."""

from __future__ import annotations

import re

from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import fold

_HAN_DIGITS = "零一二三四五六七八九"
_TEN = len(_HAN_DIGITS)
_DIGITS = {digit: value for value, digit in enumerate(_HAN_DIGITS)}
_DIGITS |= {"〇": 0, "两": _DIGITS["二"], "俩": _DIGITS["二"]}
_PLACES = {"十": _TEN, "百": _TEN * _TEN, "千": _TEN * _TEN * _TEN}

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
_TENS = "- ten twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS = {word: value * _TEN for value, word in enumerate(_TENS.split())}
_WORDS |= {word: value for value, word in enumerate(_ONES.split())}
del _WORDS["-"]
_LATIN = "|".join(sorted(_WORDS, key=len, reverse=True))

_LONGEST = 40  # characters of anything that is a number to a reader
HAN = r"[零〇一二两俩三四五六七八九十百千]{1,9}"
NUMBER = rf"(?:\d{{1,6}}|{HAN})"
"""A pattern: digits, or Chinese numerals."""
WORD = rf"(?:\d{{1,6}}|(?:{_LATIN})(?:[- ](?:{_LATIN}))?)"
"""A pattern: digits, or English words up to ninety-nine."""

_FIRST = LazyPattern(rf"\d{{1,6}}|{HAN}|\b(?:{_LATIN})(?:[- ](?:{_LATIN}))?\b")


def value(text: str) -> int | None:
    """The number a text is, or None."""
    plain = fold(text).strip()
    if len(plain) > _LONGEST:
        return None
    if plain.isascii() and plain.isdigit():
        return int(plain)
    if plain and all(each in _DIGITS or each in _PLACES for each in plain):
        return _han(plain)
    parts = re.split(r"[- ]", plain)
    if parts and all(each in _WORDS for each in parts):
        return sum(_WORDS[each] for each in parts)
    return None


def written(number: int) -> str:
    """In Chinese: 十二, 一百零三; in digits where that would be longer than anybody writes."""
    figures = str(number)
    if len(figures) > len(_PLACES) + 1:
        return figures
    places = ["", *_PLACES]
    said = ""
    for place, figure in zip(reversed(range(len(figures))), figures, strict=True):
        if figure != "0":
            said += _HAN_DIGITS[int(figure)] + places[place]
        elif not said.endswith(_HAN_DIGITS[0]):
            said += _HAN_DIGITS[0]
    said = said.rstrip(_HAN_DIGITS[0]) or _HAN_DIGITS[0]
    teen = said.startswith(f"{_HAN_DIGITS[1]}{places[1]}")
    return said.removeprefix(_HAN_DIGITS[1]) if teen else said


def first(text: str) -> int | None:
    """The first number in a text, or None."""
    found = _FIRST.search(fold(text))
    return value(found.group()) if found else None


def _han(text: str) -> int:
    if not any(each in _PLACES for each in text):  # a year: 二〇二四
        return int("".join(str(_DIGITS[each]) for each in text))
    total, digit = 0, 0
    for each in text:
        if each in _PLACES:
            total += (digit or 1) * _PLACES[each]
            digit = 0
        else:
            digit = _DIGITS[each]
    return total + digit
