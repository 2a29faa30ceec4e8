"""Mohen beside other memories that run on a laptop: the same records, the same vectors, one run.

    python benchmarks/peers.py [--quick] [--records 5000] [--only Chroma] [--environments FOLDER]

Months of talk in two languages with needles in it, and LoCoMo's conversations where
`MOHEN_BENCH_DATA` (else `../shared/data`) has them, are told to Mohen, mem0 (no inference), the
SQLite store of LangGraph, Chroma, txtai and LanceDB, and asked for. Each peer runs in a process and
an environment of its own, which is made with `venv` and pip and kept for the next run; one that
cannot be installed or fails is reported with what it said. The built-in embedder makes all vectors
beforehand, and each is handed them; Mohen makes its own in the background, while it is written to.
Rounds of all alternate. Writes are as durable as each peer makes them: where `strace` is installed,
it counts how often a write waits for the disk. Encoding is not among the figures. Writes a table,
`benchmarks/results/peers.json` and, where matplotlib is installed, a picture.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import retrieval
from conversations import BEGIN, CITIES_EN, CITIES_ZH, KIN_EN, KIN_ZH, MINUTE_MS, messages
from mohen.core.settings_model import EmbedderConfig
from mohen.embedders import make
from mohen.policy import Policy
from mohen.retrieval import question
from peer_process import PEERS, Record
from timing import ROUNDS, Spread, middle, spread

OURS = "Mohen"
PACKAGES = {  # by the names under which they are installed
    "mem0": ["mem0ai"],
    "LangGraph": ["langgraph-checkpoint-sqlite", "pysqlite3-binary"],
    "Chroma": ["chromadb"],
    "txtai": ["txtai"],
    "LanceDB": ["lancedb"],
}
ENVIRONMENTS = retrieval.CACHE / "peers"
INSTALL_SECONDS = 1_200
PROJECT, BATCH, THREADS, ANSWERS = "talk", 32, 32, 10
NEEDLES = 0.08  # of all messages
CROWDS = 3
PROBED = 8  # writes that are looked at with strace
TIMES_FASTER, SLOWER = 10.0, ("mem0", "Chroma", "LangGraph")

# Requirements and rulings whose figures this prints.
MEASURES = ("C97", "C102")

PEOPLE_EN = ("Astrid", "Bruno", "Celeste", "Dmitri", "Esther", "Farid", "Greta", "Hugo")
PEOPLE_ZH = ("周岚", "吴桐", "郑可", "孙悦", "钱立", "冯远", "褚青", "卫平")
THINGS_EN = ("violin", "passport", "tent", "telescope", "kayak", "sewing machine", "stamp album")
THINGS_ZH = ("小提琴", "护照", "帐篷", "望远镜", "皮划艇", "缝纫机", "集邮册")
PLACES_EN = ("cellar", "attic", "garage", "storage unit", "garden shed", "guest room")
PLACES_ZH = ("地下室", "阁楼", "车库", "储物柜", "花园小屋", "客房")


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured; samples are a round's."""

    records: int
    alone: int  # sessions that are told message by message
    asked: int
    crowd: int
    locomo: int  # questions


FULL = Plan(5_000, 1, 60, 192, 300)
QUICK = Plan(1_000, 1, 20, 64, 0)


@dataclass(frozen=True, slots=True)
class Asked:
    project: str
    text: str
    gold: frozenset[str]


@dataclass(frozen=True, slots=True)
class Talk:
    """What is told and asked. `sessions`: each a list of messages."""

    sessions: list[list[Record]]
    asked: list[Asked]


@dataclass(slots=True)
class Figures:
    """Of one peer. Milliseconds, a second, megabytes, shares."""

    version: str = ""
    failed: str = ""  # why there are none, or no more
    write: Spread | None = None
    write_batch: Spread | None = None
    search: Spread | None = None
    search_cpu: float | None = (
        None  # of all threads, a question: what a busy machine does not change
    )
    crowd: float | None = None
    crowd_errors: int = 0
    settled_s: float | None = None  # until what was told is whole: vectors, compaction
    waits: float | None = None  # for the disk, a write
    resident_mb: float | None = None
    disk_mb: float | None = None
    needles: float | None = None
    locomo: float | None = None


