"""How many tokens a text costs: a quick estimate of what o200k_base counts (C88).

A byte-pair tokenizer first cuts a text by kinds of characters and then merges what is common. So
does this: words, numbers and marks are counted by their runs, Han characters by whether they are
one token and whether they make a common pair. On prose it is seldom more than a few per cent off;
a page of nothing but rare names or ids may be off by a fifth.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from operator import add

from mohen.logic import o200k
from mohen.model.language import Message
from mohen.policy import Tokens

_ASCII = range(ord("\x7f") + 1)
_WIDE = re.compile(r"[^\x00-\x7f]+")
_LINE = re.compile(r"[^\r\n]*[\r\n]+|[^\r\n]+")
_HOLE = "\x01"  # where wide characters stood
_INDENT, _TABS = re.compile("  (?=[aA.0])"), re.compile("t+")


def _kind(code: int) -> str:
    """An ASCII character as one of its kind: a A 0 for letters and digits, . for a mark, _ and '
    for themselves, n for a new line, t for a tab."""
    char = chr(code)
    if char in "_' ":
        return char
    for kind, test in (("a", str.islower), ("A", str.isupper), ("0", str.isdigit)):
        if test(char):
            return kind
    if char in "\r\n":
        return "n"
    return "." if char.isprintable() else "t" if char == "\t" else _HOLE


def _wide_kind(char: str) -> str:
    """h a Han character that is one token, r one that is more, s one of the far planes, m a mark
    of Chinese or of good typography, e a picture, v what joins pictures, o anything else."""
    if char in o200k.CHARACTERS:
        return "h"
    for kind, ranges in _WIDE_KINDS.items():
        if any(first <= char <= last for first, last in ranges):
            return kind
    return "o"


_WIDE_KINDS = {
    "r": (("㐀", "\u9fff"), ("\uf900", "\ufaff")),
    "s": (("\U00020000", "\U0003ffff"),),
    "v": (("\ufe0f", "\ufe0f"), ("\u200d", "\u200d")),
    "m": (("\u2010", "\u205e"), ("\u3000", "\u303f"), ("\uff00", "\uffef")),
    "e": (("\U0001f000", "\U0001faff"), ("\u2600", "\u27bf")),
}


_WIDE_MARKS = re.compile(
    "[" + "".join(f"{first}-{last}" for first, last in _WIDE_KINDS["m"]) + "]+"
)
_KINDS = {code: _kind(code) for code in _ASCII}


def _only(kinds: str) -> dict[int, str]:
    """Turns everything but these kinds into space, so that splitting counts their runs."""
    return {code: "x" if _KINDS[code] in kinds else " " for code in _ASCII}


_WORDS, _NUMBERS, _MARKS, _LINES = _only("aA"), _only("0"), _only("._'"), _only("n")
_LONG_WORD = "aaaaaaaa"
_NAME, _LONG_NAME, _LONGEST_NAME = "Aaaaa", "Aaaaaaaa", "Aaaaaaaaaaa"


def estimate(text: str, policy: Tokens, factor: float = 1.0) -> int:
    """Tokens of a text; `factor` is the model's (`family`)."""
    if not text:
        return 0
    return max(1, round(_weighed(text, policy) * factor))


def ceiling(text: str, policy: Tokens, factor: float = 1.0) -> int:
    """Rather too many than too few, for budgets that must not be overdrawn (C65)."""
    return math.ceil(estimate(text, policy, factor) * policy.margin)


def of_messages(messages: Iterable[Message], policy: Tokens) -> int:
    """What messages cost at most, with what stands around each."""
    return sum(ceiling(each.content, policy) + policy.per_message for each in messages)


def family(model: str, policy: Tokens) -> float:
    """How many tokens a model makes of one of o200k_base. An unknown one is thought to make
    more, so that what is meant to fit does."""
    name = model.casefold()
    found = (factor for mark, factor in _families(policy) if mark in name)
    return next(found, policy.factor_unknown)


def _families(policy: Tokens) -> Iterator[tuple[str, float]]:
    """The first mark that stands in a model's name decides: `gpt-4o` before `gpt-4`."""
    for mark in ("offline", "gpt-4o", "gpt-4.1", "gpt-4.5", "gpt-5", "gpt-oss", "o200k"):
        yield mark, 1.0
    for mark in ("gpt-4", "gpt-3.5", "cl100k"):
        yield mark, policy.factor_cl100k
    yield "deepseek", policy.factor_deepseek
    for mark in ("qwen", "qwq"):
        yield mark, policy.factor_qwen
    yield "llama", policy.factor_llama
    yield "claude", policy.factor_claude
    for mark in ("gemini", "gemma"):
        yield mark, policy.factor_gemini
    for mark in ("mistral", "mixtral", "ministral"):
        yield mark, policy.factor_mistral


