"""Which place holds which words, in memory: segments that never change, merged as they grow.

Terms are numbers and lie in order, each with its places, so an item is copied a logarithmic number
of times while others come.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mohen.core.values import dataclass

Numbers = npt.NDArray[Any]  # of terms: whole ones, whatever their size
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Counts = npt.NDArray[np.float64]

_FEW: Final = 1 << 16
"""Fewer numbers than that are put in order by their digits, which is many times faster."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Some items' words. `starts` has one more than `terms`: where each term's places begin."""

    terms: Numbers
    starts: Longs
    places: Ints
    counts: npt.NDArray[np.uint16]

    @property
    def nbytes(self) -> int:
        return self.terms.nbytes + self.starts.nbytes + self.places.nbytes + self.counts.nbytes

    def of(self, first: Numbers, end: Numbers) -> list[tuple[int, int]]:
        """Where the places of the terms begin and end that lie in each of these ranges."""
        begins = self.starts[self.terms.searchsorted(first)]
        ends = self.starts[self.terms.searchsorted(end)]
        return list(zip(begins.tolist(), ends.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Holding:
    """Where terms stand that were asked for: the places of one behind those of the other."""

    spread: Sequence[int]  # places of each
    which: Longs  # of them it is that stands in each place
    places: Longs
    counts: Counts  # how often


def holding(segments: Sequence[Segment], first: Numbers, end: Numbers) -> Holding:
    """The places that hold a term of each of these ranges, term by term, and how often."""
    found = [segment.of(first, end) for segment in segments]
    spread, places, counts = [], [np.empty(0, np.int32)], [np.empty(0, np.uint16)]
    for nth in range(len(first)):
        before = len(places)
        for segment, of in zip(segments, found, strict=True):
            begins, ends = of[nth]
            if ends > begins:
                places.append(segment.places[begins:ends])
                counts.append(segment.counts[begins:ends])
        spread.append(sum(map(len, places[before:])))
    return Holding(
        spread,
        np.repeat(np.arange(len(first)), spread),
        np.concatenate(places, dtype=np.int64),
        np.concatenate(counts, dtype=np.float64),
    )


def segment(numbers: Numbers, lengths: Sequence[int] | Longs, first: int) -> Segment:
    """The words of items that stand one behind the other from place `first`, so many each."""
    where = np.repeat(np.arange(first, first + len(lengths), dtype=np.int32), lengths)
    few = len(numbers) == 0 or numbers.max() < _FEW
    order = np.argsort(numbers.astype(np.uint16) if few else numbers, kind="stable")
    terms, places = numbers[order], where[order]
    new = (terms[1:] != terms[:-1]) | (places[1:] != places[:-1])
    begins = np.flatnonzero(np.concatenate(([True], new))[: len(terms)])
    counts = np.diff(begins, append=len(terms))
    most = np.iinfo(np.uint16).max
    return _cut(terms[begins], places[begins], np.minimum(counts, most).astype(np.uint16))


def settled(segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """Each at least twice as large as the next, so that they are few. None is empty."""
    segments = tuple(each for each in segments if len(each.places))
    while len(segments) > 1 and len(segments[-2].places) < 2 * len(segments[-1].places):
        segments = (*segments[:-2], _merged(segments[-2], segments[-1]))
    return segments


def without(segment: Segment, gone: Ints) -> Segment:
    kept = ~np.isin(segment.places, gone)
    if kept.all():
        return segment
    return _cut(_each(segment)[kept], segment.places[kept], segment.counts[kept])


def _cut(terms: Numbers, places: Ints, counts: npt.NDArray[np.uint16]) -> Segment:
    """Postings that are in order, with where each term begins."""
    begins = np.flatnonzero(np.concatenate(([True], terms[1:] != terms[:-1]))[: len(terms)])
    return Segment(terms[begins], np.append(begins, len(terms)), places, counts)


def _each(segment: Segment) -> Numbers:
    """The term of every place."""
    return np.repeat(segment.terms, np.diff(segment.starts))


def _merged(one: Segment, other: Segment) -> Segment:
    terms = np.concatenate((_each(one), _each(other)))
    order = np.argsort(terms, kind="stable")
    return _cut(
        terms[order],
        np.concatenate((one.places, other.places))[order],
        np.concatenate((one.counts, other.counts))[order],
    )
