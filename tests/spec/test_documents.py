"""Documents: exact, of one project, for as long as they live, and gone when they are to be."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from documents.test_exact_json import JSON, same
from faults.processes import Process
from inside import inside
from mohen.core.erasure import Target
from mohen.errors import Conflict
from mohen.memory import open_memory
from mohen.server import wire
from mohen.testing import FrozenClock
from shows import shows
from spec.test_erasure import twice
from worlds import World, Worlds

MINE = {"projectId": "mo"}
CANARY = "zqdocumentvorn"


def put(world: World, key: str, value: Any, *, at: str = "a", **more: Any) -> dict[str, Any]:
    return world.ok("documents:put", **MINE, namespace=at.split("/"), key=key, value=value, **more)


def got(world: World, key: str, *, at: str = "a", **more: Any) -> Any:
    found = world.ok("documents:get", **MINE, namespace=at.split("/"), key=key, **more)
    return found.get("document")


def keys(world: World, **asked: Any) -> list[str]:
    return [each["key"] for each in world.ok("documents:search", **MINE, **asked)["items"]]


def swept(world: World) -> int:
    return world.memory.documents.sweep()


# -- exact


@given(JSON)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_json_comes_back_through_the_wire_as_it_is(world: World, value: Any) -> None:
    heard = wire.loads(wire.dumps({"value": value}))["value"]
    put(world, "k", heard)
    told = json.loads(wire.dumps(got(world, "k")))["value"]
    assert same(told, value)


def test_it_survives_a_restart_and_keeps_when_it_was_made(world: World) -> None:
    value = {"z": 1.0, "a": [None, -0.0, 10**30], "雪": "❄\u0000"}
    made = put(world, "k", {"old": True})
    world.clock.advance(hours=1)
    put(world, "k", value)
    world.reopen()
    found = got(world, "k")
    assert same(found["value"], value)
    assert found["createdAt"] == made["createdAt"] < found["updatedAt"]


def test_nothing_is_masked_and_nothing_is_learned_from_it(world: World) -> None:
    said = "My key is sk-ant-REDACTED and I live in Oslo."
    put(world, "k", {"said": said})
    assert got(world, "k")["value"] == {"said": said}
    assert world.ok("knowledge:list", **MINE)["items"] == []
    assert world.ok("memory:search", **MINE, query="where do I live?")["items"] == []


# -- found


def test_the_last_written_comes_first_whatever_the_clock_says(world: World) -> None:
    for key in "abc":
        put(world, key, {"n": key})
    put(world, "a", {"n": "again"})
    assert keys(world) == ["a", "c", "b"]
    assert keys(world, limit=1, offset=1) == ["c"]
    assert keys(world, offset=2**63) == []
    assert keys(world, filter={"n": {"$gte": "b"}}) == ["c", "b"]


def test_a_namespace_ends_where_its_labels_end(world: World) -> None:
    for at in ("a", "a/b", "ab", "A", 'a"'):
        put(world, "k", at, at=at)
    found = world.ok("documents:search", **MINE, namespace=["a"])["items"]
    assert sorted(each["value"] for each in found) == ["a", "a/b"]
    listed = world.ok("documents:namespaces", **MINE, maxDepth=1)["items"]
    assert sorted(listed) == [["A"], ["a"], ['a"'], ["ab"]]
    assert world.ok("documents:namespaces", **MINE, offset=2**64)["items"] == []


def test_it_is_found_by_the_nearest_of_its_vectors(world: World) -> None:
    put(world, "north", 1, vectors=[[0, 1], [0.1, 0.9]])
    put(world, "east", 2, vectors=[[1, 0]])
    put(world, "nowhere", 3)
    put(world, "elsewhere", 4, vectors=[[1, 0, 0]])
    found = world.ok("documents:search", **MINE, vector=[0, 2])["items"]
    assert [each["key"] for each in found] == ["north", "east", "elsewhere", "nowhere"]
    assert [each.get("score") for each in found] == [1.0, 0.0, None, None]
    put(world, "north", 1)  # without its vectors
    assert "score" not in world.ok("documents:search", **MINE, vector=[0, 2])["items"][1]


def test_a_batch_is_done_in_its_order_and_altogether_or_not_at_all(world: World) -> None:
    place = {"namespace": ["a"], "key": "k"}
    ops = [{"put": {**place, "value": 1}}, {"get": place}, {"delete": place}, {"get": place}]
    results = world.ok("documents:batch", **MINE, ops=ops)["results"]
    assert results[1]["document"]["value"] == 1
    assert results[2:] == [{"deleted": True}, {}]
    bad = {"put": {"namespace": ["a"], "key": "x" * 2_000, "value": 1}}
    error = world.fails("documents:batch", **MINE, ops=[{"put": {**place, "value": 2}}, bad])
    assert error["details"]["field"] == "ops.1.put.key"
    assert got(world, "k") is None


# -- for as long as it lives


def test_what_has_expired_is_read_by_nobody_and_swept(world: World) -> None:
    put(world, "short", CANARY, ttlMs=60_000)
    put(world, "long", 1)
    assert put(world, "short", CANARY, ttlMs=60_000)["expiresAt"] == world.clock.now() + 60_000
    world.clock.advance(seconds=59.999)
    assert got(world, "short", refresh=False)
    world.clock.advance(seconds=0.001)
    assert got(world, "short") is None
    assert keys(world) == ["long"]
    assert world.ok("documents:namespaces", **MINE)["items"] == [["a"]]
    assert swept(world) == 1
    assert swept(world) == 0


def test_a_read_prolongs_its_life_unless_it_says_no(world: World) -> None:
    for key in ("got", "found", "left"):
        put(world, key, 1, ttlMs=60_000)
    world.clock.advance(seconds=40)
    got(world, "got")
    keys(world, filter={}, limit=2, offset=0, namespace=["nowhere"])
    world.ok("documents:search", **MINE, limit=1, offset=1)  # `found`
    got(world, "left", refresh=False)
    world.clock.advance(seconds=40)
    assert sorted(keys(world, refresh=False)) == ["found", "got"]


def test_upkeep_sweeps_and_wipes(world: World) -> None:
    put(world, "k", CANARY, ttlMs=1_000)
    put(world, "n", CANARY)
    put(world, "n", "something else")
    world.clock.advance(hours=1)
    inside(world.memory).upkeep.tick()
    assert keys(world) == ["n"]
    assert CANARY.encode() not in world.bytes_everywhere()


# -- of one project


@shows("C92")
def test_no_key_reaches_into_another_project(world: World) -> None:
    place = {"namespace": ["a"], "key": "k"}
    put(world, "k", "mine")
    others = {"projectId": "other"}
    assert "document" not in world.ok("documents:get", **others, **place)
    assert world.ok("documents:search", **others)["items"] == []
    assert world.ok("documents:namespaces", **others)["items"] == []
    assert world.ok("documents:delete", **others, **place)["deleted"] == 0
    assert world.ok("documents:clear", **others)["deleted"] == 0
    world.ok("documents:put", **others, **place, value="theirs")
    assert got(world, "k")["value"] == "mine"
    twice(world, "memory:clear:project", **others)
    assert got(world, "k")["value"] == "mine"


# -- gone when it is to be


@shows("C74")
def test_a_forgotten_word_takes_the_documents_that_say_it(world: World) -> None:
    put(world, "value", {"deep": [f"says {CANARY}"]}, vectors=[[1.0]])
    put(world, f"key {CANARY}", 1)
    put(world, "label", 1, at=f"a/{CANARY}")
    put(world, "number", {"n": 1})
    told = world.ok("memory:forget", **MINE, queryText=CANARY, dryRun=True)
    assert told["documents"] == 3
    gone = twice(world, "memory:forget", **MINE, queryText=CANARY)
    assert (gone["documents"], gone["wiped"]) == (3, True)
    assert keys(world) == ["number"]
    assert CANARY.encode() not in world.bytes_everywhere()


@shows("C74")
@pytest.mark.parametrize("way", ["delete", "clear", "memory:clear:project", "memory:clear:all"])
def test_no_byte_is_left_of_what_is_deleted(world: World, way: str) -> None:
    put(world, "k", CANARY * 900)
    put(world, "k", CANARY)  # over something longer
    if way == "delete":
        place = {"namespace": ["a"], "key": "k", "wipe": True}
        assert world.ok("documents:delete", **MINE, **place, dryRun=True)["deleted"] == 1
        gone = world.ok("documents:delete", **MINE, **place)
    elif way == "clear":
        assert world.ok("documents:clear", **MINE, dryRun=True)["deleted"] == 1
        gone = world.ok("documents:clear", **MINE, wipe=True)
    else:
        gone = twice(world, way, **(MINE if way.endswith("project") else {}))
        assert gone["documents"] == 1
    assert gone["wiped"]
    assert CANARY.encode() not in world.bytes_everywhere()


@shows("C95")
def test_in_privacy_mode_no_word_is_kept(world: World) -> None:
    put(world, "before", 1)
    world.ok("memory:settings:update", privacyModeEnabled=True)
    error = world.fails("documents:put", **MINE, namespace=["a"], key="k", value=CANARY)
    assert error["code"] == Conflict.code
    assert got(world, "before")["value"] == 1
    assert CANARY.encode() not in world.bytes_everywhere()


# -- carried to another home


@shows("R228")
def test_an_export_brings_them_along_to_the_byte(worlds: Worlds, tmp_path: Path) -> None:
    here, there = worlds(), worlds()
    value = {"z": 1.0, "a": [10**30, "雪"]}
    put(here, "k", value, at="a/b", ttlMs=10**9, vectors=[[3.0, 4.0], [1.0, 0.0]])
    put(here, "n", None)
    for _ in range(3):
        put(here, "short", 1, ttlMs=1)
    here.clock.advance(seconds=1)
    pieces, cursor = "", None
    while True:
        asked = {**MINE, "format": "jsonl", "includeDocuments": True}
        told = here.ok("memory:export", **asked, **({"cursor": cursor} if cursor else {}))
        pieces += "".join(each["text"] for each in told["files"])
        cursor = told.get("nextCursor")
        if cursor is None:
            break
    file = tmp_path / "export.jsonl"
    file.write_text(pieces, "utf-8")
    there.clock.advance(seconds=1)
    assert there.ok("memory:import", **MINE, path=str(file), dryRun=True)["documents"] == 2
    assert there.ok("memory:import", **MINE, path=str(file))["documents"] == 2
    assert "documents" not in there.ok("memory:import", **MINE, path=str(file))
    assert got(there, "k", at="a/b", refresh=False) == got(here, "k", at="a/b", refresh=False)
    assert same(got(there, "k", at="a/b")["value"], value)
    assert got(there, "n")["value"] is None
    nearest = {"vector": [3.0, 4.0], "limit": 1, "refresh": False}
    assert there.ok("documents:search", **MINE, **nearest)["items"][0]["score"] == pytest.approx(1)


def test_what_stands_here_and_is_newer_stays(worlds: Worlds, tmp_path: Path) -> None:
    world = worlds()
    put(world, "k", "old")
    asked = {**MINE, "format": "json", "includeDocuments": True}
    told = world.ok("memory:export", **asked)
    text = told["files"][0]["text"]
    while "nextCursor" in told:
        told = world.ok("memory:export", **asked, cursor=told["nextCursor"])
        text += told["files"][0]["text"]
    file = tmp_path / "export.json"
    file.write_text(text, "utf-8")
    world.clock.advance(seconds=1)
    put(world, "k", "new")
    assert "documents" not in world.ok("memory:import", **MINE, path=str(file))
    assert got(world, "k")["value"] == "new"
    file.write_text(text.replace('"key": "k"', '"key": 7'), "utf-8")
    taken = world.ok("memory:import", **MINE, path=str(file))
    assert ("documents" in taken, len(taken["troubles"])) == (False, 1)


# -- killed


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a POSIX notion")
@shows("C90")
@pytest.mark.parametrize("heard", [0, 1, 7, 20])
def test_acknowledged_is_kept_when_the_process_is_killed(tmp_path: Path, heard: int) -> None:
    home = tmp_path / "home"
    child = Process("ipc", home)
    try:
        for n in range(40):
            payload = {**MINE, "namespace": ["a"], "key": f"{n % 5}", "value": {"n": n, "雪": [n]}}
            child.tell(id=n, channel="documents:put", payload=payload)
        lines = [child.line() for _ in range(heard)] + child.kill()
    finally:
        child.kill()
    answers = [each for each in map(json.loads, lines) if each.get("ok")]
    kept = {each["data"]["key"]: each["data"]["value"]["n"] for each in answers}
    with open_memory(home) as memory:
        for key, n in kept.items():
            found = memory.documents.get("mo", ("a",), key)
            assert found is not None
            assert found.value["n"] >= n  # or what came after it, unanswered
            assert found.value == {"n": found.value["n"], "雪": [found.value["n"]]}
        assert memory.doctor() is not None


@shows("C74")
def test_python_forgets_as_the_wire_does(tmp_path: Path) -> None:
    with open_memory(tmp_path / "home", clock=FrozenClock(), immediate=True) as memory:
        memory.documents.put("mo", ("a",), "k", {"said": CANARY})
        target = Target(query_text=CANARY)
        assert memory.upkeep.forget("mo", target, dry_run=True).counts["documents"] == 1
