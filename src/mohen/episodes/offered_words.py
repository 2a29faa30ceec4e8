"""Words that some of what was offered has and some has not.

Only words that belong to no story, from a list, and English adverbs: among texts that tell
different things, whoever passes over a name or a thing has decided what happens. No word of the
author's is followed that the list does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from mohen.text import style_words
from mohen.text.language import has_han
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import lowered
from mohen.text.word_lists import topics, words

_WORD = LazyPattern(r"[a-z]+(?:['’-][a-z]+)*")
_AT_MOST = 15  # candidates, of more nothing is kept
Offered = tuple[tuple[str, int], ...]


@cache
def _listed() -> tuple[frozenset[str], tuple[str, ...]]:
    english, chinese = (topics(__file__, f"{each}/edit_words.txt") for each in ("en", "zh"))
    return words(english["of no story"]), tuple(chinese["of no story"].split())


def told(candidates: Sequence[str], used: str | None) -> Offered:
    """Each such word with a mask: the first bit is the text that was used, the others are the
    candidates in order. What all of them have, or none, tells nothing."""
    if not 0 < len(candidates) <= _AT_MOST:
        return ()
    masks: dict[str, int] = {}
    texts = ["" if used is None else used, *candidates]
    for at, text in enumerate(texts):
        for word in _words(lowered(text)):
            masks[word] = masks.get(word, 0) | 1 << at
    whole = (1 << len(texts)) - 1
    return tuple((word, mask) for word, mask in sorted(masks.items()) if mask != whole)


def _words(text: str) -> set[str]:
    english, chinese = _listed()
    said = set(_WORD.findall(text))
    found = {each for each in said if each in english or style_words.is_adverb(each)}
    if has_han(text):
        found.update(each for each in chinese if each in text)
    return found


def packed(offered: Offered) -> str:
    return "|".join(f"{word} {mask}" for word, mask in offered)


def unpacked(body: str) -> Offered:
    rows = (each.split(" ") for each in body.split("|") if each)
    return tuple((word, int(mask)) for word, mask in rows)
