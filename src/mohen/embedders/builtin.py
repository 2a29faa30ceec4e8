"""The built-in embedder: no model, no download, the same vectors on every machine.

Each text becomes a bag of features, each feature one signed place of the vector (feature
hashing): single Han characters and pairs of them, word stems, the letter triples of words (for
typos and word forms), and concepts of a small bilingual lexicon, so that 高兴 and `glad` meet.
Common words weigh little, repetition counts by its root, the whole is made length one.

It cuts text by its own rules, not by those of full-text search: stored vectors must not move
when search does. Every constant below is part of what `builtin-v1` names; to change one is to
change the name.
"""

from __future__ import annotations

import sys
import unicodedata
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mohen.core.values import dataclass
from mohen.embedders.foreign_errors import border
from mohen.embedders.input_text import filled
from mohen.text.lazy_pattern import LazyPattern

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mohen.core.ports import Matrix
    from mohen.policy import Policy

    Places = npt.NDArray[np.intp]
    Keys = npt.NDArray[np.uint64]
    Weights = npt.NDArray[np.float64]


# -- The bilingual lexicon of `lexicon.txt`: which words say little, and which mean one thing.


_COMMON_WORDS = "common"


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Concepts by English stem, and by the first two characters of a Chinese word."""

    common_words: frozenset[str]
    common_chars: frozenset[str]
    by_stem: Mapping[str, tuple[str, ...]]
    by_pair: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]


def load(stem: Callable[[str], str]) -> Lexicon:
    """Read the lexicon; English words go through `stem`, the one the embedder uses on texts."""
    common_words: set[str] = set()
    common_chars: set[str] = set()
    by_stem: dict[str, set[str]] = {}
    by_word: dict[str, set[str]] = {}
    for concept, english, chinese in _lines():
        if concept == _COMMON_WORDS:
            common_words.update(english)
            common_chars.update(chinese)
            continue
        for word in english:
            by_stem.setdefault(stem(word), set()).add(concept)
        for word in chinese:
            by_word.setdefault(word, set()).add(concept)
    return Lexicon(
        common_words=frozenset(common_words),
        common_chars=frozenset(common_chars),
        by_stem={word: tuple(sorted(concepts)) for word, concepts in by_stem.items()},
        by_pair=_by_pair(by_word),
    )


def _lines() -> Iterator[tuple[str, list[str], list[str]]]:
    text = Path(__file__).with_name("lexicon.txt").read_text("utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            concept, _, words = line.partition(":")
            english, _, chinese = words.partition("|")
            yield concept, english.split(), chinese.split()


def _by_pair(
    by_word: Mapping[str, set[str]],
) -> dict[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """Words under their first two characters, the longest first: 不高兴 must beat 高兴."""
    pairs: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for word in sorted(by_word, key=lambda word: (-len(word), word)):
        pairs.setdefault(word[:2], []).append((word, tuple(sorted(by_word[word]))))
    return {pair: tuple(words) for pair, words in pairs.items()}


# -- The embedder that is always there: no model, no download, the same vectors on every machine.


_DIMS_BITS: Final = 9

# What a feature weighs. The triples of a word share their weight; a common word or character
# keeps a little, so that a text made of nothing else still has a direction. Long words tend to
# be rare and so say more: the nearest thing to inverse document frequency without documents.
_STEM: Final = 1.0
_TRIPLES: Final = 0.6
_CONCEPT: Final = 1.0
_SINGLE: Final = 0.8
_PAIR: Final = 1.0
_COMMON: Final = 0.1
_SHORT_WORD: Final = 0.5
_LONG_WORD: Final = 1.3
_PER_LETTER: Final = 0.1

# Scripts written without spaces (Kana, Han, Hangul), and pictures, which count as characters.
_UNSPACED: Final = (
    (0x3040, 0x30FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xAC00, 0xD7AF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
_PICTURES: Final = ((0x2190, 0x2BFF), (0x1F000, 0x1FAFF))
_SPANS: Final = "".join(f"{chr(first)}-{chr(last)}" for first, last in _UNSPACED)
_WORD: Final = LazyPattern(rf"[^\W_{_SPANS}]+")
# Anything but ASCII, Han and the punctuation of Chinese (which is no feature) may need folding.
_UNFOLDED: Final = LazyPattern("[^\x00-\x7f\u4e00-\u9fff\u3000-\u303f“”‘’—…·！，：；？（）]")

# A key is a code point, two of them side by side, or (above both) the checksum of a word feature.
_CODE_BITS: Final = 21
_WORD_KEYS: Final = 1 << 62
_WORDS_KEPT: Final = 8_192
_AT_ONCE: Final = 64  # texts
_BETWEEN: Final = "\n"  # no character of any script, and in no text that is given to an embedder

_STEM_LETTERS: Final = 3
_ENDINGS: Final = (
    ("ingly", ""),
    ("edly", ""),
    ("ness", ""),
    ("sses", "ss"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("xes", "x"),
    ("ies", "y"),
    ("ied", "y"),
    ("ing", ""),
    ("ed", ""),
    ("ly", ""),
    ("ss", "ss"),
    ("us", "us"),
    ("is", "is"),
    ("s", ""),
)


class Builtin:
    """The built-in embedder."""

    name: Final = "builtin-v1"
    dims: Final = 1 << _DIMS_BITS

    def __init__(self, policy: Policy) -> None:
        self.trust: Final = policy.vectors.trust_builtin
        self._chars = policy.vectors.embed_chars

    def embed(self, texts: Sequence[str]) -> Matrix:
        with border("the built-in embedder"):
            return filled(texts, self.dims, chars=self._chars, encode=_encode)


def _encode(texts: list[str]) -> Iterator[Matrix]:
    for begin in range(0, len(texts), _AT_ONCE):
        yield _rows([_folded(text) for text in texts[begin : begin + _AT_ONCE]])


def _rows(texts: list[str]) -> Matrix:
    """A row a text, not yet of length one."""
    import numpy as np

    rows, keys, weights = _features(texts)
    mixed = _mix(keys)
    places = (mixed >> np.uint64(64 - _DIMS_BITS)).astype(np.intp)
    signed = np.where(mixed & np.uint64(1), weights, -weights)
    size = len(texts) * Builtin.dims
    counted = np.bincount(rows * Builtin.dims + places, weights=signed, minlength=size)
    return counted.astype(np.float32).reshape(len(texts), Builtin.dims)


def _folded(text: str) -> str:
    """Lower case, compatibility forms made one (full-width letters, ligatures)."""
    # Normalising is a quarter of the work and leaves most text as it was.
    if _UNFOLDED.search(text):
        text = unicodedata.normalize("NFKC", text)
    return text.lower()


def _mix(keys: Keys) -> Keys:
    """Spread keys over 64 bits (the finaliser of splitmix64). Not `hash()`: that differs by run."""
    import numpy as np

    mixed = keys + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def _features(texts: list[str]) -> tuple[Places, Keys, Weights]:
    """All features of normalised texts: whose, as keys, with weights. Those of one text stand in
    the order in which they are summed up, for a sum of floats depends on it."""
    import numpy as np

    rows: list[int] = []
    keys: list[int] = []
    weights: list[float] = []
    concepts = [Counter[str]() for _ in texts]
    for row, text in enumerate(texts):
        for word, times in Counter(_WORD.findall(text)).items():
            word_keys, word_weights, word_concepts = _word(word)
            keys += word_keys
            weights += word_weights if times == 1 else [w * sqrt(times) for w in word_weights]
            for concept in word_concepts:
                concepts[row][concept] += times
        rows += [row] * (len(keys) - len(rows))
    char_rows, char_keys, char_weights = _characters(texts, concepts)
    for row, found in enumerate(concepts):
        for concept, times in found.items():
            rows.append(row)
            keys.append(_key("concept", concept))
            weights.append(_CONCEPT * sqrt(times))
    return (
        np.concatenate([np.array(rows, dtype=np.intp), char_rows]),
        np.concatenate([np.array(keys, dtype=np.uint64), char_keys]),
        np.concatenate([np.array(weights, dtype=np.float64), char_weights]),
    )


def _characters(texts: list[str], concepts: list[Counter[str]]) -> tuple[Places, Keys, Weights]:
    """Characters of unspaced scripts, alone and in pairs; counts the concepts they spell."""
    import numpy as np

    nothing = np.empty(0, np.intp), np.empty(0, np.uint64), np.empty(0, np.float64)
    joined = "".join(f"{text}{_BETWEEN}" for text in texts)
    if joined.isascii():
        return nothing
    codes = np.frombuffer(joined.encode("utf-32-le"), dtype="<u4")
    rank = _ranks()[codes]
    singles = np.flatnonzero(rank)
    if not singles.size:
        return nothing
    starts = singles[:-1][np.diff(singles) == 1]
    whose = np.repeat(np.arange(len(texts)), [len(text) + 1 for text in texts])
    wide = codes.astype(np.uint64)
    pairs = wide[starts] << np.uint64(_CODE_BITS) | wide[starts + 1]
    weight = np.array((0.0, _COMMON, 1.0))[rank]
    keys = np.concatenate([wide[singles], pairs])
    owners = np.concatenate([whose[singles], whose[starts]]).astype(np.uint64)
    weights = np.concatenate(
        [_SINGLE * weight[singles], _PAIR * np.sqrt(weight[starts] * weight[starts + 1])]
    )
    known = _concept_pairs()
    spelling = starts[known[np.searchsorted(known, pairs).clip(max=known.size - 1)] == pairs]
    _spelled(joined, zip(spelling.tolist(), whose[spelling].tolist(), strict=True), concepts)
    owned = owners << np.uint64(2 * _CODE_BITS) | keys
    _, first, times = np.unique(owned, return_index=True, return_counts=True)
    return owners[first].astype(np.intp), keys[first], weights[first] * np.sqrt(times)


def _spelled(joined: str, places: Iterable[tuple[int, int]], concepts: list[Counter[str]]) -> None:
    """Count the concepts of the lexicon's words that begin at these places, each with whose it is,
    leftmost and longest."""
    by_pair = _lexicon().by_pair
    reached = 0
    for start, row in places:
        if start < reached:
            continue
        for word, named in by_pair[joined[start : start + 2]]:
            if joined.startswith(word, start):
                concepts[row].update(named)
                reached = start + len(word)
                break


@lru_cache(maxsize=_WORDS_KEPT)
def _word(word: str) -> tuple[list[int], list[float], tuple[str, ...]]:
    """A word's stem, its letter triples and its concepts."""
    if word in _lexicon().common_words:
        return [_key("stem", word)], [_COMMON], ()
    root = stem(word)
    marked = f"<{root}>"
    triples = sorted({marked[i : i + 3] for i in range(len(marked) - 2)})
    keys = [_key("stem", root), *(_key("triple", triple) for triple in triples)]
    telling = min(_LONG_WORD, _SHORT_WORD + _PER_LETTER * (len(word) - 1))
    weights = [telling * _STEM] + [telling * _TRIPLES / sqrt(len(triples))] * len(triples)
    return keys, weights, _lexicon().by_stem.get(root, ())


