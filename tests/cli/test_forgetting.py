"""What the author takes away on the command line: nothing without --yes, all of it with (C75)."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import factories
from cli.habits import act, refused, rules, told
from cli.running import GONE, Run, destroy, kept
from inside import inside
from mohen.memory import open_memory
from shows import shows

SECRET = "林墨的秘密"


def left(mohen: Run, *args: str) -> int:
    return len(told(mohen, "list", *args)["items"])


# -- forget


@shows("C74", "C75")
def test_an_episode_goes_only_with_yes(
    mohen: Run, home: Path, recorded: Callable[..., Any]
) -> None:
    episode = recorded("--final", SECRET)["episodeId"]
    # Without --yes, and with --dry-run, it is shown what would go
    for language, says in (("en", "Would go:"), ("zh", "将删除：")):
        said = mohen("forget", episode, "--lang", language)
        assert said.exit_code == 2
        assert says in said.stdout
        assert "--yes" in said.stderr
    dry = mohen("forget", episode, "--dry-run")
    assert (dry.exit_code, dry.stderr) == (0, "")
    assert refused(mohen, "forget", episode) == (2, "MEMORY_CLEAR_CONFIRM_REQUIRED")
    assert left(mohen) == 1
    # With it, no file holds it
    assert "✓ Gone:" in mohen("forget", episode, "--yes").stdout
    assert left(mohen) == 0
    assert SECRET.encode() not in kept(home)
    # And once more is fine
    assert mohen("forget", episode, "--yes").stdout == "Nothing to delete.\n"


def test_a_rule_and_a_note_are_forgotten_by_their_ids(mohen: Run) -> None:
    rule = told(mohen, "rules", "add", "多写雨")["id"]
    note = told(mohen, "notes", "add", SECRET)["id"]
    assert told(mohen, "forget", rule, "--yes")["rules"] == 1
    assert told(mohen, "forget", note, "--yes")["knowledge"] == 1
    assert told(mohen, "notes")["items"] == rules(mohen) == []


@shows("C75")
def test_before_it_goes_it_is_shown_what_it_is(mohen: Run) -> None:
    note = told(mohen, "notes", "add", SECRET)["id"]
    for language, why in (("en", "(named)"), ("zh", "(所指)")):
        for options in (["--dry-run"], []):
            said = mohen("forget", note, *options, "--lang", language).stdout
            assert f"{note}  {SECRET}  {why}" in said
    assert SECRET not in mohen("forget", note, "--yes").stdout


@shows("C75")
def test_everything_that_says_certain_words(
    mohen: Run, home: Path, recorded: Callable[..., Any]
) -> None:
    recorded("--final", SECRET)
    recorded("--final", "别的")
    theirs = recorded("--final", SECRET, "--project", "theirs")["episodeId"]
    told(mohen, "notes", "add", SECRET)
    would = told(mohen, "forget", "--query", SECRET, "--dry-run")
    assert (would["episodes"], would["knowledge"]) == (1, 1)
    assert mohen("forget", "--query", SECRET).exit_code == 2
    assert left(mohen) == 2
    gone = told(mohen, "forget", "--query", SECRET, "--yes")
    assert (gone["episodes"], gone["knowledge"]) == (1, 1)
    assert left(mohen) == 1
    # In this project only
    assert SECRET in mohen("show", theirs, "--project", "theirs").stdout
    told(mohen, "forget", "--query", SECRET, "--yes", "--project", "theirs")
    assert SECRET.encode() not in kept(home)


def test_what_to_forget_must_be_clear(mohen: Run, recorded: Callable[..., Any]) -> None:
    episode = recorded()["episodeId"]
    assert "name one id, or words" in mohen("forget", "--yes").stderr
    assert "请给出一个 id" in mohen("forget", "--yes", "--lang", "zh").stderr
    assert mohen("forget", episode, "--query", "雨", "--yes").exit_code == 2
    assert "there is no such id; `mohen list --ids`" in mohen("forget", "x1", "--yes").stderr
    assert mohen("forget", episode, "--line", "3", "--yes").exit_code == 2
    assert mohen("forget", episode, "--yes", "--project", "theirs").exit_code == 5
    assert left(mohen) == 1


def test_a_conversation_that_is_called_like_a_line_of_another_is_told_apart(mohen: Run) -> None:
    # Given a conversation `chat`, and one that is called `chat:2`
    def hear(session: str, *texts: str) -> None:
        lines = "".join(json.dumps({"role": "user", "text": each}) + "\n" for each in texts)
        assert mohen("hear", "--session", session, input=lines).exit_code == 0

    def said() -> dict[str, int]:
        listed = told(mohen, "search", "--said", "--limit", "50")["items"]
        sessions = [each["message"]["session"] for each in listed]
        return {each: sessions.count(each) for each in sessions}

    hear("chat", "I live in Oslo.", "I like rain.", "I have a cat.")
    hear("chat:2", "I drink tea.", "I read at night.")
    # When `chat:2` is to be forgotten, then it is asked which of the two
    asked = mohen("forget", "--source", "chat:2", "--yes")
    assert asked.exit_code == 2
    for way in ("--source chat:2 --line 0", "--source chat --line 2"):
        assert way in asked.stderr
        assert way in mohen("forget", "--source", "chat:2", "--yes", "--lang", "zh").stderr
    assert said() == {"chat": 3, "chat:2": 2}
    # And each way takes what it says
    assert mohen("forget", "--source", "chat", "--line", "2", "--yes").exit_code == 0
    assert said() == {"chat": 2, "chat:2": 2}
    assert mohen("forget", "--source", "chat:2:2", "--yes").exit_code == 0
    assert said() == {"chat": 2, "chat:2": 1}
    assert mohen("forget", "--source", "chat:2", "--line", "0", "--yes").exit_code == 0
    assert said() == {"chat": 2}
    # And where there is but one meaning, that is it
    assert mohen("forget", "--source", "chat:1", "--yes").exit_code == 0
    assert said() == {"chat": 1}
    hear("call:7", "I was in Rome.", "I flew home.")
    assert mohen("forget", "--source", "call:7", "--yes").exit_code == 0
    assert said() == {"chat": 1}


@pytest.mark.files("a file that is set aside; PostgreSQL's are its own")
@pytest.mark.parametrize(
    ("language", "says"), [("en", "1 files may still hold the text"), ("zh", "1 个文件可能仍含有")]
)
def test_a_damaged_file_that_was_set_aside_may_still_hold_it(
    mohen: Run, home: Path, recorded: Callable[..., Any], language: str, says: str
) -> None:
    recorded()
    destroy(home / "episodes.db")
    mohen("doctor", "--mend")
    said = mohen("forget", recorded()["episodeId"], "--yes", "--lang", language).stdout
    assert says in said
    assert "*.damaged-*" in said
    assert told(mohen, "clear", "--all", "--yes")["files"] == 1
    assert not list(home.glob("*.damaged-*"))


def test_while_somebody_reads_the_bytes_are_still_there_and_that_is_said(
    mohen: Run, home: Path, recorded: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    episode = recorded("--final", SECRET)["episodeId"]
    hasty = factories.policy(
        storage={"busy_timeout_ms": 1}, recording={"retries": 0, "backoff_ms": 1}
    )
    monkeypatch.setattr("mohen.memory.open_memory", partial(open_memory, policy=hasty))
    with open_memory(home) as other, inside(other).episodes_db.one_view() as reader:
        reader.execute("SELECT count(*) FROM episodes").fetchall()
        said = mohen("forget", episode, "--yes")
    assert said.exit_code == 0
    assert "some bytes stay on disk" in said.stdout
    # The next command with nobody in the way finishes the work
    mohen("upkeep")
    assert SECRET.encode() not in kept(home)


# -- clear


@shows("R88", "C75", "R119")
def test_a_project_is_cleared_with_yes_and_no_other(mohen: Run, home: Path) -> None:
    act(mohen, 2, "mine")
    act(mohen, 1, "theirs")
    told(mohen, "rules", "add", SECRET, "--project", "mine")
    said = mohen("clear", "--project", "mine")
    assert said.exit_code == 2
    assert "episodes" in said.stdout
    assert told(mohen, "clear", "--project", "mine", "--dry-run")["episodes"] == 2
    assert refused(mohen, "clear", "--project", "mine") == (2, "MEMORY_CLEAR_CONFIRM_REQUIRED")
    assert left(mohen, "--project", "mine") == 2
    said = mohen("clear", "--project", "mine", "--yes", "--operator", "阿文")
    assert said.exit_code == 0
    assert GONE in said.stdout
    assert (left(mohen, "--project", "mine"), left(mohen, "--project", "theirs")) == (0, 1)
    assert SECRET.encode() not in kept(home)
    audit = mohen("audit").stdout
    assert "阿文 · cleared a project · mine" in audit
    assert "episodes 2" in audit


@shows("R88")
def test_everything_is_cleared_with_yes(mohen: Run) -> None:
    act(mohen, 1, "mine")
    told(mohen, "rules", "add", SECRET, "--global")
    told(mohen, "notes", "add", SECRET, "--global")
    assert mohen("clear", "--all").exit_code == 2
    assert "将删除：" in mohen("clear", "--all", "--dry-run", "--lang", "zh").stdout
    assert len(rules(mohen)) == 1
    assert "✓ 已删除：" in mohen("clear", "--all", "--yes", "--lang", "zh").stdout
    assert rules(mohen) == told(mohen, "notes")["items"] == []
    assert told(mohen, "status")["episodes"]["active"] == 0
    assert "清空全部" in mohen("audit", "--lang", "zh").stdout


def test_only_what_labels_taught(mohen: Run) -> None:
    told(mohen, "rules", "add", "多写雨")
    said = mohen("clear", "--project", "default", "--learned", "--dry-run")
    assert (said.exit_code, said.stdout) == (0, "Nothing to delete.\n")
    assert mohen("clear", "--project", "default", "--learned", "--yes").exit_code == 0
    assert len(rules(mohen)) == 1
    assert "cleared what labels taught · default" in mohen("audit").stdout


def test_a_project_that_only_the_environment_names_is_not_cleared(
    mohen: Run, recorded: Callable[..., Any]
) -> None:
    recorded()
    said = mohen("clear", "--yes", MOHEN_PROJECT="default")
    assert said.exit_code == 2
    assert "--project ID, or --all" in said.stderr
    assert "请指定要清空什么" in mohen("clear", "--yes", "--lang", "zh").stderr
    assert mohen("clear", "--all", "--project", "default", "--yes").exit_code == 2
    assert left(mohen) == 1


# -- audit


@shows("R119")
def test_the_audit_names_the_act_and_never_the_text(
    mohen: Run, recorded: Callable[..., Any]
) -> None:
    assert "Nothing was ever deleted by hand." in mohen("audit").stdout
    episode = recorded("--final", SECRET)["episodeId"]
    mohen("forget", episode, "--yes", "--operator", "阿文")
    rule = told(mohen, "rules", "add", SECRET)["id"]
    mohen("rules", "delete", rule, "--yes")
    said = mohen("audit")
    assert f"阿文 · forgot · default · {episode}" in said.stdout
    assert f"user · deleted a rule · default · {rule}" in said.stdout
    assert SECRET not in said.stdout
    assert "删除规则" in mohen("audit", "--lang", "zh").stdout
    page = mohen("audit", "--limit", "1")
    assert rule in page.stdout
    assert episode not in page.stdout
    assert "More: --cursor " in page.stderr


# -- upkeep


@pytest.mark.parametrize(
    ("language", "would", "done", "later"),
    [("en", "Would be done:", "✓ Done:", "cleanup"), ("zh", "将执行：", "✓ 已完成：", "清理")],
)
def test_upkeep_says_what_it_did_and_when_it_comes_again(
    mohen: Run, recorded: Callable[..., Any], language: str, would: str, done: str, later: str
) -> None:
    recorded()
    looked = mohen("upkeep", "--dry-run", "--lang", language)
    ran = mohen("upkeep", "--lang", language)
    assert looked.exit_code == ran.exit_code == 0
    assert looked.stdout.startswith(would)
    assert ran.stdout.startswith(done)
    for said in (looked, ran):
        assert later in said.stdout
    assert told(mohen, "upkeep", "--dry-run")["dryRun"]


# -- notes


def test_notes_are_kept_changed_and_deleted(mohen: Run, home: Path) -> None:
    assert mohen("notes").stdout == "No notes.\n"
    assert mohen("notes", "--lang", "zh").stdout == "没有笔记。\n"
    note = told(mohen, "notes", "add", "Ann", "has", "a", "scar", "--type", "fact")
    assert (note["content"], note["type"], note["scope"]) == ("Ann has a scar", "fact", "project")
    everywhere = told(mohen, "notes", "add", SECRET, "--global")["id"]
    told(mohen, "rules", "add", "多写雨")
    listed = mohen("notes")
    assert "Ann has a scar" in listed.stdout
    assert "global" in listed.stdout
    assert "多写雨" not in listed.stdout
    assert "1 rules: `mohen rules`" in listed.stderr
    assert [each["id"] for each in told(mohen, "notes", "list", "--type", "fact")["items"]] == [
        note["id"]
    ]
    assert "no scar" in mohen("notes", "edit", note["id"], "Ann has no scar").stdout
    # Deleting one needs --yes too
    assert mohen("notes", "delete", everywhere).exit_code == 2
    assert "Would go:" in mohen("notes", "delete", everywhere, "--dry-run").stdout
    assert SECRET in mohen("notes").stdout
    assert "✓ 已删除：" in mohen("notes", "delete", everywhere, "--yes", "--lang", "zh").stdout
    assert SECRET.encode() not in kept(home)
