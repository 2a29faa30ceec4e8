"""A project's files: where they are, what of them can be read, and that a change is noticed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from factories import eventually, policy
from inside import inside
from shows import shows
from worlds import World, Worlds


def put(folder: Path, ref: str, text: str = "x") -> Path:
    path = folder / ref
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def novel(tmp_path: Path) -> Path:
    folder = tmp_path / "novel"
    put(folder, "AGENTS.md", "说人话。")
    put(folder, ".mohen/characters/林远.md", "左手有疤。")
    put(folder, ".mohen/characters/ann.md", "A doctor.")
    put(folder, ".mohen/outline.md", "雨夜重逢。")
    put(folder, "chapters/1.md", "雨下了一夜。")
    return folder


def changes(world: World) -> list[dict[str, Any]]:
    """What was pushed since the last time, after one more look at the folders."""
    world.pushes.clear()
    inside(world.memory).projects.look()
    return [data for push, data in world.pushes if push == "context:files:changed"]


@shows("R167", "R174", "C61")
def test_given_a_folder_when_it_is_bound_then_its_files_are_counted(
    world: World, novel: Path
) -> None:
    bound = world.ok("project:bind", projectId="novel", folder=str(novel))
    assert bound["boundAt"] == world.clock.now()
    assert bound["files"] == {"agents": 1, "character": 2, "outline": 1, "chapter": 1}
    assert bound["troubles"] == []
    listed = world.ok("project:list")["items"]
    assert [(each["projectId"], each["missing"]) for each in listed] == [("novel", False)]


@shows("R169")
def test_files_are_named_by_relative_references_and_never_by_their_path(
    world: World, novel: Path
) -> None:
    world.ok("project:bind", projectId="novel", folder=str(novel))
    said = world.ok("project:files", projectId="novel")
    assert {each["ref"]: each["chars"] for each in said["files"]} == {
        "AGENTS.md": 4,
        ".mohen/characters/ann.md": 9,
        ".mohen/characters/林远.md": 5,
        ".mohen/outline.md": 5,
        "chapters/1.md": 6,
    }
    assert str(novel) not in json.dumps(said, ensure_ascii=False)


@shows("R149")
def test_what_cannot_be_read_is_said_with_its_code(world: World, novel: Path) -> None:
    (novel / ".mohen/world.md").write_bytes("雨".encode("utf-16"))
    (novel / ".mohen/style-guide.md").mkdir()
    bound = world.ok("project:bind", projectId="novel", folder=str(novel))
    assert bound["troubles"] == [
        {"ref": ".mohen/style-guide.md", "code": "OUTSIDE"},
        {"ref": ".mohen/world.md", "code": "INVALID_FORMAT"},
    ]
    files = world.ok("project:files", projectId="novel")["files"]
    assert {each["ref"]: each.get("trouble") for each in files}[".mohen/world.md"] == (
        "INVALID_FORMAT"
    )
    assert bound["files"]["character"] == 2  # the rest is there all the same


def test_only_a_folder_of_the_project_itself_can_be_bound(
    world: World, novel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "author"))
    (tmp_path / "author").mkdir()
    (world.home / "inside").mkdir()
    (tmp_path / "way").symlink_to(world.home)
    wrong = [
        "",
        "novel",
        "~/novel",
        "\0",
        str(tmp_path / "gone"),
        str(novel / "AGENTS.md"),
        Path(tmp_path.anchor),
        tmp_path / "author",
        tmp_path,  # the home of the author lies in it
        world.home,
        world.home / "inside",
        tmp_path / "way" / "inside",
    ]
    for folder in wrong:
        error = world.fails("project:bind", projectId="novel", folder=str(folder))
        assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "folder")
        assert str(tmp_path) not in str(error)
    assert world.ok("project:list")["items"] == []


def test_a_memory_kept_in_our_own_folder_of_a_project_is_not_read_as_that_project(
    novel: Path,
) -> None:
    world = World(novel / ".mohen" / "home")
    error = world.fails("project:bind", projectId="novel", folder=str(novel))
    assert error["details"]["field"] == "folder"
    world.close()


@shows("C92")
def test_a_folder_belongs_to_one_project(world: World, novel: Path, tmp_path: Path) -> None:
    world.ok("project:bind", projectId="novel", folder=str(novel))
    (tmp_path / "way").symlink_to(novel)
    for way in (novel, tmp_path / "way"):
        error = world.fails("project:bind", projectId="other", folder=str(way))
        assert error["code"] == "CONFLICT"
    assert world.fails("project:files", projectId="other")["code"] == "NOT_FOUND"
    world.ok("project:bind", projectId="novel", folder=str(novel))  # again is fine
    assert world.ok("project:unbind", projectId="novel")["unbound"]
    assert not world.ok("project:unbind", projectId="novel")["unbound"]
    assert world.ok("project:bind", projectId="other", folder=str(novel))["files"]["agents"] == 1
    assert (novel / "AGENTS.md").exists()


def test_a_project_can_move_to_another_folder_and_remembers_it(
    world: World, novel: Path, tmp_path: Path
) -> None:
    world.ok("project:bind", projectId="novel", folder=str(novel))
    put(tmp_path / "moved", "chapters/1.md")
    world.ok("project:bind", projectId="novel", folder=str(tmp_path / "moved"))
    world.reopen()
    files = world.ok("project:files", projectId="novel")["files"]
    assert [each["ref"] for each in files] == ["chapters/1.md"]


def test_the_shelf_of_a_project(world: World, novel: Path) -> None:
    parts = inside(world.memory)
    assert parts.projects.shelf(None) is None
    assert parts.projects.shelf("novel") is None
    world.ok("project:bind", projectId="novel", folder=str(novel))
    folder = parts.projects.shelf("novel")
    assert folder is not None
    assert folder.read(".mohen/outline.md").text == "雨夜重逢。"
    world.ok("project:unbind", projectId="novel")
    assert parts.projects.shelf("novel") is None


@shows("C91")
def test_the_shelf_notices_what_another_process_bound(worlds: Worlds, novel: Path) -> None:
    first = worlds()
    second = World(first.home)
    second.ok("project:bind", projectId="novel", folder=str(novel))
    assert inside(first.memory).projects.shelf("novel") is not None
    second.close()


# -- watching


@shows("R167")
def test_a_file_that_was_changed_added_or_taken_away_is_told(world: World, novel: Path) -> None:
    world.ok("project:bind", projectId="novel", folder=str(novel))
    assert changes(world) == []
    put(novel, ".mohen/outline.md", "雨停了，天亮了。")
    assert changes(world) == [
        {"projectId": "novel", "refs": [".mohen/outline.md"], "at": world.clock.now()}
    ]
    put(novel, ".mohen/characters/zoe.md")
    put(novel, "chapters/2.md")
    assert changes(world)[0]["refs"] == [".mohen/characters/zoe.md", "chapters/2.md"]
    (novel / ".mohen/characters/zoe.md").unlink()
    assert changes(world)[0]["refs"] == [".mohen/characters/zoe.md"]
    put(novel, "notes.txt")
    assert changes(world) == []


def test_a_folder_that_goes_away_and_comes_back_is_told(
    world: World, novel: Path, tmp_path: Path
) -> None:
    world.ok("project:bind", projectId="novel", folder=str(novel))
    novel.rename(tmp_path / "away")
    told = changes(world)
    assert "." in told[0]["refs"]
    assert "AGENTS.md" in told[0]["refs"]
    said = world.ok("project:files", projectId="novel")
    assert (said["files"], said["missing"]) == ([], True)
    assert world.ok("project:list")["items"][0]["missing"]
    (tmp_path / "away").rename(novel)
    assert "." in changes(world)[0]["refs"]
    assert changes(world) == []


def test_nothing_is_told_of_a_folder_that_was_let_go(world: World, novel: Path) -> None:
    assert not inside(world.memory).projects.look()  # nothing to watch
    world.ok("project:bind", projectId="novel", folder=str(novel))
    assert inside(world.memory).projects.look()
    world.ok("project:unbind", projectId="novel")
    put(novel, ".mohen/outline.md", "新的大纲。")
    assert changes(world) == []
    assert inside(world.memory).marks.folders == {}


def test_a_folder_in_use_is_watched_by_itself(worlds: Worlds, novel: Path) -> None:
    world = worlds(immediate=False, policy=policy(files={"watch_ms": 5}))
    world.ok("project:bind", projectId="novel", folder=str(novel))
    put(novel, ".mohen/outline.md", "雨停了，天亮了。")
    eventually(lambda: any(push == "context:files:changed" for push, _ in world.pushes))
    world.reopen()
    world.pushes.clear()
    eventually(lambda: "novel" in inside(world.memory).marks.folders)
    put(novel, ".mohen/outline.md", "又下雨了。")
    eventually(lambda: any(push == "context:files:changed" for push, _ in world.pushes))


def test_watching_outlives_a_database_that_cannot_be_read(worlds: Worlds, novel: Path) -> None:
    world = worlds()
    world.ok("project:bind", projectId="novel", folder=str(novel))
    parts = inside(world.memory)
    waiting: list[str] = []
    parts.jobs.when_idle = lambda name, work, *, after_ms: waiting.append(name)
    world.destroy("mind.db")
    parts.projects.watch()
    assert waiting == ["watch files"]