class Peer:
    """A process that is told and asked in lines of JSON."""

    def __init__(self, name: str, python: Path | str, folder: Path, before: Sequence[str]) -> None:
        source = Path(__file__).parents[1] / "src"
        paths = {"PYTHONPATH": str(source)} if name == OURS else {}
        self._log = folder.with_name(f"{folder.name}.log")
        script = Path(__file__).with_name("peer_process.py")
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [*before, str(python), str(script), name, str(folder)],
                env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | paths,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                encoding="utf-8",
            )

    def do(self, what: str, **options: object) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps({"do": what, **options}) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except OSError:
            line = ""
        if not line:
            said = self._log.read_text("utf-8", "replace").strip().splitlines()[-1:]
            ended = f"ended at {what} with {self._process.wait()}"
            raise PeerFailed(f"{ended} {' '.join(said)[:200]}".rstrip())
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise PeerFailed(f"{what}: {answer['error']}")
        return answer

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.close()
            self._process.wait(60)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()


class PeerFailed(Exception):
    """It could not be installed or did not do what was asked; what it said."""


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    plan = QUICK if options.quick else FULL
    records = options.records or plan.records
    console = Console(width=170)
    retrieval.RESULTS.mkdir(parents=True, exist_ok=True)
    names = [each for each in PEERS if each == OURS or not options.only or each in options.only]
    all_figures: dict[str, Figures] = {}
    # Beside the results rather than in the temporary folder, which may be no disk at all.
    with tempfile.TemporaryDirectory(prefix=".run-", dir=retrieval.RESULTS) as made:
        folder = Path(made)
        talk, locomo = synthetic(records), conversations(plan.locomo)
        dims = write_vectors(folder, talk, locomo)
        course = Course(plan, talk, locomo, folder, dims)
        trials: list[Trial] = []
        for name in names:
            try:
                trials.append(Trial(name, _environment(name, options.environments), course))
                all_figures[name] = trials[-1].figures
            except PeerFailed as error:
                all_figures[name] = Figures(failed=str(error))
        try:
            _measure(trials, console)
        finally:
            for trial in trials:
                trial.close()
    console.print(_table(all_figures, records))
    verdicts = list(verdicts_of(all_figures))
    for said in verdicts:
        console.print(said, highlight=False)
    target = options.json or retrieval.RESULTS / f"peers{'.quick' if options.quick else ''}.json"
    body = {
        "records": records,
        "dims": dims,
        "peers": {name: asdict(each) for name, each in all_figures.items()},
        "verdicts": verdicts,
    }
    target.write_text(json.dumps(body, indent=2) + "\n", encoding="utf-8")
    _picture(all_figures, target.with_suffix(".png"))
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Mohen beside other memories.")
    parser.add_argument("--quick", action="store_true", help="1,000 records, fewer samples")
    parser.add_argument("--records", type=int, help="messages of the made talk (5,000)")
    parser.add_argument("--only", action="append", choices=list(PACKAGES), help="this peer")
    parser.add_argument("--environments", type=Path, default=ENVIRONMENTS, help="kept there")
    parser.add_argument("--json", type=Path, help="where the figures go")
    return parser.parse_args(arguments)


# -- What is told and asked.


def synthetic(records: int) -> Talk:
    """Talk in two languages; of the needles each shares words with many others, and all of a
    question's with one."""
    draw = random.Random(16)
    needles = list(_needles())
    draw.shuffle(needles)
    needles = needles[: max(1, int(records * NEEDLES))]
    where = dict(zip(sorted(draw.sample(range(records), len(needles))), needles, strict=True))
    source, told, asked = messages(records, 7), [], []
    for at in range(records):
        _, text = next(source)
        if at in where:
            text, query = where[at]
            asked.append(Asked(PROJECT, query, frozenset({f"m{at}"})))
        told.append(_record(f"m{at}", PROJECT, f"s{at // BATCH}", "", BEGIN + at * MINUTE_MS, text))
    draw.shuffle(asked)
    return Talk([told[at : at + BATCH] for at in range(0, records, BATCH)], asked)


def _needles() -> Iterator[tuple[str, str]]:
    """What is said and what is asked."""
    draw = random.Random(61)
    for person in range(len(PEOPLE_EN)):
        for kin in range(len(KIN_EN)):
            for thing in range(len(THINGS_EN)):
                yield (
                    f"{PEOPLE_EN[person]}'s {KIN_EN[kin]} put the {THINGS_EN[thing]} away, it lies"
                    f" in a {draw.choice(PLACES_EN)} in {draw.choice(CITIES_EN)} now.",
                    f"Where does {PEOPLE_EN[person]}'s {KIN_EN[kin]} keep the {THINGS_EN[thing]}?",
                )
                yield (
                    f"{PEOPLE_ZH[person]}的{KIN_ZH[kin]}把{THINGS_ZH[thing]}收起来了，"
                    f"现在放在{draw.choice(CITIES_ZH)}的{draw.choice(PLACES_ZH)}。",
                    f"{PEOPLE_ZH[person]}的{KIN_ZH[kin]}的{THINGS_ZH[thing]}在哪儿？",
                )


