"""Which item holds which words, in memory: built from the database, read on after each commit.

A writer appends; readers take a `Corpus`, which never changes, and need no lock. Words lie in
segments (`core/postings.py`). What an item is (length, session, neighbours) lies in columns with
room at the end: a reader sees only the first `length` of them.
"""

from __future__ import annotations

import itertools
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mohen.core import postings
from mohen.core.postings import Counts, Holding, Ints, Longs, Segment
from mohen.core.values import dataclass
from mohen.core.vectors import found_at
from mohen.retrieval.model import Entry
from mohen.retrieval.policy import Finding

NONE: Final = -1
"""The place of nobody: a turn without one before it, an item without a session."""
UNKNOWN: Final = np.iinfo(np.int64).min
_TERM_BYTES = 120  # about what a term costs in the dictionary


@dataclass(frozen=True, slots=True)
class Columns:
    """What each place is. Only the first `length` rows are anybody's."""

    ids: Longs
    lengths: Counts
    sessions: Ints
    seqs: Longs
    speakers: Ints
    ats: Longs
    days: Ints  # since the first of the calendar; NONE where nobody knows
    asks: npt.NDArray[np.bool_]
    before: Ints
    after: Ints
    alive: npt.NDArray[np.bool_]

    @classmethod
    def empty(cls) -> Columns:
        return cls(
            ids=np.empty(0, np.int64),
            lengths=np.empty(0, np.float64),
            sessions=np.empty(0, np.int32),
            seqs=np.empty(0, np.int64),
            speakers=np.empty(0, np.int32),
            ats=np.empty(0, np.int64),
            days=np.empty(0, np.int32),
            asks=np.empty(0, np.bool_),
            before=np.empty(0, np.int32),
            after=np.empty(0, np.int32),
            alive=np.empty(0, np.bool_),
        )

    @property
    def nbytes(self) -> int:
        return sum(getattr(self, name).nbytes for name in self.__slots__)

    def grown(self, length: int, room: int) -> Columns:
        """The same with more room."""
        found = {}
        for name in self.__slots__:
            old = getattr(self, name)
            new = np.empty(room, old.dtype)
            new[:length] = old[:length]
            found[name] = new
        return Columns(**found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """All that is found among, as it stood at one moment."""

    length: int = 0  # places, taken or left
    size: int = 0  # items
    mean: float = 0.0  # terms of an item
    vocabulary: Mapping[str, int]
    segments: tuple[Segment, ...] = ()
    columns: Columns
    sessions: int = 0
    speakers: Mapping[str, int]
    places: Mapping[int, int]
    memo: dict[object, Any] = field(default_factory=dict, compare=False)  # what was made of it

    def holding(self, terms: Sequence[str]) -> Holding:
        """The places that hold these terms, and how often each does. The vocabulary may know words
        of items that came after this moment; no segment does."""
        numbers = np.array([self.vocabulary.get(term, NONE) for term in terms], np.int32)
        return postings.holding(self.segments, numbers, numbers + 1)

    def at(self, ids: Longs) -> Longs:
        """Where each of these stands, as `place` tells it."""
        known = self.columns.ids[: self.length]
        ascending = self.memo.get("ascending")
        if ascending is None:
            ascending = self.memo["ascending"] = bool((known[1:] > known[:-1]).all())
        if not ascending or not self.length:
            return np.array([self.place(id) for id in ids.tolist()], np.int64)
        places = found_at(known, ids)
        return np.where(self.columns.alive[places], places, NONE)

    def place(self, id: int) -> int:
        """Where an item stands; NONE where it does not."""
        found = self.places.get(id, NONE)
        return found if found < self.length and found >= 0 and self.columns.alive[found] else NONE


class Postings:
    """The index of one project: `add` and `remove` from one thread at a time, `corpus` from any."""

    def __init__(self, policy: Finding) -> None:
        self._apart = policy.apart_ms
        self._vocabulary: dict[str, int] = {}
        self._numbers = 0
        self._sessions: dict[str, int] = {}
        self._speakers: dict[str, int] = {}
        self._last: dict[int, int] = {}  # of each session the place of its last turn
        self._places: dict[int, int] = {}
        self._words = 0.0
        self.corpus = Corpus(
            vocabulary=self._vocabulary,
            columns=Columns.empty(),
            speakers=self._speakers,
            places=self._places,
        )

    @property
    def nbytes(self) -> int:
        now = self.corpus
        words = sum(segment.nbytes for segment in now.segments)
        return words + now.columns.nbytes + _TERM_BYTES * (len(self._vocabulary) + now.length)

    def add(self, entries: Sequence[Entry]) -> None:
        """What is there already is replaced."""
        if not entries:
            return
        newest = {entry.id: entry for entry in entries}
        now, fresh = self._without(newest), list(newest.values())
        first, end = now.length, now.length + len(fresh)
        columns = now.columns
        if end > len(columns.ids):
            columns = columns.grown(first, max(end, first + first // 2, 64))
        columns = self._fill(columns, first, fresh)
        self._words += float(columns.lengths[first:end].sum())
        size = now.size + len(fresh)
        # Last of all, and at once: whoever reads has the old or the new.
        self.corpus = replace(
            now,
            length=end,
            size=size,
            mean=self._words / size,
            segments=postings.settled((*now.segments, self._segment(fresh, first))),
            columns=columns,
            sessions=len(self._sessions),
            memo={},
        )

    def remove(self, ids: Iterable[int]) -> None:
        """As if they had never been there."""
        self.corpus = self._without(ids)

    def _without(self, ids: Iterable[int]) -> Corpus:
        now = self.corpus
        gone = np.array([self._places[id] for id in set(ids) if id in self._places], np.int32)
        if not len(gone):
            return now
        columns = replace(
            now.columns,
            alive=now.columns.alive.copy(),
            before=now.columns.before.copy(),
            after=now.columns.after.copy(),
        )
        columns.alive[gone] = False
        self._places = {id: place for id, place in self._places.items() if columns.alive[place]}
        touched = np.unique(columns.sessions[gone])
        for session in touched[touched != NONE].tolist():
            self._relink(columns, now.length, session)
        segments = tuple(
            kept
            for segment in now.segments
            if len((kept := postings.without(segment, gone)).places)
        )
        still = {number for each in segments for number in each.terms.tolist()}
        self._vocabulary = {
            term: number for term, number in self._vocabulary.items() if number in still
        }
        self._words -= float(columns.lengths[gone].sum())
        size = now.size - len(gone)
        return replace(
            now,
            size=size,
            mean=self._words / size if size else 0.0,
            vocabulary=self._vocabulary,
            segments=segments,
            columns=columns,
            places=self._places,
            memo={},
        )

    def _segment(self, entries: Sequence[Entry], first: int) -> Segment:
        vocabulary, lengths = self._vocabulary, [len(entry.terms) for entry in entries]
        terms = [term for entry in entries for term in entry.terms]
        for term in dict.fromkeys(terms):
            if term not in vocabulary:
                vocabulary[term] = self._numbers
                self._numbers += 1
        numbers = np.fromiter(map(vocabulary.__getitem__, terms), np.int32, len(terms))
        return postings.segment(numbers, lengths, first)

    def _fill(self, columns: Columns, first: int, entries: Sequence[Entry]) -> Columns:
        late: set[int] = set()
        for place, entry in enumerate(entries, start=first):
            session = NONE
            if entry.session is not None:
                session = self._sessions.setdefault(entry.session, len(self._sessions))
            columns.ids[place] = entry.id
            columns.lengths[place] = len(entry.terms)
            columns.sessions[place] = session
            columns.seqs[place] = entry.seq
            columns.speakers[place] = (
                self._speakers.setdefault(entry.speaker, len(self._speakers))
                if entry.speaker
                else NONE
            )
            columns.ats[place] = UNKNOWN if entry.at is None else entry.at
            columns.days[place] = NONE if entry.day is None else entry.day.toordinal()
            columns.asks[place] = entry.asks
            columns.before[place] = columns.after[place] = NONE
            columns.alive[place] = True
            self._places[entry.id] = place
            if session == NONE:
                continue
            last = self._last.get(session, NONE)
            if last != NONE and columns.seqs[last] > entry.seq:
                late.add(session)
                continue
            if last != NONE and self._are_together(columns, last, place):
                # Older readers see a place beyond their end, which is nobody's.
                columns.before[place], columns.after[last] = last, place
            self._last[session] = place
        if late:
            columns = replace(columns, before=columns.before.copy(), after=columns.after.copy())
            for session in late:
                self._relink(columns, first + len(entries), session)
        return columns

    def _are_together(self, columns: Columns, one: int, other: int) -> bool:
        """What is said a day later goes on from nothing."""
        then, now = columns.ats[one], columns.ats[other]
        return bool(then == UNKNOWN or now == UNKNOWN or abs(now - then) <= self._apart)

    def _relink(self, columns: Columns, length: int, session: int) -> None:
        """A session whose order is another now."""
        there = np.flatnonzero((columns.sessions[:length] == session) & columns.alive[:length])
        order = there[np.lexsort((there, columns.seqs[there]))].tolist()
        columns.before[there] = columns.after[there] = NONE
        for one, other in itertools.pairwise(order):
            if self._are_together(columns, one, other):
                columns.before[other], columns.after[one] = one, other
        if order:
            self._last[session] = order[-1]
        else:
            self._last.pop(session, None)


@dataclass(slots=True)
class Kept:
    """An index in memory."""

    postings: Postings
    mark: object = None  # what stood there when it was read on last
    lock: threading.Lock = field(default_factory=threading.Lock)  # of who reads on


class Shelf:
    """The indexes of all projects, those least recently used first out; shared by all threads."""

    def __init__(self, policy: Finding) -> None:
        self._policy = policy
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    def corpus(
        self, project: str, read_on: Callable[[Postings], object], mark: object = None
    ) -> Corpus:
        """Caught up by `read_on`, which adds and removes what was committed since. `mark`: tells
        what is committed; who asks when it is the same as before waits for nobody."""
        with self._lock:
            kept = self._kept.get(project)
            if kept is None:
                kept = self._kept[project] = Kept(Postings(self._policy))
            self._kept.move_to_end(project)
        if mark is None or kept.mark != mark:
            with kept.lock:
                if mark is None or kept.mark != mark:  # another may have been faster
                    read_on(kept.postings)
                    kept.mark = mark
            self._trim()
        return kept.postings.corpus

    def kept(self, project: str) -> Kept | None:
        """What is in memory, whether or not it is caught up; it was asked for just now."""
        with self._lock:
            found = self._kept.get(project)
            if found is not None:
                self._kept.move_to_end(project)
            return found

    def drop(self, project: str | None = None) -> None:
        """Forget what is in memory, of one project or all: the next question reads anew."""
        with self._lock:
            if project is None:
                self._kept.clear()
            else:
                self._kept.pop(project, None)

    def _trim(self) -> None:
        with self._lock:
            while len(self._kept) > 1 and (
                sum(each.postings.nbytes for each in self._kept.values()) > self._policy.cache_bytes
            ):
                self._kept.popitem(last=False)
