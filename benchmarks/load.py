"""How the server bears a crowd: each channel's times beside those of a single client.

    python benchmarks/load.py [--seconds 300] [--clients 32] [--episodes 2000] [--reads]

A real `mohen serve` on a home of a few thousand episodes; clients are processes of threads, each
with a connection of its own, which asks again as soon as it is answered. What they ask is drawn
from a fixed mix of reads and writes, with deletions, distillations and cleanups among them. First
one client alone for a fifth of the time, then all of them, then all of them for as long again as
people would: reads as fast as they are answered, and a write each quarter of a minute. By then
everything that is remembered is full, and memory must stay where it is. Beside the times: errors
by code, deletions whose text could not be wiped, throughput, and what the server holds (memory,
descriptors, threads, logs) from minute to minute, with the episodes it holds them for. Memory is
the median of a minute and the most of it: a distillation takes 10 MB and gives them back.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from commands import MOHEN, environment
from mohen import open_memory
from texts import Prose

MEASURES = ("R120",)

RESULTS = Path(__file__).parent / "results"
PROJECTS = tuple(f"novel-{number}" for number in range(8))
EACH = 8  # clients of one process
WARM_S = 4
SAMPLES = 5  # of what the server holds, in a run of whatever length
LOOKS = 20  # at its memory, for each sample
WRITE_EVERY_S = 16  # of each client, where they write as people do
UNWIPED = "not wiped"
FACTS = 25  # a project
BACKPRESSURE = ("MEMORY_BACKPRESSURE", "CONTEXT_BACKPRESSURE", "CONFLICT")
TIMES_MEDIAN = 10  # p99 of a read is at most so many p50
FLAT = 0.05  # memory of a minute, against the first one in which people write

Payload = dict[str, Any]
Ask = Callable[["Asker"], Payload | None]


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the things a client does, and how often in a thousand."""

    channel: str
    share: int
    reads: bool
    ask: Ask


@dataclass
class Asker:
    """What one client knows: its project, and what it recorded."""

    prose: Prose
    chance: random.Random
    project: str
    number: int
    recorded: list[str] = field(default_factory=list)

    def draft(self) -> Payload:
        self.number += 1
        made = self.prose.draft(self.number)
        payload = {
            "projectId": self.project,
            "skillUsed": made.skill_used,
            "inputContext": made.input_context,
            "candidates": list(made.candidates),
            "selectedIndex": made.selected_index,
            "finalText": made.final_text,
            "sceneType": made.scene_type,
        }
        return {name: value for name, value in payload.items() if value is not None}

    def passage(self) -> str:
        return self.prose.question(self.chance.randrange(2_000)).query_text or ""

    def one_recorded(self) -> Payload | None:
        if len(self.recorded) < 2:
            return None
        at = self.chance.randrange(len(self.recorded))
        return {"projectId": self.project, "episodeId": self.recorded.pop(at)}


def _of(**more: Any) -> Ask:
    return lambda asker: {"projectId": asker.project, **more}