def conversations(questions: int) -> Talk | None:
    """LoCoMo's, each a project of its own; None where there are none."""
    folder = retrieval.data()
    path = folder / "locomo.dev.jsonl.gz"
    if not questions or not path.exists():
        return None
    [(_, stores)] = retrieval.sets(path, quick=False)
    sessions: defaultdict[tuple[str, str], list[Record]] = defaultdict(list)
    asked = []
    for nth, store in enumerate(stores):
        project = f"locomo-{nth}"
        for turn in store.turns:
            session = turn.session or "one"
            sessions[project, session].append(
                _record(turn.answer, project, session, turn.speaker, turn.at or BEGIN, turn.text)
            )
        asked += [Asked(project, each.text, each.gold) for each in store.queries]
    random.Random(5).shuffle(asked)
    return Talk(list(sessions.values()), asked[:questions])


def _record(id: str, project: str, session: str, speaker: str, at: int, text: str) -> Record:
    return {
        "id": id,
        "project": project,
        "session": session,
        "speaker": speaker,
        "at": at,
        "text": text,
        "told": question.told(text, speaker),  # as Mohen searches and embeds it
    }


def write_vectors(folder: Path, *talks: Talk | None) -> int:
    """For the processes to read; answers how long a vector is."""
    texts = list(
        dict.fromkeys(
            text
            for talk in talks
            if talk is not None
            for text in (
                *(each["told"] for session in talk.sessions for each in session),
                *(each.text for each in talk.asked),
            )
        )
    )
    embedder = make(EmbedderConfig(kind="builtin"), Policy())
    with (folder / "vectors.f32").open("wb") as file:
        for at in range(0, len(texts), 256):
            for row in embedder.embed(texts[at : at + 256]):
                array("f", row.tolist()).tofile(file)
    (folder / "texts.json").write_text(json.dumps(texts), encoding="utf-8")
    return embedder.dims


# -- Who is asked.


