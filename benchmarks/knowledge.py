"""What finding knowledge costs, beside the floors of the same run.

    python benchmarks/knowledge.py [--quick] [--json PATH]

A home of 50,000 items in two languages in one project, and ten more projects beside it, is asked
eight kinds of questions through the door that everybody uses, and what a message is given of it.
Each is measured beside two floors on the same file: a plain LIKE scan of the project, and the
full-text table alone with the same words, no vectors, no filters, no reasons.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import apsw
from rich.console import Console
from rich.table import Table

from behind import inside
from mohen import Memory, open_memory
from mohen.core.policy import DAY_MS
from mohen.core.sqlite.fulltext import expression
from mohen.episodes.policy import Recall
from mohen.house import House
from mohen.knowledge.model import BELIEF, FACT, USER, Category, Item, Query
from mohen.text import terms
from timing import ROUNDS, Figure, Times, each, figure

# Requirements and rulings whose figures this prints.
MEASURES = ("R183", "R223", "C97")

RESULTS = Path(__file__).parent / "results"
TARGET_MS = 10.0
PROJECT = "agent"
Call = Callable[[], object]

PEOPLE = ("张三", "李四", "王小明", "陈晨", "赵敏", "Anna", "Ben", "Carla", "David", "Emma")
CITIES = ("北京", "上海", "成都", "杭州", "Berlin", "Rome", "Oslo", "Kyoto")
FOODS = ("花生", "香菜", "火锅", "咖啡", "豆腐", "peanuts", "sushi", "tea", "cheese", "noodles")
WORK = (
    "登录页面",
    "支付接口",
    "推荐系统",
    "数据迁移",
    "search engine",
    "billing page",
    "log parser",
)
ZH = (
    "{p}住在{c}的{n}号楼，喜欢吃{f}",
    "用户对{f}不感兴趣，更喜欢第{n}种做法",
    "{p}负责{w}，编号 T{n}，计划在{c}上线",
    "用户上周在{c}见了{p}，聊到{w}和{f}",
)
EN = (
    "{p} lives in {c}, flat {n}, and likes {f}",
    "User prefers {f} over option {n} when working in {c}",
    "{p} is working on the {w}, ticket T{n}, due in {c}",
    "User met {p} in {c} last week and talked about the {w} and {f}",
)


@dataclass(frozen=True, slots=True)
class Plan:
    items: int
    others: int  # in each of ten other projects
    asked: int  # a round and kind
    rounds: int


FULL = Plan(50_000, 2_000, 40, ROUNDS)
QUICK = Plan(2_000, 100, 10, 2)
MANY = 10
ALL_IN_TURN = "all in turn"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure the search over knowledge.")
    parser.add_argument("--quick", action="store_true", help="2,000 items, fewer questions")
    parser.add_argument("--json", type=Path, help="where the figures go")
    options = parser.parse_args(arguments)
    plan = QUICK if options.quick else FULL
    RESULTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".run-", dir=RESULTS) as folder:
        figures, filled = _measured(Path(folder), plan)
    console = Console() if sys.stdout.isatty() else Console(width=150)
    _show(figures, filled, plan, console)
    target = options.json or RESULTS / "knowledge.json"
    told = {"items": plan.items, "figures": [asdict(one) for one in figures], "filled_s": filled}
    target.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


# -- a full home


def _items(count: int, project: str, now: int, draw: random.Random) -> Iterator[Item]:
    for at in range(count):
        words = {
            "p": draw.choice(PEOPLE) + (str(at % 97) if at % 3 == 0 else ""),
            "c": draw.choice(CITIES),
            "f": draw.choice(FOODS),
            "w": draw.choice(WORK),
            "n": at,
        }
        said = draw.choice(ZH if at % 2 else EN).format(**words)
        of_user = said.startswith(("用户", "User"))
        yield Item(
            id=f"f_{project}_{at:06d}",
            type=BELIEF if at % 11 == 0 else FACT,
            project_id=project,
            content=said,
            origin="extracted",
            created_at=now - draw.randrange(300) * DAY_MS,
            updated_at=now,
            category=draw.choice((Category.GENERAL, Category.PREFERENCE, Category.STATUS)),
            importance=draw.choice((0.5, 0.8)),
            score=draw.random(),
            entities=tuple(each for each in (words["p"], words["c"]) if each in said),
            subject=USER if of_user else str(words["p"]),
        )


def _fill(memory: Memory, plan: Plan) -> float:
    parts, draw, began = inside(memory), random.Random(5), time.perf_counter()
    sizes = {PROJECT: plan.items} | {f"other{n}": plan.others for n in range(MANY)}
    for project, size in sizes.items():
        items = list(_items(size, project, memory.now(), draw))
        for first in range(0, size, 200):
            parts.mind_db.write(partial(_put, parts, items[first : first + 200]))
    parts.knowledge_indexer.catch_up()
    return time.perf_counter() - began


def _put(parts: House, items: Sequence[Item], tx: apsw.Connection) -> None:
    for item in items:
        parts.knowledge_store.add(tx, item)
    parts.knowledge_indexer.index(tx, *items)


# -- what is asked


def _questions(draw: random.Random, plan: Plan, now: int) -> dict[str, Callable[[], Query]]:
    person, city = partial(draw.choice, PEOPLE), partial(draw.choice, CITIES)
    food, work = partial(draw.choice, FOODS), partial(draw.choice, WORK)
    number = partial(draw.randrange, plan.items)
    return {
        "rare words": lambda: _query(f"ticket T{number()} {work()}"),
        "a person": lambda: _query(f"{person()}{number() % 97} 住在哪里"),
        "common words": lambda: _query(draw.choice(("喜欢", "用户", "lives", "working", "更喜欢"))),
        "likes": lambda: _query(draw.choice((f"我喜欢{food()}吗", f"do I like {food()}?"))),
        "a long question": lambda: _query(
            f"你还记得上次我在{city()}和{person()}聊{work()}的时候，提到的那个{food()}的事情吗？"
            f" And what did {person()} say about the {work()} in {city()}, ticket T{number()}?"
        ),
        "of one entity": lambda: _query(f"{work()} {food()}", entity=person()),
        "of a month": lambda: _query(
            work(), since=now - 60 * DAY_MS, until=now - 30 * DAY_MS, types=(FACT,)
        ),
        "as of then": lambda: _query(f"{person()} {city()}", as_of=now - 100 * DAY_MS),
        "filters alone": lambda: _query("", categories=(Category.PREFERENCE,)),
    }


def _query(text: str, **filters: Any) -> Query:
    return Query(project_id=PROJECT, text=text, **filters)


def _measured(home: Path, plan: Plan) -> tuple[list[Figure], float]:
    with open_memory(home) as memory:
        filled = _fill(memory, plan)
        memory.drain()
        floor = _Floor(home / "mind.db")
        draw, figures = random.Random(7), []
        asks = _questions(draw, plan, memory.now())
        for name, ask in asks.items():
            figures += _kind(memory, floor, name, ask, plan)
        turns = cycle(asks.values())
        figures += _kind(memory, floor, ALL_IN_TURN, lambda: next(turns)(), plan)
        figures.append(_injecting(memory, floor, draw, plan))
        floor.close()
    return figures, filled


def _kind(
    memory: Memory, floor: _Floor, name: str, ask: Callable[[], Query], plan: Plan
) -> list[Figure]:
    """Ours and both floors in turn, each round with questions of its own."""
    memory.knowledge.search(ask())  # the first one reads the vectors
    ours, like, words = list[Times](), list[Times](), list[Times]()
    for _ in range(plan.rounds):
        queries = [ask() for _ in range(plan.asked)]
        ours.append(each([partial(memory.knowledge.search, query) for query in queries]))
        like.append(each([partial(floor.like, query.text or "") for query in queries[:5]]))
        words.append(each([partial(floor.words, query.text or "") for query in queries]))
    size = f"{plan.items / 1000:g}k"
    return [
        figure(f"{name} / LIKE", size, ours, like),
        figure(f"{name} / FTS alone", size, ours, words),
    ]


def _injecting(memory: Memory, floor: _Floor, draw: random.Random, plan: Plan) -> Figure:
    asks = _questions(draw, plan, memory.now())
    ours, words = list[Times](), list[Times]()
    for _ in range(plan.rounds):
        said = [asks[name]().text or "" for name in ("likes", "a person", "a long question")] * 8
        ours.append(each([partial(memory.knowledge.inject, text, PROJECT) for text in said]))
        words.append(each([partial(floor.words, text) for text in said]))
    return figure("inject / FTS alone", f"{plan.items / 1000:g}k", ours, words)


class _Floor:
    """The same file, read by anybody who knows SQL."""

    def __init__(self, path: Path) -> None:
        self._connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)

    def like(self, text: str) -> int:
        words = text.split()[:4] or [""]
        clause = " OR ".join("content LIKE ?" for _ in words)
        return len(
            self._connection.execute(
                f"SELECT id, content FROM knowledge WHERE project_id = ? AND ({clause})"
                " ORDER BY score DESC LIMIT 10",
                (PROJECT, *(f"%{word}%" for word in words)),
            ).fetchall()
        )

    def words(self, text: str) -> int:
        match = expression(terms.as_words(terms.query_terms(text, policy=Recall())))
        return len(
            self._connection.execute(
                "SELECT rowid FROM knowledge_search WHERE knowledge_search MATCH ?"
                " ORDER BY rank LIMIT 10",
                (match,),
            ).fetchall()
        )

    def close(self) -> None:
        self._connection.close()


def _show(figures: Sequence[Figure], filled: float, plan: Plan, console: Console) -> None:
    table = Table(title=f"Search over {plan.items:,} items, ms: p50 / p95 / p99")
    for heading in ("question / floor", "ours", "floor", "ratio"):
        table.add_column(heading)
    for one in figures:
        spreads = (one.ours, one.floor, one.ratio)
        table.add_row(one.name, *(f"{s.p50:.2f} / {s.p95:.2f} / {s.p99:.2f}" for s in spreads))
    console.print(table)
    *asked, injected = figures
    mixed = next(one.ours.p95 for one in asked if one.name.startswith(ALL_IN_TURN))
    worst = max(one.ours.p95 for one in asked)
    console.print(f"filled and embedded in {filled:.1f} s", style="dim", highlight=False)
    for said, p95 in (("all kinds in turn", mixed), ("each kind by itself", worst)):
        met = "yes" if p95 < TARGET_MS else "NO"
        console.print(f"p95 < {TARGET_MS:g} ms, {said}: {met} ({p95:.2f})", highlight=False)
    console.print(
        f"what a message is given, several searches: p95 {injected.ours.p95:.2f} ms",
        highlight=False,
    )


if __name__ == "__main__":
    sys.exit(main())
