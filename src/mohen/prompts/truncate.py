"""Cuts text to size at a paragraph, else a sentence, else a word (R153).

Nothing is cut that fits, so the first paragraph of a short document stays. A boundary is taken
only where it leaves at least half of the room filled; then the next finer kind is looked for.
What belongs together to the eye (marks and their letter, joined emoji, flags) is never torn
apart, and a word only where nothing else is in reach.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Literal

from mohen.core.values import dataclass
from mohen.prompts.model import Boundary, Span
from mohen.text import sentences
from mohen.text.lazy_pattern import LazyPattern

_ENDINGS = sentences.ENDS + sentences.CLOSERS
_BLANK_LINE = LazyPattern(r"\n(?:[^\S\n]*\n)+")
_LINE = LazyPattern(r"\n")
_KINDS = (
    (_BLANK_LINE, Boundary.PARAGRAPH),
    (_LINE, Boundary.PARAGRAPH),
    (sentences.BOUNDARY, Boundary.SENTENCE),
)
_JOINER = "\u200d"
_FINE = 6  # powers of two: within a sixty-fourth
_SURELY = 2  # likewise: by a quarter
_APOSTROPHES = "'’"


@dataclass(frozen=True, slots=True)
class Side:
    """What is kept of the text on one side of a span. `cut` is None where that is all of it;
    `before` is how many code points there were."""

    text: str
    cut: Boundary | None
    before: int


def around(text: str, span: Span, each_side: int) -> tuple[Side, Side]:
    """At most so many code points before the span, and after it. A span that reaches beyond the
    text ends where the text does."""
    start = min(max(span.start, 0), len(text))
    end = min(max(span.end, start), len(text))
    return _before(text, start, max(each_side, 0)), _after(text, end, max(each_side, 0))


def shorten(
    text: str, most_tokens: int, count: Callable[[str], int], *, keep: Literal["start", "end"]
) -> tuple[str, Boundary | None]:
    """As much of the text as fits into so many tokens, from its start or up to its end, and
    where it was cut: None where it fits whole."""
    if not text or (most_tokens > 0 and _fits(text, most_tokens, count)):
        return text, None
    allowed = _fitting(text, most_tokens, count, keep)
    while allowed:
        side = _after(text, 0, allowed) if keep == "start" else _before(text, len(text), allowed)
        # A part may count for more than the whole it was cut from, by a token or so.
        if not side.text or count(side.text) <= most_tokens:
            return side.text, side.cut
        allowed = len(side.text) // 2
    return "", Boundary.WORD


def _fits(text: str, most_tokens: int, count: Callable[[str], int]) -> bool:
    """Whether all of it does. Of a text whose beginning is too long already, and by more than
    the token or so that a part may count for more than the whole, the rest is not counted."""
    head = text[: most_tokens * 2]
    if len(head) < len(text) and count(head) > most_tokens + (most_tokens >> _SURELY):
        return False
    return count(text) <= most_tokens


def _fitting(
    text: str, most_tokens: int, count: Callable[[str], int], keep: Literal["start", "end"]
) -> int:
    """How many code points fit. Begins small, so that a book is not counted for a page of it,
    and goes on in proportion to what was counted."""

    def counted(length: int) -> int:
        return count(text[:length] if keep == "start" else text[len(text) - length :])

    least, most, tried = 0, len(text), min(max(most_tokens, 0), len(text))
    while least < tried < most:
        cost = counted(tried)
        guess = tried * most_tokens // max(1, cost)
        if cost <= most_tokens:
            least = tried
            # A little more is not worth another look: it is cut at a boundary anyway.
            if guess - least <= max(1, least >> _FINE):
                break
        else:
            most = tried
        tried = guess if least < guess < most else (least + most) >> 1
    return least


# -- one side


def _before(text: str, end: int, allowed: int) -> Side:
    if end <= allowed:
        return Side(text[:end], None, end)
    first = end - allowed
    latest = first + (allowed >> 1)  # beginning later would waste more than half
    for pattern, kind in _KINDS:
        for place in _beginnings(pattern, text, first, end):
            if place > latest:
                break
            if not _is_torn(text, place):
                return Side(text[place:end], kind, end)
    begin = _step(text, range(first, latest + 1), range(first, end))
    return Side(text[end if begin is None else begin : end], Boundary.WORD, end)


def _after(text: str, start: int, allowed: int) -> Side:
    there = len(text) - start
    if there <= allowed:
        return Side(text[start:], None, there)
    last = start + allowed
    earliest = last - (allowed >> 1)
    for pattern, kind in _KINDS:
        for place in _endings(pattern, text, earliest, last):
            if not _is_torn(text, place):
                return Side(text[start:place], kind, there)
    stop = _step(text, range(last, earliest - 1, -1), range(last, start, -1))
    return Side(text[start : start if stop is None else stop], Boundary.WORD, there)


def _step(text: str, near: range, far: range) -> int | None:
    """The first place between two words; where one word fills all that is near, the first one
    between two characters."""
    for place in near:
        if not _is_torn(text, place) and not _is_in_word(text, place):
            return place
    return next((place for place in far if not _is_torn(text, place)), None)


def _beginnings(pattern: re.Pattern[str], text: str, first: int, end: int) -> Iterator[int]:
    """Where something begins, from `first` on: after each match and the blanks that follow it.
    What ends right before `first` counts, so the search sets in where that may have begun."""
    for found in pattern.finditer(text, _onset(text, first), end):
        place = found.end()
        if pattern is sentences.BOUNDARY:
            while place < end and text[place].isspace():
                place += 1
        if place >= first:
            yield place


def _endings(pattern: re.Pattern[str], text: str, earliest: int, last: int) -> list[int]:
    """Where something ends, up to `last`, the latest first."""
    if pattern is sentences.BOUNDARY:
        # One more, so that an end that goes on beyond `last` is seen to do so.
        marks = pattern.finditer(text, _onset(text, earliest), last + 1)
        found = [each.end() for each in marks]
    else:
        beyond = last
        while beyond < len(text) and text[beyond].isspace():
            beyond += 1
        found = [each.start() for each in pattern.finditer(text, earliest, beyond)]
    return [place for place in reversed(found) if earliest <= place <= last]


def _onset(text: str, place: int) -> int:
    """Where an end that reaches up to a place may have begun."""
    while place and (text[place - 1].isspace() or text[place - 1] in _ENDINGS):
        place -= 1
    return place


# -- what may not be torn apart


def _is_torn(text: str, place: int) -> bool:
    """Whether the two code points around a place are one character to the eye."""
    if not 0 < place < len(text):
        return False
    left, right = text[place - 1], text[place]
    if right < "\u0300" and left != _JOINER:  # the plain case, decided fast
        return (left, right) == ("\r", "\n")
    if _JOINER in (left, right) or unicodedata.category(right).startswith("M"):
        return True
    return (
        "\U0001f3fb" <= right <= "\U0001f3ff"  # a colour of skin
        or "\U000e0020" <= right <= "\U000e007f"  # a tag in a flag
        or "\u1160" <= right <= "\u11ff"  # the vowel or the end of a syllable of Hangul
        or (_is_high(left) and _is_low(right))
        or _is_within_flag(text, place)
    )


def _is_high(character: str) -> bool:
    return "\ud800" <= character <= "\udbff"


def _is_low(character: str) -> bool:
    return "\udc00" <= character <= "\udfff"


def _is_within_flag(text: str, place: int) -> bool:
    """A flag is two letters of its own kind: is there an odd number of them before?"""
    if not _is_flag_letter(text[place]):
        return False
    begin = place
    while begin and _is_flag_letter(text[begin - 1]):
        begin -= 1
    return bool((place - begin) & 1)


def _is_flag_letter(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _is_in_word(text: str, place: int) -> bool:
    if not 0 < place < len(text):
        return False
    left, right = text[place - 1], text[place]
    if left in _APOSTROPHES:
        return place > 1 and _is_letter(text[place - 1 - 1]) and _is_letter(right)
    if right in _APOSTROPHES:
        return _is_letter(left) and place + 1 < len(text) and _is_letter(text[place + 1])
    return _is_letter(left) and _is_letter(right)


def _is_letter(character: str) -> bool:
    """A letter, mark or digit of a script that puts blanks between its words."""
    spelled = character.isalnum() or unicodedata.category(character).startswith("M")
    return spelled and unicodedata.east_asian_width(character) not in "WF"
