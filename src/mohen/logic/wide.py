"""What the characters beyond ASCII weigh in tokens, of many lines at once.

Han characters are looked up one by one and two by two. In Python that would be most of what an
estimate costs, so it is done in tables of numpy, which is asked for at the first such text.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from mohen.logic import o200k
from mohen.policy import Tokens

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_ASCII = ("\x00", "\x7f")
_BMP = "\uffff"  # the last of the plane that all common characters stand in
# By kind: r a Han character that is more than one token, s one of the far planes, v what joins
# pictures, m a mark of Chinese or of good typography, e a picture.
_RANGES = {
    "e": (("\U0001f000", "\U0001faff"), ("\u2600", "\u27bf")),
    "m": (("\u2010", "\u205e"), ("\u3000", "\u303f"), ("\uff00", "\uffef")),
    "v": (("\ufe0f", "\ufe0f"), ("\u200d", "\u200d")),
    "s": (("\U00020000", "\U0003ffff"),),
    "r": (("㐀", "\u9fff"), ("\uf900", "\ufaff")),
    "a": (_ASCII,),
}
_KINDS = "ohaemvsr"  # o is anything else, h a Han character that is one token
_MARK = _KINDS.index("m")


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
        self._alone = [by_kind[kind] for kind in _KINDS]
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


@lru_cache
def _tables() -> _Tables:
    import numpy as np

    kinds = np.zeros(sys.maxunicode + 1, np.uint8)
    for kind, ranges in _RANGES.items():
        for first, last in ranges:
            kinds[ord(first) : ord(last) + 1] = _KINDS.index(kind)
    kinds[list(map(ord, o200k.CHARACTERS))] = _KINDS.index("h")
    known = sorted({char for pair in o200k.PAIRS for char in pair})
    numbered = {char: number for number, char in enumerate(known, 1)}
    paired = np.zeros(ord(_BMP) + 1, np.uint16)
    pairs = np.zeros((len(known) + 1, len(known) + 1), np.bool_)
    for char, number in numbered.items():
        paired[ord(char)] = number
    for pair in o200k.PAIRS:
        pairs[tuple(map(numbered.__getitem__, pair))] = True
    return _Tables(kinds, paired, pairs)