def _key(kind: str, feature: str) -> int:
    return _WORD_KEYS | zlib.crc32(f"{kind} {feature}".encode())


def stem(word: str) -> str:
    """A word without its commonest English endings.

    Cruder than the Snowball stemmer of full-text search, and that is the point: Snowball's
    rules change between its releases, and stored vectors must not. Letter triples mend the rest.
    """
    for ending, replacement in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM_LETTERS:
            word = word.removesuffix(ending) + replacement
            break
    if len(word) > _STEM_LETTERS and word[-1] == word[-2] and word[-1] in "bdgmnprt":
        word = word[:-1]
    if len(word) > _STEM_LETTERS and word[-1] == "e":
        word = word[:-1]
    return word[:-1] + "i" if len(word) > _STEM_LETTERS and word[-1] == "y" else word


@cache
def _lexicon() -> Lexicon:
    return load(stem)


@cache
def _concept_pairs() -> Keys:
    import numpy as np

    pairs = [ord(pair[0]) << _CODE_BITS | ord(pair[1]) for pair in _lexicon().by_pair]
    return np.array(sorted(pairs), dtype=np.uint64)


@cache
def _ranks() -> npt.NDArray[np.uint8]:
    """For every code point: 0 not a character of an unspaced script, 1 a common one, 2 another."""
    import numpy as np

    ranks = np.zeros(sys.maxunicode + 1, dtype=np.uint8)
    for first, last in _UNSPACED + _PICTURES:
        ranks[first : last + 1] = 2
    ranks[[ord(char) for char in _lexicon().common_chars]] = 1
    return ranks
