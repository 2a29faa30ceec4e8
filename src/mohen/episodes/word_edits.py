"""Words that an edit cut, added or let stand.

A unit is an overlapping pair of Han characters (no segmenter is needed: a pair that straddles two
words does not recur), an English word that carries style, or a phrase of two English words.
What stands in the story around the passage (names, places) is nobody's habit and is passed over.
What was kept is remembered as hashes, so that chances can be counted without the text.
"""

from __future__ import annotations

from array import array
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, groupby
from operator import add
from typing import Any
from zlib import crc32

from mohen.core.values import dataclass
from mohen.episodes.policy import Measuring
from mohen.text import redact
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import lowered
from mohen.text.word_lists import topics, words

_RUN = LazyPattern(r"[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U000323af]+")
_LETTER = "A-Za-zÀ-ÖØ-öø-ɏ"
_WORD = LazyPattern(rf"[{_LETTER}]+(?:['’-][{_LETTER}]+)*")
_MASKED = LazyPattern(f"{redact.OPEN}[^{redact.OPEN}{redact.CLOSE}]*{redact.CLOSE}")
_OPENS = frozenset(".!?:;…。！？：；\"“”‘’'「『(（[*_—-\n")


@cache
def _english() -> tuple[frozenset[str], frozenset[str]]:
    """Words of grammar, which are in no unit, and small ones, which are only inside a phrase."""
    listed = topics(__file__, "en/edit_words.txt")
    return words(listed["grammar"]), words(listed["small"])


@cache
def _chinese() -> tuple[frozenset[str], frozenset[str], frozenset[str], frozenset[str]]:
    """Pronouns, numerals, what begins no word, and the words that do begin so."""
    listed = topics(__file__, "zh/edit_words.txt")
    characters = (frozenset(listed[each]) for each in ("pronouns", "numerals", "never first"))
    pronouns, numerals, never_first = characters
    return pronouns, numerals, never_first, words(listed["begun so"])


@dataclass(frozen=True, slots=True)
class Words:
    """`cut` and `added` in the order of the text, `kept` packed hashes (see `hashes`), `share`
    how much of the passage's characters and words was cut."""

    cut: tuple[str, ...]
    added: tuple[str, ...]
    kept: bytes
    share: float

    def hashes(self) -> Iterable[int]:
        """Hashes of the units that stood before and after the edit."""
        return opened(self.kept)

    def packed(self) -> dict[str, Any]:
        """The hashes packed into few bytes, for there are many of these rows."""
        kept = b64encode(self.kept).decode()
        return {"c": "|".join(self.cut), "a": "|".join(self.added), "k": kept, "s": self.share}

    @classmethod
    def unpacked(cls, body: dict[str, Any]) -> Words:
        cut, added = (tuple(filter(None, body[key].split("|"))) for key in "ca")
        return cls(cut, added, b64decode(body["k"]), float(body["s"]))


def hashed(unit: str) -> int:
    return crc32(unit.encode())


def opened(kept: bytes) -> Iterable[int]:
    """The hashes in a packed row, or in several set end to end."""
    return array("I", kept)


def changed(before: str, after: str, context: str, policy: Measuring) -> Words | None:
    """What the edit did; None if nothing was edited, or so much that no word tells anything."""
    if before.strip() == after.strip():
        return None
    old, new, around = _Passage(before), _Passage(after), _Passage(context)
    names = old.names | new.names | around.names
    gone, come = old.swept(new, policy.span_max), new.swept(old, policy.span_max)
    held = [each for each in old.untouched_by(around, names) if each not in gone]
    held = held[: policy.units_max]
    cut = tuple(each for each in held if each not in new.units)
    if not held:
        return None
    # Words that only change places leave their neighbours: pairs go, though no word does.
    share = max(old.share_gone(new), policy.of_a_pair * len(cut) / len(held))
    if share > policy.rewrite_share:
        return None
    fresh = (each for each in new.untouched_by(around, names) if each not in come)
    added = [each for each in fresh if old.lacks(each)]
    kept = array("I", (hashed(each) for each in held if each in new.units))
    new_words = tuple(added[: policy.added_max])
    return Words(cut, new_words, kept.tobytes(), round(share, policy.share_decimals))


class _Passage:
    """The units of one text, and which of them touch which."""

    def __init__(self, text: str) -> None:
        plain = _MASKED.sub("|", text) if redact.OPEN in text else text
        runs = _RUN.findall(plain)
        self.names: set[str] = set()
        self.words: dict[str, None] = {}
        self._tokens = Counter("".join(runs))
        self._spoken: list[str] = []
        self._runs = [list(map(add, run, run[1:])) for run in runs if run[1:]]
        self._phrases = list(self._english(plain))
        following = map(" ".join, zip(self._spoken, self._spoken[1:], strict=False))
        self._chains = [*self._runs, list(following)]
        self._links = set(chain.from_iterable(self._chains))
        self.units = {unit for pairs in self._runs for unit in pairs}
        self.units.update(self.words, self._phrases)

    def _english(self, text: str) -> Iterator[str]:
        """Phrases of two neighbouring words; gathers the words and the names on the way."""
        grammar, small = _english()
        prior, end = "", 0
        for match in _WORD.finditer(text):
            # What leads up to a word tells whether it goes on a phrase or opens a sentence.
            spelled, gap = match[0], text[end : match.start()]
            word = lowered(spelled)
            lead = gap.rstrip(" \t")
            inside = lead[-1] not in _OPENS if lead else end > 0
            if inside and spelled[0].isupper() and not spelled.isupper():
                self.names.add(word)
            end = match.end()
            self._tokens[word] += 1
            self._spoken.append(word)
            if word in grammar or not word[1:]:
                prior = ""
                continue
            if prior and gap == " " and not (prior in small and word in small):
                yield f"{prior} {word}"
            if word not in small:
                self.words[word] = None
            prior = word

    def share_gone(self, after: _Passage) -> float:
        """How many of its characters and words are no longer there."""
        gone = self._tokens - after._tokens
        return gone.total() / max(1, self._tokens.total())

    def swept(self, other: _Passage, most: int) -> set[str]:
        """Units of a whole clause that the other text has not: it is gone, or new, for what it
        says, and that tells nothing of its words."""
        found: set[str] = set()
        for links in self._chains:
            for there, group in groupby(links, other._links.__contains__):
                span = [] if there else list(group)
                if len(span) > most:
                    found.update(span, *map(str.split, span))
        return found

    def untouched_by(self, around: _Passage, names: set[str]) -> dict[str, None]:
        """The units that carry style, in order, without what is of the story around it or
        straddles into it."""
        found: dict[str, None] = {}
        barred: set[str] = set()
        for pairs in self._runs:
            found.update(dict.fromkeys(filter(_telling, pairs)))
            for before, each, after in zip(["", *pairs], pairs, [*pairs[1:], ""], strict=False):
                if each in around.units:
                    barred.update((before, each, after))
        for unit in (*self.words, *self._phrases):
            if names.isdisjoint(unit.split()) and around.lacks(unit):
                found[unit] = None
        return {unit: None for unit in found if unit not in barred}

    def lacks(self, unit: str) -> bool:
        """Whether no word of the unit stands here: a phrase of old words is only a new order."""
        if unit in self.units:
            return False
        return self.words.keys().isdisjoint(unit.split())


def _telling(pair: str) -> bool:
    first, last = pair[0], pair[-1]
    pronouns, numerals, never_first, begun_so = _chinese()
    if first in pronouns or last in pronouns or numerals.issuperset(pair):
        return False
    return first not in never_first or pair in begun_so
