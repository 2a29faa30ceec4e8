"""Odd surroundings of a command: closed and full streams, names no system can hold. Each ends with
a code that means it, and none with a bug of ours."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import Run, environment
from mohen.core.logs import logger

LONG = "/tmp/" + "a" * 5_000
DIGITS = "9" * 5_000
ASK = b'{"id":1,"channel":"memory:status"}\n'


def started(home: Path, how: str, *args: str) -> subprocess.CompletedProcess[bytes]:
    """As a shell starts it: `how` says what becomes of its streams."""
    command = [sys.executable, "-m", "mohen", *args]
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {how}', "sh", *command],
        env=environment(home),
        input=ASK,
        capture_output=True,
        check=False,
    )


@pytest.mark.process
@pytest.mark.skipif(os.name != "posix", reason="streams as a POSIX shell has them")
@pytest.mark.parametrize(
    ("how", "args", "code"),
    [
        (">&-", ("version",), 0),
        ("<&- >&- 2>&-", ("nonsense",), 2),
        ("<&-", ("ipc",), 0),
        (">&-", ("ipc",), 0),
        (">/dev/full", ("ipc",), 0),
        (">/dev/full", ("version",), 7),
        (">/dev/full", ("version", "--json"), 7),
        ("2>/dev/full", ("nonsense",), 2),
    ],
)
def test_a_stream_that_is_closed_or_full(
    home: Path, how: str, args: tuple[str, ...], code: int
) -> None:
    if "/dev/full" in how and not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    ended = started(home, how, *args)
    assert ended.returncode == code, ended.stderr
    for word in (b"INTERNAL", b"Traceback", b"Exception ignored"):
        assert word not in ended.stdout + ended.stderr
    if code == 7:
        assert b"IO_ERROR" in ended.stderr


@pytest.mark.parametrize("named", [LONG, "/dev/null/x", "~nobody-of-that-name/x", "/tmp/a\0b"])
def test_a_home_that_cannot_be(mohen: Run, named: str) -> None:
    said = mohen("status", "--home", named, "--json")
    assert said.exit_code in (2, 7)
    assert json.loads(said.stdout)["error"]["details"]["field"] == "home"


@pytest.mark.parametrize(
    "args",
    [
        ("import", LONG),
        ("review", "--file", LONG),
        ("check", LONG),
        ("project", "bind", LONG),
        ("list", "--since", DIGITS),
        ("list", "--limit", DIGITS),
        ("serve", "--port", DIGITS),
        ("context", "continue", "--text", "x", "--lines", f"{DIGITS}:{DIGITS}"),
    ],
)
def test_a_name_or_a_number_without_end(mohen: Run, args: tuple[str, ...]) -> None:
    said = mohen(*args, "--json")
    assert said.exit_code in (2, 7), said.output
    assert json.loads(said.stdout)["error"]["code"] in ("INVALID_ARGUMENT", "IO_ERROR")


def test_a_terminal_wider_than_any(mohen: Run) -> None:
    assert mohen("status", COLUMNS=DIGITS).exit_code == 0


def test_what_others_name_is_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "mohen"):
        logger("mohen.testing.names").info(
            "forgotten %s %d", "a\nERROR\x1b[31m\u202e" + "x" * 999, 3
        )
    [said] = caplog.messages
    assert said.isprintable()
    assert (len(said) < 250, said.endswith(" 3")) == (True, True)
