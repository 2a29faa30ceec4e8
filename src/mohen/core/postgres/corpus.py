"""An author's words in memory, with FTS5's BM25 to the last bit: both engines rank alike."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import field
from typing import Final

import numpy as np
import numpy.typing as npt

from mohen.core import postings
from mohen.core.fulltext import Word
from mohen.core.postings import Counts, Ints, Longs, Segment
from mohen.core.values import dataclass

Hashes = npt.NDArray[np.uint64]

_K1, _B = 1.2, 0.75  # as FTS5 has them
_LEAST = 1e-6
"""What a word weighs that stands in more than half of all rows."""

# A term is known by its first character and a hash of the whole: those that begin alike lie
# together. A dictionary would cost more memory than all places, and most of the time of reading in.
_SPACE: Final = 32
_HASH_BITS: Final = np.uint64(43)  # beside the 21 of a character
_HALF: Final = np.uint64(32)
_MIX, _FOLD, _STEP = (
    np.uint64(each) for each in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0x9E3779B97F4A7C15)
)
_STEPS: Final = np.multiply.accumulate(np.full(256, _STEP))
"""What characters are multiplied with by where they stand in their term."""


def hashed(texts: Sequence[str]) -> tuple[Hashes, Longs]:
    """The terms of some texts, one behind the other, and how many each has."""
    whole = " ".join(texts) + " "
    signs = np.frombuffer(whole.encode("utf-32-le", "surrogatepass"), np.uint32)
    ends = np.flatnonzero(signs <= _SPACE)
    begins = np.concatenate(([0], ends[:-1] + 1))
    where = np.arange(len(signs)) - np.repeat(begins, ends - begins + 1)
    mixed = signs * _MIX
    mixed ^= mixed >> _HALF
    mixed *= _STEPS[where % len(_STEPS)]
    sums = np.add.reduceat(mixed, begins)
    sums ^= sums >> _HALF
    sums *= _FOLD
    numbers = (signs[begins].astype(np.uint64) << _HASH_BITS) | (sums >> (64 - _HASH_BITS))
    is_term = ends > begins
    after = np.cumsum([len(each) + 1 for each in texts])
    many = np.diff(np.searchsorted(begins[is_term], after), prepend=0)
    return numbers[is_term], many


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Rows and their words as they stood at one moment. What is gone keeps its place, and counts
    nowhere."""

    scopes: dict[str, int] = field(default_factory=dict)
    segments: tuple[Segment, ...] = ()
    seqs: Longs = field(default_factory=lambda: np.empty(0, np.int64))
    lengths: Counts = field(default_factory=lambda: np.empty(0, np.float64))
    within: Ints = field(default_factory=lambda: np.empty(0, np.int32))
    """Of each row its scope."""
    alive: npt.NDArray[np.bool_] = field(default_factory=lambda: np.empty(0, np.bool_))
    size: int = 0  # rows
    words: float = 0.0

    @property
    def nbytes(self) -> int:
        columns = self.seqs.nbytes + self.lengths.nbytes + self.within.nbytes + self.alive.nbytes
        return columns + sum(each.nbytes for each in self.segments)

    def changed(self, rows: Sequence[tuple[int, str, str]], gone: Iterable[int]) -> Corpus:
        """With these rows (seq, scope, terms) in the place of what they were, and without those
        that are gone. One thread at a time."""
        new = np.array([row[0] for row in rows], np.int64)
        replaced = np.concatenate((new, np.array(list(gone), np.int64)))
        alive = self.alive & ~np.isin(self.seqs, replaced)
        alive = np.append(alive, np.ones(len(rows), np.bool_))
        numbers, many = hashed([row[2] for row in rows])
        scopes = self.scopes
        within = [scopes.setdefault(row[1], len(scopes)) for row in rows]
        lengths = np.append(self.lengths, many + 1.0)  # its scope counts as one more word
        fresh = postings.segment(numbers, many, len(self.seqs))
        return Corpus(
            scopes=scopes,
            segments=postings.settled((*self.segments, fresh)),
            seqs=np.append(self.seqs, new),
            lengths=lengths,
            within=np.append(self.within, np.array(within, np.int32)),
            alive=alive,
            size=int(alive.sum()),
            words=float(lengths[alive].sum()),
        )

    def rows(self, scope: str) -> int:
        return int((self._of([scope]) & self.alive).sum())

    def ranked(
        self, words: Sequence[Word], scopes: Sequence[str], limit: int | None
    ) -> tuple[list[int], list[float]]:
        """The rows with any of these words, of these scopes or of all, and how good each is, the
        best first: every step in FTS5's order."""
        found = np.zeros(len(self.seqs), np.bool_)
        best = np.zeros(len(self.seqs))
        usual = self.words / self.size if self.size else 1.0
        for places, often in self._holding(words):
            spread = len(places)
            weight = math.log((self.size - spread + 0.5) / (spread + 0.5))
            weight = _LEAST if weight <= 0 else weight
            length = self.lengths[places]
            best[places] += weight * (
                (often * (_K1 + 1.0)) / (often + _K1 * (1 - _B + _B * length / usual))
            )
            found[places] = True
        at = np.flatnonzero(found & self._of(scopes))
        at = at[np.lexsort((self.seqs[at], -best[at]))][:limit]
        return self.seqs[at].tolist(), best[at].tolist()

    def newest(self, words: Sequence[Word], scopes: Sequence[str], limit: int) -> list[int]:
        """Rows with any of these words, those with the highest numbers first."""
        found = np.zeros(len(self.seqs), np.bool_)
        for places, _ in self._holding(words):
            found[places] = True
        seqs: list[int] = np.sort(self.seqs[found & self._of(scopes)])[::-1][:limit].tolist()
        return seqs

    def spread(self, terms: Sequence[str]) -> list[int]:
        """In how many rows each term stands."""
        found = self._holding([Word(term) for term in terms])
        return [len(places) for places, _ in found]

    def _holding(self, words: Sequence[Word]) -> Iterator[tuple[Longs, Counts]]:
        """Of each word the places that hold it, and how often."""
        first, end = _ranges(words)
        found = postings.holding(self.segments, first, end)
        at = 0
        for word, spread in zip(words, found.spread, strict=True):
            places, often = found.places[at : at + spread], found.counts[at : at + spread]
            at += spread
            lives = self.alive[places]
            places, often = places[lives], often[lives]
            if word.begins:  # a row may hold several such terms
                places, which = np.unique(places, return_inverse=True)
                often = np.bincount(which, weights=often).astype(np.float64, copy=False)
            yield places, often

    def _of(self, scopes: Sequence[str]) -> npt.NDArray[np.bool_]:
        if not scopes:
            return self.alive
        return np.isin(self.within, [self.scopes.get(each, -1) for each in scopes])


