"""What a command costs: processor time of `mohen`, beside Python alone and Python with click.

Every round runs each of them once, so that noise hits all alike; the median of the rounds counts.
Cold is a home that nobody has open, served is a copy of it on which `mohen serve` runs.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mohen import Draft, open_memory

ROUNDS = 11
MESSAGE = "where did we eat last time?"
FACTS = (
    "the user lives in Berlin",
    "the user is allergic to peanuts",
    "we ate at the noodle house by the river",
    "the user's sister is called Anna",
    "the user works as a translator",
)
EPISODES = 20
MOHEN = ("-m", "mohen")


@dataclass(frozen=True, slots=True)
class Run:
    """A process, and the seconds of a processor that it may take."""

    name: str
    args: tuple[str, ...]
    home: Path | None = None
    limit: float | None = None


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    rounds = parser.parse_args(arguments).rounds
    with tempfile.TemporaryDirectory() as folder:
        cold, served = Path(folder, "cold"), Path(folder, "served")
        fill(cold)
        shutil.copytree(cold, served)
        with serving(served):
            runs = list(plan(cold, served))
            found: dict[str, list[float]] = {each.name: [] for each in runs}
            for _ in range(rounds + 1):  # the first warms caches and is not counted
                for each in runs:
                    found[each.name].append(seconds(each))
    report(runs, {name: statistics.median(times[1:]) for name, times in found.items()})
    return 0


def plan(cold: Path, served: Path) -> Iterator[Run]:
    yield Run("python -c pass", ("-c", "pass"))
    yield Run('python -c "import click"', ("-c", "import click"))
    yield Run("mohen --version", (*MOHEN, "--version"), limit=0.12)
    for where, home, limit in (("cold", cold, 0.45), ("served", served, 0.15)):
        yield Run(f"mohen status, {where}", (*MOHEN, "status"), home, limit)
        yield Run(f"mohen inject MESSAGE, {where}", (*MOHEN, "inject", MESSAGE), home, limit)


def fill(home: Path) -> None:
    """A small home: something of everything that these commands look at."""
    with open_memory(home) as memory:
        for text in FACTS:
            memory.knowledge.capture(text, "default")
        memory.rules.add("No exclamation marks in dialogue", scope="project", project_id="default")
        for place in range(EPISODES):
            memory.episodes.record(
                Draft(
                    project_id="default",
                    skill_used="continue",
                    input_context=f"It rained on day {place}.",
                    candidates=("She ran.", "She waited."),
                    selected_index=0,
                    final_text="She ran home.",
                )
            )
        memory.drain()


@contextmanager
def serving(home: Path) -> Iterator[None]:
    process = subprocess.Popen(
        [sys.executable, *MOHEN, "serve", "--port", "0", "--json"],
        env=environment(home),
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["ok"]
        yield
    finally:
        process.terminate()
        process.communicate()


def environment(home: Path | None) -> Mapping[str, str]:
    named = {} if home is None else {"MOHEN_HOME": str(home)}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MOHEN_")}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)  # as it is installed: compiled once
    return {**kept, "MOHEN_LANG": "en", **named}


def seconds(run: Run) -> float:
    """Of a processor, in the user's name and in the system's."""
    process = subprocess.Popen(
        [sys.executable, *run.args], env=environment(run.home), stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{run.name} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime


def report(runs: Sequence[Run], figures: Mapping[str, float]) -> None:
    python, click = (figures[each.name] for each in runs[:2])
    print("| | processor s | × python | × click | at most |")
    print("|---|---|---|---|---|")
    for each in runs:
        took = figures[each.name]
        limit = "" if each.limit is None else f"{each.limit:.2f}"
        print(f"| {each.name} | {took:.3f} | {took / python:.1f} | {took / click:.1f} | {limit} |")


if __name__ == "__main__":
    sys.exit(main())
