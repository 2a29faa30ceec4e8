"""`mohen model`: what is fetched is said before, and comes whole or not at all."""

from __future__ import annotations

import json
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from urllib.parse import urlsplit

import httpx
import pytest

import contracts
from cli.running import Run, Spawn
from contracts.hub import CONTENT, NAME, Hub, hubbing

FAKE = Path(contracts.__path__[0]) / "fake_llama"


@pytest.fixture(autouse=True)
def nothing_added(monkeypatch: pytest.MonkeyPatch) -> None:
    """What serves a model is not installed, whatever this machine has."""
    monkeypatch.setattr("mohen.core.extras.is_installed", lambda _name: False)


@pytest.fixture
def hub() -> Iterator[Hub]:
    with hubbing() as hub:
        yield hub


def files(home: Path) -> list[str]:
    return sorted(each.name for each in (home / "models").glob("*"))


def test_size_and_licence_come_first_and_nothing_without_consent(
    mohen: Run, hub: Hub, home: Path
) -> None:
    said = mohen("model", "get", NAME, "--hub", hub.url)
    assert said.exit_code == 2
    assert "0.0 GB, licence mit" in said.stderr
    assert "add --yes" in said.stderr
    refused = json.loads(mohen("model", "get", NAME, "--hub", hub.url, "--json").stdout)
    assert refused["error"]["details"]["would"]["size"] == len(CONTENT)
    assert not hub.ranges
    assert files(home) == []


def test_a_model_is_fetched_listed_used_and_removed(mohen: Run, hub: Hub, home: Path) -> None:
    # Given a home without a model, when one is fetched
    said = mohen("model", "get", NAME, "--hub", hub.url, "--yes")
    assert said.exit_code == 0, said.output
    assert (home / "models" / "small-q4.gguf").read_bytes() == CONTENT
    # Then it is used from now on, and the package that serves it is named with its command
    assert "used from now on" in said.stdout
    assert "pip install" in said.stderr
    assert mohen("config", "get", "model").stdout.strip() == "local:small-q4"
    assert "small-q4" in mohen("model", "list").stdout
    zh = mohen("model", "list", "--lang", "zh").stdout
    assert "已有" in zh
    assert "可获取" in zh
    # And a second time there is nothing to do
    assert "here already" in mohen("model", "get", NAME, "--hub", hub.url).stdout
    # When it is removed, then it is gone
    assert mohen("model", "remove", "small-q4").exit_code == 0
    assert files(home) == []
    assert mohen("model", "remove", "small-q4").exit_code == 3


def test_a_chosen_model_stays_the_chosen_one(mohen: Run, hub: Hub) -> None:
    mohen("config", "set", "model", "openai:mine@http://127.0.0.1:9/v1")
    mohen("model", "get", NAME, "--hub", hub.url, "--yes")
    assert mohen("config", "get", "model").stdout.startswith("openai:mine")


def test_a_mirror_can_be_set(mohen: Run, hub: Hub, home: Path) -> None:
    assert mohen("config", "set", "model-hub", "nonsense").exit_code == 2
    assert mohen("config", "set", "model-hub", hub.url).exit_code == 0
    assert mohen("model", "get", NAME, "--via", "hub", "--yes").exit_code == 0
    assert "small-q4.gguf" in files(home)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_who_is_stopped_in_the_middle_goes_on(
    spawn: Spawn, hub: Hub, home: Path, number: signal.Signals
) -> None:
    # Given a download that is stopped after its first block
    hub.hold = Event()
    process = spawn("model", "get", NAME, "--hub", hub.url, "--yes")
    hub.begun.wait()
    while not any(each.stat().st_size for each in (home / "models").glob("*.part")):
        assert process.poll() is None
    process.send_signal(number)
    _, said = process.communicate()
    assert "Traceback" not in said
    assert ("the same command goes on" in said) is (number == signal.SIGINT)
    # Then no file has the model's name
    (part,) = files(home)
    assert part.endswith(".part")
    # When it is asked for again, then only the rest comes, and the file is whole
    hub.hold.set()
    hub.hold, hub.ranges = None, []
    again = spawn("model", "get", NAME, "--hub", hub.url, "--yes")
    assert again.wait() == 0
    (asked,) = hub.ranges
    assert asked is not None
    assert (home / "models" / "small-q4.gguf").read_bytes() == CONTENT
    assert files(home) == ["small-q4.gguf", "small-q4.json"]


def ended(line: socket.socket) -> bool:
    """Who was let in sees the end; who was still waiting at the door, on a busy machine, is sent
    away by the system."""
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_it_is_served_to_others_until_its_parent_ends(
    spawn: Spawn, home: Path, number: signal.Signals
) -> None:
    (home / "models").mkdir(parents=True)
    (home / "models" / "small.gguf").write_bytes(b"GGUF")
    path = os.pathsep.join([str(FAKE), os.environ.get("PYTHONPATH", "")])
    process = spawn("model", "serve", "--port", "0", "--json", env={"PYTHONPATH": path})
    assert process.stdout is not None
    said = json.loads(process.stdout.readline())["data"]
    assert said["name"] == "small"
    listed = httpx.get(f"{said['url']}/models").json()["data"]
    assert [each["id"] for each in listed] == ["small"]
    port = urlsplit(said["url"]).port or 0
    with socket.create_connection(("127.0.0.1", port)) as line:
        process.send_signal(number)
        assert ended(line)  # nobody is left who would answer
    assert process.wait() == (0 if number == signal.SIGINT else -number)


def test_without_what_serves_it_the_command_is_named(mohen: Run, home: Path) -> None:
    assert "mohen model get" in mohen("model", "serve").stderr
    (home / "models").mkdir(parents=True, exist_ok=True)
    (home / "models" / "small.gguf").write_bytes(b"GGUF")
    said = mohen("model", "serve")
    assert said.exit_code != 0
    assert 'install "xllamacpp' in said.stderr