def _weighed(text: str, policy: Tokens) -> float:
    """The sum of its lines: nothing that is weighed goes on beyond a line's end."""
    return sum(map(_weigher(policy), _LINE.findall(text)))


@lru_cache
def _weigher(policy: Tokens) -> Callable[[str], float]:
    """Weighs a line with its end, and remembers it: most of what is in a prompt stood in the
    one before, though the cut around the cursor is another."""

    wide = _Wide(policy)

    @lru_cache(maxsize=policy.lines_remembered)
    def plain(text: str) -> float:  # of a Chinese line little but its end is left
        return _plain(text, policy)

    @lru_cache(maxsize=policy.lines_remembered)
    def weigh(line: str) -> float:
        if line.isascii():
            return _plain(line, policy)
        return plain(_WIDE.sub(_HOLE, line)) + wide.weigh(line)

    return weigh


def _plain(text: str, policy: Tokens) -> float:
    """ASCII, with a hole where wide characters stood. A word takes the space or the mark before
    it into its token; a mark takes the line's end behind it."""
    kinds = text.translate(_KINDS)
    count = kinds.count
    mark_runs, lines = _runs(text, _MARKS), _runs(text, _LINES)
    ended = lines and min(lines, count(".n") + count("'n") + count(_HOLE + "n"))
    names = count(_NAME)
    return (
        policy.word * (_runs(text, _WORDS) + count("aA"))
        + policy.long_word * count(_LONG_WORD)
        + policy.name * names
        + (policy.long_name * (count(_LONG_NAME) + count(_LONGEST_NAME)) if names else 0)
        + policy.mark * mark_runs
        + policy.line * (lines - ended)
        + (_marked(kinds, mark_runs, policy) if mark_runs else 0)
        + (_numbered(kinds, text, policy) if "0" in kinds else 0)
        + (policy.capitals * count("AAA") if "AA" in kinds else 0)
        + (policy.indent * len(_INDENT.findall(kinds)) if "  " in kinds else 0)
        + (policy.tab * len(_TABS.findall(kinds)) if "t" in kinds else 0)
        + (policy.space_before_wide * count(" " + _HOLE) if _HOLE in kinds else 0)
    )


def _marked(kinds: str, runs: int, policy: Tokens) -> float:
    """What marks cost beside their runs, and save where they stand before a word."""
    count = kinds.lower().count
    apostrophes, underscores = count("'"), count("_")
    saved = policy.mark_before_word * count(".a")
    if apostrophes:
        saved += policy.contraction * count("a'a")
    if underscores:
        saved += policy.underscore_before_word * count("_a")
    return policy.mark_more * (count(".") + apostrophes + underscores - runs) - saved


def _numbered(kinds: str, text: str, policy: Tokens) -> float:
    return (
        policy.numeral * _runs(text, _NUMBERS)
        + policy.digit * kinds.count("0")
        + policy.space_before_number * kinds.count(" 0")
    )


class _Wide:
    """Weighs everything beyond ASCII; what is ASCII weighs nothing here."""

    def __init__(self, policy: Tokens) -> None:
        self._each = _Weights(policy)
        self._pair = policy.han_pair
        self._run = policy.wide_mark - policy.wide_mark_more

    def weigh(self, text: str) -> float:
        pairs = sum(map(o200k.PAIRS.__contains__, map(add, text, text[1:])))
        runs = len(_WIDE_MARKS.findall(text))
        return sum(map(self._each.__getitem__, text)) + self._run * runs - self._pair * pairs


class _Weights(dict[str, float]):
    """What a character weighs by itself. Filled as characters are met."""

    def __init__(self, policy: Tokens) -> None:
        super().__init__((chr(code), 0.0) for code in _ASCII)
        self._kinds = {
            "h": policy.han,
            "r": policy.han_rare,
            "s": policy.han_far,
            "m": policy.wide_mark_more,
            "e": policy.picture,
            "v": policy.joiner,
            "o": policy.other,
        }

    def __missing__(self, char: str) -> float:
        weight = self[char] = self._kinds[_wide_kind(char)]
        return weight


def _runs(text: str, only: dict[int, str]) -> int:
    return len(text.translate(only).split())
