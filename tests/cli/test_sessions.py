"""Sessions of a process that is asked to stop: what they have to say is on disk when it is gone."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.running import Spawn, kept
from mohen.episodes.model import Filter
from mohen.memory import open_memory
from shows import shows

SAID = "句子太长"
BEGIN: tuple[str, dict[str, Any]] = ("session:begin", {"projectId": "novel", "sessionId": "s"})
NOTE: tuple[str, dict[str, Any]] = (
    "session:note",
    {"sessionId": "s", "projectId": "novel", "kind": "signal", "text": SAID},
)
STOPS = [signal.SIGTERM, signal.SIGINT]


def settled(home: Path) -> list[str | None]:
    with open_memory(home, immediate=True) as memory:
        found = memory.episodes.list("novel", Filter(skill_used="session")).items
    return [each.texts.explicit for each in found]


def line(number: int, call: tuple[str, dict[str, Any]]) -> str:
    channel, payload = call
    return json.dumps({"id": number, "channel": channel, "payload": payload}) + "\n"


def in_session(process: subprocess.Popen[str]) -> None:
    """A session with something to settle, acknowledged."""
    assert process.stdin is not None
    assert process.stdout is not None
    for number, call in enumerate([BEGIN, NOTE, NOTE, NOTE]):
        process.stdin.write(line(number, call))
        process.stdin.flush()
        said = json.loads(process.stdout.readline())
        assert said["ok"], said


@shows("R10")
@pytest.mark.parametrize("number", STOPS)
def test_ipc_settles_when_it_is_asked_to_stop(
    spawn: Spawn, home: Path, number: signal.Signals
) -> None:
    process = spawn("ipc")
    in_session(process)
    process.send_signal(number)
    _, logged = process.communicate()
    assert process.returncode == 0
    assert settled(home) == [SAID]
    assert SAID not in logged
    assert "Traceback" not in logged


@shows("R10")
def test_ipc_settles_at_the_end_of_its_input(spawn: Spawn, home: Path) -> None:
    process = spawn("ipc")
    in_session(process)
    process.communicate()
    assert process.returncode == 0
    assert settled(home) == [SAID]


@shows("R10")
@pytest.mark.parametrize("number", STOPS)
def test_serve_settles_when_it_is_asked_to_stop(
    spawn: Spawn, home: Path, number: signal.Signals
) -> None:
    process = spawn("serve", "--port", "0", "--json")
    assert process.stdout is not None
    door = json.loads(process.stdout.readline())["data"]
    headers = {"Authorization": f"Bearer {Path(door['tokenFile']).read_text().strip()}"}
    with httpx.Client(base_url=door["address"], headers=headers, trust_env=False) as client:
        for channel, payload in (BEGIN, NOTE, NOTE, NOTE):
            assert client.post(f"/ipc/{channel}", json=payload, timeout=60).json()["ok"]
    process.send_signal(number)
    _, logged = process.communicate()
    assert process.returncode == 0
    assert settled(home) == [SAID]
    assert SAID not in logged


@shows("R3")
def test_a_process_that_is_killed_takes_its_sessions_with_it(spawn: Spawn, home: Path) -> None:
    process = spawn("ipc")
    in_session(process)
    process.kill()
    process.wait()
    assert settled(home) == []
    assert SAID.encode() not in kept(home)
