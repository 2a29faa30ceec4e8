"""`mohen team`, and `mohen serve --team` as those meet it who run it."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.running import Run, Spawn
from mohen.memory import open_memory
from mohen.server.dispatch import Dispatcher
from on_postgres import is_on, rows_of


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path / "team")


@pytest.fixture
def team(mohen: Run, folder: str) -> Callable[..., Any]:
    """`mohen team …`, answered in JSON."""

    def run(*args: str, exit_code: int = 0) -> Any:
        said = mohen("team", *args, "--team", folder, "--json")
        assert said.exit_code == exit_code, said.stdout
        envelope = json.loads(said.stdout)
        return envelope["data"] if envelope["ok"] else envelope["error"]

    return run


def test_authors_and_tokens_come_and_go(mohen: Run, team: Callable[..., Any], folder: str) -> None:
    # Given two authors
    assert team("add", "Ann")["added"]
    assert not team("add", "ann")["added"]
    team("add", "安")
    # When a token is made, it is told this once
    made = team("token", "ann", "--days", "30", "--for", "laptop")
    assert (made["author"], made["scope"], made["note"]) == ("ann", "write", "laptop")
    shown = mohen("team", "token", "安", "--scope", "read", "--team", folder)
    assert shown.stdout.startswith("mohen_")
    assert len(shown.stdout.split()) == 1  # to be piped
    listed = mohen("team", "list", "--tokens", "--team", folder)
    assert made["id"] in listed.stdout
    assert made["token"] not in listed.stdout + json.dumps(team("list", "--tokens"))
    # Then it can be revoked by its id, and an author with all that is theirs
    assert team("token", "--revoke", made["id"])["revoked"]
    assert team("remove", "安")["removed"]
    authors = team("list", "--tokens")["authors"]
    assert [(each["name"], each["tokens"]) for each in authors] == [("ann", 0), ("安", 0)]
    assert "removed" in mohen("team", "list", "--team", folder).stdout
    assert "已移除" in mohen("team", "list", "--team", folder, "--lang", "zh").stdout


def test_an_author_is_erased_only_when_it_was_said_twice(
    mohen: Run, team: Callable[..., Any], folder: str
) -> None:
    team("add", "ann")
    home = Path(folder) / "authors" / "ann"
    with open_memory(home, immediate=True) as memory:
        note = {"type": "note", "scope": "global", "content": "雨声"}
        assert Dispatcher(memory).call("memory:create", note)["ok"]
    token = team("token", "ann")
    # Without --yes nothing goes, and nobody is shut out
    refused = mohen("team", "remove", "ann", "--erase", "--team", folder)
    assert refused.exit_code == 2
    assert "Would go:" in refused.stdout
    assert mohen("team", "remove", "ann", "--erase", "--dry-run", "--team", folder).exit_code == 0
    assert [each["id"] for each in team("list", "--tokens")["authors"][0]["tokenList"]] == [
        token["id"]
    ]
    # With it everything is gone
    done = mohen("team", "remove", "ann", "--erase", "--yes", "--team", folder)
    assert (done.exit_code, "✓ ann is gone." in done.stdout) == (0, True)
    assert [each.name for each in home.glob("*")] == (["author-keys"] if is_on() else [])
    assert home.exists() is is_on()
    assert team("list")["authors"] == []
    # And whoever comes by this name begins anew
    team("add", "ann")
    with open_memory(home, immediate=True) as memory:
        assert Dispatcher(memory).call("memory:list", {})["data"]["items"] == []
        assert Dispatcher(memory).call("memory:create", note)["ok"]


def test_an_author_is_erased_while_a_server_has_their_memory_open(
    mohen: Run, team: Callable[..., Any], folder: str
) -> None:
    team("add", "ann")
    home = Path(folder) / "authors" / "ann"
    with open_memory(home, immediate=True) as memory:
        served = Dispatcher(memory)
        note = {"type": "note", "scope": "global", "content": "zanzibarcanary"}
        assert served.call("memory:create", note)["ok"]
        chapter = {"projectId": "novel", "title": "zanzibarcanary"}
        assert served.call("project:create", chapter)["ok"]
        done = mohen("team", "remove", "ann", "--erase", "--yes", "--team", folder)
        assert done.exit_code == 0, done.stderr
        # Nothing is missed by the server, and nothing of hers is left
        assert served.call("memory:list", {})["data"]["items"] == []
        assert memory.degraded() == []
        left = [path.read_bytes() for path in home.rglob("*") if path.is_file()]
        left.append(rows_of(memory))
        assert any(left)
        assert not any(b"zanzibarcanary" in each for each in left)
    assert team("list")["authors"] == []


def test_what_is_asked_wrongly_is_named(
    mohen: Run, team: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert team("remove", "nobody", exit_code=3)["details"] == {"field": "name"}
    assert team("token", "nobody", exit_code=3)["code"] == "NOT_FOUND"
    assert team("add", "../ann", exit_code=2)["code"] == "INVALID_ARGUMENT"
    assert team("token", exit_code=2)["details"] == {"field": "name"}
    monkeypatch.delenv("MOHEN_TEAM", raising=False)
    assert mohen("team", "list").exit_code == 2


def test_the_environment_names_the_team(mohen: Run, folder: str) -> None:
    assert mohen("team", "add", "ann", MOHEN_TEAM=folder).exit_code == 0
    assert "ann" in mohen("team", "list", MOHEN_TEAM=folder).stdout


@pytest.mark.parametrize(
    "args",
    [
        ("--host", "0.0.0.0"),
        ("--host", "0.0.0.0", "--tls-cert", "c", "--tls-key", "k"),
        ("--behind-proxy",),
        ("--tls-cert", "c"),
        ("--open",),
        ("--mem0",),
        ("--tls-cert", "none", "--tls-key", "none", "--host-name", "a.b"),
    ],
)
def test_what_would_be_read_on_its_way_is_not_served(
    mohen: Run, folder: str, args: tuple[str, ...]
) -> None:
    said = mohen("serve", "--team", folder, *args, "--json")
    assert (said.exit_code, json.loads(said.stdout)["error"]["code"]) == (2, "INVALID_ARGUMENT")


@pytest.mark.parametrize("args", [("--behind-proxy",), ("--host-name", "a.b"), ("--tls-cert", "c")])
def test_a_home_of_ones_own_stays_on_this_machine(mohen: Run, args: tuple[str, ...]) -> None:
    said = mohen("serve", *args, "--json")
    assert json.loads(said.stdout)["error"]["details"] == {"field": "team"}


def test_a_team_is_served_until_a_signal(
    spawn: Spawn, team: Callable[..., Any], folder: str
) -> None:
    for name in ("ann", "bob"):
        team("add", name)
    tokens = {name: team("token", name)["token"] for name in ("ann", "bob")}
    process = spawn("serve", "--team", folder, "--port", "0", "--json", "--log", "json")
    assert process.stdout is not None
    said = json.loads(process.stdout.readline())["data"]
    assert said["team"] is True

    def ask(name: str, channel: str, **payload: Any) -> Any:
        bearing = {"Authorization": f"Bearer {tokens[name]}"}
        address = f"{said['address']}/ipc/{channel}"
        return httpx.post(address, json=payload, headers=bearing, timeout=60).json()

    assert ask("ann", "memory:create", type="note", scope="global", content="雨声")["ok"]
    assert ask("ann", "memory:list")["data"]["items"][0]["content"] == "雨声"
    assert ask("bob", "memory:list")["data"]["items"] == []
    # Who is removed meanwhile, with a command, is out within a moment
    team("remove", "bob")
    refused = ask("bob", "memory:list")
    while refused["ok"] or refused["error"]["retryable"]:
        refused = ask("bob", "memory:list")
    assert refused["error"]["code"] == "PERMISSION_DENIED"
    # What is logged is an object a line
    wrong = {"Authorization": "Bearer " + "x" * 43}
    codes = {httpx.get(f"{said['address']}/events", headers=wrong).status_code for _ in range(12)}
    assert codes == {401, 429}
    process.send_signal(signal.SIGTERM)
    _, log = process.communicate(timeout=60)
    assert process.returncode == 0
    lines = [json.loads(line) for line in log.splitlines()]
    assert any("wrong_tokens" in each["message"] for each in lines)
    assert not any(secret in log for secret in tokens.values())
