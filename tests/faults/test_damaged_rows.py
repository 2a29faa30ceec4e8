"""A row that cannot be read is a visible loss with a cure: the others are served, the doctor names
it, mending saves the rest, and it can be forgotten."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw
import pytest

from mohen.compaction.model import Turn
from mohen.story.model import EntityType
from shows import shows
from worlds import World, interaction

EPISODES, MIND = "MEMORY_DEGRADE_EPISODES_DAMAGED", "MEMORY_DEGRADE_MIND_DAMAGED"
SECRET = "苍鹭"
BAD = "CAST(x'e88b8dff' AS TEXT)"  # a letter, and a byte that is none


@dataclass(frozen=True)
class Case:
    """Damage to the first of two, and how the list that holds both is asked for."""

    file: str
    sql: str
    channel: str
    items: str
    keeps: bool = False  # only letters are lost: both are still there
    met: bool = True  # by whoever lists; the rest is found by the doctor alone
    everywhere: bool = False


def _case(table: str, change: str, channel: str, items: str, **more: Any) -> Case:
    file = "episodes.db" if table in ("episodes", "texts", "vectors") else "mind.db"
    key = {"texts": "seq", "episodes": "seq", "conversations": "id", "agents": "project_id"}
    first = key.get(table, "pk")
    sql = f"UPDATE {table} SET {change} WHERE {first} = (SELECT min({first}) FROM {table})"
    return Case(file, sql, channel, items, **more)


_LISTED = ("memory:episode:list", "items")
_RULES = ("memory:semantic:list", "items")
_KNOWN = ("knowledge:list", "items")
_TALKS = ("compaction:list", "items")
CASES = {
    "a text": _case("texts", f"input_context = {BAD}", *_LISTED, keeps=True),
    "candidates, letters": _case(
        "texts", "candidates = CAST(x'5b22ff225d' AS TEXT)", *_LISTED, keeps=True
    ),
    "candidates, broken": _case("texts", "candidates = '[\"'", *_LISTED, keeps=True),
    "a number of an episode": _case("episodes", "timestamp = 1 << 60", *_LISTED, met=False),
    "lengths": _case("episodes", "lengths = '{'", *_LISTED),
    "lengths without a key": _case("episodes", "lengths = '{}'", *_LISTED),
    "a band that is none": _case("episodes", "band = 'ACTIVF'", *_LISTED),
    "a rule": _case("rules", f"text = {BAD}", *_RULES, keeps=True),
    "a category that is none": _case("rules", "category = 'zzz'", *_RULES),
    "a predicate": _case("rules", "predicate = '[1'", *_RULES),
    "an item": _case("knowledge", f"content = {BAD}", *_KNOWN, keeps=True),
    "a state that is none": _case("knowledge", "state = 'activf'", *_KNOWN, met=False),
    "names": _case("knowledge", "entities = '[\"a'", *_KNOWN),
    "a fact of the story": _case("graph_facts", "body = '{}'", "graph:query", "entities"),
    "a conversation": _case("conversations", f"summary = {BAD}", *_TALKS, keeps=True),
    "its quality": _case("conversations", "quality = 'zzz'", *_TALKS),
    "an agent": _case("agents", "host = 'zzz'", "agent:list", "items", everywhere=True),
}


@pytest.fixture(scope="module")
def two_of_everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("two") / "home"
    world = World(home)
    for n in range(2):
        world.record(inputContext=f"{SECRET}飞过第{n}个湖。")
        world.memory.rules.add(f"第{n}章多用短句", scope="project", project_id="novel")
        world.memory.entries.create("note", f"{SECRET}{n}", scope="project", project_id="novel")
        world.memory.story.put_entity("novel", f"林远{n}", EntityType.CHARACTER)
        world.memory.compaction.save(f"talk{n}", [Turn("user", f"{SECRET}{n}")], "novel")
        world.memory.agents.init(agent_id=f"claw{n}")
    world.close()
    return home


@pytest.fixture
def home(two_of_everything: Path, home: Path) -> Iterator[Path]:
    shutil.copytree(two_of_everything, home)
    return home


def spoil(home: Path, case: Case) -> None:
    connection = apsw.Connection(str(home / case.file))
    connection.execute("PRAGMA ignore_check_constraints=ON")
    connection.execute(case.sql)
    assert connection.changes() == 1
    connection.close()


def listed(world: World, case: Case) -> tuple[int, list[str]]:
    """How many items are answered, and what is said to be degraded."""
    where = {} if case.everywhere else {"projectId": "novel"}
    envelope = world.door.call(case.channel, where)
    assert envelope["ok"], envelope
    return len(envelope["data"][case.items]), envelope["meta"].get("degraded", [])


@shows("R93", "R113")
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_row_that_cannot_be_read(home: Path, case: Case) -> None:
    # Given a home with two of everything, and one row of one of them damaged
    spoil(home, case)
    world = World(home)
    # When a list is asked for that holds it, then the rest is served, and that is said
    code = EPISODES if case.file == "episodes.db" else MIND
    left = 2 if case.keeps else 1
    if case.met:
        assert listed(world, case) == (left, [code])
    # And the doctor finds it and names it without a word of what it said
    found = next(each for each in world.ok("memory:doctor")["checks"] if each["name"] == case.file)
    assert found["finding"] == "fail"
    assert "mohen doctor --mend" in found["cure"]["en"]
    assert SECRET not in str(found)
    assert listed(world, case) == (left, [code])
    # And mending keeps the damaged file, saves the rest and names what is lost
    mended = world.ok("memory:doctor", mend=True)
    assert mended["healthy"] is True, mended
    assert SECRET not in str(mended)
    assert any("lost" in each["en"] for each in mended["mended"])
    assert list(home.glob(f"{case.file}.damaged-*"))
    world.reopen()
    assert listed(world, case) == (left, [])
    world.close()


FORGOTTEN = {
    "a text": ("memory:episode:list", "episodeId"),
    "an item": ("knowledge:list", "knowledgeId"),
    "a rule": ("memory:semantic:list", "ruleId"),
}


@shows("R110")
@pytest.mark.parametrize(("name", "how"), FORGOTTEN.items(), ids=FORGOTTEN)
def test_what_is_damaged_can_be_forgotten(home: Path, name: str, how: tuple[str, str]) -> None:
    """Before anything is mended, by its id; then there is nothing left to mend."""
    spoil(home, CASES[name])
    world = World(home)
    channel, field = how
    items = world.ok(channel, projectId="novel")["items"]
    damaged = next(each for each in items if "\ufffd" in str(each))
    id = damaged.get("episodeId") or damaged.get("id")
    assert world.ok("memory:forget", projectId="novel", **{field: id})["wiped"] is True
    assert world.ok("memory:doctor")["healthy"] is True
    assert len(world.ok(channel, projectId="novel")["items"]) == 1
    world.close()


def test_the_index_is_rebuilt_around_a_damaged_text(home: Path) -> None:
    spoil(home, CASES["a text"])
    world = World(home)
    assert world.ok("memory:index:rebuild")["words"] >= 2
    assert len(world.query(queryText="第1个湖")["items"]) >= 1
    world.close()


@pytest.mark.parametrize("change", [f"value = {BAD}", "value = 'tru'"])
def test_a_privacy_that_cannot_be_read_is_not_taken_for_none(home: Path, change: str) -> None:
    # Given an author who wants no text kept, and that setting damaged
    world = World(home)
    world.ok("memory:settings:update", privacyModeEnabled=True)
    world.close()
    key = "privacy_mode_enabled"
    spoil(home, Case("mind.db", f"UPDATE settings SET {change} WHERE key = '{key}'", "", ""))
    world = World(home)
    # Then nothing is recorded, the doctor names the setting, and mending says that it is lost
    world.fails("memory:episode:record", **interaction())
    found = next(each for each in world.ok("memory:doctor")["checks"] if each["name"] == "mind.db")
    assert key in found["message"]["en"]
    mended = world.ok("memory:doctor", mend=True)
    assert mended["healthy"] is True
    assert any(key in each["zh"] for each in mended["mended"])
    world.close()


@pytest.mark.parametrize("vector", ["zeroblob(12)", "zeroblob(length(vector) - 4) || x'0000c07f'"])
def test_a_vector_that_is_none_is_found(home: Path, vector: str) -> None:
    change = f"UPDATE vectors SET vector = CAST({vector} AS BLOB) WHERE id = 1"
    spoil(home, Case("episodes.db", change, "", ""))
    world = World(home)
    assert world.ok("memory:doctor")["healthy"] is False
    assert world.ok("memory:doctor", mend=True)["healthy"] is True
    world.close()


def test_a_page_that_is_gone_costs_what_stood_on_it_alone(home: Path) -> None:
    """Not the whole file, as it did."""
    # Given the page with the text of one episode overwritten
    path = home / "episodes.db"
    body = path.read_bytes()
    page = body.index(f"{SECRET}飞过第0个湖".encode()) // 4096 * 4096
    path.write_bytes(body[:page] + b"\xa5" * 4096 + body[page + 4096 :])
    world = World(home)
    rules = world.ok("memory:semantic:list", projectId="novel")["items"]
    # When it is mended
    mended = world.ok("memory:doctor", mend=True)
    # Then both episodes are there, without what stood on that page, and that is said
    assert mended["healthy"] is True
    assert [each for each in mended["mended"] if "lost: texts ep_" in each["en"]]
    assert len(world.ok("memory:episode:list", projectId="novel")["items"]) == 2
    assert world.ok("memory:semantic:list", projectId="novel")["items"] == rules
    world.close()


def test_what_a_killed_mending_left_is_swept_away(home: Path) -> None:
    """It is a copy of everything, which no forgetting would reach."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    ours, theirs = (home / f"mind.db.mending-{each}" for each in (os.getpid(), gone.pid))
    for each in (ours, theirs):
        each.write_text(SECRET)
    world = World(home)
    world.ok("memory:status")
    assert (ours.exists(), theirs.exists()) == (True, False)
    world.close()
