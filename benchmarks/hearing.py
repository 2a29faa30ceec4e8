"""How fast what is said is heard and found, each beside a raw floor measured in the same run.

    python benchmarks/hearing.py [--quick] [--json PATH] [--embedder use]

The floor of hearing is a bare durable insert: the same columns into one table without indexes,
one transaction a call, `synchronous=FULL`. The floor of finding is FTS5: an OR query over the same
terms, and the rows that it finds. Rounds of ours and of the floor alternate, and the median counts,
for the machine is never quiet (C97). Learning and embedding run in the background while single
messages are heard. Where `MOHEN_BENCH_DATA` (else `../shared/data`) has real conversations, they
are heard one by one as well. What a home is filled with is said by an assistant, so that nothing is
learned from it: that has a benchmark of its own. Questions were asked before, so that encoding them
is not among the figures.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import apsw
from rich.console import Console
from rich.table import Table

import retrieval
from conversations import BEGIN, messages
from mohen.conversations.model import Role, Said
from mohen.core.settings_model import EmbedderConfig
from mohen.core.sqlite.fulltext import expression
from mohen.memory import Memory, open_memory
from mohen.policy import Policy
from mohen.retrieval import question
from mohen.text.terms import as_words, query_terms
from timing import ROUNDS, Figure, Times, each, figure, together

RESULTS = Path(__file__).parent / "results"
PROJECT = "talk"
SESSION = 40  # messages
BATCH, THREADS, ANSWERS = 32, 32, 10
MINUTE_MS = 60_000
MOST_TIMES_FLOOR = 1.5
GOALS_MS = {"10k": 5.0, "100k": 25.0}  # p95 of a query
REAL = ("locomo", "realtalk", "memdaily_zh")
GOAL_HEARD, GOAL_ASKED = 1_500, 400  # a second: in batches, at 32 threads

# Requirements and rulings whose figures this prints.
MEASURES = ("C97", "C102")


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured; samples are a round's."""

    sizes: tuple[int, ...]
    heard: int
    batches: int
    asked: int


FULL = Plan((10_000, 100_000), 200, 40, 100)
QUICK = Plan((10_000,), 60, 10, 40)


@dataclass(frozen=True, slots=True)
class Result:
    figures: list[Figure]
    others: dict[str, float]


