"""The raw floor: what the same rows cost in plain `apsw` and numpy, without any of our code.

Same columns and texts, the terms and vectors computed beforehand, one transaction a record with
`synchronous=FULL` in WAL mode, SQLite's defaults otherwise (its own automatic checkpoints and
full-text merges included), one file of its own on the same disk. Only the index that a page
needs; no capacity check, no verdict, no savepoint, no thread.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import apsw
import numpy as np
import numpy.typing as npt

from mohen.episodes.model import Texts, searchable
from mohen.text.terms import expand

EPISODE: Final = (
    "seq, id, project, state, timestamp, recorded_at, skill_used, chapter_id, scene_type,"
    " scene_inferred, generation_id, selected_index, lengths, signal, weight, edit_distance,"
    " response_time_ms, importance, recall_count, last_recalled_at, strength, band, strength_at,"
    " user_confirmed, core_setting, private"
)
TEXTS: Final = "input_context, candidates, final_text, explicit"
SCHEMA: Final = f"""
PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
CREATE TABLE episodes (
  seq INTEGER PRIMARY KEY, id UNIQUE, {EPISODE.removeprefix("seq, id, ")}
);
CREATE INDEX by_time ON episodes (project, timestamp, seq);
CREATE TABLE texts (seq INTEGER PRIMARY KEY, {TEXTS});
CREATE TABLE vectors (seq INTEGER PRIMARY KEY, project, vector);
CREATE VIRTUAL TABLE search USING fts5(
  scope, terms, content='', contentless_delete=1, tokenize='ascii'
);
"""
FIND: Final = (
    "SELECT rowid, -rank FROM search WHERE search MATCH ? AND rank MATCH 'bm25(0.0, 1.0)'"
    " ORDER BY rank LIMIT ?"
)
PAGE: Final = (
    "SELECT * FROM episodes e JOIN texts t ON t.seq = e.seq WHERE e.project = ?"
    " AND (e.timestamp, e.seq) < (?, ?) ORDER BY e.timestamp DESC, e.seq DESC LIMIT ?"
)
END: Final = (1 << 62, 1 << 62)


@dataclass(frozen=True, slots=True)
class Row:
    """One episode, ready to be written."""

    episode: tuple[Any, ...]
    texts: tuple[Any, ...]
    terms: str
    vector: bytes


@dataclass(frozen=True, slots=True)
class Scan:
    """How a matrix is searched: the product's own figures, so that both look equally far."""

    packed_from: int
    rescored: int
    limit: int


@dataclass(slots=True)
class Matrix:
    seqs: list[int]
    floats: npt.NDArray[np.float32]
    bits: npt.NDArray[np.uint64]


