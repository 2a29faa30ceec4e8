"""A project's folder from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import Run
from shows import shows


@pytest.fixture
def novel(tmp_path: Path) -> Path:
    folder = tmp_path / "novel"
    (folder / ".mohen/characters").mkdir(parents=True)
    (folder / ".mohen/characters/林远.md").write_text("左手有疤。", "utf-8")
    (folder / ".mohen/outline.md").write_bytes(b"\xff\xfe")
    return folder


@shows("R167", "R169")
def test_a_folder_is_bound_listed_and_let_go(mohen: Run, novel: Path) -> None:
    assert "No project has a folder yet." in mohen("project").stdout
    bound = mohen("project", "bind", str(novel), "--project", "小说")
    assert bound.exit_code == 0
    assert f"✓ 小说: {novel.resolve()}" in bound.stdout
    assert "characters" in bound.stdout
    assert ".mohen/outline.md: is not UTF-8" in bound.stderr
    assert str(novel.resolve()) in mohen("project", "list").stdout
    files = mohen("project", "files", "--project", "小说", "--lang", "zh").stdout
    assert ".mohen/characters/林远.md  5 字" in files
    assert "不是 UTF-8 文本" in files
    assert str(novel) not in files
    assert mohen("project", "unbind", "--project", "小说").stdout == "✓ 小说\n"
    assert "It had no folder." in mohen("project", "unbind", "--project", "小说").stdout
    assert (novel / ".mohen/characters/林远.md").exists()


def test_a_relative_folder_is_the_one_it_means_here(
    mohen: Run, novel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(novel)
    said = json.loads(mohen("project", "bind", "--json").stdout)["data"]
    assert (said["projectId"], said["folder"]) == ("default", str(novel.resolve()))
    monkeypatch.chdir(novel.parent)
    assert json.loads(mohen("project", "bind", "novel", "--json").stdout)["ok"]


def test_a_folder_that_is_gone_is_said_to_be(mohen: Run, novel: Path, tmp_path: Path) -> None:
    mohen("project", "bind", str(novel))
    novel.rename(tmp_path / "away")
    assert "not there now" in " ".join(mohen("project", "list").stdout.split())
    assert "目录现不存在" in mohen("project", "files", "--lang", "zh").stderr


def test_what_cannot_be_bound_is_refused_without_its_path(mohen: Run, home: Path) -> None:
    mohen("status")
    for folder in (str(home), str(home / "gone")):
        said = mohen("project", "bind", folder)
        assert said.exit_code != 0
        assert "INVALID_ARGUMENT" in said.stderr
        assert folder not in said.output
    assert "NOT_FOUND" in mohen("project", "files").stderr


@shows("C61")
def test_init_makes_the_places_and_nothing_that_a_prompt_is_made_of(
    mohen: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    said = mohen("project", "init", "--folder", str(folder), "--example", "--lang", "zh")
    assert said.exit_code == 0
    assert sorted(each.name for each in (folder / ".mohen").iterdir()) == [
        "characters",
        "examples",
        "skills",
        "world",
    ]
    assert "大纲" in (folder / ".mohen/examples/outline.md").read_text("utf-8")
    bound = json.loads(mohen("project", "bind", str(folder), "--json").stdout)["data"]
    assert (bound["files"], bound["troubles"]) == ({}, [])
    assert "Nothing to read there yet" in mohen("project", "bind", str(folder)).stderr


def test_init_leaves_what_is_there(mohen: Run, novel: Path) -> None:
    made = json.loads(mohen("project", "init", "--folder", str(novel), "--json").stdout)["data"]
    assert made["made"] == [".mohen/world", ".mohen/skills"]
    (novel / ".mohen/examples").mkdir()
    (novel / ".mohen/examples/outline.md").write_text("mine", "utf-8")
    mohen("project", "init", "--folder", str(novel), "--example")
    assert (novel / ".mohen/examples/outline.md").read_text("utf-8") == "mine"
    again = mohen("project", "init", "--folder", str(novel), "--example")
    assert "All of it is there already." in again.stdout
    assert (novel / ".mohen/characters/林远.md").read_text("utf-8") == "左手有疤。"


def test_init_does_not_go_through_a_link_or_to_nowhere(mohen: Run, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "a/.mohen").symlink_to(tmp_path / "b")
    assert "IO_ERROR" in mohen("project", "init", "--folder", str(tmp_path / "a")).stderr
    assert list((tmp_path / "b").iterdir()) == []
    assert "INVALID_ARGUMENT" in mohen("project", "init", "--folder", str(tmp_path / "c")).stderr
