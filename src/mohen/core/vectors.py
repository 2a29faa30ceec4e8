"""Vectors in memory: one contiguous matrix a project and embedder, searched exactly.

Built at first use, read on from where it stopped after each commit (by whatever process), and
bounded in bytes over all projects. Over many rows, sign bits choose what is rescored exactly.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from mohen.core.database import FLOAT_BYTES, Database, Tx
from mohen.core.database import Rows as Readers
from mohen.core.scope import Scope
from mohen.core.values import dataclass
from mohen.errors import StoreCorrupt

if TYPE_CHECKING:
    from mohen.core.database import Database
    from mohen.core.scope import Scope


Floats = npt.NDArray[np.float32]
Bits = npt.NDArray[np.uint64]

_AT_ONCE = 4096  # rows that are read
_STRETCH = 1024  # rows
_SAMPLED = 512  # rows that tell of all


@dataclass(frozen=True, slots=True)
class Tuning:
    """How vectors are searched; `memory.py` fills it from the policy."""

    cache_bytes: int
    packed_from: int
    packed_density: float
    packed_share: float
    oversample: int
    stale_share: float
    columns_below: float = 0.0

    def packs(self, rows: Rows) -> bool:
        """Whether sign bits may choose: there are many rows, and they say enough. A vector of
        hashed features is mostly zeros, which have no sign."""
        return rows.length >= self.packed_from and rows.density >= self.packed_density

    def rescored(self, length: int, wanted: int) -> int:
        return max(round(length * self.packed_share), wanted * self.oversample)


class Rows:
    """A growing matrix. Readers take a length and see only rows below it, so rows can be added
    while a search runs.

    Vectors that are mostly zeros lie column by column: a question that is mostly zeros too then
    reads a few columns instead of everything (measured at 50,000 rows of 512: 0.5 against 9.6
    ms). `columns_below`: the density from which they do, as the first rows have it.
    """

    def __init__(self, dims: int, columns_below: float = 0.0) -> None:
        self.dims = dims
        self.length = 0
        self.by_column = False
        self._columns_below = columns_below
        self.density = 1.0  # share of components that are not zero, of the least dense batch
        self.places: dict[int, int] = {}
        self.seqs = np.empty(0, np.int64)
        self.ascending = True  # whether each has a higher number than the one before
        self.floats: Floats = np.empty((0, dims), np.float32)
        self.bits: Bits = np.empty((0, -(-dims // 64)), np.uint64)

    @property
    def nbytes(self) -> int:
        return int(self.seqs.nbytes + self.floats.nbytes + self.bits.nbytes)

    def extend(self, seqs: list[int], vectors: Floats) -> None:
        end, filled = self.length + len(seqs), density(vectors)
        if self.length == 0 and filled < self._columns_below:
            self.by_column = True
            self.floats = np.empty((self.dims, 0), np.float32)
        if end > len(self.seqs):
            self._grow(max(end, self.length + self.length // 2))
        self.seqs[self.length : end] = seqs
        since = max(self.length - 1, 0)
        self.ascending &= bool((np.diff(self.seqs[since:end]) > 0).all())
        if self.by_column:
            self.floats[:, self.length : end] = vectors.T
        else:
            self.floats[self.length : end] = vectors
            self.bits[self.length : end] = pack(vectors)
        self.density = min(self.density, filled)
        self.places.update(zip(seqs, range(self.length, end), strict=True))
        self.length = end

    def _grow(self, room: int) -> None:
        if self.by_column:
            columns = np.empty((self.dims, room), np.float32)
            columns[:, : self.length] = self.floats[:, : self.length]
            self.floats = columns
        for name in ("seqs",) if self.by_column else ("seqs", "floats", "bits"):
            old = getattr(self, name)
            new = np.empty((room, *old.shape[1:]), old.dtype)
            new[: self.length] = old[: self.length]
            setattr(self, name, new)

    def dots(self, query: Floats, among: npt.NDArray[np.int64] | slice) -> Floats:
        """The cosine of each of these rows."""
        if not self.by_column:
            return self.floats[among] @ query
        told = np.flatnonzero(query)
        if not isinstance(among, slice):
            return query[told] @ self.floats[told[:, None], among]
        if len(told) > self.dims // 2:  # then reading on is cheaper than picking out
            return query @ self.floats[:, among]
        columns, weights = self.floats[:, among], query[told]
        scores = np.empty(columns.shape[1], np.float32)
        # A stretch of rows that the processor's own memory has room for: a copy of them all would
        # cost more than the sum, and one column at a time asks for Python's lock each time.
        for at in range(0, len(scores), _STRETCH):
            part = slice(at, at + _STRETCH)
            scores[part] = weights @ columns[told, part]
        return scores

    def at(self, seqs: npt.NDArray[np.int64], length: int) -> npt.NDArray[np.int64]:
        """Where each of these stands among the first so many rows; -1 where it has no vector."""
        if not self.ascending:
            found = np.array([self.places.get(seq, -1) for seq in seqs.tolist()], np.int64)
            return np.where(found < length, found, -1)
        return found_at(self.seqs[:length], seqs)

    def nearest(self, query: Floats, limit: int, tuning: Tuning) -> list[tuple[int, float]]:
        """(seq, cosine), best first; ties by seq, so that the order never depends on chance."""
        return Scan(self, query, tuning).measured(limit).nearest(limit)

    def cosines(self, query: Floats, seqs: Iterable[int]) -> dict[int, float]:
        """The cosine of each of these that has a vector."""
        found = {seq: self.places[seq] for seq in seqs if seq in self.places}
        scores = self.dots(query, np.fromiter(found.values(), np.int64, len(found)))
        return dict(zip(found, scores.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Scan:
    """A search for the nearest that is ready to run. The long part is `measured`, nearly all of
    it outside Python, so it may well be done on another core."""

    rows: Rows
    query: Floats
    tuning: Tuning
    foreign: bool = False  # vectors of other embedders had to be left out

    def measured(self, limit: int) -> Measured:
        """Enough of the rows, for the `limit` nearest."""
        rows, length = self.rows, self.rows.length
        if not self.tuning.packs(rows):
            return Measured(rows, self.query, None, rows.dots(self.query, slice(length)))
        rescored = self.tuning.rescored(length, limit)
        among = smallest(hamming(rows.bits[:length], pack(self.query)), rescored)
        return Measured(rows, self.query, among, rows.dots(self.query, among))


@dataclass(frozen=True, slots=True)
class Measured:
    """How near rows are: all of them, or those at `among`."""

    rows: Rows
    query: Floats
    among: npt.NDArray[np.int64] | None
    scores: Floats

    def best(self, limit: int) -> npt.NDArray[np.int64]:
        """Those of the nearest, in no order."""
        return self.rows.seqs[self._best(limit)[0]]

    def _best(self, limit: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Rows of the nearest, and where their scores stand."""
        best = largest(self.scores, limit)
        return best if self.among is None else self.among[best], best

    def nearest(self, limit: int) -> list[tuple[int, float]]:
        at, best = self._best(limit)
        found = zip(self.rows.seqs[at].tolist(), self.scores[best].tolist(), strict=True)
        return sorted(found, key=lambda each: (-each[1], each[0]))

    def spread(self) -> tuple[int, float, float]:
        """How many rows tell what is noise to this question, and their mean and deviation."""
        scores = self.scores
        if self.among is not None:  # the nearest alone: a row here and there tells of the rest
            step = -(-self.rows.length // _SAMPLED)
            scores = self.rows.dots(self.query, np.arange(0, self.rows.length, step))
        if not len(scores):
            return 0, 0.0, 0.0
        return len(scores), float(scores.mean()), float(scores.std())

    def of(self, seqs: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """The cosine of each of these; NaN where it has no vector."""
        whole = self.among is None
        at = self.rows.at(seqs, len(self.scores) if whole else self.rows.length)
        has, found = at >= 0, np.full(len(at), np.nan)
        found[has] = self.scores[at[has]] if whole else self.rows.dots(self.query, at[has])
        return found

    def cosines(self, seqs: Iterable[int]) -> dict[int, float]:
        """Of each of these that has a vector."""
        if self.among is not None:
            return self.rows.cosines(self.query, seqs)
        places, length = self.rows.places, len(self.scores)
        there = {seq: places[seq] for seq in seqs if places.get(seq, length) < length}
        scores = self.scores[list(there.values())]
        return dict(zip(there, scores.tolist(), strict=True))


def found_at(known: npt.NDArray[np.int64], wanted: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Where each of these numbers stands among ascending ones; -1 where it does not."""
    last = len(known) - 1
    if last < 0:
        return np.full(len(wanted), -1)
    if known[last] - known[0] == last:  # none is missing among them
        return np.where((wanted >= known[0]) & (wanted <= known[last]), wanted - known[0], -1)
    at = np.minimum(known.searchsorted(wanted), last)
    return np.where(known[at] == wanted, at, -1)


def density(vectors: Floats) -> float:
    """The share of components that are not zero, of the vectors that say anything at all."""
    filled = np.count_nonzero(vectors, axis=1)
    rows = np.count_nonzero(filled)
    return float(filled.sum() / (rows * vectors.shape[1])) if rows else 1.0


def pack(vectors: Floats) -> Bits:
    """Signs as 64-bit words."""
    signs = np.packbits(vectors > 0, axis=-1)
    spare = -signs.shape[-1] % 8
    if spare:
        signs = np.concatenate([signs, np.zeros((*signs.shape[:-1], spare), np.uint8)], axis=-1)
    return np.ascontiguousarray(signs).view(np.uint64)


def hamming(bits: Bits, query: Bits) -> npt.NDArray[np.int64]:
    distances: npt.NDArray[np.int64] = np.bitwise_count(bits ^ query).sum(axis=1, dtype=np.int64)
    return distances


def largest(values: npt.NDArray[Any], count: int) -> npt.NDArray[np.int64]:
    """Positions of the `count` largest values; of equal ones the first."""
    among = contenders(values, count)
    if count >= len(among):
        return among
    found = values[among]
    last = np.partition(found, len(found) - count)[len(found) - count]
    above = among[found > last]
    return np.concatenate([above, among[found == last][: count - len(above)]])


def smallest(values: npt.NDArray[Any], count: int) -> npt.NDArray[np.int64]:
    """As `largest`, of the smallest."""
    return largest(-values, count)


_GROUPS = 16


def contenders(
    values: npt.NDArray[Any], count: int, above: float | None = None
) -> npt.NDArray[np.int64]:
    """Positions of those that can be among the `count` largest, in order, and above something.

    Values are looked at in groups: the largest of so many groups are values, too, so whoever is
    below them all is not among the largest. That is far less work than to sort out all of them."""
    size = len(values) // _GROUPS
    if 0 < count < size:
        of_groups = values[: size * _GROUPS].reshape(_GROUPS, size).max(axis=0)
        least = np.partition(of_groups, size - count)[size - count]
        if above is None or least > above:
            return np.flatnonzero(values >= least)
    return np.arange(len(values)) if above is None else np.flatnonzero(values > above)


@dataclass(frozen=True, slots=True)
class Tables:
    """Where vectors lie, whose they are and what made them; and whether as 16-bit floats."""

    vectors: str = "vectors"
    projects: str = "projects"
    embedders: str = "embedders"
    half: bool = False

    @property
    def number_bytes(self) -> int:
        return FLOAT_BYTES // 2 if self.half else FLOAT_BYTES

    def read(self, blob: bytes) -> Floats:
        """What is stored, one vector behind the other."""
        stored = np.frombuffer(blob, np.float16 if self.half else np.float32)
        return stored.astype(np.float32, copy=False)


def rows_of(tables: Tables) -> Readers:
    """How to tell whether a stored vector still is one."""
    select = f"SELECT id, vector FROM {tables.vectors}"
    return Readers(tables.vectors, select, lambda row: _whole(tables.read(row[0])))


_NEARLY = 1e-3


def _whole(vector: Floats) -> object:
    """Whatever made it, it is of length one, or nothing but zeros."""
    length = np.linalg.norm(vector.astype(np.float64))
    if length and not abs(length - 1) < _NEARLY:
        raise ValueError("no vector")
    return length


@dataclass(slots=True)
class _Kept:
    """A project's matrix and how far it has read."""

    rows: Rows
    last_id: int
    removals: int
    foreign: bool = False
    looked_at: tuple[int | None, ...] = ()  # what stood there when it was read on last
    lock: threading.Lock = field(default_factory=threading.Lock)  # of who reads on


_Key = tuple[str | None, str, int]
"""A project, the name of an embedder and its dimensions."""


class Matrices:
    """The matrices of all projects, least recently used first out."""

    def __init__(self, database: Database, tuning: Tuning, tables: Tables | None = None) -> None:
        self._database = database
        self._tuning = tuning
        self._tables = tables or Tables()
        self._lock = threading.Lock()
        self._kept: OrderedDict[_Key, _Kept] = OrderedDict()
        self._file = 0
        self._pinned = False

    def nearest(
        self, scope: Scope, name: str, query: Floats, limit: int, also: Iterable[int]
    ) -> tuple[dict[int, float], bool]:
        """Cosines by seq of the nearest and of those asked for by name, and whether vectors of
        other embedders had to be left out."""
        scan = self.scan(scope, name, query)
        found = scan.measured(limit)
        near = [seq for seq, _ in found.nearest(limit)]
        # Asked for by name once more: what was embedded again has its old place too.
        return found.cosines([*near, *also]), scan.foreign

    def read(self, scope: Scope, name: str, dims: int) -> None:
        """Catch up with the database, so that nobody who searches waits for it."""
        self._fresh(scope, name, dims)

    def held(self, scope: Scope, name: str, dims: int) -> int | None:
        """How many rows of it are in memory; None where it was never read."""
        with self._lock:
            kept = self._kept.get((scope.project_id, name, dims))
            return None if kept is None else kept.rows.length

    def scan(self, scope: Scope, name: str, query: Floats) -> Scan:
        if not self._pinned:
            # BLAS's own threads collapse under concurrent queries (measured: 11 against
            # 889 queries a second at 32 threads).
            threadpool_limits(1, user_api="blas")
            self._pinned = True
        kept = self._fresh(scope, name, len(query))
        return Scan(kept.rows, query, self._tuning, kept.foreign)

    def _fresh(self, scope: Scope, name: str, dims: int) -> _Kept:
        """The project's matrix, caught up with the database. Who asks when nothing is new waits
        for nobody, and nobody for another project's."""
        key = (scope.project_id, name, dims)
        with self._database.read() as reader:
            row = reader.execute(
                "SELECT p.pk, p.removals,"
                f" (SELECT pk FROM {self._tables.embedders} WHERE name = ? AND dims = ?),"
                f" (SELECT max(id) FROM {self._tables.vectors})"
                f" FROM {self._tables.projects} p WHERE p.id = ?",
                (name, dims, scope.project_id),
            ).get
            project, removals, embedder, newest = row or (None, 0, None, None)
            there = embedder, removals, newest
            kept = self._of(key, removals)
            if kept.looked_at != there:
                with kept.lock:
                    if kept.looked_at != there:  # another may have been faster
                        self._read_on(reader, kept, project, embedder)
                        kept.foreign = self._has_foreign(reader, project, embedder)
                        kept.looked_at = there
                self._shed()
        return kept

    def _of(self, key: _Key, removals: int) -> _Kept:
        """What is kept of it, or the beginning of that."""
        with self._lock:
            if self._file != self._database.opened:
                self._kept.clear()  # of a file that is gone
                self._file = self._database.opened
            kept = self._kept.get(key)
            if kept is None or self._stale(kept, removals):
                kept = _Kept(Rows(key[2], self._tuning.columns_below), 0, removals)
                self._kept[key] = kept
            self._kept.move_to_end(key)
            return kept

    def _stale(self, kept: _Kept, removals: int) -> bool:
        """Removed rows stay in a matrix harmlessly (they are not found among the live ones)
        until they are many."""
        return removals - kept.removals > kept.rows.length * self._tuning.stale_share

    def _read_on(self, reader: Tx, kept: _Kept, project: int | None, embedder: int | None) -> None:
        if project is None or embedder is None:
            return
        while True:
            found = list(
                reader.execute(
                    f"SELECT id, seq, vector FROM {self._tables.vectors} WHERE project = ?"
                    f" AND embedder = ? AND id > ? ORDER BY id LIMIT {_AT_ONCE}",
                    (project, embedder, kept.last_id),
                )
            )
            if not found:
                return
            blob = b"".join(row[2] for row in found)
            if len(blob) != len(found) * kept.rows.dims * self._tables.number_bytes:
                raise StoreCorrupt("a vector has a wrong length; run `mohen rebuild-index`")
            vectors = self._tables.read(blob).reshape(len(found), kept.rows.dims)
            kept.rows.extend([row[1] for row in found], vectors)
            kept.last_id = found[-1][0]
            if len(found) < _AT_ONCE:
                return

    def _has_foreign(self, reader: Tx, project: int | None, embedder: int | None) -> bool:
        vectors = self._tables.vectors
        found = reader.execute(
            f"SELECT EXISTS (SELECT 1 FROM {vectors} o WHERE o.project = ?1 AND o.embedder <> ?2"
            f" AND NOT EXISTS (SELECT 1 FROM {vectors} m WHERE m.seq = o.seq AND m.embedder = ?2))",
            (project, embedder or 0),
        ).get
        return bool(found)

    def _shed(self) -> None:
        """Those that were asked for longest ago go, where all of them are too many."""
        with self._lock:
            while (
                len(self._kept) > 1
                and sum(each.rows.nbytes for each in self._kept.values()) > self._tuning.cache_bytes
            ):
                self._kept.popitem(last=False)
