"""How many tokens a text costs: a quick estimate of what o200k_base counts (C88).

A byte-pair tokenizer first cuts a text by kinds of characters and then merges what is common. So
does this: words, numbers and marks are counted by their runs, Han characters by whether they are
one token and whether they make a common pair. On prose it is seldom more than a few per cent off;
a page of nothing but rare names or ids may be off by a fifth.
"""

from __future__ import annotations

import math
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import add
from typing import TYPE_CHECKING, cast

from mohen.core.values import dataclass
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.policy import Tokens
from mohen.text.remembered import remembered
from mohen.text.word_lists import topics

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


# -- What the characters beyond ASCII weigh in tokens, of many lines at once.


_ASCII_CHARS = ("\x00", "\x7f")
_BMP = "\uffff"  # the last of the plane that all common characters stand in
# By kind: r a Han character that is more than one token, s one of the far planes, v what joins
# pictures, m a mark of Chinese or of good typography, e a picture.
_RANGES = {
    "e": (("\U0001f000", "\U0001faff"), ("\u2600", "\u27bf")),
    "m": (("\u2010", "\u205e"), ("\u3000", "\u303f"), ("\uff00", "\uffef")),
    "v": (("\ufe0f", "\ufe0f"), ("\u200d", "\u200d")),
    "s": (("\U00020000", "\U0003ffff"),),
    "r": (("㐀", "\u9fff"), ("\uf900", "\ufaff")),
    "a": (_ASCII_CHARS,),
}
_WIDE_KINDS = "ohaemvsr"  # o is anything else, h a Han character that is one token
_MARK = _WIDE_KINDS.index("m")


@dataclass(frozen=True, slots=True, eq=False)
class _Tables:
    kinds: npt.NDArray[np.uint8]  # of each code point, its place in _KINDS
    paired: npt.NDArray[np.uint16]  # a number for each character that some pair holds
    pairs: npt.NDArray[np.bool_]  # of two such numbers


class Wide:
    def __init__(self, policy: Tokens) -> None:
        by_kind = {
            "a": 0.0,
            "h": policy.han,
            "r": policy.han_rare,
            "s": policy.han_far,
            "m": policy.wide_mark_more,
            "e": policy.picture,
            "v": policy.joiner,
            "o": policy.other,
        }
        self._alone = [by_kind[kind] for kind in _WIDE_KINDS]
        self._run = policy.wide_mark - policy.wide_mark_more
        self._pair = policy.han_pair

    def weights(self, lines: Sequence[str]) -> list[float]:
        """Of each line; what is ASCII weighs nothing."""
        import numpy as np

        tables = _tables()
        # With an end, so that nothing in one line meets anything in the next.
        whole = "\n".join(lines).encode("utf-32-le", "surrogatepass")
        codes = np.frombuffer(whole, np.uint32)
        kinds = tables.kinds[codes]
        weights = np.asarray(self._alone)[kinds]
        paired = tables.paired.take(codes, mode="clip")
        weights[1:] -= self._pair * tables.pairs[paired[:-1], paired[1:]]
        begins = kinds == _MARK
        begins[1:] &= kinds[:-1] != _MARK  # a run of marks
        weights += self._run * begins
        starts = list(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))
        found: list[float] = np.add.reduceat(weights, starts).tolist()
        return found


def one_token() -> tuple[frozenset[str], frozenset[str]]:
    """The Han characters that are one token, and the pairs of them that are: `data/o200k.txt`."""
    listed = topics(__file__, "o200k.txt")
    return frozenset("".join(listed["characters"].split())), frozenset(listed["pairs"].split())


@lru_cache
def _tables() -> _Tables:
    import numpy as np

    kinds = np.zeros(sys.maxunicode + 1, np.uint8)
    for kind, ranges in _RANGES.items():
        for first, last in ranges:
            kinds[ord(first) : ord(last) + 1] = _WIDE_KINDS.index(kind)
    characters, listed = one_token()
    kinds[list(map(ord, characters))] = _WIDE_KINDS.index("h")
    known = sorted({char for pair in listed for char in pair})
    numbered = {char: number for number, char in enumerate(known, 1)}
    paired = np.zeros(ord(_BMP) + 1, np.uint16)
    pairs = np.zeros((len(known) + 1, len(known) + 1), np.bool_)
    for char, number in numbered.items():
        paired[ord(char)] = number
    for pair in listed:
        pairs[tuple(map(numbered.__getitem__, pair))] = True
    return _Tables(kinds, paired, pairs)


_ASCII = range(ord("\x7f") + 1)
_WIDE = LazyPattern(r"[^\x00-\x7f]+")
_ENDS = "\r\n"
_LINE = LazyPattern(rf"[^{_ENDS}]+")
_ENDED = LazyPattern(r"[^ \ta-zA-Z0-9_]")  # what takes the line's end behind it into its token
_HOLE = "\x01"  # where wide characters stood
_INDENT, _TABS = LazyPattern(b"  (?=[aA.0])"), LazyPattern(b"t+")


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


_KINDS = bytes.maketrans(bytes(_ASCII), "".join(map(_kind, _ASCII)).encode())


