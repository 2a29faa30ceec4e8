"""Each kind of ending has its own exit code, and each is reached."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import apsw
import pytest

import factories
import on_postgres
from cli.running import RECORD, Run, Spawn, destroy, environment
from mohen.cli import exits
from mohen.errors import MohenError
from mohen.memory import open_memory
from mohen.server.dispatch import Dispatcher
from shows import shows

CODES = {
    2: "INVALID_ARGUMENT UNSUPPORTED MEMORY_CONFIDENCE_OUT_OF_RANGE MEMORY_CLEAR_CONFIRM_REQUIRED "
    "CONTEXT_INPUT_TOO_LARGE DOCUMENT_TOO_LARGE",
    3: "NOT_FOUND MEMORY_TRACE_MISMATCH",
    4: "CONFLICT",
    5: "PERMISSION_DENIED MEMORY_SCOPE_DENIED CONTEXT_SCOPE_VIOLATION CONTEXT_INSPECT_FORBIDDEN",
    6: "MEMORY_BACKPRESSURE CONTEXT_BACKPRESSURE TIMEOUT CANCELED",
    7: "DB_ERROR IO_ERROR MEMORY_EPISODE_WRITE_FAILED MEMORY_CAPACITY_EXCEEDED "
    "MEMORY_CLEANUP_FAILED",
    8: "ENCODING_FAILED MODEL_NOT_READY UPSTREAM_ERROR",
    1: "INTERNAL",
}
OF_CLIENTS = {"UNREACHABLE", "BAD_ANSWER"}  # no command says them
EXPECTED = {code: number for number, codes in CODES.items() for code in codes.split()}


def every_error(kind: type[MohenError] = MohenError) -> set[str]:
    return {kind.code}.union(*(every_error(each) for each in kind.__subclasses__()))


def test_every_code_of_the_tree_has_an_exit() -> None:
    assert every_error() == EXPECTED.keys() | OF_CLIENTS


@pytest.mark.parametrize("code", sorted(EXPECTED))
def test_the_code_of_an_envelope_decides(
    mohen: Run, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    error = {"code": code, "message": "it did not work", "retryable": False}
    monkeypatch.setattr(Dispatcher, "call", lambda *_, **__: {"ok": False, "error": error})
    said = mohen("recall", "雨")
    assert said.exit_code == EXPECTED[code]
    assert code in said.stderr
    assert "it did not work" in said.stderr


def test_0_done(mohen: Run) -> None:
    assert mohen("status").exit_code == 0


def test_1_a_failing_check(mohen: Run, home: Path, recorded: Callable[..., Any]) -> None:
    recorded()
    destroy(home / "episodes.db")
    assert mohen("doctor").exit_code == 1
    assert mohen("doctor", "--json").exit_code == 1


@pytest.mark.process
@pytest.mark.parametrize("debug", ["", "1"])
def test_1_a_bug_of_ours_without_its_trace(home: Path, debug: str) -> None:
    """A module that cannot be imported is as good a bug as any."""
    bug = "import sys; sys.modules['mohen.memory'] = None; from mohen.cli import main; main()"
    ended = subprocess.run(
        [sys.executable, "-c", bug, "status"],
        env=environment(home, MOHEN_DEBUG=debug),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ended.returncode == 1
    assert ("Traceback" in ended.stderr) is bool(debug)
    assert ("INTERNAL" in ended.stderr) is (not debug)


def test_2_usage(mohen: Run) -> None:
    said = mohen("recal")
    assert said.exit_code == 2
    assert "`mohen --help`" in said.stderr
    assert mohen("status", "--prot").exit_code == 2


def test_3_not_found(mohen: Run) -> None:
    assert mohen("show", "ep_none").exit_code == 3


def test_4_conflict(mohen: Run, recorded: Callable[..., Any]) -> None:
    rejected = recorded("--selected", "-1")["episodeId"]
    assert mohen("undo", "--episode", rejected).exit_code == 4


def test_4_the_port_is_taken(mohen: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        said = mohen("serve", "--port", str(taken.getsockname()[1]))
    assert said.exit_code == 4
    assert "--port" in said.stderr


@shows("R119")
def test_5_another_project(mohen: Run, recorded: Callable[..., Any]) -> None:
    theirs = recorded("--project", "theirs", "--final", "秘密")["episodeId"]
    said = mohen("show", theirs, "--project", "mine")
    assert said.exit_code == 5
    assert "秘密" not in said.output


@pytest.mark.files("a lock on a file; the server's is in tests/postgres/test_writing.py")
def test_6_busy(mohen: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mohen("status")
    hasty = factories.policy(
        storage={"busy_timeout_ms": 1}, recording={"retries": 0, "backoff_ms": 1}
    )
    monkeypatch.setattr("mohen.memory.open_memory", partial(open_memory, policy=hasty))
    # By the same library: two of them in one process do not see each other's locks.
    other = apsw.Connection(str(home / "episodes.db"))
    other.execute("BEGIN IMMEDIATE")
    try:
        said = mohen(*RECORD)
    finally:
        other.close()
    assert said.exit_code == 6
    assert "Try again" in said.stderr


def test_7_storage(mohen: Run, home: Path, recorded: Callable[..., Any]) -> None:
    recorded()
    destroy(home / "episodes.db")
    said = mohen(*RECORD)
    assert said.exit_code == 7
    assert "mohen doctor" in said.stderr


def test_7_the_home_cannot_be_made(mohen: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    said = mohen("status", "--home", str(tmp_path / "file" / "home"), "--json")
    assert said.exit_code == 7
    assert str(tmp_path) not in said.output


def test_130_interrupted(spawn: Spawn, home: Path) -> None:
    process = spawn("record", "--from", "-")
    made = "author-keys" if on_postgres.is_on() else "episodes.db"
    factories.eventually((home / made).exists)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == exits.INTERRUPTED.exit == 130
    assert "Interrupted" in said
    assert "Traceback" not in said
