"""The raw floor of a prompt: its sources read and a row kept, without any of our code.

Every file of the project is read from disk, the episodes are searched as the floor of a query
does it (`floor.py`: terms and vector computed beforehand), and one row as large as our trace is
written durably. Nothing is chosen, cut, counted, joined or explained.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

import apsw
import numpy as np
import numpy.typing as npt

from floor import Floor, Scan
from homes import PROJECT
from mohen import Memory
from mohen.core.sqlite.fulltext import expression
from mohen.embedders import make
from mohen.house import EPISODES_FILE, MIND_FILE
from mohen.prompts.model import Request
from mohen.text.terms import as_words, query_terms
from world import Call

TRACE = "SELECT refs, pieces FROM generations ORDER BY at DESC LIMIT 1"


class Naive:
    def __init__(self, place: Path, memory: Memory, folder: Path) -> None:
        self._memory = memory
        vectors, depth = memory.policy.vectors, memory.policy.recall.depth
        scan = Scan(vectors.packed_from, depth * vectors.packed_oversample, depth)
        self._floor = Floor(place / "floor.db", memory.home / EPISODES_FILE, scan)
        self._floor.fill()
        self._floor.load()
        self._files = list(folder.rglob("*.md"))
        self._traces = apsw.Connection(str(place / "traces.db"))
        for each in ("journal_mode=WAL", "synchronous=FULL"):
            self._traces.execute(f"PRAGMA {each}").fetchall()
        self._traces.execute("CREATE TABLE traces (id INTEGER PRIMARY KEY, body)")
        self._trace = self._of_ours()

    def close(self) -> None:
        self._floor.close()
        self._traces.close()

    def calls(self, requests: Iterable[Request], *, kept: bool) -> list[Call]:
        """The same requests with everything computed that can be computed beforehand."""
        policy, found = self._memory.policy, list(requests)
        asked = [_asked(each, policy.context.query_chars) for each in found]
        vectors = make(self._memory.settings.get().embedder, policy).embed(asked)
        project = self._project()
        return [
            partial(
                self._assemble,
                expression(as_words(query_terms(text, policy=policy.recall)), [f"p{project}"]),
                project,
                vector,
                kept,
            )
            for text, vector in zip(asked, vectors, strict=True)
        ]

    def _assemble(
        self, match: str, project: int, vector: npt.NDArray[np.float32], kept: bool
    ) -> None:
        for each in self._files:
            each.read_text(encoding="utf-8")
        self._floor.query(match, project, vector)
        if kept:
            self._traces.execute("INSERT INTO traces (body) VALUES (?)", (self._trace,))

    def _project(self) -> int:
        return int(self._read(EPISODES_FILE, "SELECT pk FROM projects WHERE id = ?", PROJECT)[0])

    def _of_ours(self) -> str:
        return "".join(map(str, self._read(MIND_FILE, TRACE)))

    def _read(self, name: str, statement: str, *values: str) -> tuple[object, ...]:
        source = apsw.Connection(str(self._memory.home / name), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            return tuple(next(iter(source.execute(statement, values))))
        finally:
            source.close()


def _asked(request: Request, most: int) -> str:
    """The text one is at, as it is recalled by."""
    span = request.selection
    if span is not None:
        return f"{request.instruction}\n{request.text[span.start : span.end]}"[:most]
    before = request.text[: request.cursor]
    return f"{request.instruction}\n{before[max(0, len(before) - most) :]}"[:most]
