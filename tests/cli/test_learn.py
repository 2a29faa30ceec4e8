"""Learning now, or not for a while."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cli.habits import act, contradict, refused, rules, told
from cli.running import Run
from mohen.cli import output
from shows import shows


@shows("R40", "R48")
@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", ("default: 40 interactions", "New:", "Action scenes: short sentences", "87%")),
        ("zh", ("default：40 次交互", "新增：", "动作场景偏好短句，平均句长", "87%")),
    ],
)
def test_what_was_learned_is_said_in_words(
    mohen: Run, language: str, says: tuple[str, ...]
) -> None:
    # Given forty fights of an author who wants short sentences, not learned from yet
    mohen("pause")
    act(mohen)
    assert rules(mohen) == []
    mohen("resume")
    # When the author has it learned now
    said = mohen("learn", "--lang", language)
    # Then the new rule stands there
    assert said.exit_code == 0
    for part in says:
        assert part in said.stdout
    # And the second time there is nothing new
    assert "nothing new" in mohen("learn").stdout


def test_each_project_in_turn_or_the_one_that_is_named(mohen: Run) -> None:
    assert "Nothing is recorded yet" in mohen("learn").stdout
    act(mohen, 2, "one")
    act(mohen, 2, "two")
    everywhere = told(mohen, "learn")["runs"]
    assert {each["projectId"] for each in everywhere} == {"one", "two"}
    (only,) = told(mohen, "learn", "--project", "two")["runs"]
    assert (only["projectId"], only["trigger"], only["status"]) == ("two", "manual", "completed")


@shows("R67")
def test_a_new_conflict_is_shown_with_both_texts(mohen: Run) -> None:
    told(mohen, "rules", "add", "动作场景用长句，平均句长大于 30 字")
    second = mohen("rules", "add", "动作场景用短句，平均句长小于 10 字").stdout
    assert "in conflict" in second  # asked when it is typed
    said = mohen("conflicts").stdout
    for part in (
        "大于 30 字",
        "小于 10 字",
        "mohen conflicts resolve conflict_",
    ):
        assert part in said


@shows("R46")
def test_the_bar_hears_how_far_it_has_come(mohen: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[str, int, int | None]] = []

    class Bar:
        def __init__(self, _doing: str) -> None: ...
        def __enter__(self) -> Any:
            return lambda what, done, total: heard.append((what, done, total))

        def __exit__(self, *_: object) -> None: ...

    act(mohen, 2)
    monkeypatch.setattr(output, "progress", Bar)
    mohen("learn")
    assert heard[0] == ("default: reading", 10, 100)
    assert heard[-1] == ("default: done", 100, 100)
    assert [done for _, done, _ in heard] == sorted(done for _, done, _ in heard)


# -- pause, resume


@shows("R79")
@pytest.mark.parametrize(
    ("language", "badge"), [("en", "Learning is paused"), ("zh", "学习已暂停")]
)
def test_a_pause_is_seen_and_recording_goes_on(mohen: Run, language: str, badge: str) -> None:
    assert badge in mohen("pause", "--lang", language).stdout
    act(mohen)
    shown = mohen("rules", "--lang", language).stdout
    assert badge in shown
    assert "mohen resume" in shown
    assert "40" in shown
    assert refused(mohen, "learn") == (4, "CONFLICT")
    assert mohen("resume").stdout == "✓ Learning is on (everywhere).\n"
    assert badge not in mohen("rules", "--lang", language).stdout


def test_one_project_is_paused_by_itself(mohen: Run) -> None:
    act(mohen, 1, "novel")
    assert "（novel）" in mohen("pause", "--project", "novel", "--lang", "zh").stdout
    assert "学习已暂停：novel" in mohen("status", "--lang", "zh").stdout
    assert "paused in novel" in mohen("status").stdout
    assert refused(mohen, "learn", "--project", "novel") == (4, "CONFLICT")
    assert mohen("learn").exit_code == 0
    assert mohen("resume", "--project", "novel").stdout == "✓ Learning is on (novel).\n"


def test_a_project_cannot_be_resumed_while_all_are_paused_and_is_told_so(mohen: Run) -> None:
    mohen("pause")
    said = mohen("resume", "--project", "novel")
    assert "paused" in said.stdout
    assert "run `mohen resume` without --project" in said.stderr
    assert "不带 --project" in mohen("resume", "--project", "novel", "--lang", "zh").stderr


# -- status


def test_status_tells_what_was_learned_and_what_waits(mohen: Run) -> None:
    contradict(mohen)
    told(mohen, "rules", "add", "多写雨", "--global")
    act(mohen, 1, "novel")
    lines = {line[:12].strip(): line[12:] for line in mohen("status").stdout.splitlines()}
    assert lines["rules"] == "3, 3 confirmed (global 1, default 2)"
    assert lines["learning"] == "on · 1 not learned from yet"
    assert lines["upkeep"].startswith("cleanup ")
    assert "weekly learning" in lines["upkeep"]
    chinese = mohen("status", "--lang", "zh").stdout
    for part in ("3 条，已确认 3 (全局 1, default 2)", "开 · 1 次尚未学习", "每周学习"):
        assert part in chinese
    mohen("config", "set", "preference-learning-enabled", "off")
    assert "only by `mohen learn`" in mohen("status").stdout
    assert json.loads(mohen("status", "--json").stdout)["data"].keys() >= {"episodes", "upkeep"}