MIX: Sequence[Kind] = (
    Kind(
        "memory:episode:query", 280, True,
        lambda asker: {"projectId": asker.project, "queryText": asker.passage()},
    ),
    Kind("memory:episode:record", 220, False, Asker.draft),
    Kind(
        "context:assemble", 110, True,
        lambda asker: {
            "projectId": asker.project, "skillId": "continue", "text": asker.passage()
        },
    ),
    Kind(
        "knowledge:search", 110, True,
        lambda asker: {"projectId": asker.project, "query": asker.passage()},
    ),
    Kind("memory:episode:list", 90, True, _of(limit=20)),
    Kind("memory:semantic:list", 80, True, _of()),
    Kind("memory:status", 50, True, _of()),
    Kind(
        "knowledge:capture", 40, False,
        lambda asker: {
            "projectId": asker.project,
            "content": f"the user's lodging {asker.chance.randrange(10**6)} is near the river",
        },
    ),
    Kind("memory:forget", 15, False, Asker.one_recorded),
    Kind("memory:semantic:distill", 4, False, _of()),
    Kind("memory:cleanup:run", 1, False, lambda _asker: {}),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Times:
    """Of one channel under one crowd, in ms."""

    calls: int
    p50: float
    p95: float
    p99: float
    errors: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Held:
    """What the server holds at a moment."""

    at_s: float
    episodes: int
    memory_mb: float  # the median since the last look
    most_mb: float
    descriptors: int
    threads: int
    home_mb: float
    wal_mb: float
    said_kb: float  # its own log, on standard error


@dataclass(frozen=True, slots=True)
class Crowd:
    clients: int
    seconds: float
    a_second: float
    channels: Mapping[str, Times]
    held: Sequence[Held]

    @property
    def errors(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for each in self.channels.values():
            found.update(each.errors)
        return found


@dataclass(frozen=True, slots=True)
class Load:
    """One client, all of them, and all of them when they write as people do."""

    alone: Crowd
    together: Crowd
    steady: Crowd


class Server:
    """A real one, and what can be seen of it from outside."""

    def __init__(self, home: Path, embedder: str) -> None:
        self._home = home
        self._log = home.parent / "server.log"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, *MOHEN, "serve", "--port", "0", "--json"],
                env={**environment(home), "MOHEN_EMBEDDER": embedder},
                stdout=subprocess.PIPE,
                stderr=log,
                encoding="utf-8",
            )
        assert self.process.stdout is not None
        said = json.loads(self.process.stdout.readline())["data"]
        self.port = int(said["port"])
        self.token = Path(said["tokenFile"]).read_text("utf-8").strip()

    def memory_mb(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        (held,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
        return round(int(held.split()[1]) / 1024, 1)

    def held(self, at: float, memory_mb: Sequence[float]) -> Held:
        proc = Path(f"/proc/{self.process.pid}")
        status = dict(
            line.split(":", 1) for line in (proc / "status").read_text().splitlines() if ":" in line
        )
        wal = sum(each.stat().st_size for each in self._home.glob("*-wal"))
        return Held(
            at_s=round(at, 1),
            episodes=self._episodes(),
            memory_mb=round(float(np.median(memory_mb)), 1),
            most_mb=max(memory_mb),
            descriptors=len(list((proc / "fd").iterdir())),
            threads=int(status["Threads"]),
            home_mb=round(sum(each.stat().st_size for each in self._home.glob("*.db")) / 1e6, 1),
            wal_mb=round(wal / 1e6, 2),
            said_kb=round(self._log.stat().st_size / 1e3, 1),
        )

    def _episodes(self) -> int:
        with closing(sqlite3.connect(f"file:{self._home}/episodes.db?mode=ro", uri=True)) as file:
            return int(file.execute("SELECT count(*) FROM episodes").fetchone()[0])

    def close(self) -> None:
        self.process.terminate()
        self.process.communicate()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--episodes", type=int, default=2_000)
    parser.add_argument(
        "--reads", action="store_true", help="nobody writes: the home stays as it is"
    )
    parser.add_argument("--embedder", default="builtin", help="builtin (default) or use")
    parser.add_argument("--json", type=Path, default=RESULTS / "load.json")
    asked = parser.parse_args(arguments)
    RESULTS.mkdir(parents=True, exist_ok=True)
    # Beside the results rather than in the temporary folder, which may be no disk at all.
    with tempfile.TemporaryDirectory(prefix=".run-", dir=RESULTS) as folder:
        home = Path(folder, "home")
        fill(home, asked.episodes)
        load = measured(
            home, asked.clients, asked.seconds, embedder=asked.embedder, reads=asked.reads
        )
    asked.json.write_text(json.dumps(asdict(load)))
    show(load, Console() if sys.stdout.isatty() else Console(width=150))
    return 0


def fill(home: Path, episodes: int) -> None:
    prose = Prose(PROJECTS)
    with open_memory(home) as memory:
        for number in range(episodes):
            memory.episodes.record(prose.draft(number))
        for project in PROJECTS:
            for number in range(FACTS):
                memory.knowledge.capture(f"the user's friend {number} lives by the sea", project)
        memory.drain()


def measured(home: Path, clients: int, seconds: float, *, embedder: str, reads: bool) -> Load:
    server = Server(home, embedder)
    try:
        always = 0.0 if not reads else np.inf
        crowd(server, 1, WARM_S, always)  # what is loaded when it is first asked for
        return Load(
            alone=crowd(server, 1, seconds / 5, always),
            together=crowd(server, clients, seconds, always),
            steady=crowd(server, clients, seconds, always or WRITE_EVERY_S),
        )
    finally:
        server.close()


# -- clients


def crowd(server: Server, clients: int, seconds: float, write_every: float) -> Crowd:
    """All ask at once, and each writes no oftener than every so many seconds; what the server holds
    is looked at meanwhile."""
    spread = [range(clients)[at : at + EACH] for at in range(0, clients, EACH)]
    context = multiprocessing.get_context("spawn")
    found: Any = context.SimpleQueue()
    begun = context.Barrier(len(spread) + 1)
    workers = [
        context.Process(
            target=work, args=(server.port, server.token, each, seconds, write_every, begun, found)
        )
        for each in spread
    ]
    for each in workers:
        each.start()
    begun.wait()
    start, held, looks = time.monotonic(), [server.held(0, [server.memory_mb()])], list[float]()
    for at in range(1, SAMPLES * LOOKS + 1):
        time.sleep(max(0.0, start + seconds * at / (SAMPLES * LOOKS) - time.monotonic()))
        looks.append(server.memory_mb())
        if at % LOOKS == 0:
            held.append(server.held(time.monotonic() - start, looks))
            looks = []
    told = [found.get() for _ in workers]
    for each in workers:
        each.join()
    took: dict[str, list[float]] = {each.channel: [] for each in MIX}
    errors: dict[str, Counter[str]] = {each.channel: Counter() for each in MIX}
    for times, codes in told:
        for channel in took:
            took[channel] += times[channel]
            errors[channel].update(codes[channel])
    channels = {
        name: Times(len(times), *np.percentile(times, (50, 95, 99)).round(2), dict(errors[name]))
        for name, times in took.items()
        if times
    }
    calls = sum(map(len, took.values()))
    return Crowd(clients, seconds, round(calls / seconds, 1), channels, held)


def work(
    port: int,
    token: str,
    numbers: Sequence[int],
    seconds: float,
    write_every: float,
    begun: Any,
    found: Any,
) -> None:
    """One process: a thread for each of its clients."""
    prose = Prose(PROJECTS)
    took: dict[str, list[float]] = {each.channel: [] for each in MIX}
    errors: dict[str, Counter[str]] = {each.channel: Counter() for each in MIX}
    begun.wait()
    end = time.monotonic() + seconds
    threads = [
        threading.Thread(
            target=client, args=(port, token, each, end, write_every, prose, took, errors)
        )
        for each in numbers
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    found.put((took, errors))


def client(
    port: int,
    token: str,
    number: int,
    end: float,
    write_every: float,
    prose: Prose,
    took: dict[str, list[float]],
    errors: dict[str, Counter[str]],
) -> None:
    chance = random.Random(number)
    asker = Asker(prose, chance, PROJECTS[number % len(PROJECTS)], 10_000 * (number + 1))
    reads, writes = ([each for each in MIX if each.reads is are] for are in (True, False))
    write_at = time.monotonic() + write_every * chance.random() if write_every else 0.0
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=120)) as line:
        while time.monotonic() < end:
            mix = MIX
            if write_every:
                due = time.monotonic() >= write_at
                mix, write_at = (writes, write_at + write_every) if due else (reads, write_at)
            (kind,) = chance.choices(mix, [each.share for each in mix])
            payload = kind.ask(asker)
            if payload is None:
                continue
            start = time.perf_counter()
            answer = call(line, token, kind.channel, payload)
            took[kind.channel].append((time.perf_counter() - start) * 1000)
            if not answer["ok"]:
                errors[kind.channel][answer["error"]["code"]] += 1
            elif kind.channel == "memory:episode:record":
                asker.recorded.append(answer["data"]["episodeId"])
            elif kind.channel == "memory:forget" and not answer["data"]["wiped"]:
                errors[kind.channel][UNWIPED] += 1


def call(
    line: http.client.HTTPConnection, token: str, channel: str, payload: Payload
) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    try:
        line.request("POST", f"/ipc/{channel}", json.dumps(payload), headers)
        answer: dict[str, Any] = json.loads(line.getresponse().read())
    except (OSError, http.client.HTTPException) as error:
        line.close()  # it is opened anew with the next
        return {"ok": False, "error": {"code": type(error).__name__}}
    return answer


# -- what came of it


def show(load: Load, console: Console) -> None:
    alone, together, steady = load.alone, load.together, load.steady
    table = Table(title=f"ms: p50 / p95 / p99, one client and {together.clients}")
    for heading in (
        "channel",
        "calls",
        "one",
        f"{together.clients}",
        "p99/p50",
        "errors",
        "steady",
    ):
        table.add_column(heading, justify="left" if heading == "channel" else "right")
    for each in MIX:
        if (times := together.channels.get(each.channel)) is None:
            continue
        table.add_row(
            each.channel + ("" if each.reads else " *"),
            str(times.calls),
            _three(alone.channels.get(each.channel)),
            _three(times),
            f"{times.p99 / times.p50:.1f}",
            ", ".join(f"{code} {count}" for code, count in times.errors.items()),
            _three(steady.channels.get(each.channel)),
        )
    console.print(table)
    console.print("* writes", style="dim")
    held = Table(title="what the server holds")
    for heading in (
        "clients",
        "s",
        "episodes",
        "memory MB",
        "at most",
        "descriptors",
        "threads",
        "home MB",
        "WAL MB",
        "log KB",
    ):
        held.add_column(heading, justify="right")
    for crowd_ in (alone, together, steady):
        for at in crowd_.held:
            row = (crowd_.clients, *asdict(at).values())
            held.add_row(*(f"{value:g}" for value in row))
        held.add_section()
    console.print(held)
    console.print(verdict(load), style="bold", highlight=False)


def verdict(load: Load) -> str:
    alone, together = load.alone, load.together
    reads = [each for each in MIX if each.reads and each.channel in together.channels]
    worst = max(
        reads, key=lambda each: _ratio(together.channels[each.channel]), default=MIX[0]
    ).channel
    far = _ratio(together.channels[worst])
    errors = alone.errors + together.errors + load.steady.errors
    bad = {code: n for code, n in errors.items() if code not in BACKPRESSURE}
    first, last = together.held[1], together.held[-1]
    settled = load.steady.held[1:]
    grown = max(each.memory_mb for each in settled) / settled[0].memory_mb - 1
    return (
        f"{alone.a_second:g} calls a second with one client, {together.a_second:g} with"
        f" {together.clients}; p99 of reads at most {TIMES_MEDIAN} x p50:"
        f" {'yes' if far <= TIMES_MEDIAN else 'NO'} ({far:.1f}, {worst});"
        f" errors but backpressure: {sum(bad.values())} {bad or ''};"
        f" memory {first.memory_mb:g} -> {last.memory_mb:g} MB while the home grew from"
        f" {first.episodes} to {last.episodes} episodes; flat while people write:"
        f" {'yes' if grown <= FLAT else 'NO'} (at most {grown:+.1%}, {settled[0].memory_mb:g} ->"
        f" {settled[-1].memory_mb:g} MB, {settled[0].episodes} to {settled[-1].episodes} episodes)"
    )


def _ratio(times: Times) -> float:
    return times.p99 / times.p50


def _three(times: Times | None) -> str:
    return "" if times is None else f"{times.p50:.1f} / {times.p95:.1f} / {times.p99:.1f}"


if __name__ == "__main__":
    sys.exit(main())
