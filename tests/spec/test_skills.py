"""The skills there are: built-in ones and a project's own, and what is wrong with a file."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mohen.manuscript.model import FileKind, ProjectFile, Trouble
from mohen.manuscript.projects import Projects
from shows import shows
from worlds import World

BUILT_IN = [
    "condense",
    "consistency-check",
    "continue",
    "dialogue",
    "expand",
    "polish",
    "rewrite",
]
SECRET = "林远是凶手"
OWN = """---
name: tighten
title: Tighten
title_zh: 收紧
description: Say it in fewer words.
context_rules:
  surrounding: 500
---

删去多余的字。
"""


@pytest.fixture
def folder(world: World, tmp_path: Path) -> Path:
    """The folder of the project `novel`."""
    made = tmp_path / "my-novel"
    made.mkdir()
    world.ok("project:bind", projectId="novel", folder=str(made))
    return made


def put(folder: Path, name: str, text: str | bytes) -> Path:
    file = folder / ".mohen" / "skills" / name / "SKILL.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def listed(world: World, **asked: Any) -> dict[str, dict[str, Any]]:
    return {each["id"]: each for each in world.ok("ai:skill:list", **asked)["items"]}


# -- the list


@shows("R150")
def test_seven_skills_are_there_from_the_start(world: World) -> None:
    items = world.ok("ai:skill:list")["items"]
    assert [each["id"] for each in items] == BUILT_IN
    assert {each["status"] for each in items} == {"ok"}
    assert listed(world)["polish"]["title"] == {"en": "Polish", "zh": "润色"}
    # And a list holds no instruction: that is loaded when the skill is asked for.
    assert all("body" not in each for each in items)
    assert "润色选区" in world.ok("ai:skill:get", skillId="polish")["body"]


@shows("R150", "R151")
def test_a_projects_own_skill_asks_for_what_its_file_says(world: World, folder: Path) -> None:
    # Given a skill that declares its surroundings and no characters
    put(folder, "tighten", OWN)
    # Then that is what it asks for, and nothing else but the author's preferences
    mine = listed(world, projectId="novel")["tighten"]
    assert (mine["source"], mine["ref"]) == ("project", ".mohen/skills/tighten/SKILL.md")
    assert mine["contextRules"] == {
        "surrounding": 500,
        "user_preferences": True,
        "style_guide": False,
        "characters": False,
        "outline": False,
        "recent_summary": 0,
        "knowledge_graph": False,
    }
    assert (
        world.ok("ai:skill:get", projectId="novel", skillId="tighten")["body"] == "删去多余的字。"
    )


@shows("C32")
def test_preferences_are_left_out_only_by_a_plain_no(world: World, folder: Path) -> None:
    put(folder, "tighten", OWN.replace("surrounding: 500", "user_preferences: false"))
    skill = world.ok("ai:skill:get", projectId="novel", skillId="tighten")
    assert skill["contextRules"]["user_preferences"] is False


@shows("C31", "R168")
def test_files_written_for_other_tools_are_understood(world: World, folder: Path) -> None:
    head, block, rest = OWN.partition("context_rules:\n  surrounding: 500\n")
    assert block
    put(folder, "tighten", f"{head}context-requirements: [project-settings]\n{rest}")
    rules = world.ok("ai:skill:get", projectId="novel", skillId="tighten")["contextRules"]
    assert {key for key, value in rules.items() if value} == {
        "user_preferences",
        "style_guide",
        "characters",
    }


def test_a_projects_own_stands_before_the_built_in_one(world: World, folder: Path) -> None:
    put(folder, "polish", OWN.replace("name: tighten", "name: polish"))
    assert listed(world, projectId="novel")["polish"]["source"] == "project"
    assert len(listed(world, projectId="novel")) == len(BUILT_IN)
    assert world.ok("ai:skill:get", projectId="novel", skillId="polish")["source"] == "project"
    # And in no other project
    assert listed(world, projectId="other")["polish"]["source"] == "builtin"
    assert world.ok("ai:skill:get", skillId="polish")["source"] == "builtin"


def test_a_change_of_the_file_holds_at_once(world: World, folder: Path) -> None:
    file = put(folder, "tighten", OWN)
    assert "tighten" in listed(world, projectId="novel")
    put(folder, "tighten", OWN.replace("删去多余的字。", "只留动词和名词。"))
    said = world.ok("ai:skill:get", projectId="novel", skillId="tighten")
    assert said["body"] == "只留动词和名词。"
    file.unlink()
    assert "tighten" not in listed(world, projectId="novel")


@shows("C85", "R29")
def test_for_a_scene_the_most_used_skills_come_first(world: World) -> None:
    # Given an author who polishes dialogue, and now and then expands it
    for skill, times in (("polish", 3), ("expand", 1)):
        for _ in range(times):
            world.record(skillUsed=skill, sceneType="dialogue")
    world.record(skillUsed="continue", sceneType="action")
    # When the skills are listed for a dialogue, by any of its names
    for name in ("dialogue", "对白"):
        items = world.ok("ai:skill:list", projectId="novel", sceneType=name)["items"]
        # Then those come first, most used first, and the rest by name
        assert [(each["id"], each["uses"]) for each in items[:3]] == [
            ("polish", 3),
            ("expand", 1),
            ("condense", 0),
        ]
    # And another project's habits are its own
    there = world.ok("ai:skill:list", projectId="other", sceneType="dialogue")["items"]
    assert [each["id"] for each in there] == BUILT_IN
    assert {each["uses"] for each in there} == {0}


# -- what is wrong

BROKEN = [
    (OWN.replace("surrounding: 500", "surrounding: -1"), "context_rules.surrounding"),
    (OWN.replace("surrounding: 500", "surrounding: 500.5"), "context_rules.surrounding"),
    (OWN.replace("surrounding: 500", f"world: {SECRET}"), "context_rules.world"),
    (OWN.replace("surrounding: 500", "outline: 1"), "context_rules.outline"),
    (OWN.replace("name: tighten", "name: loosen"), "name"),
    (OWN.replace("description: Say", f"# {SECRET}"), "description"),
    (OWN.replace("title: Tighten", f"temperature: {SECRET}"), "temperature"),
    (OWN.replace("title: Tighten", f"title: [{SECRET}"), "frontmatter"),
    (OWN.replace("删去多余的字。", ""), "body"),
    (SECRET, "frontmatter"),
    ("", "frontmatter"),
    (OWN.encode()[:-5], "file"),
]


@shows("R152", "R154")
@pytest.mark.parametrize(("text", "field"), BROKEN, ids=[str(field) for _, field in BROKEN])
def test_a_malformed_file_is_refused_by_its_field_and_stops_no_other(
    world: World, folder: Path, text: str | bytes, field: str
) -> None:
    # Given a file that cannot be understood
    put(folder, "tighten", text)
    # When it is asked for, it is refused by the field, without a word of what it says
    error = world.fails("ai:skill:get", projectId="novel", skillId="tighten")
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", field)
    assert SECRET not in str(error)
    # Then the list says the same of it, and shows the others
    items = listed(world, projectId="novel")
    broken = items.pop("tighten")
    assert (broken["status"], broken["error"]["field"]) == ("invalid", field)
    assert SECRET not in str(broken)
    assert [each["status"] for each in items.values()] == ["ok"] * len(BUILT_IN)


@shows("R152")
def test_an_authors_tool_can_ask_before_it_saves(world: World) -> None:
    assert world.ok("ai:skill:check", text=OWN, folder="tighten")["id"] == "tighten"
    error = world.fails("ai:skill:check", text=OWN.replace("500", "50000"))
    assert error["details"]["field"] == error["details"]["fieldName"] == "context_rules.surrounding"


@pytest.mark.parametrize("link", ["tighten", "tighten/SKILL.md"])
def test_a_link_is_not_followed(world: World, folder: Path, tmp_path: Path, link: str) -> None:
    # Given a skill outside of the folder, and a link to it inside
    outside = put(tmp_path, "tighten", OWN)
    place = folder / ".mohen" / "skills" / link
    place.parent.mkdir(parents=True)
    place.symlink_to(outside if link.endswith(".md") else outside.parent)
    # Then it is listed as what it is, and not read
    assert listed(world, projectId="novel")["tighten"]["error"]["field"] == "file"
    error = world.fails("ai:skill:get", projectId="novel", skillId="tighten")
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "file")


@pytest.mark.parametrize(
    ("trouble", "code", "field"),
    [
        (Trouble.IO_ERROR, "IO_ERROR", None),
        (Trouble.TOO_LARGE, "INVALID_ARGUMENT", "file"),
        (Trouble.INVALID_FORMAT, "INVALID_ARGUMENT", "file"),
        (Trouble.OUTSIDE, "INVALID_ARGUMENT", "file"),
    ],
)
def test_a_file_that_cannot_be_read_is_said_to_be_so(
    world: World, monkeypatch: pytest.MonkeyPatch, trouble: Trouble, code: str, field: str | None
) -> None:
    # Given a disk that does not give the author's own version of a built-in skill
    file = ProjectFile(".mohen/skills/polish/SKILL.md", FileKind.SKILL, trouble=trouble)
    shelf = SimpleNamespace(read=lambda _ref: file, files=lambda _kind: (file,))
    monkeypatch.setattr(Projects, "shelf", lambda *_: shelf)
    # Then it is not quietly replaced by the built-in one
    error = world.fails("ai:skill:get", projectId="novel", skillId="polish")
    assert (error["code"], error["details"].get("field")) == (code, field)
    assert listed(world, projectId="novel")["polish"]["error"]["code"] == code


def test_an_unknown_skill_is_answered_with_the_known_ones(world: World, folder: Path) -> None:
    put(folder, "tighten", OWN)
    error = world.fails("ai:skill:get", projectId="novel", skillId="loosen")
    assert error["code"] == "NOT_FOUND"
    assert error["details"]["known"] == sorted([*BUILT_IN, "tighten"])
    for name in ("../continue", "con", "Continue", "", "续写", "a" * 65):
        error = world.fails("ai:skill:get", skillId=name)
        assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "skillId")


# -- beginning one's own


def test_a_skill_is_begun_from_a_sound_template_and_never_overwritten(
    world: World, folder: Path
) -> None:
    # When a skill is begun
    made = world.ok("ai:skill:create", projectId="novel", skillId="tighten")
    # Then it is there and sound
    file = folder / made["ref"]
    assert listed(world, projectId="novel")["tighten"]["status"] == "ok"
    # And what the author writes into it stays
    file.write_text(SECRET, encoding="utf-8")
    assert (
        world.fails("ai:skill:create", projectId="novel", skillId="tighten")["code"] == "CONFLICT"
    )
    assert file.read_text("utf-8") == SECRET


def test_a_built_in_skill_can_be_taken_over(world: World, folder: Path) -> None:
    before = world.ok("ai:skill:get", skillId="polish")
    world.ok("ai:skill:create", projectId="novel", skillId="polish")
    mine = world.ok("ai:skill:get", projectId="novel", skillId="polish")
    assert (mine["source"], mine["body"]) == ("project", before["body"])


def test_without_a_folder_no_skill_can_be_begun(world: World) -> None:
    error = world.fails("ai:skill:create", projectId="novel", skillId="tighten")
    assert (error["code"], error["details"]["field"]) == ("NOT_FOUND", "projectId")


# -- when a database is broken


def broken(world: World, name: str) -> None:
    world.close()
    world.destroy(name)
    world.memory = world._open()


@shows("R93", "R149")
def test_without_the_folders_the_built_in_skills_are_there_and_it_is_said(
    world: World, folder: Path
) -> None:
    put(folder, "tighten", OWN)
    broken(world, "mind.db")
    envelope = world.door.call("ai:skill:list", {"projectId": "novel"})
    assert [each["id"] for each in envelope["data"]["items"]] == BUILT_IN
    assert "MEMORY_DEGRADE_MIND_UNREADABLE" in envelope["meta"]["degraded"]
    assert world.ok("ai:skill:get", projectId="novel", skillId="polish")["source"] == "builtin"
    # And who asks for no project has not seen it mended
    assert world.ok("ai:skill:get", skillId="polish")["source"] == "builtin"
    assert "MEMORY_DEGRADE_MIND_UNREADABLE" in world.memory.degraded()
    # Whether there is a skill of one's own nobody can tell
    assert world.fails("ai:skill:get", projectId="novel", skillId="tighten")["code"] == "DB_ERROR"


@shows("R93", "R149")
def test_without_the_episodes_the_order_is_by_name_and_it_is_said(world: World) -> None:
    world.record(skillUsed="polish", sceneType="dialogue")
    broken(world, "episodes.db")
    asked = {"projectId": "novel", "sceneType": "dialogue"}
    envelope = world.door.call("ai:skill:list", asked)
    assert [each["id"] for each in envelope["data"]["items"]] == BUILT_IN
    assert "MEMORY_DEGRADE_EPISODES_UNREADABLE" in envelope["meta"]["degraded"]


@shows("C68")
def test_a_skill_instructs_in_the_language_of_the_text(world: World) -> None:
    # When the same skill is asked for a Chinese and for an English text
    asked = {"skillId": "continue", "projectId": "novel"}
    chinese = world.ok("context:assemble", text="雨下了三天。", **asked)
    english = world.ok("context:assemble", text="It had rained for three days.", **asked)
    # Then each is told how in its own language
    assert "从光标处接着写" in chinese["user"]
    assert "Write on from the cursor" not in chinese["user"]
    assert "Write on from the cursor" in english["user"]
    assert "从光标处接着写" not in english["user"]
    # And both prompts begin with the same bytes
    assert chinese["stablePrefixHash"] == english["stablePrefixHash"]
