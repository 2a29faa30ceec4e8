"""What learning and forgetting cost: seconds, memory, and how long an author waits meanwhile.

    python benchmarks/learning.py [--episodes N] [--rounds N] [--json PATH]

One home of simulated authors is filled and copied for each round; caps are raised (C90) and
nothing is learned or cleaned up but when it is measured. Each figure stands beside something
measured in the same round: a record meanwhile beside a record at rest, everything else beside
the same rows in plain `apsw`. Medians of the rounds (C97). Writes a table and a JSON file.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import apsw
from rich.console import Console
from rich.table import Table

import homes
from behind import inside
from homes import PROJECT, copied, opened
from mohen import Memory
from mohen.core.database import Tx
from mohen.core.erasure import Target
from mohen.episodes.model import Draft
from mohen.errors import ClearConfirmRequired
from mohen.house import EPISODES_FILE, MIND_FILE
from mohen.rules.model import Link, Op, Origin, Predicate, Rule, Tally
from mohen.server.dispatch import Dispatcher
from mohen.text.default_rules import Category
from mohen.text.policy import Style
from mohen.text.style import measure
from timing import ROUNDS, Times, each, spread

# Requirements and rulings whose figures this prints.
MEASURES = ("R35", "R107", "R120", "C74", "C97")

RESULTS = Path(__file__).parent / "results"
EPISODES, NEW = 10_000, 50
PER_SECOND = 50  # records, of an author's tool that is busy
AT_LEAST = 100  # records a round
RULES, SPEAKING, LISTS = 500, 100, 40
EVIDENCE = "SELECT body FROM evidence"
BOOK = "SELECT * FROM rules", "SELECT rule, episode_id, supports, weight FROM rule_episodes"


@dataclass(frozen=True, slots=True)
class Line:
    """One figure beside another of the same rounds; `ratio` is the median of their ratios."""

    name: str
    unit: str
    ours: float
    beside: float
    what: str  # stands beside it
    ratio: float
    target: str = ""
    met: bool | None = None


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    console = Console() if sys.stdout.isatty() else Console(width=150)
    RESULTS.mkdir(parents=True, exist_ok=True)
    lines: list[Line] = []
    detail: dict[str, Any] = {"episodes": options.episodes, "rounds": options.rounds}
    with tempfile.TemporaryDirectory(prefix=".run-", dir=RESULTS) as folder:
        home = Path(folder) / "home"
        homes.fill(home, options.episodes)
        drafts = cycle(homes.Work(seed=2).drafts(min(options.episodes, 1_000)))
        for line in _lines(home, options.rounds, drafts, detail):
            lines.append(line)
            console.print(f"{line.name}: {line.ours:.3g} {line.unit}", style="dim")
    console.print(_table(lines, options.episodes))
    console.print(_stages(detail), highlight=False)
    body = {"lines": [asdict(line) for line in lines], **detail}
    target = options.json or RESULTS / "learning.json"
    target.write_text(json.dumps(body, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure what learning and forgetting cost.")
    parser.add_argument("--episodes", type=int, default=EPISODES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--json", type=Path, help="where the figures go")
    return parser.parse_args(arguments)


def _lines(
    home: Path, rounds: int, drafts: Iterator[Draft], detail: dict[str, Any]
) -> Iterator[Line]:
    yield from _distilling(home, rounds, detail)
    yield _waiting("record while distilling, p95", home, rounds, drafts, _distil, detail, 2)
    yield _ranking(home, rounds, drafts)
    yield _listing(home, rounds)
    yield _waiting("record during cleanup, p95", home, rounds, drafts, _clean, detail)
    yield from _forgetting(home, rounds)


def _line(
    name: str,
    unit: str,
    pairs: Sequence[tuple[float, float]],
    what: str,
    *,
    most: float | None = None,
    times: float | None = None,
) -> Line:
    ours, beside = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(a / b for a, b in pairs)
    if most is not None:
        return Line(name, unit, ours, beside, what, ratio, f"< {most:g} {unit}", ours < most)
    if times is not None:
        return Line(name, unit, ours, beside, what, ratio, f"<= {times:g} x", ratio <= times)
    return Line(name, unit, ours, beside, what, ratio)


# -- distilling


def _distilling(home: Path, rounds: int, detail: dict[str, Any]) -> Iterator[Line]:
    told, raw = [], []
    for _ in range(rounds):
        copy = copied(home, "distilled")
        raw.append(_seconds(lambda: _read(home / EPISODES_FILE, EVIDENCE)))
        script = Path(__file__).with_name("distilling.py")
        said = subprocess.check_output([sys.executable, str(script), str(copy), str(NEW)])
        told.append(json.loads(said))
    for which, name in (("first", "distil"), ("second", f"distil again, {NEW} new")):
        runs = [one[which] for one in told]
        detail[name] = {key: statistics.median(run[key] for run in runs) for key in runs[0]}
        pairs = [(run["seconds"], floor) for run, floor in zip(runs, raw, strict=True)]
        yield _line(name, "s", pairs, "its evidence read and parsed", most=5)
    more = [(one["first"]["more MB at most"], 1.0) for one in told]
    detail |= {kind: statistics.median(one[kind] for one in told) for kind in ("rules", "style")}
    yield _line("distil, more memory", "MB", more, "", most=300)


def _read(path: Path, *statements: str) -> None:
    """The rows in plain `apsw`; what is JSON in the first column is parsed."""
    source = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    for statement in statements:
        for row in source.execute(statement):
            if isinstance(row[0], str) and row[0].startswith("{"):
                json.loads(row[0])
    source.close()


# -- an author at work meanwhile

Job = Callable[[Memory], Callable[[], bool]]
"""Begins something and answers how to see that it is still going on."""


def _waiting(
    name: str,
    home: Path,
    rounds: int,
    drafts: Iterator[Draft],
    job: Job,
    detail: dict[str, Any],
    most: float | None = None,
) -> Line:
    """A record meanwhile beside one at rest, as many of each, in alternating rounds."""
    pairs, took = [], []
    for _ in range(rounds):
        with opened(copied(home, "busy")) as memory:
            _recorded(memory, drafts, AT_LEAST)  # only warms caches
            memory.drain()
            began = time.perf_counter()
            going = job(memory)
            busy = _recorded(memory, drafts, 1, going)
            took.append(time.perf_counter() - began)
            memory.drain()
            calm = _recorded(memory, drafts, max(AT_LEAST, len(busy)))
        pairs.append((spread(busy).p95, spread(calm).p95))
    detail[name] = {"job s": statistics.median(took), "records": len(busy)}
    return _line(name, "ms", pairs, "a record at rest", times=most)


def _recorded(
    memory: Memory,
    drafts: Iterator[Draft],
    count: int,
    going: Callable[[], bool] = lambda: False,
) -> Times:
    """So many at an even pace, and on while something goes on."""
    times, due = Times(), time.perf_counter()
    while len(times) < count or going():
        draft = next(drafts)
        times += each([lambda: memory.episodes.record(_anew(memory, draft))])  # noqa: B023
        due += 1 / PER_SECOND
        time.sleep(max(0.0, due - time.perf_counter()))
    return times


def _anew(memory: Memory, draft: Draft) -> Draft:
    """The same text in a generation of its own: no second answer to an earlier one."""
    return replace(draft, generation_id=memory.new_id("gen"))


def _distil(memory: Memory) -> Callable[[], bool]:
    """By the worker, as in production."""
    stages: list[str] = []
    memory.listen(lambda _push, data: stages.append(data.get("stage", "")))
    memory.rules.distill(PROJECT, wait=False)

    def going() -> bool:
        if "failed" in stages:
            raise RuntimeError("the distillation failed")
        return "completed" not in stages

    return going


def _clean(memory: Memory) -> Callable[[], bool]:
    thread = threading.Thread(target=memory.upkeep.cleanup, daemon=True)
    thread.start()
    return thread.is_alive


# -- what the author would take


def _ranking(home: Path, rounds: int, drafts: Iterator[Draft]) -> Line:
    """Five candidates each time, none of them seen before; what is known is read once and kept."""
    pairs = []
    with opened(copied(home, "ranked")) as memory:
        policy = homes.policy().style
        for number in range(-1, rounds):
            asked = [_five(drafts) for _ in range(AT_LEAST)]
            ours = each([partial(memory.rules.rank, five, project_id=PROJECT) for five in asked])
            beside = each([partial(_measured, five, policy) for five in asked])
            if number >= 0:
                pairs.append((spread(ours).p95, spread(beside).p95))
    return _line("rank five candidates, p95", "ms", pairs, "their style measured", most=5)


def _five(drafts: Iterator[Draft]) -> list[str]:
    return list(islice((text for draft in drafts for text in draft.candidates), 5))


def _measured(texts: Sequence[str], policy: Style) -> None:
    for text in texts:
        measure(text, policy)


# -- the panel


def _listing(home: Path, rounds: int) -> Line:
    pairs = []
    copy = copied(home, "listed")
    with opened(copy) as memory:
        _believe(memory)
        desk = Dispatcher(memory)

        def ours() -> None:
            answer = desk.call("memory:semantic:list", {"projectId": PROJECT})
            if len(answer["data"]["items"]) < RULES:
                raise RuntimeError("rules are missing")
            json.dumps(answer)

        def floor() -> None:
            _read(copy / MIND_FILE, *BOOK)

        for number in range(-1, rounds):
            pair = spread(each([ours] * LISTS)).p95, spread(each([floor] * LISTS)).p95
            if number >= 0:
                pairs.append(pair)
        desk.close()
    return _line(f"semantic:list of {RULES}, p95", "ms", pairs, "its rows read", most=180)


def _believe(memory: Memory) -> None:
    """As many rules as a project may hold, each with what speaks for it."""
    parts, now = inside(memory), memory.now()
    ids = [one.id for one in memory.episodes.list(PROJECT, limit=200).items]
    links = [Link(id, at % 10 > 0, 1.0) for at, id in enumerate(ids[:SPEAKING])]

    def write(tx: Tx) -> None:
        for number in range(RULES):
            text = f"动作场景少用“词{number}”"
            rule = Rule(
                id=memory.new_id("rule"),
                text=text,
                text_zh=text,
                text_en=f"Action scenes: avoid “word {number}”",
                category=Category.VOCABULARY,
                project_id=PROJECT,
                origin=Origin.DISTILLED,
                confidence=0.5,
                predicate=Predicate(f"phrase:词{number}", Op.LESS, 1, "uses", "action"),
                tally=Tally(weight_for=90.0, weight_against=10.0),
                evidence_at=now,
                created_at=now,
                updated_at=now,
            )
            parts.rule_store.insert(tx, rule)
            parts.rule_store.put_links(tx, rule.id, links)

    parts.mind_db.write(write)


# -- taking away


def _forgetting(home: Path, rounds: int) -> Iterator[Line]:
    acts: dict[str, tuple[Callable[[Memory], object], int]] = {
        "cleanup, nine of ten compressed": (lambda memory: memory.upkeep.cleanup(), 9),
        "forget one episode": (_forget, 0),
        "clear a project": (_clear, 10),
    }
    for name, (act, tenths) in acts.items():
        pairs = []
        for _ in range(rounds):
            with opened(copied(home, "going")) as memory:
                memory.drain()
                ours = _seconds(lambda: act(memory))  # noqa: B023
            raw = copied(home, "raw") / EPISODES_FILE
            pairs.append((ours, _seconds(lambda: _delete(raw, tenths))))  # noqa: B023
        yield _line(name, "s", pairs, "their texts deleted")


def _forget(memory: Memory) -> None:
    found = memory.episodes.list(PROJECT).items[0]
    gone = memory.upkeep.forget(PROJECT, Target(episode_id=found.id))
    if not gone.wiped:
        raise RuntimeError("not wiped")


def _clear(memory: Memory) -> None:
    try:
        memory.upkeep.clear_project(PROJECT)
    except ClearConfirmRequired as asked:
        memory.upkeep.clear_project(PROJECT, token=str(asked.details["confirmToken"]))


def _delete(path: Path, tenths: int) -> None:
    """The texts of so many tenths of the episodes, or of one, in plain `apsw`: as many a durable
    write as ours, their bytes overwritten, the log cut."""
    target = apsw.Connection(str(path))
    for pragma in ("synchronous=FULL", "secure_delete=ON"):
        target.execute(f"PRAGMA {pragma}").fetchall()
    seqs = [row[0] for row in target.execute("SELECT seq FROM texts ORDER BY seq")]
    going = seqs[: max(1, len(seqs) * tenths // 10)]
    size = homes.policy().upkeep.batch
    for batch in (going[at : at + size] for at in range(0, len(going), size)):
        with target:
            target.executemany("DELETE FROM texts WHERE seq = ?", ((seq,) for seq in batch))
    target.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    target.close()


def _seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


# -- telling


def _table(lines: Sequence[Line], episodes: int) -> Table:
    table = Table(
        title=f"Learning and forgetting, {episodes} episodes: medians of the rounds",
        title_justify="left",
    )
    for heading in ("", "beside"):
        table.add_column(heading)
    for heading in ("ours", "beside", "ratio", "target", "met"):
        table.add_column(heading, justify="right")
    for line in lines:
        beside = [f"{line.beside:.3g}", f"{line.ratio:.2f}"] if line.what else ["", ""]
        met = {None: "", True: "yes", False: "NO"}[line.met]
        ours = f"{line.ours:.3g} {line.unit}"
        table.add_row(line.name, line.what, ours, *beside, line.target, met)
    return table


def _stages(detail: dict[str, Any]) -> str:
    said = [f"rules: {detail['rules']:g}, of style {detail['style']:g}"]
    said += [
        f"{name}: " + ", ".join(f"{key} {value:.3g}" for key, value in figures.items())
        for name, figures in detail.items()
        if isinstance(figures, dict)
    ]
    return "\n".join(said)


if __name__ == "__main__":
    sys.exit(main())
