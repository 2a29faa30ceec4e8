"""What we said ourselves, known again in a transcript (C64): whole blocks by their marks, single
lines by a sealed hash.

A sentence in the first person is never taken for ours, though we may have quoted it: a person
who says it again is heard.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from mohen.logic import echoes
from mohen.logic.knowing.snapshot_words import WORDS
from mohen.policy import Echoes, OwnWords

OPEN, CLOSE = "<!-- mohen:memory -->", "<!-- /mohen -->"
"""Around what we put beside a message."""

_BLOCK = re.compile(r"<!--\s*mohen:.*?(?:<!--\s*/mohen\s*-->\n?|\Z)", re.DOTALL)
_TITLES = "|".join(re.escape(each.title) for each in WORDS.values())
_HINTS = "|".join(re.escape(each.hint) for each in WORDS.values())
# To its last line, or, where that is cut off, as long as lines look like its own.
_SNAPSHOT = re.compile(
    rf"^[ \t]*(?:{_TITLES})[ \t]*$(?:(?:(?!^[ \t]*(?:{_TITLES}))[\s\S])*?^[ \t]*(?:{_HINTS})[ \t]*$"
    r"|(?:\n[ \t]*(?:[#>\[-].*|\d+\..*|))*)\n?",
    re.MULTILINE,
)
_MARKED = re.compile(r"mohen:|" + _TITLES)
# What stands before a line of a list: bullets, numbers, scores, quotation marks of Markdown.
_LEAD = re.compile(r"[ \t]*(?:(?:[-*+>•]|\d+[.)、]|\[[\d.]+\]|\(\d[\d.]*\))[ \t]*)*")
_FIRST_PERSON = re.compile(r"[我俺咱]|\b(?:I|[Mm]y|[Mm]e|[Mm]ine|[Mm]yself|[Ww]e|[Oo]ur)\b")


def in_a_line(text: str) -> str:
    """A memory as it stands among our words: on one line, and nothing in it opens or closes a
    comment, for behind one our words would be taken for the user's."""
    return " ".join(text.split()).replace("<!--", "<! --").replace("-->", "-- >")


def fingerprints(
    texts: Iterable[str], key: bytes, policy: Echoes, bounds: OwnWords
) -> tuple[str, ...]:
    """Of every line and every sentence, each once, in order."""
    short = _short(policy, bounds)
    pieces = (piece for text in texts for line in text.splitlines() for piece in _pieces(line))
    found = (
        echoes.fingerprint(piece, key, short)
        for piece in dict.fromkeys(pieces)
        if not _FIRST_PERSON.search(piece)
    )
    return tuple(dict.fromkeys(each for each in found if each is not None))


def without(text: str, known: Collection[str], key: bytes, policy: Echoes, bounds: OwnWords) -> str:
    """The text without our blocks and without the lines and sentences that are known."""
    left = without_blocks(text)
    if not known:
        return left
    short = _short(policy, bounds)
    return "".join(_heard(line, known, key, short) for line in left.splitlines(keepends=True))


def without_blocks(text: str) -> str:
    """Whole blocks that carry our marks, and the snapshot from its title to its last line."""
    if not _MARKED.search(text):
        return text
    return _SNAPSHOT.sub("", _BLOCK.sub("", text))


def _heard(line: str, known: Collection[str], key: bytes, policy: Echoes) -> str:
    bare = _bare(line)
    if not bare:
        return line
    if _is_ours(bare, known, key, policy):
        return ""
    said = list(echoes.sentences(line))
    if len(said) == 1:
        return line
    left = "".join(each for each in said if not _is_ours(_bare(each), known, key, policy))
    return left if _bare(left) else ""


def _is_ours(said: str, known: Collection[str], key: bytes, policy: Echoes) -> bool:
    return not _FIRST_PERSON.search(said) and echoes.fingerprint(said, key, policy) in known


def _pieces(line: str) -> Iterator[str]:
    """The whole line, and each of its sentences."""
    bare = _bare(line)
    yield bare
    for each in echoes.sentences(bare):
        yield each.strip()


def _bare(line: str) -> str:
    return line[_end_of_lead(line) :].strip()


def _end_of_lead(line: str) -> int:
    lead = _LEAD.match(line)
    return 0 if lead is None else lead.end()


def _short(policy: Echoes, bounds: OwnWords) -> Echoes:
    return replace(policy, han_chars=bounds.han_chars, letters=bounds.letters)
