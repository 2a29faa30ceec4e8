"""A team whose rows are on PostgreSQL, and two servers in front of it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.running import environment
from postgres.conftest import new_database
from shows import shows

Command = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def address(server: str) -> Iterator[str]:
    """A database in which nobody was before: the processes have a folder of keys of their own."""
    with new_database(server) as made:
        yield made


@pytest.fixture
def command(tmp_path: Path, address: str) -> Command:
    """`mohen … --json` of a team in a folder, whose rows are on the server."""

    def start(*words: str) -> subprocess.Popen[str]:
        named = {"MOHEN_TEAM": str(tmp_path / "team"), "MOHEN_STORE": address}
        return subprocess.Popen(
            [sys.executable, "-m", "mohen", *words, "--json"],
            env=environment(tmp_path / "home", **named),
            stdout=subprocess.PIPE,
            text=True,
        )

    return start


def said(process: subprocess.Popen[str]) -> Any:
    answer, _ = process.communicate(timeout=120)
    envelope = json.loads(answer)
    assert envelope["ok"], envelope
    return envelope["data"]


@contextmanager
def serving(command: Command, tmp_path: Path) -> Iterator[str]:
    """Its address."""
    process = command("serve", "--team", str(tmp_path / "team"), "--port", "0")
    assert process.stdout is not None
    try:
        yield json.loads(process.stdout.readline())["data"]["address"]
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=120)


@shows("C100")
def test_authors_write_through_any_server_and_see_their_own(
    command: Command, tmp_path: Path
) -> None:
    # Given two authors with tokens, and two servers of the same team
    tokens = {}
    for name in ("ann", "bob"):
        assert said(command("team", "add", name))["added"]
        tokens[name] = said(command("team", "token", name))["token"]
    with ExitStack() as still:
        one, other = (still.enter_context(serving(command, tmp_path)) for _ in range(2))

        def ask(where: str, name: str, channel: str, **payload: Any) -> httpx.Response:
            bearing = {"Authorization": f"Bearer {tokens[name]}"}
            return httpx.post(f"{where}/ipc/{channel}", json=payload, headers=bearing, timeout=120)

        # When Ann keeps a note through one of them
        note = {"type": "note", "scope": "global", "content": "雨声里的灯塔"}
        assert ask(one, "ann", "memory:create", **note).status_code == 200
        # Then she finds it through the other, and nobody else finds it anywhere
        for where in (one, other):
            assert "灯塔" in ask(where, "ann", "knowledge:search", query="灯塔").text
            assert "灯塔的" not in ask(where, "bob", "knowledge:search", query="灯塔").text
            assert ask(where, "bob", "knowledge:list").json()["data"]["items"] == []
        # And who was removed is out of both
        said(command("team", "remove", "bob"))
        assert httpx.get(f"{one}/health", timeout=120).text == "ok"
    assert not (tmp_path / "team" / "team.db").exists()
