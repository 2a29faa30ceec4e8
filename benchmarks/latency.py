"""How long record, query, list and why take, each beside a raw floor measured in the same run.

    python benchmarks/latency.py [--quick] [--json PATH] [--embedder use]

The machine is never quiet, so a figure counts by its ratio to the floor (`floor.py`): rounds of
ours and of the floor alternate, and the median of five is reported (C97). Caps are raised (C90);
background work runs as in production, and once more all the time, as the worst that a record can
meet. Writes a table, a plot and a JSON file.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from rich.console import Console
from threadpoolctl import threadpool_limits

import picture
import report
import traces
from footprint import footprint
from mohen.core.settings_model import EmbedderConfig
from timing import ROUNDS, Crowd, Figure, Times, each, figure, together
from world import Call, World, opened

RESULTS = Path(__file__).parent / "results"
CONCURRENT, STORM = 32, 80
WRITERS = (1, 8, 32)
Cursor = tuple[int, int] | None
MIXERS = 8  # threads of the scenario of R108


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured; samples are a round's."""

    sizes: tuple[int, ...]
    crowd_at: int
    spread_over: tuple[int, int] | None  # episodes, projects
    records: int
    queries: int
    pages: int
    writes: int
    mixed: tuple[int, int]  # writes, queries


@dataclass(frozen=True, slots=True)
class Mixture:
    written: Times
    asked: Times
    crowd: Crowd


# Requirements and rulings whose figures this prints.
MEASURES = ("R105", "R106", "R107", "R108", "C97")

FULL = Plan((1_000, 10_000, 50_000), 10_000, (100_000, 20), 300, 100, 60, 640, (10_000, 5_000))
QUICK = Plan((1_000, 10_000), 10_000, None, 200, 40, 30, 640, (1_000, 500))


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    plan, console = QUICK if options.quick else FULL, _console()
    embedder = EmbedderConfig(kind=options.embedder)
    RESULTS.mkdir(parents=True, exist_ok=True)
    # Both sides search with one BLAS thread, as the product does once it has searched.
    threadpool_limits(1, user_api="blas")
    figures: list[Figure] = []
    fills: dict[str, float] = {}
    storms: list[Crowd] = []
    # Beside the results rather than in the temporary folder, which may be no disk at all.
    with tempfile.TemporaryDirectory(prefix=".run-", dir=RESULTS) as folder:
        for stage in _stages(plan, Path(folder), embedder, fills, storms):
            figures += stage
            for done in stage:
                console.print(report.line(done), style="dim", highlight=False)
    small = footprint()
    result = report.Result(figures, fills, _storm_summary(storms), small, options.quick)
    _finish(result, options.json, console)
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure latency beside a raw floor.")
    parser.add_argument("--quick", action="store_true", help="1k and 10k only, fewer samples")
    parser.add_argument("--json", type=Path, help="where the figures go")
    parser.add_argument("--embedder", default="builtin", help="builtin (default) or use")
    return parser.parse_args(arguments)


def _console() -> Console:
    """Wide enough for the table also where the output is no terminal."""
    return Console() if sys.stdout.isatty() else Console(width=150)


def _finish(result: report.Result, target: Path | None, console: Console) -> None:
    stem = "latency.quick" if result.quick else "latency"
    report.show(result, console)
    report.write(result, target or RESULTS / f"{stem}.json")
    picture.draw(result.figures, RESULTS / f"{stem}.png")
    console.print(f"{RESULTS / stem}.png", style="dim")