class Floor:
    def __init__(self, path: Path, source: Path, scan: Scan) -> None:
        self._path, self._source, self._scan = path, source, scan
        self._writer = self.connect()
        list(self._writer.execute(SCHEMA))  # apsw runs on only while rows are taken
        self._lock = threading.Lock()
        self._here = threading.local()
        self._matrices: dict[int, Matrix] = {}
        self._written = 0

    def connect(self) -> apsw.Connection:
        connection = apsw.Connection(str(self._path))
        connection.set_busy_timeout(10_000)
        connection.execute("PRAGMA synchronous=FULL")
        return connection

    def close(self) -> None:
        self._writer.close()

    # -- beforehand, never timed

    def missing(self, most: int = -1) -> list[Row]:
        """What the product holds and the floor does not yet, terms and vectors ready."""
        source = apsw.Connection(str(self._source), flags=apsw.SQLITE_OPEN_READONLY)
        columns = ",".join(f"e.{name.strip()}" for name in EPISODE.split(","))
        found = source.execute(
            f"SELECT {columns}, {TEXTS}, v.vector FROM episodes e JOIN texts t ON t.seq = e.seq"
            " JOIN vectors v ON v.seq = e.seq WHERE e.seq > ? ORDER BY e.seq LIMIT ?",
            (self._written, most),
        )
        rows = [_row(each) for each in found]
        source.close()
        self._written = rows[-1].episode[0] if rows else self._written
        return rows

    def fill(self, batch: int = 500) -> None:
        """Catch up with the product, many rows a transaction."""
        while rows := self.missing(batch):
            with self._writer:
                for row in rows:
                    _insert(self._writer, row)

    def load(self) -> None:
        """The matrices of all projects, anew where they have grown."""
        sizes = dict(self._writer.execute("SELECT project, count(*) FROM vectors GROUP BY 1"))
        for project, size in sizes.items():
            kept = self._matrices.get(project)
            if kept is None or len(kept.seqs) != size:
                self._matrices[project] = self._matrix(project)

    def _matrix(self, project: int) -> Matrix:
        asked = "SELECT seq, vector FROM vectors WHERE project = ? ORDER BY seq"
        found = list(self._writer.execute(asked, (project,)))
        blob = b"".join(row[1] for row in found)
        floats = np.frombuffer(blob, np.float32).reshape(len(found), -1)
        return Matrix([row[0] for row in found], floats, _signs(floats))

    # -- the three operations

    def record(self, row: Row) -> None:
        with self._lock:
            self._writer.execute("BEGIN IMMEDIATE")
            _insert(self._writer, row)
            self._writer.execute("COMMIT")

    def query(self, match: str, project: int, vector: npt.NDArray[np.float32]) -> int:
        words = list(self._reader().execute(FIND, (match, self._scan.limit)))
        return len(words) + len(self._nearest(self._matrices[project], vector))

    def page(
        self, project: int, before: tuple[int, int] | None, limit: int
    ) -> tuple[int, int] | None:
        """Reads a page; answers where the next one begins."""
        found = list(self._reader().execute(PAGE, (project, *(before or END), limit)))
        return (found[-1][4], found[-1][0]) if len(found) == limit else None

    def _reader(self) -> apsw.Connection:
        """One connection a thread, as any raw program would have."""
        if not hasattr(self._here, "connection"):
            self._here.connection = self.connect()
        connection: apsw.Connection = self._here.connection
        return connection

    def _nearest(self, matrix: Matrix, vector: npt.NDArray[np.float32]) -> list[tuple[int, float]]:
        scan = self._scan
        among: npt.NDArray[np.intp] | slice = slice(None)
        if len(matrix.seqs) >= scan.packed_from:
            apart = np.bitwise_count(matrix.bits ^ _signs(vector)).sum(axis=1, dtype=np.int64)
            among = np.argpartition(apart, scan.rescored)[: scan.rescored]
        scores = matrix.floats[among] @ vector
        best = np.argsort(-scores)[: scan.limit]
        places = best if isinstance(among, slice) else among[best]
        return [(matrix.seqs[i], s) for i, s in zip(places.tolist(), scores[best], strict=True)]


def _row(columns: Sequence[Any]) -> Row:
    context, candidates, final, explicit, vector = columns[-5:]
    texts = Texts(input_context=context, final_text=final, explicit=explicit)
    return Row(
        episode=tuple(columns[:-5]),
        texts=(context, candidates, final, explicit),
        terms=" ".join(expand(searchable(texts))),
        vector=vector,
    )


def _insert(connection: apsw.Connection, row: Row) -> None:
    seq, project = row.episode[0], row.episode[2]
    marks = ",".join("?" * len(row.episode))
    connection.execute(f"INSERT INTO episodes VALUES ({marks})", row.episode)
    connection.execute("INSERT INTO texts VALUES (?,?,?,?,?)", (seq, *row.texts))
    connection.execute(
        "INSERT INTO search (rowid, scope, terms) VALUES (?,?,?)", (seq, f"p{project}", row.terms)
    )
    connection.execute("INSERT INTO vectors VALUES (?,?,?)", (seq, project, row.vector))


def _signs(vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.uint64]:
    return np.packbits(vectors > 0, axis=-1).view(np.uint64)
