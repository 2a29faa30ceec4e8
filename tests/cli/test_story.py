"""`mohen graph` and `mohen check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import Run, kept
from shows import shows
from story.clean import CLEAN
from story.corpus import CHINESE


def lay(folder: Path, files: dict[str, str]) -> Path:
    for ref, text in files.items():
        path = folder / ref
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.strip() + "\n", "utf-8")
    return folder


@pytest.fixture
def novel(mohen: Run, tmp_path: Path) -> Path:
    folder = lay(tmp_path / "novel", CHINESE)
    bound = mohen("project", "bind", str(folder), "--project", "novel")
    assert bound.exit_code == 0, bound.output
    return folder


@shows("R171")
def test_a_check_shows_both_places_and_ends_like_a_linter(mohen: Run, novel: Path) -> None:
    assert novel
    said = mohen("check", "--project", "novel")
    assert said.exit_code == 1
    assert "周伯 dies in chapter 2, yet acts in chapter 4" in said.stdout
    assert "chapters/02.md:4  周伯死了。" in said.stdout
    assert "chapters/04.md:4  周伯推开门" in said.stdout
    chinese = mohen("check", "--project", "novel", "--lang", "zh").stdout
    assert "周伯在第2章已死，第4章却又出场行动" in chinese


def test_a_folder_of_its_own_is_checked_and_nothing_is_kept(
    mohen: Run, home: Path, tmp_path: Path
) -> None:
    sound = mohen("check", str(lay(tmp_path / "sound", CLEAN)))
    assert sound.exit_code == 0, sound.output
    assert sound.stdout.startswith("0 found, 0 meant")
    broken = mohen("check", str(lay(tmp_path / "broken", CHINESE)), "--json")
    assert broken.exit_code == 1
    assert json.loads(broken.stdout)["data"]["findings"]
    assert "我来喝喜酒了".encode() not in kept(home)
    missing = mohen("check", str(tmp_path / "nowhere"))
    assert missing.exit_code == 2


def test_what_is_meant_no_longer_counts(mohen: Run, novel: Path) -> None:
    assert novel
    findings = json.loads(mohen("check", "--project", "novel", "--json").stdout)["data"]["findings"]
    for each in findings:
        done = mohen("check", "--project", "novel", "--exempt", each["id"], "--reason", "伏笔")
        assert done.exit_code == 0, done.output
    said = mohen("check", "--project", "novel")
    assert said.exit_code == 0
    assert f"0 found, {len(findings)} meant" in said.stdout
    assert "meant: 伏笔" in said.stdout
    back = mohen("check", "--project", "novel", "--unexempt", findings[0]["id"])
    assert "reported again" in back.stdout
    assert mohen("check", "--project", "novel").exit_code == 1


def test_one_chapter_may_be_checked_alone(mohen: Run, novel: Path) -> None:
    assert novel
    assert mohen("check", "--project", "novel", "--chapter", "7").exit_code == 0
    assert mohen("check", "--project", "novel", "--chapter", "4").exit_code == 1
    assert mohen("check", "--project", "novel", "--chapter", "尾声").exit_code == 2


@shows("R170")
def test_the_graph_is_shown_as_of_a_chapter(mohen: Run, novel: Path) -> None:
    assert novel
    then = mohen("graph", "show", "周伯", "--project", "novel", "--at", "1").stdout
    now = mohen("graph", "show", "周伯", "--project", "novel", "--at", "3").stdout
    assert "life: dead" not in then
    assert "周伯 · life: dead (since chapter 2)  chapters/02.md:4" in now
    assert mohen("graph", "show", "没有这个人", "--project", "novel").exit_code == 3


def test_the_graph_is_drawn(mohen: Run, novel: Path) -> None:
    assert novel
    drawn = mohen("graph", "export", "--project", "novel", "--format", "mermaid").stdout
    assert drawn.startswith("graph LR\n")
    assert "林远" in drawn
    way = mohen("graph", "path", "林震", "沈青禾", "--project", "novel").stdout
    assert "林震 —father→ 林远" in way


def test_a_check_that_found_no_chapter_says_where_it_looked(mohen: Run, tmp_path: Path) -> None:
    said = mohen("check", str(tmp_path))
    assert said.exit_code == 0
    assert "chapters/" in said.stderr


@shows("R171")
def test_the_consistency_skill_prints_what_a_check_finds(mohen: Run, novel: Path) -> None:
    # Given a story that contradicts itself, and no model
    assert novel
    checked = mohen("check", "--project", "novel").stdout
    # When the skill is run, by its name, or by its title in Chinese, and without a text
    said = mohen("run", "consistency-check", "--project", "novel")
    assert said.exit_code == 0, said.output
    # Then it prints the same findings
    found = checked.rpartition("\n\n")[0]
    assert "周伯 dies in chapter 2, yet acts in chapter 4" in found
    assert found in said.stdout
    chinese = mohen("run", "一致性检查", "--project", "novel", "--lang", "zh").stdout
    assert "周伯在第2章已死，第4章却又出场行动" in chinese
    assert "chapters/04.md:4  周伯推开门" in chinese
