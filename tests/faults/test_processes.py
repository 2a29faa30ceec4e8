"""Several processes on one home: nothing lost, nothing overtaken, nothing stale."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest

from factories import draft, policy
from faults.processes import Process, unbounded
from inside import inside
from mohen.core.scope import Scope
from mohen.core.sqlite.database import migrations
from mohen.episodes.model import Question
from mohen.memory import Memory, open_memory
from shows import shows

WRITES = 60


@contextmanager
def crowd(*processes: Process) -> Iterator[None]:
    try:
        for each in processes:
            each.wait_until_ready()
        yield
    finally:
        for each in processes:
            each.close()


@shows("C89", "C91")
def test_four_write_and_four_read_at_once(home: Path):
    writers = [Process("write", home, name=f"writer{n}", count=WRITES) for n in range(4)]
    readers = [Process("read", home) for _ in range(4)]
    with crowd(*writers, *readers):
        for each in (*readers, *writers):
            each.tell(go=True)
        written = [[writer.line() for _ in range(WRITES)] for writer in writers]
        for each in readers:
            each.tell(stop=True)
        seen = [each.rest() for each in readers]
    ids = {id for said in written for id in said}
    assert len(ids) == 4 * WRITES
    with open_memory(home, policy=unbounded(), immediate=True) as memory:
        kept = everything(memory)
    assert set(kept) == ids
    for said in written:  # every writer's own order is the order of acknowledgement
        assert [id for id in kept if id in set(said)] == said
    for said in seen:
        grows(said)


def everything(memory: Memory) -> list[str]:
    """All ids of the project, oldest first."""
    found, cursor = [], None
    while True:
        page = memory.episodes.list("novel", before=cursor, limit=200)
        found += page.items
        if (cursor := page.after) is None:
            return [each.id for each in sorted(found, key=lambda each: each.seq)]


def grows(said: list[str]) -> None:
    assert said
    looks = [json.loads(each) for each in said]  # an error would not be JSON
    counts = [count for count, _, _ in looks]
    assert counts == sorted(counts)
    assert counts[0] >= 0
    assert all(broken == [] for _, broken, _ in looks)


@shows("C91")
def test_a_fresh_home_is_made_once_by_whoever_comes_first(tmp_path: Path):
    processes = [Process("open_at_once", tmp_path) for _ in range(4)]
    with crowd(*processes):
        for n in range(10):
            home = tmp_path / f"home{n}"
            for each in processes:
                each.tell(home=str(home))
            ids = [each.line() for each in processes]
            connection = apsw.Connection(str(home / "episodes.db"))
            assert connection.execute("PRAGMA user_version").get == len(migrations("episodes"))
            assert connection.execute("PRAGMA integrity_check").get == "ok"
            kept = {row[0] for row in connection.execute("SELECT id FROM episodes")}
            connection.close()
            assert kept == set(ids), ids
            assert len(kept) == 4


# -- what one process remembers of what another may have changed


@pytest.fixture
def other(home: Path) -> Iterator[Process]:
    """Another process with the home open; both cap a project at five episodes."""
    asked: dict[str, Any] = {"policy": {"capacity": {"active_per_project": 5}}}
    process = Process("obey", home, **asked)
    process.wait_until_ready()
    yield process
    process.close()


@pytest.fixture
def mine(home: Path) -> Iterator[Memory]:
    rule = policy(capacity={"active_per_project": 5})
    with open_memory(home, policy=rule, immediate=True) as opened:
        yield opened


@shows("C91", "R118")
def test_the_count_of_episodes_is_everybodys(mine: Memory, other: Process):
    for _ in range(4):
        mine.episodes.record(draft())
    for _ in range(3):
        other.ask(do="record", draft={})
        mine.episodes.record(draft())
    counts = mine.status("novel").counts
    assert counts is not None
    assert (counts.active, counts.compressed) == (5, 5)


@shows("C91")
def test_vectors_and_words_of_another_process_are_found(mine: Memory, other: Process):
    mine.episodes.record(draft(input_context="完全无关的一段话"))
    mine.episodes.query(Question(project_id="novel", query_text="苍鹭飞过湖面"))  # fills the cache
    id = other.ask(do="record", draft={"input_context": "苍鹭飞过湖面"})
    answer = mine.episodes.query(Question(project_id="novel", query_text="苍鹭飞过湖面"))
    assert answer.items[0].episode.id == id
    status = mine.status()
    assert status.coverage is not None
    assert status.coverage.vectors == 2
    model = inside(mine).episode_embedder.embedder()
    vector = model.embed(["苍鹭飞过湖面"])[0]
    found, _ = inside(mine).episode_index.nearest(Scope("novel"), model.name, vector, 1, also=())
    assert list(found) == [answer.items[0].episode.seq]


@shows("C91")
def test_settings_of_another_process_are_in_force_at_once(mine: Memory, other: Process):
    assert not mine.settings.get().privacy_mode_enabled
    other.ask(do="set", settings={"privacy_mode_enabled": True})
    assert mine.settings.get().privacy_mode_enabled
    assert mine.episodes.record(draft()).episode.private
