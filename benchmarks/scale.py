"""How finding grows with what a home holds: times, memory, disk, start-up, and where it bends.

    python benchmarks/scale.py [--quick] [--full] [--most 200000]

One home whose messages lie in 100 projects, of 1k, 10k, 100k and with `--full` a million messages;
and one whose messages all lie in one project, up to 200k. Each grows through the sizes, and at each
a process of its own opens it, asks a first question, then many, and tells what it holds in memory.
What a home is filled with is said by an assistant, so that nothing is learned from it. Questions
were asked before, so that encoding them is not among the figures, and in 100 projects each project
was asked before. The curve bends where a question's work (the processor's time, which a busy
machine changes least) begins to grow by more than the root of the size. Writes a table,
`benchmarks/results/scale.json` and, where matplotlib is installed, a picture.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from rich.table import Table

from distilling import resident_mb
from hearing import RESULTS, SESSION, Talk, questions
from mohen.conversations.model import Role
from mohen.memory import Memory, open_memory
from mohen.policy import Policy
from timing import ROUNDS, each, middle, spread

PROJECTS = 100
SIZES = (1_000, 10_000, 100_000)
MILLION = 1_000_000
MOST = 200_000  # in one project
ASKED = 100  # a round
GOALS_MS = {10_000: 5.0, 100_000: 25.0}  # p95, in one project
ROOT_GROWTH = 0.5

# Requirements and rulings whose figures this prints.
MEASURES = ("C97", "C102")


@dataclass(frozen=True, slots=True)
class Point:
    """One home at one size. Milliseconds and megabytes, seconds where it says so."""

    projects: int
    size: int
    p50: float
    p95: float
    cpu: float  # a question; what a busy machine does not change
    open: float
    first: float  # question, after opening
    cold: float  # first question to a further project, the middle of them
    resident_mb: float
    disk_mb: float
    filled_s: float = 0.0


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    if options.measure is not None:
        print(json.dumps(asdict(_measured(options.measure, options.projects, options.size))))
        return 0
    console = Console(width=130)
    RESULTS.mkdir(parents=True, exist_ok=True)
    sizes = SIZES[:2] if options.quick else (*SIZES, MILLION) if options.full else SIZES
    alone = [size for size in (*SIZES, options.most) if size <= options.most]
    points: list[Point] = []
    # Beside the results rather than in the temporary folder, which may be no disk at all.
    with tempfile.TemporaryDirectory(prefix=".run-", dir=RESULTS) as folder:
        for projects, grown in ((1, alone[:2] if options.quick else alone), (PROJECTS, sizes)):
            for point in _grown(Path(folder) / f"home-{projects}", projects, sorted(set(grown))):
                points.append(point)
                console.print(_line(point), style="dim", highlight=False)
    console.print(_table(points))
    verdicts = list(verdicts_of(points))
    for said in verdicts:
        console.print(said, highlight=False)
    target = options.json or RESULTS / f"scale{'.quick' if options.quick else ''}.json"
    body = {"points": [asdict(point) for point in points], "verdicts": verdicts}
    target.write_text(json.dumps(body, indent=2) + "\n", encoding="utf-8")
    _picture(points, target.with_suffix(".png"))
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure how finding grows.")
    parser.add_argument("--quick", action="store_true", help="up to 10k")
    parser.add_argument("--full", action="store_true", help="a million in 100 projects, too")
    parser.add_argument("--most", type=int, default=MOST, help="messages in one project (200k)")
    parser.add_argument("--json", type=Path, help="where the figures go")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--projects", type=int, default=1, help=argparse.SUPPRESS)
    parser.add_argument("--size", type=int, default=0, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


# -- Measuring.


def _grown(home: Path, projects: int, sizes: Sequence[int]) -> Iterator[Point]:
    talk, there = Talk(7, by=Role.ASSISTANT), 0
    for size in sizes:
        began = time.perf_counter()
        with _opened(home) as memory:
            for nth in range(there // SESSION, size // SESSION):
                said = talk.some(SESSION)
                memory.conversations.hear(_project(nth % projects), f"s{nth}", said)
            memory.index.go_on()
            memory.drain()
        there, filled = size, time.perf_counter() - began
        ran = subprocess.run(
            [
                *(sys.executable, __file__, "--measure", str(home)),
                *("--projects", str(projects), "--size", str(size)),
            ],
            stdout=subprocess.PIPE,
            check=True,
        )
        yield replace(Point(**json.loads(ran.stdout)), filled_s=filled)


def _measured(home: Path, projects: int, size: int) -> Point:
    """In a process that did nothing before."""
    asked = questions(ASKED, size)
    # All of a session is of one project: what is asked is in the first of them, or anywhere.
    there = min(projects, size // SESSION)
    began = time.perf_counter()
    memory = _opened(home)
    opened = time.perf_counter()
    search = memory.conversations.search
    search(_project(0), asked[0])
    answered = time.perf_counter()
    cold = each([partial(search, _project(nth), asked[0]) for nth in range(1, there)])
    calls = [partial(search, _project(nth % there), one) for nth, one in enumerate(asked)]
    each(calls)  # so that every question is encoded
    busy = time.process_time()
    times = middle([spread(each(calls)) for _ in range(ROUNDS)])
    busy = (time.process_time() - busy) / (ROUNDS * len(calls))
    resident = resident_mb()
    memory.close()
    return Point(
        projects=projects,
        size=size,
        p50=times.p50,
        p95=times.p95,
        cpu=1000 * busy,
        open=1000 * (opened - began),
        first=1000 * (answered - opened),
        cold=1000 * statistics.median(cold) if cold else 0.0,
        resident_mb=resident,
        disk_mb=sum(one.stat().st_size for one in home.rglob("*") if one.is_file()) / 1e6,
    )


def _opened(home: Path) -> Memory:
    """With room for a million; everything else as in production."""
    usual = Policy()
    roomy = replace(usual.conversations, keep_bytes=2**40)
    return open_memory(home, policy=replace(usual, conversations=roomy))


def _project(nth: int) -> str:
    return f"talk-{nth}"


# -- Telling.


def _line(one: Point) -> str:
    return f"{one.size:,} in {one.projects}: p50 {one.p50:.2f} p95 {one.p95:.2f} ms"


def _table(points: Sequence[Point]) -> Table:
    table = Table(title="What a home holds, and what asking it costs", title_justify="left")
    for heading in (
        *(
            "messages",
            "projects",
            "p50 ms",
            "p95 ms",
            "CPU ms",
            "growth",
            "open ms",
            "first question ms",
        ),
        *("a further project ms", "resident MB", "disk MB", "filled, a second"),
    ):
        table.add_column(heading, justify="right")
    last: Point | None = None
    for one in points:
        before = last if last is not None and last.projects == one.projects else None
        table.add_row(
            f"{one.size:,}",
            str(one.projects),
            f"{one.p50:.2f}",
            f"{one.p95:.2f}",
            f"{one.cpu:.2f}",
            f"n^{_growth(before, one):.2f}" if before else "",
            f"{one.open:.0f}",
            f"{one.first:.0f}",
            f"{one.cold:.0f}" if one.cold else "",
            f"{one.resident_mb:,.0f}",
            f"{one.disk_mb:,.0f}",
            f"{(one.size - (before.size if before else 0)) / one.filled_s:,.0f}",
        )
        last = one
    return table


def _growth(one: Point, other: Point) -> float:
    """The power of the size with which a question's work grows."""
    return math.log(other.cpu / one.cpu) / math.log(other.size / one.size)


