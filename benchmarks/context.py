"""What putting a prompt together costs, and how much of it a provider's prefix cache would serve.

    python benchmarks/context.py [--quick] [--json PATH]

First a home that is full in every respect: 10,000 episodes, 200 rules, 200 notes, 50 cards, in
which prompts are made at changing places of chapters of 60,000 characters, each beside a raw
floor of the same round (`naive.py`). Then two hundred runs of a project (`prefix.py`). Writes
tables, a plot, a JSON and a Markdown file.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from rich.console import Console
from threadpoolctl import threadpool_limits

import context_report
import homes
import writing_home
from homes import opened
from mohen import Memory
from mohen.prompts.model import Request
from mohen.prompts.prompt import prefix_hash
from naive import Naive
from prefix import RUNS, SKILLS, Story, learning, written
from timing import ROUNDS, Figure, Times, each, figure
from world import Call

# Requirements and rulings whose figures this prints.
MEASURES = ("R156", "R157", "C68", "C87", "C97")

RESULTS = Path(__file__).parent / "results"
MEASURED = ("continue", "expand")
HASHES = 20  # so many at once: one is too short for a clock


@dataclass(frozen=True, slots=True)
class Plan:
    episodes: int
    prompts: int  # a round
    rounds: int
    chars: int  # of a chapter
    runs: int


FULL = Plan(10_000, 40, ROUNDS, writing_home.CHAPTER_CHARS, RUNS)
QUICK = Plan(1_000, 20, 3, writing_home.CHAPTER_CHARS, RUNS // 4)


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    plan = QUICK if options.quick else FULL
    console = Console() if sys.stdout.isatty() else Console(width=150)
    RESULTS.mkdir(parents=True, exist_ok=True)
    threadpool_limits(1, user_api="blas")
    with tempfile.TemporaryDirectory(prefix=".run-", dir=RESULTS) as folder:
        figures = list(_assembling(Path(folder), plan))
        stories = list(_stories(Path(folder), plan))
    _finish(figures, stories, options, console)
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure the context engine.")
    parser.add_argument("--quick", action="store_true", help="1,000 episodes, fewer samples")
    parser.add_argument("--json", type=Path, help="where the figures go")
    return parser.parse_args(arguments)


def _finish(
    figures: Sequence[Figure],
    stories: Sequence[Story],
    options: argparse.Namespace,
    console: Console,
) -> None:
    stem = "context.quick" if options.quick else "context"
    told = [each for story in stories for each in story.told()]
    context_report.show(figures, told, console)
    body = {
        "figures": [asdict(each) for each in figures],
        "stories": [asdict(each) for each in told],
    }
    target = options.json or RESULTS / f"{stem}.json"
    target.write_text(json.dumps(body, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    said = context_report.markdown(figures, told)
    target.with_suffix(".md").write_text(said, encoding="utf-8")
    _draw(stories, target.with_suffix(".png"))
    console.print(f"{target.with_suffix('.png')}", style="dim")


def _draw(stories: Sequence[Story], target: Path) -> None:
    import served  # only here: it needs matplotlib, and a test of the figures does not

    served.draw(stories, target)


# -- putting prompts together


def _assembling(place: Path, plan: Plan) -> Iterator[Figure]:
    folder, home = place / "novel", place / "home"
    writing_home.write_folder(folder)
    homes.fill(home, plan.episodes)
    with opened(home) as memory:
        writing_home.furnish(memory, folder)
        memory.settings.update(context_inspection_enabled=True)
        book, session = writing_home.book(plan.chars), writing_home.begin(memory)
        _rest(memory)
        system = memory.context.assemble(next(book.requests("continue", 0, session))).system
        memory.drain()  # which keeps the trace of that prompt, for the floor to read
        naive = Naive(place, memory, folder)

        def asked(skill: str, number: int) -> list[Request]:
            return list(islice(book.requests(skill, number, session), plan.prompts))

        for skill in MEASURED:
            for name, ours, kept in (
                ("assemble", memory.context.assemble, True),
                ("compose", memory.context.inspect, False),
            ):
                yield _figure(
                    f"{name}, {skill}",
                    plan,
                    lambda number, ours=ours, skill=skill: _apart(
                        memory, ours, asked(skill, number)
                    ),
                    lambda number, kept=kept, skill=skill: each(
                        naive.calls(asked(skill, number), kept=kept)
                    ),
                )
        yield _hashing(plan, system)
        naive.close()


def _rest(memory: Memory) -> None:
    """Files that were just written are not trusted yet; an author's have rested long ago."""
    memory.drain()
    time.sleep(memory.policy.files.settle_ms / 1000)


def _apart(memory: Memory, ours: Callable[[Request], object], requests: Iterable[Request]) -> Times:
    """An author's prompts are seconds apart: what one leaves to be done is done by the next."""
    times = Times()
    for request in requests:
        times += each([partial(ours, request)])
        memory.drain()
    return times


def _figure(
    name: str, plan: Plan, ours: Callable[[int], Times], floor: Callable[[int], Times]
) -> Figure:
    """Rounds alternate, after one of each that only warms caches."""
    ours(-1), floor(-1)
    pairs = [(ours(number), floor(number)) for number in range(plan.rounds)]
    size = f"{plan.episodes:,}"
    return figure(name, size, [a for a, _ in pairs], [b for _, b in pairs])


def _hashing(plan: Plan, system: str) -> Figure:
    raw = system.encode()

    def ours() -> None:
        prefix_hash(system)

    def floor() -> None:
        hashlib.sha256(raw).hexdigest()

    def timed(call: Call) -> Callable[[int], Times]:
        return lambda _number: [sum(each([call] * HASHES)) / HASHES for _ in range(plan.prompts)]

    return _figure("prefix hash", plan, timed(ours), timed(floor))


# -- two hundred runs


def _stories(place: Path, plan: Plan) -> Iterator[Story]:
    def at(name: str) -> Path:
        return place / name

    runs = plan.runs
    yield written("one skill", at("one"), ("continue",), changing=True, runs=runs)
    yield written("seven skills in turn", at("seven"), SKILLS, changing=True, runs=runs)
    yield written("seven, nothing changed", at("still"), SKILLS, changing=False, runs=runs)
    yield learning("while it learns", at("learning"), runs=runs)


if __name__ == "__main__":
    sys.exit(main())
