"""`mohen graph --html`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from cli.running import Run
from mohen.memory import open_memory
from shows import shows


@pytest.fixture
def known(home: Path) -> None:
    memory = open_memory(home)
    memory.knowledge.capture("用户住在北京", "claw", entities=["用户", "北京"])
    memory.knowledge.capture("用户搬到上海了", "claw", entities=["用户", "上海"])
    memory.knowledge.capture("别人有一只保险箱", "other", entities=["别人"])
    memory.close()


@shows("R229", "C92")
def test_all_that_a_project_knows_becomes_a_page(mohen: Run, known: None, tmp_path: Path) -> None:
    """Given an agent that knows where the user lives and lived. When the graph is asked for.
    Then one page holds both, each with when it held, and nothing of another project."""
    file = tmp_path / "memory.html"
    said = mohen("graph", "--html", str(file), "--project", "claw")
    assert said.exit_code == 0, said.output
    assert "3 entities, 2 memories" in said.stdout
    page = file.read_text("utf-8")
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    assert {each["name"] for each in data["knowledge"]["entities"]} == {"用户", "北京", "上海"}
    spans = {i["text"]["zh"]: "until" in i for i in data["knowledge"]["items"]}
    assert spans == {"用户住在北京": True, "用户搬到上海了": False}
    assert "保险箱" not in page
    assert "story" not in data
    if sys.platform != "win32":
        assert file.stat().st_mode & 0o077 == 0


def test_a_story_is_drawn_beside_it(mohen: Run, tmp_path: Path) -> None:
    folder = tmp_path / "novel"
    (folder / ".mohen" / "characters").mkdir(parents=True)
    (folder / ".mohen" / "characters" / "lin.md").write_text("# 林远\n- 父亲：林震\n", "utf-8")
    assert mohen("project", "bind", str(folder), "--project", "novel").exit_code == 0
    printed = mohen("graph", "--html", "-", "--project", "novel", "--lang", "zh").stdout
    assert '<html lang="zh">' in printed
    data = json.loads(printed.partition('id="data">')[2].partition("</script>")[0])
    assert data["story"]["axis"] == "chapter"
    assert "林远" in {each["name"] for each in data["story"]["entities"]}


def test_a_page_is_written_over_and_nothing_else_is(
    mohen: Run, known: None, tmp_path: Path
) -> None:
    page, mine = tmp_path / "memory.html", tmp_path / "mine.html"
    mine.write_text("<p>my own page</p>", "utf-8")
    assert mohen("graph", "--html", str(page)).exit_code == 0
    assert mohen("graph", "--html", str(page)).exit_code == 0
    refused = mohen("graph", "--html", str(mine), "--json")
    assert refused.exit_code == 2
    assert json.loads(refused.stdout)["error"]["details"]["field"] == "html"
    assert mine.read_text("utf-8") == "<p>my own page</p>"
    nowhere = mohen("graph", "--html", str(tmp_path / "no" / "such.html"), "--json")
    assert json.loads(nowhere.stdout)["error"]["code"] == "IO_ERROR"


def test_what_was_written_is_said_as_an_envelope(mohen: Run, known: None, tmp_path: Path) -> None:
    file = str(tmp_path / "memory.html")
    said = json.loads(mohen("graph", "--html", file, "--project", "claw", "--json").stdout)
    assert said["data"] == {"file": file, "entities": 3, "items": 2}


def test_it_does_not_go_with_another_command(mohen: Run, tmp_path: Path) -> None:
    assert mohen("graph", "--html", "x.html", "show", "林远").exit_code == 2
    assert mohen("graph").stdout == mohen("graph", "--help").stdout
