"""The command, called in this process or as one of its own."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.running import RECORD, Run, Spawn, environment
from mohen.cli import mohen as root


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "spawn" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.process)


@pytest.fixture
def mohen(home: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    for name in ("MOHEN_PROJECT", "MOHEN_DEBUG", "WORKSPACE", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)

    def run(*args: str, input: str | bytes | None = None, **env: str) -> Result:
        whole = {"MOHEN_HOME": str(home), "MOHEN_LANG": "en", **env}
        return CliRunner().invoke(root, list(args), input=input, env=whole)

    return run


@pytest.fixture
def recorded(mohen: Run) -> Callable[..., dict[str, Any]]:
    """Record something; answers with what the channel said of it."""

    def record(*more: str) -> dict[str, Any]:
        envelope = json.loads(mohen(*RECORD, *more, "--json").stdout)
        assert envelope["ok"], envelope
        data: dict[str, Any] = envelope["data"]
        return data

    return record


@pytest.fixture(scope="session")
def interruptible() -> None:
    """What a shell starts in the background ignores Ctrl-C, and so would all that we start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def spawn(home: Path, interruptible: None) -> Iterator[Spawn]:
    """Start `mohen` as a process; whatever still runs when the test is over is ended."""
    started: list[subprocess.Popen[str]] = []

    def start(*args: str, env: dict[str, str] | None = None, **more: Any) -> subprocess.Popen[str]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        process = subprocess.Popen(
            [sys.executable, "-m", "mohen", *args],
            env=environment(home, **(env or {})),
            encoding="utf-8",
            **{**pipes, **more},
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()
