"""Language, colour, width and encoding."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from cli.running import RECORD, Run, Spawn
from mohen.cli import output
from mohen.cli.columns import width
from mohen.cli.i18n import say, speak


@pytest.mark.parametrize(
    ("args", "environ", "said"),
    [
        ([], {}, "en"),
        ([], {"LANG": "zh_CN.UTF-8"}, "zh"),
        ([], {"LANG": "zh_CN.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ([], {"LANG": "zh_CN.UTF-8", "LC_ALL": ""}, "zh"),
        ([], {"LC_MESSAGES": "zh_TW", "LANG": "C"}, "zh"),
        ([], {"MOHEN_LANG": "en", "LANG": "zh_CN"}, "en"),
        ([], {"MOHEN_LANG": "fr", "LANG": "zh_CN"}, "zh"),
        (["--lang", "zh", "status"], {"MOHEN_LANG": "en"}, "zh"),
        (["status", "--lang=zh"], {}, "zh"),
        (["recall", "--", "--lang", "zh"], {}, "en"),
    ],
)
def test_the_language_is_the_users(args: list[str], environ: Mapping[str, str], said: str) -> None:
    speak(args, environ)
    assert say("en", "zh") == said


def test_a_wrong_line_is_answered_in_the_users_language(mohen: Run) -> None:
    assert "缺少" in mohen("show", "--lang", "zh").stderr
    assert "没有选项 --nonsense" in mohen("--lang", "zh", "status", "--nonsense").stderr
    assert "is missing" in mohen("show").stderr
    assert "there is no option --nonsense" in mohen("status", "--nonsense").stderr


def test_the_options_of_every_command_stand_on_either_side(mohen: Run, tmp_path: Path) -> None:
    other = str(tmp_path / "other")
    assert mohen("--home", other, "--project", "p", *RECORD).exit_code == 0
    assert mohen(*RECORD, "--home", other, "--project", "p").exit_code == 0
    mohen("--project", "wrong", *RECORD, "--home", other, "--project", "p")
    found = json.loads(mohen("status", "--home", other, "--json").stdout)["data"]["episodes"]
    assert found["projects"] == {"p": 3}
    env = {"MOHEN_HOME": other, "MOHEN_PROJECT": "p"}
    assert json.loads(mohen("list", "--json", **env).stdout)["data"]["items"]


# -- what a terminal gets


def on_a_terminal(spawn: Spawn, *args: str, **env: str) -> str:
    """Both outputs of a command whose standard output and error are a terminal."""
    ours, theirs = pty.openpty()
    process = spawn(*args, env={"TERM": "xterm", **env}, stdout=theirs, stderr=theirs)
    os.close(theirs)
    said = b""
    try:
        while part := os.read(ours, 65536):
            said += part
    except OSError:  # Linux says so when the other side is closed
        pass
    os.close(ours)
    process.wait()
    return said.decode()


def test_colour_is_for_terminals_that_want_it(spawn: Spawn, mohen: Run) -> None:
    assert "\x1b[" in on_a_terminal(spawn, "show", "ep_none")
    assert "\x1b[" not in on_a_terminal(spawn, "show", "ep_none", NO_COLOR="1")
    assert "\x1b[" not in mohen("show", "ep_none").output


def test_a_rebuild_draws_its_progress_on_a_terminal_only(
    spawn: Spawn, mohen: Run, recorded: Callable[..., Any]
) -> None:
    recorded()
    assert "━" in on_a_terminal(spawn, "rebuild-index")
    assert mohen("rebuild-index").output == "✓ 1 texts, 1 vectors\n"


@pytest.mark.parametrize("columns", [60, 100, 200])
def test_a_table_keeps_to_its_width_in_chinese(
    mohen: Run, recorded: Callable[..., Any], columns: int
) -> None:
    told = recorded("--final", "雨一直下，" * 50)["episodeId"]
    lines = mohen("list", "--ids", COLUMNS=str(columns)).stdout.splitlines()
    assert len(lines) == 2
    assert lines[1].startswith(told)
    assert max(width(line) for line in lines) <= columns
    assert "…" in lines[1]
    if columns > 60:  # then a long text does not push the rest out
        assert "rewr" in lines[1]


def test_recorded_text_cannot_take_over_the_terminal(
    mohen: Run, recorded: Callable[..., Any]
) -> None:
    told = recorded("--final", "a\x1b[2J\x07b\r\u202ec")["episodeId"]
    for args in (("show", told), ("list",), ("recall",)):
        said = mohen(*args).stdout
        assert not set("\x1b\x07\r\u202e") & set(said), args


def test_a_long_text_is_recalled_by_its_beginning(mohen: Run, recorded: Callable[..., Any]) -> None:
    recorded("--final", "雨一直下，" * 5000)
    said = mohen("recall", "雨").stdout
    assert "雨一直下，…" in said
    assert len(said) < 1000


def test_patience_is_silent_when_it_is_quick_or_nobody_looks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with output.patience("working"):
        pass
    assert capsys.readouterr() == ("", "")


# -- encodings


def test_chinese_survives_a_c_locale(spawn: Spawn) -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    process = spawn(*RECORD, env=plain)
    said, wrong = process.communicate()
    assert process.returncode == 0, wrong
    process = spawn("recall", "雨下了一夜", "--lang", "zh", env=plain)
    said, wrong = process.communicate()
    assert process.returncode == 0, wrong
    assert "她跑了。" in said
    assert "理由" in said


def test_a_reader_who_leaves_early_gets_no_trace(spawn: Spawn) -> None:
    process = spawn("--help", stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    assert process.stderr is not None
    assert "Traceback" not in process.stderr.read()
    process.wait()