def _stages(
    plan: Plan,
    folder: Path,
    embedder: EmbedderConfig,
    fills: dict[str, float],
    storms: list[Crowd],
) -> Iterator[list[Figure]]:
    """One home grows through the sizes; the others have a home of their own."""
    with opened(folder / "one", projects=1, embedder=embedder) as world:
        for size in plan.sizes:
            yield _sized(world, plan, size, f"{size // 1000}k")
            if size == plan.crowd_at:
                yield [_readers(world, plan), *_writers(world, plan)]
                storms += [_storm(world, salt) for salt in range(ROUNDS)]
        fills |= world.fills
    # A burst of records puts embedding off, so it meets none. The other half of the truth: a home
    # that embeds and measures each episode at once, while the next ones come.
    with opened(folder / "eager", projects=1, embedder=embedder, eager=True) as world:
        world.fill(plan.sizes[0])
        label = f"{plan.sizes[0] // 1000}k"
        yield [_recording(world, plan, report.EMBEDDING, label)]
    with opened(folder / "traced", projects=1, embedder=embedder) as world:
        yield [_tracing(world, plan)]
    with opened(folder / "mixed", projects=1, embedder=embedder) as world:
        yield _mixed(world, plan)
    if plan.spread_over is not None:
        size, projects = plan.spread_over
        with opened(folder / "many", projects=projects, embedder=embedder) as world:
            yield _sized(world, plan, size, f"{size // 1000}k/{projects}")
            fills |= world.fills


# -- one caller


def _sized(world: World, plan: Plan, size: int, label: str) -> list[Figure]:
    """Reading first: recording makes the home larger than its label says."""
    world.fill(size)
    asked, listed = _asking(world, plan, label), _listing(world, plan, label)
    return [_recording(world, plan, report.RECORD, label), asked, listed]


def _rounds(
    name: str, size: str, ours: Callable[[int], Times], floor: Callable[[int], Times]
) -> Figure:
    """Alternate, after one round of each that only warms caches."""
    ours(-1), floor(-1)
    pairs = [(ours(number), floor(number)) for number in range(ROUNDS)]
    return figure(name, size, [a for a, _ in pairs], [b for _, b in pairs])


def _recording(world: World, plan: Plan, name: str, label: str) -> Figure:
    """Ours, then, at rest, the floor with the very same rows."""

    def ours(_number: int) -> Times:
        times = each(world.records(plan.records))
        world.memory.drain()
        return times

    def floor(_number: int) -> Times:
        return each([partial(world.floor.record, row) for row in world.floor.missing()])

    return _rounds(name, label, ours, floor)


def _asking(world: World, plan: Plan, label: str) -> Figure:
    world.floor.load()

    def ours(number: int) -> Times:
        return each(world.asking(world.questions(plan.queries, number + 1)))

    def floor(number: int) -> Times:
        return each(world.asking_floor(world.questions(plan.queries, number + 1)))

    return _rounds("query", label, ours, floor)


def _listing(world: World, plan: Plan, label: str) -> Figure:
    """Page after page, as somebody who scrolls; each project in its turn."""
    names, limit = list(world.projects().items()), world.memory.policy.paging.list_default

    def ours(number: int) -> Times:
        project = names[number % len(names)][0]
        return _walked(
            plan.pages, lambda before: world.memory.episodes.list(project, before=before).after
        )

    def floor(number: int) -> Times:
        project = names[number % len(names)][1]
        return _walked(plan.pages, lambda before: world.floor.page(project, before, limit))

    return _rounds("list", label, ours, floor)


def _tracing(world: World, plan: Plan) -> Figure:
    """`memory:trace:get`: one of as many as a project keeps, with what its memories say now."""
    memory, project = world.memory, world.prose.project(0)
    ids = traces.fill(memory, project)
    raw = traces.RawTraces(memory)

    def some(number: int) -> list[str]:
        return random.Random(number).sample(ids, plan.queries)

    def ours(number: int) -> Times:
        told = partial(memory.traces.get, project_id=project)
        return each([partial(told, id) for id in some(number)])

    def floor(number: int) -> Times:
        return each([partial(raw.read, id) for id in some(number)])

    found = _rounds(report.WHY, f"{traces.TRACES // 1000}k traces", ours, floor)
    raw.close()
    return found


def _walked(count: int, turn: Callable[[Cursor], Cursor]) -> Times:
    """How long each page takes; from the last one back to the first."""
    times, at = Times(), None
    for _ in range(count):
        began = time.perf_counter()
        at = turn(at)
        times.append(time.perf_counter() - began)
    return times


# -- many callers


