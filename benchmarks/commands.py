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
from mohen.knowledge.agents.agents import named_after

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
TURNS = 200
SESSION = "5f8f83b8-4fbb-4643-be04-05db42f94847"
EVENTS: Mapping[str, Mapping[str, str]] = {
    "SessionStart": {"source": "startup"},
    "UserPromptSubmit": {"prompt": MESSAGE},
    "Stop": {},
    "SessionEnd": {"reason": "other"},
}
MOHEN = ("-m", "mohen")


@dataclass(frozen=True, slots=True)
class Run:
    """A process, and the seconds of a processor that it may take."""

    name: str
    args: tuple[str, ...]
    home: Path | None = None
    limit: float | None = None
    told: bytes = b""  # on standard input


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    rounds = parser.parse_args(arguments).rounds
    # What a session leaves behind may still be at work when all is measured.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        cold, served = Path(folder, "cold"), Path(folder, "served")
        fill(cold, Path(folder))
        shutil.copytree(cold, served)
        with serving(served):
            runs = list(plan(cold, served, Path(folder)))
            found: dict[str, list[float]] = {each.name: [] for each in runs}
            for turn in range(rounds + 1):  # the first warms caches and is not counted
                say(Path(folder, f"{SESSION}.jsonl"), f"This is what was said in turn {turn}.")
                for each in runs:
                    found[each.name].append(seconds(each))
    report(runs, {name: statistics.median(times[1:]) for name, times in found.items()})
    return 0


def plan(cold: Path, served: Path, folder: Path) -> Iterator[Run]:
    yield Run("python -c pass", ("-c", "pass"))
    yield Run('python -c "import click"', ("-c", "import click"))
    yield Run("mohen --version", (*MOHEN, "--version"), limit=0.12)
    for where, home, limit in (("cold", cold, 0.45), ("served", served, 0.15)):
        yield Run(f"mohen status, {where}", (*MOHEN, "status"), home, limit)
        yield Run(f"mohen inject MESSAGE, {where}", (*MOHEN, "inject", MESSAGE), home, limit)
        for name, more in EVENTS.items():
            told = event(folder, name, more)
            yield Run(f"mohen hook {name}, {where}", (*MOHEN, "hook"), home, limit, told)
    ended = event(folder, "SessionEnd", EVENTS["SessionEnd"])
    learns = (*MOHEN, "hook", "--stay")
    yield Run("what SessionEnd leaves to a process of its own, cold", learns, cold, told=ended)


def event(folder: Path, name: str, more: Mapping[str, str]) -> bytes:
    """As a host tells it; what was said meanwhile stands in its transcript."""
    told = {
        "session_id": SESSION,
        "transcript_path": str(folder / f"{SESSION}.jsonl"),
        "cwd": str(folder),
        "hook_event_name": name,
    }
    return json.dumps({**told, **more}).encode()


def say(transcript: Path, text: str) -> None:
    """One more message in a transcript of Claude Code."""
    told = {
        "type": "user",
        "message": {"role": "user", "content": text},
        "uuid": f"{transcript.stat().st_size if transcript.exists() else 0:032x}",
        "timestamp": "2026-01-01T10:00:00Z",
        "sessionId": SESSION,
    }
    with transcript.open("a", encoding="utf-8") as file:
        file.write(json.dumps(told) + "\n")


def fill(home: Path, folder: Path) -> None:
    """A small home: something of everything that these commands look at, and a long transcript."""
    for place in range(TURNS):
        say(folder / f"{SESSION}.jsonl", f"On day {place} we looked at chapter {place}.")
    with open_memory(home) as memory:
        for text in FACTS:
            for project in ("default", named_after(str(folder))):
                memory.knowledge.capture(text, project)
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
        [sys.executable, *run.args],
        env=environment(run.home),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    process.stdin.write(run.told)
    process.stdin.close()
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