def _only(kinds: str) -> bytes:
    """Turns every kind but these into a space, so that their runs can be counted."""
    kept = "".join("x" if chr(code) in kinds else " " for code in _ASCII)
    return bytes.maketrans(bytes(_ASCII), kept.encode())


_WORDS, _NUMBERS, _MARKS, _LINES = _only("aA"), _only("0"), _only("._'"), _only("n")
_LONG_WORD = b"aaaaaaaa"
_NAME, _LONG_NAME, _LONGEST_NAME = b"Aaaaa", b"Aaaaaaaa", b"Aaaaaaaaaaa"


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
    """The sum of its lines: nothing that is weighed goes on beyond a line's end. Each is weighed
    as if it had one, so that it is the same line in the middle of a text and alone."""
    lines = _LINE.findall(text)
    total = sum(_weigher(policy).weights(lines))
    if text[0] in _ENDS:
        total += policy.line
    if lines and text[-1] not in _ENDS and not _ENDED.match(text[-1]):
        total -= policy.line
    return total


class _Lines:
    """Weighs lines, and remembers them: most of what is in a prompt stood in the one before,
    though the cut around the cursor is another. Those it does not know are weighed together,
    which costs far less than one after the other."""

    def __init__(self, policy: Tokens) -> None:
        self._kept: OrderedDict[str, float] = OrderedDict()
        self._most, self._longest = policy.lines_remembered, policy.line_chars
        self._wide = Wide(policy)
        # Of a Chinese line little but its end is left.
        self._plain = remembered(self._most, policy.remembered_chars)(
            lambda text: _plain(text.encode(), policy)
        )

    def weights(self, lines: Sequence[str]) -> list[float]:
        known = list(map(self._kept.get, lines))
        if None in known:
            new = list(dict.fromkeys(a for a, b in zip(lines, known, strict=True) if b is None))
            weighed = dict(zip(new, self._weighed(new), strict=True))
            known = [weighed.get(a, b) for a, b in zip(lines, known, strict=True)]
            self._remember(weighed)
        return cast("list[float]", known)

    def _remember(self, weighed: dict[str, float]) -> None:
        # A line may be as long as a book.
        self._kept.update((a, b) for a, b in weighed.items() if len(a) <= self._longest)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def _weighed(self, lines: Sequence[str]) -> Iterable[float]:
        plain = [self._plain(_WIDE.sub(_HOLE, line) + "\n") for line in lines]
        if all(map(str.isascii, lines)):
            return plain
        return map(add, plain, self._wide.weights(lines))


_lines = lru_cache(_Lines)
_last: tuple[Tokens, _Lines] | None = None


def _weigher(policy: Tokens) -> _Lines:
    """Whoever asks has the same policy as the one before; to hash its numbers takes longer than to
    weigh a line."""
    global _last
    last = _last
    if last is None or last[0] is not policy:
        last = _last = policy, _lines(policy)
    return last[1]


def _plain(text: bytes, policy: Tokens) -> float:
    """ASCII, with a hole where wide characters stood. A word takes the space or the mark before
    it into its token; a mark takes the line's end behind it."""
    kinds = text.translate(_KINDS)
    count = kinds.count
    mark_runs, lines = _runs(kinds, _MARKS), _runs(kinds, _LINES)
    ended = lines and count(b".n") + count(b"'n") + count(b"\x01n")
    names = count(_NAME)
    return (
        policy.word * (_runs(kinds, _WORDS) + count(b"aA"))
        + policy.long_word * count(_LONG_WORD)
        + policy.name * names
        + (policy.long_name * (count(_LONG_NAME) + count(_LONGEST_NAME)) if names else 0)
        + policy.mark * mark_runs
        + policy.line * (lines - ended)
        + (_marked(kinds, mark_runs, policy) if mark_runs else 0)
        + (_numbered(kinds, policy) if b"0" in kinds else 0)
        + (policy.capitals * count(b"AAA") if b"AA" in kinds else 0)
        + (policy.indent * len(_INDENT.findall(kinds)) if b"  " in kinds else 0)
        + (policy.tab * len(_TABS.findall(kinds)) if b"t" in kinds else 0)
        + (policy.space_before_wide * count(b" \x01") if b"\x01" in kinds else 0)
    )


def _marked(kinds: bytes, runs: int, policy: Tokens) -> float:
    """What marks cost beside their runs, and save where they stand before a word."""
    count = kinds.lower().count
    apostrophes, underscores = count(b"'"), count(b"_")
    saved = policy.mark_before_word * count(b".a")
    if apostrophes:
        saved += policy.contraction * count(b"a'a")
    if underscores:
        saved += policy.underscore_before_word * count(b"_a")
    return policy.mark_more * (count(b".") + apostrophes + underscores - runs) - saved


def _numbered(kinds: bytes, policy: Tokens) -> float:
    return (
        policy.numeral * _runs(kinds, _NUMBERS)
        + policy.digit * kinds.count(b"0")
        + policy.space_before_number * kinds.count(b" 0")
    )


def _runs(kinds: bytes, only: bytes) -> int:
    return (b" " + kinds).translate(only).count(b" x")


@dataclass(frozen=True, slots=True)
class Message:
    role: str  # system or user
    content: str


Count = Callable[[str], int]