def _environment(name: str, folder: Path) -> Path | str:
    """The interpreter of a peer's environment, which is made where there is none."""
    if name == OURS:
        return sys.executable
    home = folder / name
    python, done = home / "bin" / "python", home / "installed"
    if done.exists():
        return python
    shutil.rmtree(home, ignore_errors=True)
    home.parent.mkdir(parents=True, exist_ok=True)
    for command in (
        [sys.executable, "-m", "venv", str(home)],
        [str(python), "-m", "pip", "install", "-q", "--no-input", *PACKAGES[name]],
    ):
        try:
            ran = subprocess.run(
                command, capture_output=True, timeout=INSTALL_SECONDS, encoding="utf-8"
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PeerFailed(f"not installed: {type(error).__name__}") from error
        if ran.returncode:
            said = ran.stderr.strip().splitlines()[-1:]
            raise PeerFailed(f"not installed: {' '.join(said)[:200]}")
    done.touch()
    return python


# -- Measuring.


@dataclass(frozen=True, slots=True)
class Course:
    """What all go through."""

    plan: Plan
    talk: Talk
    locomo: Talk | None
    folder: Path  # where the vectors lie, and each has a folder
    dims: int

    @property
    def asked(self) -> list[tuple[str, str]]:
        return _questions(self.talk)[: self.plan.asked]


class Trial:
    """One peer on its course: each step is done by all before the next."""

    def __init__(self, name: str, python: Path | str, course: Course) -> None:
        self.name, self.figures = name, Figures()
        self._python, self._course = python, course
        self._peer: Peer | None = None
        self._alone: list[list[float]] = []
        self._batches: list[list[float]] = []
        self._asked: list[list[float]] = []
        self._cpu: list[float] = []
        self._crowds: list[float] = []

    def open(self) -> None:
        self._open("")
        self.figures.version = self._do("version")["version"]

    def _open(self, suffix: str, before: Sequence[str] = ()) -> None:
        self.close()
        folder = self._course.folder
        self._peer = Peer(self.name, self._python, folder / f"{self.name}{suffix}", before)
        self._do("open", texts=str(folder), dims=self._course.dims)

    def _do(self, what: str, **options: object) -> dict[str, Any]:
        assert self._peer is not None
        return self._peer.do(what, **options)

    def close(self) -> None:
        if self._peer is not None:
            self._peer.close()
            self._peer = None

    def waits(self) -> None:
        """How often a single write waits for the disk, seen from outside where that can be."""
        strace = shutil.which("strace")
        if strace is None:
            return
        log, sessions = self._course.folder / f"{self.name}.strace", self._course.talk.sessions
        calls = "trace=fsync,fdatasync,msync,sync_file_range"
        self._open("-probe", (strace, "-f", "-ttt", "-e", calls, "-o", str(log)))
        self._do("add", calls=[sessions[0]])
        done = self._do("add", calls=[[each] for each in sessions[1][:PROBED]])
        self.close()
        seen = 0
        for line in log.read_text("utf-8", "replace").splitlines():
            _, at, call = line.split(None, 2)
            is_call = "(" in call and not call.startswith("<...")
            seen += is_call and done["began"] <= float(at) <= done["ended"]
        self.figures.waits = seen / PROBED

    def write(self, nth: int) -> None:
        sessions, first = self._course.talk.sessions[nth::ROUNDS], self._course.plan.alone
        alone = [[each] for session in sessions[:first] for each in session]
        self._alone.append(self._do("add", calls=alone)["times"])
        self._batches.append(self._do("add", calls=sessions[first:])["times"])
        self.figures.write = _middle(self._alone)
        self.figures.write_batch = _middle(self._batches)

    def settle(self) -> None:
        """Everything is asked once before anything is timed: what is encoded or read for the first
        time is not counted."""
        self.figures.settled_s = self._do("settle")["seconds"]
        self.figures.needles = self._recall(self._course.talk)

    def search(self) -> None:
        done = self._do("search", asked=self._course.asked, limit=ANSWERS)
        self._asked.append(done["times"])
        self._cpu.append(1000 * done["cpu"])
        self.figures.search = _middle(self._asked)
        self.figures.search_cpu = statistics.median(self._cpu)

    def size(self) -> None:
        taken = self._do("size")
        self.figures.resident_mb, self.figures.disk_mb = taken["residentMb"], taken["diskMb"]

    def locomo(self) -> None:
        """In a place of its own: what is there is found slower where all projects are one pile."""
        if self._course.locomo is None:
            return
        self._open("-locomo")
        calls = [part for each in self._course.locomo.sessions for part in _cut(each)]
        self._do("add", calls=calls)
        self._do("settle")
        self.figures.locomo = self._recall(self._course.locomo)

    def crowd(self) -> None:
        asked = list(islice(cycle(self._course.asked), self._course.plan.crowd))
        done = self._do("crowd", asked=asked, limit=ANSWERS, threads=THREADS)
        self._crowds.append(done["perSecond"])
        self.figures.crowd = statistics.median(self._crowds)
        self.figures.crowd_errors += len(done["errors"])

    def _recall(self, talk: Talk) -> float:
        found = self._do("search", asked=_questions(talk), limit=ANSWERS)["found"]
        return statistics.fmean(
            len(one.gold.intersection(ids[:ANSWERS])) / len(one.gold)
            for one, ids in zip(talk.asked, found, strict=True)
        )


def _measure(trials: Sequence[Trial], console: Console) -> None:
    """Step by step, and within a step one after the other. Who fails takes no further step, and
    what it did until then counts."""
    steps: list[tuple[str, Callable[[Trial], None]]] = [
        *(("waits", Trial.waits), ("open", Trial.open)),
        *((f"write {nth + 1}", partial(Trial.write, nth=nth)) for nth in range(ROUNDS)),
        ("settle", Trial.settle),
        *((f"search {nth + 1}", Trial.search) for nth in range(ROUNDS)),
        ("size", Trial.size),
        *((f"crowd {nth + 1}", Trial.crowd) for nth in range(CROWDS)),
        ("LoCoMo", Trial.locomo),
    ]
    for what, act in steps:
        console.print(what, style="dim", highlight=False)
        for trial in trials:
            if not trial.figures.failed or act == Trial.locomo:
                try:
                    act(trial)
                except PeerFailed as error:
                    trial.figures.failed = str(error)
                    console.print(f"{trial.name}: {error}", style="red", highlight=False)


def _questions(talk: Talk) -> list[tuple[str, str]]:
    return [(each.project, each.text) for each in talk.asked]


def _cut(session: list[Record]) -> Iterator[list[Record]]:
    for at in range(0, len(session), BATCH):
        yield session[at : at + BATCH]


def _middle(times: Iterable[list[float]]) -> Spread | None:
    spreads = [spread(each) for each in times if each]
    return middle(spreads) if spreads else None


# -- Telling.


def _table(figures: dict[str, Figures], records: int) -> Table:
    table = Table(
        title=f"{records:,} messages: ms p50 / p95; {BATCH} a batch, {THREADS} threads",
        title_justify="left",
    )
    for heading in (
        *(
            "",
            "version",
            "write",
            "write a batch",
            "waits for disk a write",
            "search",
            "CPU ms",
            "q/s",
        ),
        *("resident MB", "disk MB", "needles R@10", "LoCoMo R@10"),
    ):
        table.add_column(heading, justify="right" if heading else "left")
    for name, one in figures.items():
        table.add_row(
            name,
            one.version,
            _two(one.write),
            _two(one.write_batch),
            _number(one.waits, 1),
            _two(one.search),
            _number(one.search_cpu, 2),
            _number(one.crowd) + (f" ({one.crowd_errors} failed)" if one.crowd_errors else ""),
            _number(one.resident_mb),
            _number(one.disk_mb, 1),
            _share(one.needles),
            _share(one.locomo),
        )
    return table


def _two(one: Spread | None) -> str:
    return "" if one is None else f"{one.p50:.2f} / {one.p95:.2f}"


def _number(value: float | None, digits: int = 0) -> str:
    return "" if value is None else f"{value:,.{digits}f}"


def _share(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"


def verdicts_of(figures: dict[str, Figures]) -> Iterator[str]:
    ours = figures[OURS]
    for name, each in figures.items():
        if each.failed:
            yield f"{name} failed: {each.failed}"
    if ours.search is None:
        return
    for name in SLOWER:
        other, goal = figures.get(name), f"search p50 >= {TIMES_FASTER:g} x faster than {name}"
        if other is None or other.search is None:
            yield f"{goal}: not measured"
            continue
        times = other.search.p50 / ours.search.p50
        yield f"{goal}: {_met(times >= TIMES_FASTER)} ({times:.1f}x)"
    others = {name: each for name, each in figures.items() if name != OURS}
    for label in ("needles", "locomo"):
        mine, of_all = getattr(ours, label), (getattr(each, label) for each in others.values())
        theirs = [each for each in of_all if each is not None]
        if mine is not None and theirs:
            said = f"({100 * mine:.1f} to {100 * max(theirs):.1f})"
            yield f"R@10 on {label} at least that of every peer: {_met(mine >= max(theirs))} {said}"
    for label, heading in (("write", "a write"), ("write_batch", "a batch")):
        durable = {
            name: getattr(each, label).p50
            for name, each in others.items()
            if each.waits and getattr(each, label) is not None
        }
        if durable:
            fastest, mine = min(durable, key=durable.__getitem__), getattr(ours, label).p50
            good, said = _met(mine <= durable[fastest]), f"{mine:.2f} ms to {durable[fastest]:.2f}"
            yield f"{heading} no slower than the fastest durable peer: {good} ({said}, {fastest})"


def _picture(figures: dict[str, Figures], target: Path) -> None:
    """A bar each, ours in red; none where matplotlib is not installed."""
    try:
        import matplotlib as mpl
    except ImportError:
        return
    mpl.use("agg")
    import matplotlib.pyplot as plt

    from picture import STONE, STYLE, VERMILION

    shown: tuple[tuple[str, Callable[[Figures], float | None]], ...] = (
        ("search p50, ms", lambda each: each.search and each.search.p50),
        ("a batch written p50, ms", lambda each: each.write_batch and each.write_batch.p50),
        (f"queries a second, {THREADS} threads", lambda each: each.crowd),
        ("needles R@10, %", lambda each: None if each.needles is None else 100 * each.needles),
    )
    there = [name for name, each in figures.items() if not each.failed][::-1]
    with mpl.rc_context(STYLE):
        sheet, axes = plt.subplots(1, len(shown), figsize=(15, 3.5), layout="constrained")
        for where, (title, read) in zip(axes, shown, strict=True):
            values = [read(figures[name]) or 0.0 for name in there]
            bars = where.barh(
                there, values, color=[VERMILION if name == OURS else STONE for name in there]
            )
            where.bar_label(bars, [f"{value:,.1f}" for value in values], padding=3)
            where.margins(x=0.2)
            where.set_title(title, loc="left", size=11, weight="bold")
        sheet.savefig(target, dpi=160)
        plt.close(sheet)


def _met(good: bool) -> str:
    return "yes" if good else "NO"


if __name__ == "__main__":
    sys.exit(main())
