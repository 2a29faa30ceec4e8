"""An author's words in memory, with FTS5's BM25 to the last bit: both engines rank alike."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import field
from itertools import islice

import numpy as np
import numpy.typing as npt

from mohen.core import postings
from mohen.core.fulltext import Word
from mohen.core.postings import TERM_BYTES, Counts, Ints, Longs, Segment
from mohen.core.values import dataclass

_K1, _B = 1.2, 0.75  # as FTS5 has them
_LEAST = 1e-6
"""What a word weighs that stands in more than half of all rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Rows and their words as they stood at one moment. What is gone keeps its place, and counts
    nowhere. The vocabulary grows with later moments, which no segment of this one knows of."""

    vocabulary: dict[str, int] = field(default_factory=dict)
    beginning: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Terms by their first character."""
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
        words = sum(each.nbytes for each in self.segments)
        return columns + words + 2 * TERM_BYTES * len(self.vocabulary)

    def changed(self, rows: Sequence[tuple[int, str, str]], gone: Iterable[int]) -> Corpus:
        """With these rows (seq, scope, terms) in the place of what they were, and without those
        that are gone. One thread at a time."""
        new = np.array([row[0] for row in rows], np.int64)
        replaced = np.concatenate((new, np.array(list(gone), np.int64)))
        alive = self.alive & ~np.isin(self.seqs, replaced)
        said = [row[2].split() for row in rows]
        many = list(map(len, said))
        known, scopes = len(self.vocabulary), self.scopes
        numbers, now = postings.numbered(
            self.vocabulary, [term for each in said for term in each], known
        )
        for term in islice(reversed(self.vocabulary), now - known):
            self.beginning[term[0]].append(term)
        within = [scopes.setdefault(row[1], len(scopes)) for row in rows]
        # Its scope counts as one more word.
        lengths = np.append(self.lengths, np.array(many, np.float64) + 1)
        alive = np.append(alive, np.ones(len(rows), np.bool_))
        return Corpus(
            vocabulary=self.vocabulary,
            beginning=self.beginning,
            scopes=scopes,
            segments=postings.settled(
                (*self.segments, postings.segment(numbers, many, len(self.seqs)))
            ),
            seqs=np.append(self.seqs, new),
            lengths=lengths,
            within=np.append(self.within, np.array(within, np.int32)),
            alive=alive,
            size=int(alive.sum()),
            words=float(lengths[alive].sum()),
        )

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
        meant = [self._meant(word) for word in words]
        found = postings.holding(
            self.segments, self.vocabulary, [term for terms in meant for term in terms]
        )
        at = nth = 0
        for terms in meant:
            end = at + sum(found.spread[nth : nth + len(terms)])
            places, often = found.places[at:end], found.counts[at:end]
            at, nth = end, nth + len(terms)
            lives = self.alive[places]
            places, often = places[lives], often[lives]
            if len(terms) > 1:
                places, which = np.unique(places, return_inverse=True)
                often = np.bincount(which, weights=often).astype(np.float64, copy=False)
            yield places, often

    def _meant(self, word: Word) -> list[str]:
        if not word.begins:
            return [word.term]
        near = self.beginning.get(word.term[:1], ())
        return [term for term in near if term.startswith(word.term)]

    def _of(self, scopes: Sequence[str]) -> npt.NDArray[np.bool_]:
        if not scopes:
            return self.alive
        return np.isin(self.within, [self.scopes.get(each, -1) for each in scopes])


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
