"""Memories out, in, and judged, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import Run
from shows import shows
from story.formats.writers_files import VAULT, card, laid, png


@pytest.fixture
def memory_md(tmp_path: Path) -> Path:
    path = tmp_path / "MEMORY.md"
    path.write_text("## 健康\n- 我对花生过敏\n- 密码：hunter22\n- 好的\n", "utf-8")
    return path


@shows("R228")
def test_a_memory_md_is_looked_at_then_taken_in(mohen: Run, memory_md: Path) -> None:
    would = mohen("import", str(memory_md), "--dry-run")
    assert would.exit_code == 0
    assert "+ f_" in would.stdout
    assert "1 would be added, 0 known already, 2 refused [memory-md]" in would.stdout
    assert "MEMORY.md:3 holds a secret" in would.stdout
    assert "hunter22" not in would.stdout
    did = mohen("import", str(memory_md), "--lang", "zh")
    assert "新增 1 条，已知 0 条，拒绝 2 条 [memory-md]" in did.stdout
    again = json.loads(mohen("import", str(memory_md), "--json").stdout)["data"]
    assert (again["added"], again["repeated"]) == (0, 1)


def test_what_was_exported_comes_in_elsewhere(mohen: Run, memory_md: Path, tmp_path: Path) -> None:
    mohen("import", str(memory_md))
    out = tmp_path / "backup.json"
    assert mohen("export", "--out", str(out)).stdout == f"✓ {out}\n"
    assert json.loads(out.read_text("utf-8"))["format"] == "mohen-export"
    assert mohen("export").stdout == out.read_text("utf-8")
    assert not list(tmp_path.glob("*.part"))
    other = ("--home", str(tmp_path / "other"))
    assert "1 added" in mohen("import", str(out), *other).stdout
    assert mohen("export", *other).stdout == out.read_text("utf-8")
    told = json.loads(mohen("export", "--json").stdout)["data"]["files"]
    assert [each["text"] for each in told] == [out.read_text("utf-8")]


@shows("C102")
def test_what_was_said_goes_along_on_request(mohen: Run, tmp_path: Path) -> None:
    line = json.dumps({"role": "user", "text": "I live in Oslo.", "id": "1"})
    mohen("hear", "--session", "monday", input=f"{line}\n")
    out = str(tmp_path / "backup.jsonl")
    mohen("export", "--format", "jsonl", "--out", out)
    assert "I live in Oslo" not in Path(out).read_text("utf-8")
    mohen("export", "--conversations", "--format", "jsonl", "--out", out)
    other = ("--home", str(tmp_path / "other"))
    assert "1 added, 0 known already, 0 refused, 1 messages" in mohen("import", out, *other).stdout
    assert "I live in Oslo." in mohen("search", "--said", "Oslo", *other).stdout


@shows("C59")
def test_markdown_goes_into_a_folder_and_leaves_other_files_alone(
    mohen: Run, memory_md: Path, tmp_path: Path
) -> None:
    mohen("import", str(memory_md))
    folder = tmp_path / "memory"
    folder.mkdir()
    (folder / "MEMORY.md").write_text("mine", "utf-8")
    (folder / "mohen-status.md").write_text("<!-- mohen:export -->\nold", "utf-8")
    done = mohen("export", "--format", "markdown", "--out", str(folder))
    assert done.exit_code == 0
    assert sorted(each.name for each in folder.iterdir()) == ["MEMORY.md", "mohen-health.md"]
    assert "- 我对花生过敏 (" in (folder / "mohen-health.md").read_text("utf-8")
    assert (folder / "MEMORY.md").read_text("utf-8") == "mine"
    # A file of that name which somebody else wrote is theirs.
    (folder / "mohen-health.md").write_text("mine", "utf-8")
    refused = mohen("export", "--format", "markdown", "--out", str(folder))
    assert refused.exit_code != 0
    assert (folder / "mohen-health.md").read_text("utf-8") == "mine"


@shows("C99", "C75")
def test_a_review_tells_first_and_puts_right_when_told_to(mohen: Run) -> None:
    mohen("capture", "用户打了个招呼")
    mohen("capture", "用户对花生过敏")
    looked = mohen("review")
    assert looked.exit_code == 0
    assert "junk: " in looked.stdout
    assert "/100: 2 memories, 0 secrets, 1 junk" in looked.stdout
    asked = mohen("review", "--fix")
    assert asked.exit_code == 2
    assert "Add --yes" in asked.stderr
    done = mohen("review", "--fix", "--yes", "--lang", "zh")
    assert done.exit_code == 0
    assert "用户打了个招呼" in done.stdout
    data = json.loads(mohen("search", "--archived", "--json").stdout)["data"]
    assert {each["state"] for each in data["items"]} == {"active", "archived"}


@shows("C99")
def test_the_export_of_another_memory_is_judged(mohen: Run, tmp_path: Path) -> None:
    path = tmp_path / "mem0.json"
    told = [{"id": "a", "memory": "User said hi"}, {"id": "b", "memory": "User likes tea"}]
    path.write_text(json.dumps({"results": told}), "utf-8")
    seen = json.loads(mohen("review", "--file", str(path), "--json").stdout)["data"]
    assert (seen["format"], seen["counts"]["junk"], seen["items"]) == ("mem0", 1, 2)
    assert mohen("review", "--file", str(path), "--fix", "--yes").exit_code != 0


def test_a_file_that_is_not_there_is_said_to_be_so(mohen: Run, tmp_path: Path) -> None:
    gone = mohen("import", str(tmp_path / "gone.json"))
    assert gone.exit_code != 0
    assert "no such file" in gone.stderr


def test_a_card_is_looked_at_taken_in_and_written_for_another_tool(
    mohen: Run, tmp_path: Path
) -> None:
    path = tmp_path / "whoever.png"
    path.write_bytes(png(ccv3=card()))
    would = mohen("import", str(path), "--dry-run")
    assert "3 would be added" in would.stdout
    assert "2 of the story [sillytavern-v3]" in would.stdout
    did = mohen("import", str(path), "--lang", "zh")
    assert "新增 3 条" in did.stdout
    assert "2 个故事人物与事物 [sillytavern-v3]" in did.stdout
    # Pictures go into files, one for each person
    assert mohen("export", "--as", "sillytavern-v3").exit_code == 2
    out = tmp_path / "cards"
    assert mohen("export", "--as", "sillytavern-v3", "--out", str(out)).exit_code == 0
    assert [each.name for each in out.iterdir()] == ["Mira Vale.png"]
    again = mohen("import", str(out / "Mira Vale.png"))
    assert "0 added" in again.stdout
    # A book of all that is known, on the terminal or in a file of one's own name
    book = json.loads(mohen("export", "--as", "lorebook").stdout)
    assert {each["comment"] for each in book["entries"].values()} == {"Mira Vale", "Saltmere"}
    one = tmp_path / "book.json"
    asked = ("export", "--as", "novelai", "--of", "Saltmere", "--out", str(one))
    assert mohen(*asked).exit_code == 0
    assert json.loads(one.read_text("utf-8"))["entries"][0]["displayName"] == "Saltmere"
    # What says something else is not written over
    one.write_text("mine", "utf-8")
    refused = mohen(*asked)
    assert refused.exit_code != 0
    assert one.read_text("utf-8") == "mine"
    assert mohen(*asked, "--force").exit_code == 0


def test_a_vault_is_written_as_folders(mohen: Run, tmp_path: Path) -> None:
    laid(tmp_path / "Coast", VAULT)
    assert "[obsidian]" in mohen("import", str(tmp_path / "Coast")).stdout
    out = tmp_path / "again"
    assert mohen("export", "--as", "obsidian", "--out", str(out)).exit_code == 0
    found = {
        each.relative_to(out).as_posix(): each.read_bytes().decode() for each in out.rglob("*.md")
    }
    assert found == VAULT
    assert mohen("export", "--as", "obsidian", "--of", "Nobody").exit_code != 0


def test_a_lesson_is_captured_by_its_kind(mohen: Run) -> None:
    done = mohen("capture", "--kind", "lesson", "migrations are append-only", "--source", "mon:3")
    assert done.stdout.startswith("✓ l_")
    assert "lesson" in done.stdout
    assert "经验" in mohen("--lang", "zh", "stats").stdout
