"""`mohen hook`: what a host calls, and never stumbles over."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from cli.running import Run
from integrations import recorded
from mohen import open_memory
from mohen.integrations import hook_cli
from mohen.knowledge.agents.agents import named_after

SAYS = "My parrot is called Bartholomew."
ASKS = "What is the name of my parrot?"


@pytest.fixture
def talk(tmp_path: Path) -> recorded.ClaudeCode:
    made = recorded.ClaudeCode(tmp_path / "sessions" / f"{recorded.SESSION}.jsonl")
    made.say(SAYS)
    return made


def told(event: str, tmp_path: Path, **more: Any) -> str:
    transcript = tmp_path / "sessions" / f"{recorded.SESSION}.jsonl"
    return json.dumps(recorded.claude_code(event, tmp_path, transcript, **more))


def test_what_was_heard_is_beside_the_next_prompt(
    mohen: Run, tmp_path: Path, talk: recorded.ClaudeCode
):
    assert mohen("hook", input=told("Stop", tmp_path)).stdout == ""
    answer = mohen("hook", input=told("UserPromptSubmit", tmp_path, prompt=ASKS))
    said = json.loads(answer.stdout)["hookSpecificOutput"]
    assert "Bartholomew" in said["additionalContext"]
    assert answer.stderr == ""


@pytest.mark.parametrize(
    "input",
    [
        "",
        "no JSON",
        "[]",
        '{"hook_event_name": 1}',
        b"\xff\xfe",
        '{"hook_event_name": "Stop", "cwd": "/", "transcript_path": "/nowhere/a.jsonl"}',
        '{"hook_event_name": "UserPromptSubmit", "cwd": "relative", "prompt": "Hello there"}',
        "[" * 100_000,
    ],
)
def test_whatever_it_is_told_the_host_goes_on(mohen: Run, input: str | bytes):
    answer = mohen("hook", input=input)
    assert (answer.exit_code, answer.stdout) == (0, "")


def test_an_option_of_another_version_stops_nobody(mohen: Run):
    answer = mohen("hook", "--from-the-future", "word", input="{}")
    assert (answer.exit_code, answer.stdout) == (0, "")


def test_a_home_that_cannot_be_opened_stops_nobody(
    mohen: Run, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    (tmp_path / "file").write_text("x")
    answer = mohen(
        "hook",
        "--home",
        str(tmp_path / "file" / "home"),
        input=told("UserPromptSubmit", tmp_path, prompt=ASKS),
    )
    assert (answer.exit_code, answer.stdout) == (0, "")
    assert [each.getMessage()[:5] for each in caplog.records] == ["hook:"]
    assert str(tmp_path) not in caplog.text
    assert "parrot" not in caplog.text


def test_a_bug_of_ours_stops_nobody(
    mohen: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError(SAYS)

    monkeypatch.setattr(hook_cli, "_answered", broken)
    answer = mohen("hook", input=told("Stop", tmp_path))
    assert (answer.exit_code, answer.stdout) == (0, "")
    assert caplog.messages == ["hook: ZeroDivisionError"]


def test_the_end_of_a_session_is_left_to_a_process_of_its_own(
    mohen: Run,
    home: Path,
    tmp_path: Path,
    talk: recorded.ClaudeCode,
    monkeypatch: pytest.MonkeyPatch,
):
    later = list[bytes]()
    monkeypatch.setattr(hook_cli, "_later", later.append)
    end = told("SessionEnd", tmp_path)
    assert mohen("hook", input=end).stdout == ""
    assert later == [end.encode()]
    # Which hears it, and stays until it is learned from
    mohen("hook", "--stay", input=later[0])
    with open_memory(home) as memory:
        assert "Bartholomew" in memory.snapshot.current(named_after(str(tmp_path))).text


def test_what_takes_too_long_ends_without_an_answer(monkeypatch: pytest.MonkeyPatch):
    ended = threading.Event()
    monkeypatch.setattr(hook_cli.os, "_exit", lambda code: code or ended.set())
    with hook_cli._within(0):
        assert ended.wait(60)


def test_what_ends_in_time_is_not_ended(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(hook_cli.os, "_exit", lambda _: pytest.fail("it was over"))
    others = set(threading.enumerate())  # of a test before, perhaps, and not yet at its end
    with hook_cli._within(3_600):
        begun = set(threading.enumerate()) - others
        (clock,) = (each for each in begun if isinstance(each, threading.Timer))
    clock.join(60)
    assert not clock.is_alive()
