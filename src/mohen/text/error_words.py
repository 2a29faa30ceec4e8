"""What an error says, in Chinese. Errors are raised in English, for logs and tools; whoever shows
them to people says them in the language of those."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from mohen.core.values import dataclass
from mohen.errors import Detail, MohenError
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics

_ARROW, _GAP = " ⇒ ", "{}"
_LONGEST = 1_000  # code points of a sentence that is looked up
_CHINESE = LazyPattern("[\u4e00-\u9fff]")
_PHRASE = LazyPattern("[a-z] [a-z]")  # English that is more than names
_NAMES = LazyPattern(r"[^\s,]+(?:, [^\s,]+)*(?: (and|or) [^\s,]+)?")
_AND = {"and": " 与 ", "or": " 或 "}


@dataclass(frozen=True, slots=True)
class _Sentence:
    pieces: tuple[str, ...]  # of the English, between its gaps
    chinese: str

    def filled(self, message: str) -> list[str] | None:
        """What stands in the gaps, if the message is this sentence."""
        if not (message.startswith(self.pieces[0]) and message.endswith(self.pieces[-1])):
            return None
        found = _pattern(self.pieces).fullmatch(message)
        return None if found is None else list(found.groups())

    def said(self, gaps: list[str]) -> str:
        first, *rest = self.chinese.split(_GAP)
        return first + "".join(gap + piece for gap, piece in zip(gaps, rest, strict=True))


@cache
def sentences() -> tuple[_Sentence, ...]:
    """All that are known, those with the most words of their own first."""
    listed = topics(__file__, "zh/errors.txt").values()
    pairs = [line.split(_ARROW) for topic in listed for line in topic.splitlines()]
    known = [_Sentence(tuple(english.split(_GAP)), chinese) for english, chinese in pairs]
    return tuple(sorted(known, key=lambda each: -sum(map(len, each.pieces))))


@lru_cache(maxsize=1_024)
def _pattern(pieces: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("(.+?)".join(map(re.escape, pieces)), re.DOTALL)


@lru_cache(maxsize=1_024)  # what is filled in is much the same
def in_chinese(message: str) -> str | None:
    """The sentence in Chinese; None for one that nobody has put into Chinese."""
    half = None
    for each in sentences() if len(message) <= _LONGEST else ():
        gaps = each.filled(message)
        if gaps is None:
            continue
        told = [_names(gap) or in_chinese(gap) or gap for gap in gaps]
        said = each.said(told)
        if not _CHINESE.search(said):
            continue
        if not any(map(_PHRASE.search, told)):
            return said
        half = half or said
    return half


def _names(gap: str) -> str | None:
    """A list of names as Chinese has it; None for what is none."""
    found = _NAMES.fullmatch(gap)
    if found is None or " " not in gap:
        return None
    joined = gap.replace(", ", "、")
    return joined.replace(f" {found[1]} ", _AND[found[1]]) if found[1] else joined


def told(error: MohenError) -> dict[str, Detail]:
    """An error as every door says it, in both languages."""
    plain = error.plain()
    chinese = in_chinese(error.message)
    return plain if chinese is None else {**plain, "messages": {"en": error.message, "zh": chinese}}