class Floor:
    """What a program would do that has apsw and nothing else."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pool: list[apsw.Connection] = []
        self._writer = self._connect()
        list(
            self._writer.execute(
                "PRAGMA journal_mode=WAL;"
                "CREATE TABLE said (pk INTEGER PRIMARY KEY, project, session, place, line, host_id,"
                " role, speaker, at, heard_at, mark, gone, text);"
                "CREATE VIRTUAL TABLE search USING fts5("
                "terms, content='', contentless_delete=1, tokenize='ascii');"
            )
        )

    def _connect(self) -> apsw.Connection:
        connection = apsw.Connection(str(self._path))
        connection.set_busy_timeout(10_000)
        list(connection.execute("PRAGMA synchronous=FULL"))
        return connection

    def hear(self, session: str, said: Sequence[Said]) -> None:
        with self._writer:
            for place, one in enumerate(said):
                self._writer.execute(
                    "INSERT INTO said VALUES (NULL,?,?,?,NULL,?,?,?,?,?,?,0,?)",
                    (
                        *(PROJECT, session, place, one.id, one.role, one.speaker),
                        *(one.at, one.at, "0" * 32, one.text),
                    ),
                )

    def fill(self, session: str, said: Sequence[Said]) -> None:
        """As `hear`, and its words."""
        with self._writer:
            for one in said:
                self._writer.execute(
                    "INSERT INTO said (project, session, text) VALUES (?,?,?)",
                    (PROJECT, session, one.text),
                )
                self._writer.execute(
                    "INSERT INTO search (rowid, terms) VALUES (last_insert_rowid(), ?)",
                    (" ".join(question.said(one.text)),),
                )

    def ask(self, match: str) -> list[Any]:
        try:
            connection = self._pool.pop()
        except IndexError:
            connection = self._connect()
        try:
            return list(
                connection.execute(
                    "SELECT said.* FROM (SELECT rowid FROM search WHERE search MATCH ?"
                    " ORDER BY rank LIMIT ?) s CROSS JOIN said ON said.pk = s.rowid",
                    (match, ANSWERS),
                )
            )
        finally:
            self._pool.append(connection)

    def close(self) -> None:
        while self._pool:
            self._pool.pop().close()
        self._writer.close()


class Talk:
    """Messages that never end, each at its own minute."""

    def __init__(
        self,
        seed: int,
        *,
        by: Role | None = None,
        source: Iterable[tuple[str, str]] | None = None,
    ) -> None:
        self._source = iter(messages(1 << 30, seed) if source is None else source)
        self._by, self._count, self._seed = by, 0, seed

    def some(self, count: int) -> list[Said]:
        return [self._said(*one) for one in islice(self._source, count)]

    def _said(self, role: str, text: str) -> Said:
        self._count += 1
        return Said(
            role=self._by or Role(role),
            text=text,
            at=BEGIN + self._count * MINUTE_MS,
            id=f"{self._seed}-{self._count}",
        )


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    plan, console = QUICK if options.quick else FULL, Console(width=150)
    RESULTS.mkdir(parents=True, exist_ok=True)
    result = Result([], {})
    # Beside the results rather than in the temporary folder, which may be no disk at all.
    with tempfile.TemporaryDirectory(prefix=".run-", dir=RESULTS) as folder:
        for stage in _stages(plan, Path(folder), options.embedder, result.others):
            result.figures.append(stage)
            console.print(_line(stage), style="dim", highlight=False)
    console.print(_table(result))
    for said in _verdicts(result):
        console.print(said)
    target = options.json or RESULTS / f"hearing{'.quick' if options.quick else ''}.json"
    target.write_text(json.dumps(asdict(result), indent=2) + "\n", encoding="utf-8")
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure hearing and finding what was said.")
    parser.add_argument("--quick", action="store_true", help="10k only, fewer samples")
    parser.add_argument("--json", type=Path, help="where the figures go")
    parser.add_argument("--embedder", default="builtin", help="builtin (default) or use")
    return parser.parse_args(arguments)


# -- Measuring.


def _stages(plan: Plan, folder: Path, embedder: str, others: dict[str, float]) -> Iterator[Figure]:
    """One home grows through the sizes; what is heard one by one has a home of its own."""
    yield from _hearing(plan, folder, embedder)
    home, floor = folder / "home", Floor(folder / "found.db")
    talk, there = Talk(7, by=Role.ASSISTANT), 0
    for size in plan.sizes:
        with _opened(home, embedder) as memory:
            began = time.perf_counter()
            for first in range(there, size, SESSION):
                said = talk.some(SESSION)
                memory.conversations.hear(PROJECT, f"s{first}", said)
                floor.fill(f"s{first}", said)
            memory.index.go_on()
            memory.drain()
            others[f"{_k(size)}: filled, messages a second"] = (size - there) / (
                time.perf_counter() - began
            )
        there = size
        others[f"{_k(size)}: bytes a message"] = (home / "talk.db").stat().st_size / size
        yield from _finding(plan, home, floor, size, embedder, others)
    floor.close()


def _hearing(plan: Plan, folder: Path, embedder: str) -> Iterator[Figure]:
    floor, ours_talk, floor_talk = Floor(folder / "heard.db"), Talk(3), Talk(3)
    with _opened(folder / "heard", embedder) as memory:
        yield _one_by_one(plan, memory, floor, "one by one", (ours_talk, floor_talk))
        for name, told in _real():
            talks = Talk(3, source=cycle(told)), Talk(3, source=cycle(told))
            yield _one_by_one(plan, memory, floor, f"one by one, {name}", talks)
        ours: list[Times] = []
        bare: list[Times] = []
        per_second: list[tuple[float, float]] = []
        for nth in range(ROUNDS):
            hear = partial(memory.conversations.hear, PROJECT, f"many {nth}")
            told = [ours_talk.some(BATCH) for _ in range(plan.batches)]
            ours.append(each([partial(hear, some) for some in told]))
            bare.append(each([partial(floor.hear, f"many {nth}", some) for some in told]))
            total = BATCH * plan.batches
            per_second.append((total / sum(ours[-1]), total / sum(bare[-1])))
        mine, raw = (statistics.median(column) for column in zip(*per_second, strict=True))
        yield replace(figure("hear", f"{BATCH} a call", ours, bare), per_second=(mine, raw))
    floor.close()


def _one_by_one(
    plan: Plan, memory: Memory, floor: Floor, name: str, talks: tuple[Talk, Talk]
) -> Figure:
    ours: list[Times] = []
    bare: list[Times] = []
    for nth in range(ROUNDS):
        session = f"{name} {nth}"
        hear, insert = partial(memory.conversations.hear, PROJECT, session), floor.hear
        ours.append(each([partial(hear, [one]) for one in talks[0].some(plan.heard)]))
        bare.append(each([partial(insert, session, [one]) for one in talks[1].some(plan.heard)]))
    memory.drain()
    return figure("hear", name, ours, bare)


def _real() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """What people said to one another, or to an assistant, in its order."""
    for name in REAL:
        for path in retrieval.data().glob(f"{name}.*"):
            _, stores = next(iter(retrieval.sets(path, quick=False)))
            yield name, [(Role.USER, turn.text) for store in stores for turn in store.turns]


def _finding(
    plan: Plan, home: Path, floor: Floor, size: int, embedder: str, others: dict[str, float]
) -> Iterator[Figure]:
    asked = questions(plan.asked, size)
    policy = Policy().recall
    matches = [expression(as_words(query_terms(one, policy=policy))) for one in asked]
    raw = [partial(floor.ask, match) for match in matches]
    with _opened(home, embedder) as memory:
        began = time.perf_counter()
        memory.conversations.search(PROJECT, asked[0])
        others[f"{_k(size)}: first question, s"] = time.perf_counter() - began
        ask = [partial(memory.conversations.search, PROJECT, one) for one in asked]
        each(ask)  # so that every question is encoded
        rounds = [(each(ask), each(raw)) for _ in range(ROUNDS)]
        ours, bare = ([one[side] for one in rounds] for side in (0, 1))
        yield figure("query", _k(size), ours, bare)
        if size == plan.sizes[0]:
            yield _crowded(ask, raw, size)
    with open_memory(home, meaning=False) as memory:
        once = each([partial(memory.conversations.search, PROJECT, one) for one in asked[:20]])
        others[f"{_k(size)}: in one look, ms"] = 1000 * statistics.median(once)


def _crowded(
    ask: Sequence[Callable[[], object]], raw: Sequence[Callable[[], object]], size: int
) -> Figure:
    pairs = [(together(list(ask) * 4, THREADS), together(list(raw) * 4, THREADS)) for _ in range(3)]
    ours, bare = ([pair[side] for pair in pairs] for side in (0, 1))
    found = figure(
        "query", f"{_k(size)}, {THREADS} threads", *([c.times for c in s] for s in (ours, bare))
    )
    rates = tuple(statistics.median(c.per_second for c in side) for side in (ours, bare))
    errors = sum(len(crowd.errors) for crowd in ours)
    return replace(found, per_second=rates, errors=errors)


def _opened(home: Path, embedder: str) -> Memory:
    memory = open_memory(home)
    memory.settings.update(embedder=EmbedderConfig(kind=embedder))
    return memory


def questions(count: int, size: int) -> list[str]:
    """Some words of what was said, in both languages."""
    draw = random.Random(11)
    said = [one.text for one in Talk(7).some(min(size, 5_000))]
    found = []
    while len(found) < count:
        text = draw.choice(said)
        words = text.split()
        if len(words) >= 5:
            at = draw.randrange(len(words) - 4)
            found.append("What about " + " ".join(words[at : at + 5]) + "?")
        elif len(text) >= 8:
            at = draw.randrange(len(text) - 7)
            found.append(text[at : at + 8] + "是怎么说的？")
    return found


def _k(size: int) -> str:
    return f"{size // 1000}k"


# -- Telling.


def _line(one: Figure) -> str:
    return (
        f"{one.name}, {one.size}: p50 {one.ours.p50:.2f} p95 {one.ours.p95:.2f} ms,"
        f" floor {one.floor.p50:.2f} {one.floor.p95:.2f}"
    )


def _table(result: Result) -> Table:
    table = Table(title="Hearing and finding what was said", title_justify="left")
    for heading in (
        "",
        "p50 ms",
        "p95 ms",
        "floor p50",
        "floor p95",
        "p95 ratio",
        "per s",
        "floor",
    ):
        table.add_column(heading, justify="left" if not heading else "right")
    for one in result.figures:
        times = (one.ours.p50, one.ours.p95, one.floor.p50, one.floor.p95, one.ratio.p95)
        rates = [f"{rate:,.0f}" for rate in one.per_second or ()] or ["", ""]
        table.add_row(f"{one.name}, {one.size}", *(f"{ms:.2f}" for ms in times), *rates)
    for name, value in result.others.items():
        table.add_row(name, f"{value:,.1f}", style="dim")
    return table


def _verdicts(result: Result) -> Iterator[str]:
    for one in result.figures:
        if (one.name, one.size) == ("hear", "one by one"):
            times, good = one.ratio.p95, one.ratio.p95 <= MOST_TIMES_FLOOR
            yield f"hear p95 <= {MOST_TIMES_FLOOR} x a bare insert: {_met(good)} ({times:.2f}x)"
        elif one.per_second is not None:
            goal = GOAL_HEARD if one.name == "hear" else GOAL_ASKED
            rate = one.per_second[0]
            yield f"{one.name}, {one.size} >= {goal:,} a second: {_met(rate >= goal)} ({rate:,.0f})"
        elif one.size in GOALS_MS:
            goal, p95 = GOALS_MS[one.size], one.ours.p95
            yield f"query p95 at {one.size} <= {goal:g} ms: {_met(p95 <= goal)} ({p95:.2f})"


def _met(good: bool) -> str:
    return "yes" if good else "NO"


if __name__ == "__main__":
    sys.exit(main())
