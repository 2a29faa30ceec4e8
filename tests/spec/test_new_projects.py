"""Beginning a project, and finding every project there is."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from inside import inside
from rulebooks import rule
from shows import shows
from worlds import World


def items(world: World) -> dict[str, dict[str, Any]]:
    found = world.ok("project:list", all=True)["items"]
    return {each["projectId"]: each for each in found}


def chapters(world: World, project: str) -> list[str]:
    return [each["ref"] for each in world.ok("project:chapters", projectId=project)["items"]]


@shows("C61")
def test_given_nothing_when_a_project_is_begun_then_there_is_a_chapter_to_write(
    world: World,
) -> None:
    made = world.ok("project:create", projectId="雾港来信")
    assert made["files"] == {"chapter": 1}
    assert Path(made["folder"]) == (world.home / "projects" / "雾港来信").resolve()
    (ref,) = chapters(world, "雾港来信")
    chapter = world.ok("chapter:read", projectId="雾港来信", ref=ref)
    assert (chapter["ref"], chapter["text"]) == ("chapters/第一章.md", "# 第一章\n\n")
    written = world.ok(
        "chapter:write", projectId="雾港来信", ref=ref, text="雾。", version=chapter["version"]
    )
    assert written["chars"] == 2


def test_its_first_chapter_is_called_as_its_author_says(world: World) -> None:
    world.ok("project:create", projectId="harbour", title="Prologue")
    world.ok("project:create", projectId="letters")
    assert chapters(world, "harbour") == ["chapters/01-Prologue.md"]
    assert chapters(world, "letters") == ["chapters/Chapter 1.md"]


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")
def test_a_project_in_the_home_is_its_owners_alone(world: World) -> None:
    folder = Path(world.ok("project:create", projectId="novel")["folder"])
    assert [stat.S_IMODE(each.stat().st_mode) for each in (folder, folder.parent)] == [0o700] * 2
    assert world.ok("memory:doctor")["healthy"]


def test_a_folder_is_made_where_the_one_above_it_is(world: World, tmp_path: Path) -> None:
    made = world.ok("project:create", projectId="novel", folder=str(tmp_path / "books"))
    assert made["files"] == {"chapter": 1}
    assert (tmp_path / "books/chapters/Chapter 1.md").is_file()
    error = world.fails("project:create", projectId="b", folder=str(tmp_path / "no" / "where"))
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "folder")
    assert str(tmp_path) not in str(error)


def test_nothing_in_a_folder_that_is_there_is_touched(world: World, tmp_path: Path) -> None:
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "notes.md").write_text("mine", "utf-8")
    made = world.ok("project:create", projectId="novel", folder=str(folder))
    assert made["files"] == {}
    assert [(each.name, each.read_text("utf-8")) for each in folder.iterdir()] == [
        ("notes.md", "mine")
    ]


@shows("C92")
def test_a_project_is_begun_once_and_a_folder_is_one_projects(world: World, tmp_path: Path) -> None:
    made = world.ok("project:create", projectId="novel")
    for payload in ({}, {"folder": str(tmp_path / "other")}):
        error = world.fails("project:create", projectId="novel", **payload)
        assert (error["code"], error["details"]["field"]) == ("CONFLICT", "projectId")
    assert not (tmp_path / "other").exists()
    error = world.fails("project:create", projectId="other", folder=made["folder"])
    assert (error["code"], error["details"]["field"]) == ("CONFLICT", "folder")


def test_a_folder_that_another_project_had_and_lost_is_not_made_for_this_one(
    world: World, tmp_path: Path
) -> None:
    folder = tmp_path / "books"
    world.ok("project:create", projectId="novel", folder=str(folder))
    folder.rename(tmp_path / "away")
    error = world.fails("project:create", projectId="other", folder=str(folder))
    assert (error["code"], error["details"]["field"]) == ("CONFLICT", "folder")
    assert not folder.exists()


def test_what_was_begun_before_is_gone_on_with(world: World) -> None:
    """After it was let go of, or after a process ended in the middle of beginning it."""
    folder = Path(world.ok("project:create", projectId="novel")["folder"])
    (folder / "chapters/Chapter 1.md").write_text("# Rain\n\nIt rained.\n", "utf-8")
    world.ok("project:unbind", projectId="novel")
    assert world.ok("project:create", projectId="novel")["folder"] == str(folder)
    (chapter,) = world.ok("project:chapters", projectId="novel")["items"]
    assert chapter["title"] == "Rain"


@pytest.mark.parametrize("id", ["a/b", "../../escape", "con", ".", "a:b", "长" * 200])
def test_whatever_it_is_called_it_lies_in_the_home(world: World, id: str) -> None:
    folder = Path(world.ok("project:create", projectId=id)["folder"])
    assert folder.parent == (world.home / "projects").resolve()
    assert len(chapters(world, id)) == 1


@pytest.mark.parametrize("folder", ["", "novel", "~/novel", "/", "\0"])
def test_not_every_folder_may_be_a_projects(world: World, folder: str) -> None:
    error = world.fails("project:create", projectId="novel", folder=folder)
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "folder")
    for within in (world.home / "inside", world.home / "projects" / "a" / "b"):
        error = world.fails("project:create", projectId="novel", folder=str(within))
        assert error["details"]["field"] == "folder"
        assert not within.exists()


# -- all of them


def test_given_projects_known_by_memory_alone_when_all_are_listed_then_they_are_there(
    world: World, tmp_path: Path
) -> None:
    world.record(projectId="recorded")
    world.clock.advance(days=1)
    world.record(projectId="recorded")
    world.ok("memory:semantic:add", rule="多用短句", scope="project", projectId="ruled")
    world.ok("memory:semantic:add", rule="少用比喻", scope="global")
    world.ok("memory:create", type="note", scope="project", projectId="noted", content="雪")
    world.ok("project:create", projectId="written", folder=str(tmp_path / "books"))
    found = items(world)
    assert list(found) == ["noted", "recorded", "ruled", "written"]
    assert found["recorded"] == {
        "projectId": "recorded",
        "missing": False,
        "episodes": 2,
        "lastEpisodeAt": world.clock.now(),
        "rules": 0,
        "knowledge": 0,
    }
    assert (found["ruled"]["rules"], found["noted"]["knowledge"]) == (1, 1)
    assert found["written"]["folder"] == str((tmp_path / "books").resolve())
    assert found["written"]["episodes"] == 0
    # Without `all`, those with a folder
    bound = world.ok("project:list")["items"]
    assert [sorted(each) for each in bound] == [["boundAt", "folder", "missing", "projectId"]]


@shows("R149", "R96")
def test_projects_are_found_while_episodes_cannot_be_read(world: World) -> None:
    parts = inside(world.memory)
    parts.mind_db.write(lambda tx: parts.rule_store.insert(tx, rule()))
    world.record(projectId="recorded")
    world.memory.close()
    world.destroy("episodes.db")
    world.memory = world._open()
    assert [(id, each.get("episodes")) for id, each in items(world).items()] == [("novel", None)]
    envelope = world.door.call("project:list", {"all": True})
    assert envelope["meta"]["degraded"] == ["MEMORY_DEGRADE_EPISODES_UNREADABLE"]
