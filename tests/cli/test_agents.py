"""Agents that share a home, and whose memory a command means."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.claw import Claw
from cli.habits import refused, told
from cli.running import Run
from shows import shows


@pytest.fixture
def claw(tmp_path: Path, mohen: Run) -> Claw:
    return Claw(tmp_path, mohen)


# -- init


@shows("R208", "R182")
@pytest.mark.parametrize(
    ("language", "ready", "next_"),
    [("en", "is ready", "2 messages wait. Next: `mohen consolidate`"), ("zh", "已就绪", "有 2 条")],
)
def test_init_makes_the_tree_and_says_what_it_found(
    claw: Claw, language: str, ready: str, next_: str
) -> None:
    claw.say("我对花生过敏", "I live in Berlin")
    said = claw.mohen("init", "--lang", language)
    assert said.exit_code == 0
    assert f"claw {ready}" in said.stdout
    assert "openclaw" in said.stdout
    assert next_ in said.stderr
    config = json.loads((claw.workspace / "memory" / "config.json").read_text("utf-8"))
    assert config["decay_rates"]["fact"] == 0.008
    assert (claw.workspace / "memory" / "layer2" / "active" / "facts.jsonl").is_file()


def test_init_without_conversations_says_how_to_name_them(claw: Claw) -> None:
    said = claw.mohen("init")
    assert said.exit_code == 0
    assert "mohen agents set claw --source" in said.stderr
    assert "mohen agents set claw --source" in claw.mohen("init", "--lang", "zh").stderr


@shows("R228")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_init_points_at_a_memory_that_was_kept_by_hand(claw: Claw, language: str) -> None:
    (claw.workspace / "MEMORY.md").write_text("- 用户对花生过敏\n", "utf-8")
    assert "`mohen import MEMORY.md --dry-run`" in claw.mohen("init", "--lang", language).stderr
    assert "mohen import" not in claw.mohen("init").stderr


def test_init_again_changes_nothing_and_says_so(claw: Claw) -> None:
    assert told(claw.mohen, "init")["created"]
    file = claw.workspace / "memory" / "config.json"
    file.write_text(file.read_text("utf-8").replace("0.008", "0.004"), "utf-8")
    assert not told(claw.mohen, "init")["created"]
    assert "was here already" in claw.mohen("init").stdout
    assert "0.004" in file.read_text("utf-8")


def test_a_workspace_that_was_moved_is_known_again(claw: Claw, tmp_path: Path) -> None:
    told(claw.mohen, "init")
    claw.workspace = claw.workspace.rename(tmp_path / "elsewhere")
    assert "is known again" in claw.mohen("init").stdout
    assert [each["projectId"] for each in told(claw.mohen, "agents")["items"]] == ["claw"]


# -- whose memory is meant


def test_the_agent_of_this_folder_or_of_one_above_is_meant(
    claw: Claw, mohen: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(claw.mohen, "init")
    inside = claw.workspace / "notes" / "deep"
    inside.mkdir(parents=True)
    monkeypatch.delenv("WORKSPACE", raising=False)
    monkeypatch.chdir(inside)
    assert told(mohen, "capture", "用户对花生过敏")["item"]["projectId"] == "claw"
    assert told(mohen, "stats")["total"] == 1
    # What is named holds before it
    assert told(mohen, "stats", "--project", "other")["total"] == 0
    assert told(mohen, "stats", MOHEN_PROJECT="other")["total"] == 0
    # Elsewhere it is nobody's
    monkeypatch.chdir(claw.workspace.parent)
    assert told(mohen, "capture", "天很蓝")["item"]["projectId"] == "default"


def test_workspace_stands_before_the_current_folder(
    claw: Claw, mohen: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(claw.mohen, "init")
    other = tmp_path / "other"
    other.mkdir()
    told(mohen, "init", WORKSPACE=str(other))
    monkeypatch.chdir(other)
    assert told(claw.mohen, "capture", "用户爱喝茶")["item"]["projectId"] == "claw"
    assert told(mohen, "stats", WORKSPACE="")["total"] == 0


def test_notes_and_memories_of_a_folder_are_of_the_same_project(claw: Claw) -> None:
    told(claw.mohen, "init")
    note = told(claw.mohen, "notes", "add", "用户对花生过敏", "--type", "fact")
    assert told(claw.mohen, "history", note["id"])["items"][0]["content"] == "用户对花生过敏"
    assert told(claw.mohen, "forget", note["id"], "--yes")["knowledge"] == 1


def test_a_folder_that_was_deleted_under_us_is_nobodys(
    mohen: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert mohen("stats", WORKSPACE="").exit_code == 0
    monkeypatch.chdir(tmp_path)


# -- agents


@shows("R229")
def test_agents_are_added_set_listed_and_removed(
    mohen: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "talk.md").write_text("User: 我叫张三\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert "No agents yet" in mohen("agents").stdout
    assert "还没有 agent" in mohen("agents", "--lang", "zh").stdout
    made = told(mohen, "agents", "add", "writer", "work", "--source", "text=talk.md")
    assert made["sources"] == [{"kind": "text", "path": str(tmp_path / "talk.md")}]
    told(mohen, "agents", "add", "coder")
    # A kind that is not named is found out, and whom it may read is a list
    args = ("agents", "set", "coder", "--source", "talk.md", "--sees", "writer")
    changed = told(mohen, *args)
    assert changed["sources"][0]["kind"] == "text"
    assert changed["sees"] == ["writer"]
    for language, reads in (("en", "may read"), ("zh", "可读取")):
        shown = mohen("agents", "list", "--lang", language).stdout
        assert str(tmp_path / "work") in shown
        assert any(reads in line and "writer" in line for line in shown.splitlines())
    # It hears of what the other knows, until that is taken back
    told(mohen, "capture", "用户对花生过敏", "--project", "writer")
    assert len(told(mohen, "search", "花生", "--project", "coder")["items"]) == 1
    told(mohen, "agents", "set", "coder", "--sees", "")
    assert told(mohen, "search", "花生", "--project", "coder")["items"] == []
    assert mohen("agents", "remove", "coder").stdout == "✓ coder\n"
    assert mohen("agents", "remove", "coder").stdout == "There was no such agent.\n"
    assert mohen("agents", "remove", "coder", "--lang", "zh").stdout == "没有这个 agent。\n"


def test_what_is_wrong_with_an_agent_is_said(mohen: Run, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere")
    assert refused(mohen, "agents", "add", "a", nowhere) == (2, "INVALID_ARGUMENT")
    assert refused(mohen, "agents", "set", "nobody", "--sees", "") == (3, "NOT_FOUND")
    told(mohen, "agents", "add", "a")
    assert refused(mohen, "agents", "set", "a", "--sees", "nobody") == (2, "INVALID_ARGUMENT")
    assert refused(mohen, "agents", "set", "a") == (2, "INVALID_ARGUMENT")


# -- status


@shows("R211")
def test_status_tells_how_it_stands_with_each_agent(claw: Claw, mohen: Run, tmp_path: Path) -> None:
    claw.say("我对花生过敏")
    told(claw.mohen, "init")
    told(mohen, "agents", "add", "other")
    said = claw.mohen("status").stdout
    assert "agent claw" in said
    assert "agent other" not in said
    assert "never" in said
    assert "1 messages and fragments" in said
    told(claw.mohen, "consolidate")
    chinese = claw.mohen("status", "--lang", "zh").stdout
    assert "0 条消息与片段" in chinese
    assert "词元，生成于" in chinese
    (agent,) = told(claw.mohen, "status")["agents"]
    assert agent["lastSuccess"] < agent["nextDue"]
    assert 0 < agent["snapshot"]["tokens"] <= 2_000
    # Elsewhere all of them are told of
    everywhere = told(mohen, "status", WORKSPACE=str(tmp_path))["agents"]
    assert [each["projectId"] for each in everywhere] == ["claw", "other"]


def test_status_of_a_home_without_agents_is_as_it_was(mohen: Run) -> None:
    assert "agent" not in mohen("status").stdout
    assert "agents" not in told(mohen, "status")
