"""The schema can be cut into parts by author, and every question then looks into one of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

import psycopg
import pytest

from factories import draft
from mohen.core.postgres.server import migrate, schema_of
from mohen.core.postgres.session import Session
from mohen.memory import Memory, open_memory
from mohen.testing import CountingIds, FrozenClock
from postgres.conftest import Author, new_database

PARTS = 4
LISTS_NO_MORE = 180_000  # the version that lists among what is changed what is looked into


@pytest.fixture(scope="module")
def parted(server: str) -> Iterator[str]:
    with new_database(server) as address:
        with psycopg.connect(address, autocommit=True) as owner:
            migrate(owner, partitions=PARTS)
        yield address
        from mohen.core.postgres.server import server_at

        server_at(address, 16).close()


def test_every_statement_of_a_day_looks_into_one_part(
    parted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given tables that are cut into parts, when an author records, asks, tells and looks, the plan
    of every statement names one part of each table. Before 18 what is to be changed is listed with
    all parts whichever are looked into; then it is what is looked into that counts."""
    asked: dict[str, tuple[Session, str, Any]] = {}
    wide: dict[str, set[str]] = {}
    execute = Session.execute

    def explained(self: Session, sql: str, values: Any = None, /) -> Any:
        text, order, *_ = self.dialect.translated(sql, values)
        if re.match(r"\s*(SELECT|WITH|INSERT|UPDATE|DELETE)", text) and ";" not in text:
            given = self._sealed(order, values) if order else None
            plan = self.connection.execute(f"EXPLAIN (FORMAT JSON) {text}", given).fetchone()
            assert plan is not None
            lists_all = self.connection.info.server_version < LISTS_NO_MORE
            parts = parts_of(json.loads(plan[0]), {"Target Tables"} if lists_all else set())
            asked[text] = (self, text, given)
            if any(len(each) > 1 for each in parts.values()):
                wide[text] = {name for name, each in parts.items() if len(each) > 1}
        return execute(self, sql, values)

    monkeypatch.setattr(Session, "execute", explained)
    world = Author(tmp_path / "home", parted, "ann")
    try:
        live(world)
    finally:
        world.close()
    assert len(asked) > 100
    assert wide == {}


def parts_of(plan: Any, without: AbstractSet[str] = frozenset()) -> dict[str, set[str]]:
    """By table: the parts that a plan names."""
    found: dict[str, set[str]] = {}

    def walk(node: Any) -> None:
        if isinstance(node, dict):
            name = re.fullmatch(r"(\w+)_(\d)", str(node.get("Relation Name", "")))
            if name:
                found.setdefault(name[1], set()).add(name[2])
            for key in node.keys() - without:
                walk(node[key])
        elif isinstance(node, list):
            for each in node:
                walk(each)

    walk(plan)
    return found


def live(world: Author) -> None:
    kept = world.record()["episodeId"]
    for number in range(3):
        world.record(inputContext=f"林远推开木门，雨还在下着。{number}")
    world.query(queryText="雨夜的木门")
    world.ok("memory:episode:list", projectId="novel")
    item = world.ok("knowledge:capture", projectId="novel", type="fact", content="林远住在北京")
    world.ok("knowledge:search", projectId="novel", query="林远住在哪里")
    world.ok("knowledge:list", projectId="novel")
    world.ok(
        "talk:hear",
        projectId="novel",
        session="s",
        messages=[{"role": "user", "text": "我叫张三，住在上海。"}],
    )
    world.ok("talk:search", projectId="novel", query="上海")
    world.ok("memory:search", projectId="novel", query="张三住在哪里")
    world.ok("memory:status")
    world.memory.doctor()
    world.ok("memory:episode:get", projectId="novel", episodeId=kept)
    world.ok("knowledge:get", projectId="novel", id=item["item"]["id"])


def test_rows_lie_in_the_part_of_their_author(parted: str, tmp_path: Path) -> None:
    memories: list[Memory] = []
    for name in ("ann2", "ben2", "cai2", "dev2", "eve2"):
        memory = open_memory(
            parted,
            author=name,
            home=tmp_path / name,
            clock=FrozenClock(),
            ids=CountingIds(),
            immediate=True,
        )
        memories.append(memory)
        memory.episodes.record(draft())
    with psycopg.connect(parted) as owner:
        found = owner.execute(
            "SELECT tenant, count(DISTINCT tableoid)"
            f" FROM {schema_of('episodes')}.episodes GROUP BY 1"
        ).fetchall()
    assert {count for _, count in found} == {1}
    for each in memories:
        each.close()