def _crowds(
    name: str, size: str, ours: Callable[[int], Crowd], floor: Callable[[int], Crowd]
) -> Figure:
    ours(-1), floor(-1)
    pairs = [(ours(number), floor(number)) for number in range(ROUNDS)]
    timed = figure(name, size, [a.times for a, _ in pairs], [b.times for _, b in pairs])
    return replace(
        timed,
        per_second=(
            statistics.median(a.per_second for a, _ in pairs),
            statistics.median(b.per_second for _, b in pairs),
        ),
        errors=sum(len(a.errors) + len(a.refused) for a, _ in pairs),
    )


def _readers(world: World, plan: Plan) -> Figure:
    world.floor.load()
    count = max(plan.queries, CONCURRENT) * 4

    def ours(number: int) -> Crowd:
        return together(world.asking(world.questions(count, number + 50)), CONCURRENT)

    def floor(number: int) -> Crowd:
        return together(world.asking_floor(world.questions(count, number + 50)), CONCURRENT)

    return _crowds(f"query, {CONCURRENT} at once", f"{plan.crowd_at // 1000}k", ours, floor)


def _writers(world: World, plan: Plan) -> list[Figure]:
    def ours(threads: int, _number: int) -> Crowd:
        crowd = together(world.records(plan.writes), threads)
        world.memory.drain()
        return crowd

    def floor(threads: int, _number: int) -> Crowd:
        rows = world.floor.missing()
        return together([partial(world.floor.record, row) for row in rows], threads)

    label = f"{plan.crowd_at // 1000}k"
    return [
        _crowds(f"record, {n} at once", label, partial(ours, n), partial(floor, n)) for n in WRITERS
    ]


def _storm(world: World, salt: int) -> Crowd:
    """More questions at one moment than are let in (R122)."""
    return together(world.asking(world.questions(STORM, salt + 90)), STORM)


def _storm_summary(storms: Sequence[Crowd]) -> dict[str, float]:
    return {
        "at once": STORM,
        "answered": statistics.median(len(each.times) for each in storms),
        "backpressure": statistics.median(len(each.refused) for each in storms),
        "errors": sum(len(each.errors) for each in storms),
        "slowest answer ms": max(1000 * max(each.times) for each in storms),
        "slowest refusal ms": max(1000 * max(each.refused, default=0.0) for each in storms),
    }


def _mixed(world: World, plan: Plan) -> list[Figure]:
    """R108: ten thousand writes and five thousand questions in one go, ours and then the floor."""
    world.fill(500)
    writes, asks = plan.mixed
    questions = world.questions(asks, 7)
    ours = _both(world.records(writes), world.asking(questions))
    world.memory.drain()
    world.floor.load()
    rows = [partial(world.floor.record, row) for row in world.floor.missing()]
    raw = _both(rows, world.asking_floor(questions))
    return [
        _mixed_figure("R108 writes", ours, raw, ours.written, raw.written),
        _mixed_figure("R108 queries", ours, raw, ours.asked, raw.asked),
    ]


def _mixed_figure(name: str, ours: Mixture, raw: Mixture, mine: Times, theirs: Times) -> Figure:
    return replace(
        figure(name, f"{len(theirs) / 1000:g}k", [mine], [theirs]),
        per_second=(len(mine) / ours.crowd.seconds, len(theirs) / raw.crowd.seconds),
        errors=len(ours.crowd.errors) + len(ours.crowd.refused),
    )


def _both(writes: Sequence[Call], asks: Sequence[Call]) -> Mixture:
    """Work through both in a fixed mixture, and tell their times apart."""
    written, asked = Times(), Times()
    step = len(writes) / len(asks)
    order = [(float(at), partial(_noted, call, written)) for at, call in enumerate(writes)]
    order += [(at * step, partial(_noted, call, asked)) for at, call in enumerate(asks)]
    order.sort(key=lambda pair: pair[0])
    return Mixture(written, asked, together([call for _, call in order], MIXERS))


def _noted(call: Call, into: Times) -> None:
    into += each([call])


if __name__ == "__main__":
    sys.exit(main())
