"""A memory and its floor, filled alike: what the measurements are made on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import apsw
import numpy as np
import numpy.typing as npt

from floor import Floor, Scan
from mohen import Memory, Policy, open_memory
from mohen.core.settings_model import EmbedderConfig
from mohen.core.sqlite.fulltext import expression
from mohen.embedders import make
from mohen.episodes.model import Question
from mohen.house import EPISODES_FILE
from mohen.text.terms import as_words, query_terms
from texts import Prose
from timing import Crowd, together

FILLERS = 8
ROOMY = 1_000_000  # caps are policy: a benchmark raises them and says so (C90)
Call = Callable[[], object]


@dataclass(slots=True)
class World:
    memory: Memory
    floor: Floor
    prose: Prose
    embedder: EmbedderConfig
    drafted: int = 0  # numbers of drafts that were handed out
    fills: dict[str, float] = field(default_factory=dict)

    def records(self, count: int) -> list[Call]:
        """Calls that record drafts never recorded before; the drafts are made here, untimed."""
        numbers = range(self.drafted, self.drafted + count)
        self.drafted += count
        return [partial(self.memory.episodes.record, self.prose.draft(n)) for n in numbers]

    def fill(self, size: int) -> None:
        """Up to `size` episodes through the same door as in production, then the floor's copy."""
        began = time.perf_counter()
        while self.drafted < size:
            crowd = together(self.records(min(5_000, size - self.drafted)), FILLERS)
            must_succeed(crowd)
        recorded = time.perf_counter()
        self.memory.drain()
        drained = time.perf_counter()
        self.floor.fill()
        self.fills[f"{size}"] = round(recorded - began, 1)
        self.fills[f"{size} embedded and measured"] = round(drained - began, 1)

    def questions(self, count: int, salt: int) -> list[Question]:
        """About drafts all over what is stored."""
        numbers = np.random.default_rng(salt).integers(0, self.drafted, size=count).tolist()
        return [self.prose.question(number) for number in numbers]

    def asking(self, questions: Sequence[Question]) -> list[Call]:
        return [partial(self.memory.episodes.query, each) for each in questions]

    def asking_floor(self, questions: Sequence[Question]) -> list[Call]:
        """The same questions with everything computed that can be computed beforehand."""
        policy, numbers = self.memory.policy, self.projects()
        vectors = self.embed([each.query_text or "" for each in questions])
        calls: list[Call] = []
        for question, vector in zip(questions, vectors, strict=True):
            project = numbers[question.project_id]
            terms = query_terms(question.query_text or "", policy=policy.recall)
            match = expression(as_words(terms), [f"p{project}"])
            calls.append(partial(self.floor.query, match, project, vector))
        return calls

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        return make(self.embedder, self.memory.policy).embed(texts)

    def projects(self) -> dict[str, int]:
        source = apsw.Connection(
            str(self.memory.home / EPISODES_FILE), flags=apsw.SQLITE_OPEN_READONLY
        )
        try:
            return dict(source.execute("SELECT id, pk FROM projects"))
        finally:
            source.close()


@contextmanager
def opened(
    folder: Path, *, projects: int, embedder: EmbedderConfig, eager: bool = False
) -> Iterator[World]:
    policy = Policy()
    if eager:
        now = replace(policy.vectors, embed_delay_ms=0, embed_at_most_ms=0)
        policy = replace(policy, vectors=now)
    room = replace(policy.capacity, active_per_project=ROOMY, compressed_per_project=ROOMY)
    policy = replace(policy, capacity=room)
    vectors, depth = policy.vectors, policy.recall.depth
    scan = Scan(
        packed_from=vectors.packed_from,
        rescored=depth * vectors.packed_oversample,
        limit=depth,
    )
    with open_memory(folder / "ours", policy=policy) as memory:
        if embedder != memory.settings.get().embedder:
            memory.settings.update(embedder=embedder)
        floor = Floor(folder / "floor.db", memory.home / EPISODES_FILE, scan)
        prose = Prose([f"novel-{number}" for number in range(projects)])
        yield World(memory, floor, prose, embedder)
        floor.close()


def must_succeed(crowd: Crowd) -> None:
    if crowd.errors or crowd.refused:
        raise RuntimeError(f"{len(crowd.errors)} calls failed: {sorted(set(crowd.errors))}")
