"""What is said at work and outlasts it: a rule of the team, a fact of the project.

PRs need two approvals, 线上是 JDK 8 and *i'll run the dev server myself* are worth remembering;
that the form must have two columns, said with the same words, is over with the work. There is no
end to how either is put, so a thought is weighed as a whole, by its words in short pieces. What
each weighs was fitted on messages that were typed for it, and on what developers really typed to
an agent (`tools/fit_at_work.py`, `data/*/at_work_weights.txt`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from mohen.knowledge.understanding import entities
from mohen.text.language import has_han
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import weights_by_place

# What is weighed: whether a thought lasts at all, and whether it is a rule rather than a fact.
LASTING, RULE = "lasting", "rule"
BIAS = "%bias"
_HUNDREDTHS = 100
ENOUGH = 1.5  # logarithm of the odds
SURELY = 2.25  # before something stands in every prompt
LEAST, MOST = 6, 300  # characters of a thought
_MESSAGE_MOST = 600  # what is longer is pasted, or specifies what is to be made

_PIECE = LazyPattern(
    r"https?://\S+|[A-Za-z_]\w*(?:[./:@-]\w+)+|\d+(?:[.,:]\d+)*|[A-Za-z_]\w*(?:['’][a-z]+)?"
    r"|[^\s\w]|\w"
)
_NAMED_IN_CODE = LazyPattern(r"\w_\w|[a-z][A-Z]|[./:@]\w")
_SHAPES = {
    "%name": LazyPattern(r"(?<=[a-z,;] )[A-Z][a-z]+"),
    "%short": LazyPattern(r"(?<![A-Za-z])[A-Z]{2,}(?![a-z])"),
    "%asks": LazyPattern(r"[?？]"),
}
_HAN = "%han"
_IN_A_ROW = {"en": 2, "zh": 3}
_LENGTH = {"en": 3, "zh": 5}  # pieces by which lengths are told apart
_LENGTHS = 8


@lru_cache(maxsize=256)
def lasts(thought: str, within: int) -> bool:
    """Whether it outlasts the work. `within`: how long its message is."""
    if within > _MESSAGE_MOST or not LEAST <= len(thought) <= MOST:
        return False
    return weighed(signs(thought), LASTING) > ENOUGH


def is_rule(thought: str) -> bool:
    """Of what lasts: whether it is surely a rule, which stands in every prompt from then on."""
    found = signs(thought)
    return weighed(found, LASTING) > SURELY and weighed(found, RULE) > 0


def signs(thought: str) -> frozenset[str]:
    """What a thought is weighed by: its pieces alone and in a row, how it begins and ends, how
    long it is."""
    pieces = [_as_sign(each) for each in _PIECE.findall(thought)]
    language = "zh" if has_han(thought) else "en"
    row = _IN_A_ROW[language]
    found = set(_in_rows(pieces, row))
    found.update(f"^{' '.join(pieces[:size])}" for size in range(1, row + 2))
    found.update(f"{' '.join(pieces[-size:])}$" for size in range(1, row + 1))
    found.add(f"%long{min(len(pieces) // _LENGTH[language], _LENGTHS)}")
    found.update(name for name, shape in _SHAPES.items() if shape.search(thought))
    if language == "zh":
        found.add(_HAN)
    return frozenset(found)


def _as_sign(piece: str) -> str:
    if piece[0].isdigit():
        return "0"
    return "`" if _NAMED_IN_CODE.search(piece) else piece.lower()


def _in_rows(pieces: list[str], most: int) -> Iterator[str]:
    for size in range(1, most + 1):
        for at in range(len(pieces) - size + 1):
            yield " ".join(pieces[at : at + size])


def weighed(found: frozenset[str], what: str) -> float:
    """The logarithm of the odds that a thought with these signs is that."""
    listed = f"{'zh' if _HAN in found else 'en'}/at_work_weights.txt"
    worth = weights_by_place(entities.__file__, listed, LASTING, RULE)[what]
    return (worth[BIAS] + sum(worth.get(each, 0) for each in found)) / _HUNDREDTHS
