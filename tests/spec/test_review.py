"""The judge of a memory's quality (C99)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from planted import planted
from shows import shows
from worlds import World


def reviewed(world: World, **asked: Any) -> dict[str, Any]:
    return world.ok("knowledge:review", limit=5000, **asked)


def kinds(found: dict[str, Any]) -> dict[str, set[str]]:
    by: dict[str, set[str]] = {}
    for each in found["findings"]:
        by.setdefault(each["kind"], set()).update(each["refs"])
    return by


@shows("C99")
@pytest.mark.parametrize("language", ["zh", "en"])
def test_planted_faults_are_found_and_sound_memories_left_alone(
    world: World, tmp_path: Path, language: str
) -> None:
    # Given the export of another memory, half of it at fault
    records, faults, sound = planted(world.clock.now(), language)
    assert sum(map(len, faults.values())) >= 60
    assert len(sound) >= 60
    path = tmp_path / "mem0.json"
    path.write_text(json.dumps({"results": records}), "utf-8")
    # When it is judged
    found = reviewed(world, path=str(path))
    by = kinds(found)
    # Then of each kind nearly all are found, and nearly nothing else
    for kind, at_fault in faults.items():
        told = by.get(kind, set())
        assert len(told & at_fault) >= 0.9 * len(at_fault), kind
        assert len(told & at_fault) >= 0.9 * len(told), kind
    wrong = set().union(*by.values()) & sound
    assert len(wrong) <= 0.05 * len(sound), wrong
    assert found["format"] == "mem0"
    assert found["score"] < 75


@shows("C99")
def test_a_secret_is_told_without_its_words(world: World, tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text("User's password is hunter2!\n用户的银行卡号 6222021234567890128\n", "utf-8")
    found = reviewed(world, path=str(path))
    assert found["counts"]["secret"] == 2
    assert {each["cure"] for each in found["findings"]} == {"forget"}
    assert "hunter2" not in json.dumps(found)
    assert "6222021234567890128" not in json.dumps(found)


@shows("C99", "C75")
def test_fixing_archives_and_merges_and_deletes_nothing(world: World) -> None:
    # Given a memory of ours with a greeting, two that say the same, and an old errand
    say = [
        ("用户打了个招呼", {}),
        ("用户收藏钢笔", {"source": "a:1"}),
        ("用户收藏着钢笔", {"source": "b:2"}),
        ("用户今天很累", {"category": "temporary", "importance": 0.5}),
        ("用户对花生过敏", {}),
    ]
    ids = {}
    for content, more in say:
        made = world.ok("knowledge:capture", projectId="claw", content=content, **more)
        ids[content] = made["item"]["id"]
    world.clock.advance(days=30)
    before = reviewed(world, projectId="claw")
    assert before["changes"] == []
    assert {kind: len(refs) for kind, refs in kinds(before).items()} == {
        "junk": 1,
        "duplicate": 1,
        "stale": 1,
    }
    # When it is put right
    reviewed(world, projectId="claw", fix=True)

    def item(content: str) -> dict[str, Any]:
        return world.ok("knowledge:get", id=ids[content], projectId="claw")["item"]

    # Then what is no memory is in the archive, and of the two one stands for both
    assert item("用户打了个招呼")["state"] == "archived"
    assert item("用户今天很累")["state"] == "archived"
    two = [item("用户收藏钢笔"), item("用户收藏着钢笔")]
    assert {each["state"] for each in two} == {"active", "superseded"}
    kept = next(each for each in two if each["state"] == "active")
    assert sorted(kept["sources"]) == ["a:1", "b:2"]
    assert item("用户对花生过敏")["state"] == "active"
    # And a second look finds nothing to do
    assert reviewed(world, projectId="claw", fix=True)["changes"] == []


def test_an_order_that_lasts_is_not_stale_for_speaking_of_next_week(world: World) -> None:
    world.ok(
        "knowledge:capture",
        projectId="claw",
        content="用户要求助手以后周报都写本周完成和下周计划",
        category="constraint",
    )
    world.clock.advance(days=30)
    assert reviewed(world, projectId="claw")["findings"] == []


def test_an_export_is_not_put_right(world: World, tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("User likes tea\n", "utf-8")
    assert world.fails("knowledge:review", path=str(path), fix=True)["details"]["field"] == "fix"


def test_an_empty_memory_is_without_a_fault(world: World) -> None:
    assert reviewed(world, projectId="claw")["score"] == 100


@shows("C92")
def test_a_review_looks_at_one_project(world: World) -> None:
    world.ok("knowledge:capture", projectId="other", content="用户打了个招呼")
    assert reviewed(world, projectId="claw")["items"] == 0


# -- what must not be kept at all


def test_a_captured_secret_is_masked_and_said_so(world: World) -> None:
    note = "邮箱密码是 Qwer!2345，每个月都要换"
    made = world.ok("knowledge:capture", projectId="claw", content=note)
    assert made["item"]["content"] == "邮箱密码是 ⟨password⟩，每个月都要换"
    assert made["warnings"] == ["a password is not kept"]
    assert b"Qwer!2345" not in world.bytes_everywhere()


@pytest.mark.parametrize("said", ["我的密码是 hunter2secret", "My password is hunter2secret"])
def test_what_says_nothing_without_its_secret_is_refused(world: World, said: str) -> None:
    error = world.fails("knowledge:capture", projectId="claw", content=said)
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "content")
    assert "hunter2" not in json.dumps(error)
    assert world.ok("knowledge:list", projectId="claw")["items"] == []
    assert b"hunter2secret" not in world.bytes_everywhere()


def test_a_secret_in_a_conversation_is_never_stored(world: World, tmp_path: Path) -> None:
    path = tmp_path / "talk.md"
    path.write_text(
        "User: 我住在北京。我的密码是 Qwer!2345。\n\nAssistant: 好\n\nUser: ok\n", "utf-8"
    )
    world.ok("memory:import", projectId="claw", path=str(path), once=True)
    listed = world.ok("knowledge:list", projectId="claw")["items"]
    assert [each["content"] for each in listed] == ["用户住在北京"]
    assert b"Qwer!2345" not in world.bytes_everywhere()