def verdicts_of(points: Sequence[Point]) -> Iterator[str]:
    for one in points:
        if one.projects == 1 and one.size in GOALS_MS:
            goal = GOALS_MS[one.size]
            good = "yes" if one.p95 <= goal else "NO"
            yield f"query p95 at {one.size:,} <= {goal:g} ms: {good} ({one.p95:.2f})"
    for projects in sorted({one.projects for one in points}):
        mine = [one for one in points if one.projects == projects]
        bend = next((a for a, b in pairwise(mine) if _growth(a, b) > ROOT_GROWTH), None)
        where = "nowhere up to here" if bend is None else f"at {bend.size:,}"
        yield f"in {projects} project{'s' * (projects > 1)} the curve bends {where}"


def _picture(points: Sequence[Point], target: Path) -> None:
    try:
        import matplotlib as mpl
    except ImportError:
        return
    mpl.use("agg")
    import matplotlib.pyplot as plt
    from matplotlib.ticker import FuncFormatter, LogFormatter

    from picture import STONE, STYLE, VERMILION

    plain = FuncFormatter(lambda value, _at: f"{value:,.10g}")
    with mpl.rc_context(STYLE):
        sheet, axes = plt.subplots(1, 4, figsize=(15, 4), layout="constrained")
        shown = (
            ("p95", "query p95, ms"),
            ("cpu", "work, ms"),
            ("resident_mb", "resident, MB"),
            ("disk_mb", "disk, MB"),
        )
        for where, (name, title) in zip(axes, shown, strict=True):
            for projects, color in ((1, VERMILION), (PROJECTS, STONE)):
                mine = [one for one in points if one.projects == projects]
                sizes, values = [one.size for one in mine], [getattr(one, name) for one in mine]
                where.loglog(sizes, values, "o-", color=color, label=f"projects: {projects}")
            where.set_title(title, loc="left", size=11, weight="bold")
            where.set_xlabel("messages")
            where.xaxis.set_major_formatter(plain)
            where.yaxis.set_major_formatter(plain)
            where.yaxis.set_minor_formatter(LogFormatter(minor_thresholds=(1.2, 0.5)))
        axes[0].legend(frameon=False)
        sheet.savefig(target, dpi=160)
        plt.close(sheet)


if __name__ == "__main__":
    sys.exit(main())