def _ranges(words: Sequence[Word]) -> tuple[Hashes, Hashes]:
    """The numbers of the terms that each word means. Of beginnings only those of one character are
    known; any other is looked for as a whole word."""
    numbers, many = hashed([word.term for word in words])
    first = np.zeros(len(words), np.uint64)  # no term's: for what is none, or several
    first[many == 1] = numbers[np.repeat(many == 1, many)]
    short = np.array([word.begins and len(word.term) == 1 for word in words], np.bool_)
    one = np.uint64(1)
    first = np.where(short, first >> _HASH_BITS << _HASH_BITS, first)
    return first, np.where(short, first + (one << _HASH_BITS), first + one)


@dataclass(slots=True)
class Kept:
    """What is in memory of one table of words, and how far it was read."""

    corpus: Corpus = field(default_factory=Corpus)
    key: str | None = None  # the author's, when it was read
    commits: int = 0
    nbytes: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)  # of who reads on


class Shelf:
    """The words of all authors of a process, least recently asked first out."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._held = 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, Kept] = OrderedDict()

    def of(self, whose: Hashable) -> Kept:
        with self._lock:
            kept = self._kept.get(whose)
            if kept is None:
                kept = self._kept[whose] = Kept()
            self._kept.move_to_end(whose)
            return kept

    def weigh(self, whose: Hashable, kept: Kept) -> None:
        """After more was read; what is too much goes."""
        with self._lock:
            if self._kept.get(whose) is not kept:
                return  # it went meanwhile
            self._held -= kept.nbytes
            kept.nbytes = kept.corpus.nbytes
            self._held += kept.nbytes
            while self._held > self._most and len(self._kept) > 1:
                self._held -= self._kept.popitem(last=False)[1].nbytes
