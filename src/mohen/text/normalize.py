"""Text as it is compared: width and case make no difference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    pass
import hashlib
import unicodedata


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


# -- How long a text is to the eye: a Chinese character says as much as two letters (C45).


# By how many bytes a Chinese character is longer than a letter: counting bytes is quick.
_MORE = len("中".encode()) - len(b"a")


class Widths(Protocol):
    """How many letters a Chinese character says as much as."""

    @property
    def wide(self) -> int: ...


def width(text: str, policy: Widths) -> int:
    if text.isascii():
        return len(text)
    more = len(text.encode("utf-8", "surrogatepass")) - len(text)
    return len(text) + (policy.wide - 1) * (more // _MORE)


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


def in_a_line(text: str) -> str:
    """A memory as it stands among our words: on one line, and nothing in it opens or closes a
    comment, for behind one our words would be taken for the user's."""
    return " ".join(text.split()).replace("<!--", "<! --").replace("-->", "-- >")
