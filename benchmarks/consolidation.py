"""How fast conversations become knowledge, and in how much memory.

    python benchmarks/consolidation.py [--quick] [--json PATH]

100,000 generated messages in two languages, as OpenClaw keeps them on disk, go through all seven
phases by rules alone, into a workspace with its files. Beside it stands the floor: the same files
read line by line and parsed, and nothing else. The same is done with a tenth of the messages:
what memory is needed must not depend on how much was said; only the files of the workspace, which
hold all that is known, need more for more of it. Each runs in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from rich.table import Table

import conversations
from behind import inside

# Requirements and rulings whose figures this prints.
MEASURES = ("R193", "R196", "C97")

RESULTS = Path(__file__).parent / "results"
PHASES = ("collect", "sift", "extract", "reconcile", "fade", "index", "snapshot")
TARGET = 2_000  # messages a second
FULL, QUICK = (10_000, 100_000), (500, 5_000)
AGENT = "agent"


@dataclass(frozen=True, slots=True)
class Run:
    """One consolidation, told by the process that did it."""

    messages: int
    seconds: float
    cpu_s: float
    floor_s: float
    megabytes: float  # of the transcripts
    peak_mb: float  # of the process
    heard_mb: float  # the same before what is known is written into files
    phases: dict[str, float] = field(default_factory=dict)  # seconds
    found: dict[str, int] = field(default_factory=dict)

    @property
    def per_second(self) -> float:
        return self.messages / self.seconds


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure consolidation.")
    parser.add_argument("--quick", action="store_true", help="5,000 messages instead of 100,000")
    parser.add_argument("--json", type=Path, help="where the figures go")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    RESULTS.mkdir(parents=True, exist_ok=True)
    if options.one is not None:
        with tempfile.TemporaryDirectory(prefix=".run-", dir=RESULTS) as folder:
            print(json.dumps(asdict(_one(Path(folder), options.one))))
        return 0
    few, many = (_apart(size) for size in (QUICK if options.quick else FULL))
    _show(few, many, Console() if sys.stdout.isatty() else Console(width=120))
    target = options.json or RESULTS / "consolidation.json"
    told = {"few": asdict(few), "many": asdict(many), "per_second": many.per_second}
    target.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


def _apart(messages: int) -> Run:
    """In a process of its own, whose memory is nobody else's."""
    asked = [sys.executable, __file__, "--one", str(messages)]
    said = subprocess.run(asked, check=True, stdout=subprocess.PIPE, text=True).stdout
    return Run(**json.loads(said.splitlines()[-1]))


def _one(folder: Path, messages: int) -> Run:
    from mohen import open_memory
    from mohen.knowledge.agents.model import Agent
    from mohen.knowledge.consolidation.consolidate import PUSH
    from mohen.knowledge.consolidation.model import Trigger
    from mohen.knowledge.transcripts.model import Source, SourceKind
    from mohen.testing import FrozenClock

    talk, workspace = folder / "talk", folder / "workspace"
    size = conversations.write(talk, messages)
    workspace.mkdir()
    floor = _floor(talk)
    clock = FrozenClock(conversations.BEGIN + (messages + 60) * conversations.MINUTE_MS)
    steps: list[tuple[int, float, float]] = []
    with open_memory(folder / "home", clock=clock, immediate=True) as memory:
        parts = inside(memory)
        source = Source(SourceKind.OPENCLAW, str(talk))
        agent = Agent(
            project_id=AGENT,
            workspace=str(workspace),
            sources=(source,),
            created_at=clock.now(),
        )
        parts.mind_db.write(lambda tx: parts.agent_store.put(tx, agent))
        memory.listen(
            lambda push, told: (
                steps.append((told.get("phase", 0), time.perf_counter(), _peak_mb()))
                if push == PUSH
                else None
            )
        )
        began, worked = time.perf_counter(), time.process_time()
        done = parts.consolidator.consolidate(AGENT, Trigger.MANUAL, force=True)
        seconds, cpu = time.perf_counter() - began, time.process_time() - worked
    return Run(
        messages=messages,
        seconds=seconds,
        cpu_s=cpu,
        floor_s=floor,
        megabytes=size / 1e6,
        peak_mb=_peak_mb(),
        heard_mb=next(peak for phase, _, peak in steps if phase == len(PHASES)),
        phases={PHASES[phase - 1]: then - at for (phase, at, _), (_, then, _) in pairwise(steps)},
        found={
            "fragments": done.fragments,
            "kept": done.kept,
            "statements": done.statements,
            **{kind.value: count for kind, count in done.changed.items()},
        },
    )


def _floor(folder: Path) -> float:
    """Read and parsed, by anybody who knows JSON."""
    began = time.perf_counter()
    for path in sorted(folder.iterdir()):
        with path.open("rb") as file:
            for line in file:
                json.loads(line)
    return time.perf_counter() - began


def _peak_mb() -> float:
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def _show(few: Run, many: Run, console: Console) -> None:
    table = Table(title="Consolidation by rules, all seven phases")
    for heading in (
        "messages",
        "MB",
        "seconds",
        "a second",
        "floor, a second",
        "peak MB",
        "before the files",
    ):
        table.add_column(heading, justify="right")
    for run in (few, many):
        table.add_row(
            f"{run.messages:,}",
            f"{run.megabytes:.1f}",
            f"{run.seconds:.1f}",
            f"{run.per_second:,.0f}",
            f"{run.messages / run.floor_s:,.0f}",
            f"{run.peak_mb:.0f}",
            f"{run.heard_mb:.0f}",
        )
    console.print(table)
    parts = ", ".join(f"{name} {spent:.1f}" for name, spent in many.phases.items())
    console.print(f"seconds by phase: {parts}", style="dim", highlight=False)
    found = ", ".join(f"{count:,} {name}" for name, count in many.found.items())
    console.print(f"found: {found}", style="dim", highlight=False)
    met = "yes" if many.per_second >= TARGET else "NO"
    console.print(
        f"at least {TARGET:,} messages/s: {met} ({many.per_second:,.0f}, "
        f"{many.messages / many.cpu_s:,.0f} by processor time)",
        highlight=False,
    )
    console.print(
        f"memory for {many.messages // few.messages} times as many messages: "
        f"{many.heard_mb / few.heard_mb:.2f} times ({many.heard_mb - few.heard_mb:+.0f} MB), "
        f"and {many.peak_mb / few.peak_mb:.2f} times ({many.peak_mb - few.peak_mb:+.0f} MB) with "
        "the files of what is known",
        highlight=False,
    )


if __name__ == "__main__":
    sys.exit(main())
