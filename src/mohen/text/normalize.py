"""Text as it is compared: what makes no difference is made the same.

Each use has its own reading, for what was compared by one is stored (marks of memories, terms of
an index, fingerprints of rules) and must be found again by it:

- `lowered`: lower case, straight apostrophes. Words of style and of edits, comments, categories.
- `fold`: width and case. What most comparisons begin with.
- `folded`: besides the shape of quotes and blanks. Forgetting by words (`mentions`).
- `normal`: besides blanks and marks around it. Labels, and whether a memory is said already
  (`mark`, stored).
- `compatible`: width and lower case, which is less than case folding: ß stays ß. Rules, whose
  fingerprints are stored: `rules/conflicts.py: normal` and `rules/rule_parser.py` go on from it,
  each its own way.
- `for_terms`: what `text/terms.py` splits; quick for Chinese, with straight apostrophes, and
  traditional characters read as simplified ones (`simplified`).
- `half_width`: letters and digits only: Chinese punctuation stays what it is. Messages, before
  they are cut.

Others add what only they need: `knowledge/understanding/sentence_cues.py: folded` puts back the
apostrophes of don't, `embedders/builtin.py` leaves alone what needs no folding,
`prompts/self_output.py` takes letters and digits alone, `knowledge/workspace/layout.py` makes the
name of a file.
"""

from __future__ import annotations

import hashlib
import unicodedata
from functools import cache

from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics


def lowered(text: str) -> str:
    return text.lower().replace("’", "'")


def compatible(text: str) -> str:
    return unicodedata.normalize("NFKC", text).lower()


def fold(text: str) -> str:
    """Folding case may undo the normal form, hence twice."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


# -- Whether a text says something, letter by letter: what a forget by words goes by.


# Editors set quotes by themselves: who types O'Brien means O’Brien.
_QUOTES = str.maketrans("‘’“”", "''\"\"")


def folded(text: str) -> str:
    """Width, case, the shape of quotes and how much blank there is make no difference."""
    return " ".join(fold(text).translate(_QUOTES).split())


def mentions(text: str, wanted: str) -> bool:
    """`wanted` is folded already."""
    return wanted in folded(text)


# -- Is it said already? Two spellings of one sentence have one mark.


def mark(content: str) -> str:
    """Of the words alone: width, case, spaces and marks around them make no difference."""
    return hashlib.sha256(normal(content).encode()).hexdigest()


def normal(label: str) -> str:
    """What two spellings of one label share: width, case, spaces and punctuation around it do
    not make another."""
    plain = fold(label)
    begin, end = 0, len(plain)
    while begin < end and _is_edge(plain[begin]):
        begin += 1
    while begin < end and _is_edge(plain[end - 1]):
        end -= 1
    return " ".join(plain[begin:end].replace("’", "'").split())


def _is_edge(character: str) -> bool:
    """Punctuation, space or invisible."""
    return unicodedata.category(character)[0] in "PZC"


# -- What search and messages are read through.


# Composing a whole text costs more than all the rest, and Chinese needs it for little beyond these.
_FULL_WIDTH = tuple(
    zip(
        "，！？：；（）～…\u3000", (",", "!", "?", ":", ";", "(", ")", "~", "...", " "), strict=True
    )
)
_APOSTROPHES = ("\u2019", "\u2018", "\u02bc")
_WIDE_LETTERS = LazyPattern("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]+")


def for_terms(text: str) -> str:
    return text.lower() if text.isascii() else simplified(as_written(text))


def simplified(text: str) -> str:
    """As it is matched, character for character: 記憶 and 记忆 are one word. What was written stays
    as it was written."""
    if text.isascii():
        return text
    table = _scripts()
    return _TRADITIONAL.sub(lambda found: table[found[0]], text)


@cache
def _scripts() -> dict[str, str]:
    """The traditional characters, which most texts are without, and what each is matched as."""
    listed = topics(__file__, "zh/scripts.txt")
    rows = zip(listed["traditional"], listed["simplified"], strict=True)
    return {one: other for one, other in rows if one != other}


_TRADITIONAL = LazyPattern(lambda: f"[{''.join(_scripts())}]")


def as_written(text: str) -> str:
    """The same in the script it is written in."""
    if text.isascii():
        return text.lower()
    for wide, narrow in _FULL_WIDTH:
        text = text.replace(wide, narrow)
    text = unicodedata.normalize("NFKC", text).casefold()
    for mark in _APOSTROPHES:
        text = text.replace(mark, "'")
    return text


def half_width(text: str) -> str:
    """Ｉ　ａｍ and I am are the same words; Chinese punctuation stays what it is."""
    if text.isascii() or not _WIDE_LETTERS.search(text):
        return text
    return _WIDE_LETTERS.sub(lambda run: unicodedata.normalize("NFKC", run.group()), text)


# -- How long a text is to the eye: a Chinese character says as much as two letters (C45).


_LONGER_BY = 2  # bytes that a Chinese character has more than a letter: counting these is quick


def width(text: str, wide: int) -> int:
    """`wide`: how many letters a Chinese character is as wide as."""
    if text.isascii():
        return len(text)
    more = len(text.encode("utf-8", "surrogatepass")) - len(text)
    return len(text) + (wide - 1) * (more // _LONGER_BY)
