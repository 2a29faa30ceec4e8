"""A command goes through the `mohen serve` of its home where one runs, and nobody can tell."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import Result

from cli.running import RECORD, Run, Spawn, environment
from contracts import model_server
from factories import eventually
from mohen.cli import through_server
from mohen.core.policy import Doors
from mohen.core.settings_model import ModelConfig
from mohen.memory import open_memory
from mohen.server import announcement
from mohen.server.announcement import announced, found

pytestmark = pytest.mark.skipif(os.name == "nt", reason="without locks nothing is announced")

HERE = {"MOHEN_NO_SERVER": "1"}
PARTICULAR = re.compile(
    r'"requestId":"\w+"|"ts":\d+|"(?:fileBytes|files)":\{[^}]*\}|files .*|"strength":[\d.]+'
    r'|"(?:now|machine)":\d+'
)


@pytest.fixture
def server(spawn: Spawn) -> subprocess.Popen[str]:
    return serving(spawn)


def serving(spawn: Spawn) -> subprocess.Popen[str]:
    """On a free port, ready."""
    started = spawn("serve", "--port", "0", "--json")
    assert started.stdout is not None
    assert json.loads(started.stdout.readline())["ok"]
    return started


@pytest.fixture
def elsewhere(server: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """The home cannot be opened here: whatever is answered, the server did."""

    def refuse(*_: object, **__: object) -> NoReturn:
        raise AssertionError("the home was opened")

    monkeypatch.setattr("mohen.memory.open_memory", refuse)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Each time that the home was opened here."""
    times: list[bool] = []

    def count(*args: Any, **more: Any) -> Any:
        times.append(True)
        return open_memory(*args, **more)

    monkeypatch.setattr("mohen.memory.open_memory", count)
    return times


# -- the same answers


# Not what is searched for: without a server by words alone (C103).
SAID = [
    ("status",),
    ("status", "--json"),
    ("list", "--json"),
    ("list",),
    ("stats", "--lang", "zh"),
    ("entities", "--json"),
    ("rules", "list", "--json"),
    ("notes",),
    ("config", "list"),
    ("skills", "--json"),
    ("upkeep", "--dry-run"),
    ("forget", "--query", "雨", "--json"),  # refused, for want of --yes
    ("show", "ep_none", "--json"),
    ("list", "--limit", "9999", "--json"),
    ("capture", "x", "--importance", "nan", "--json"),  # no number that JSON knows
    ("undo", "half \ud83d a character", "--json"),
    ("project", "list"),
    ("validate",),
]


@pytest.mark.usefixtures("server")
def test_with_and_without_a_server_the_answers_are_the_same(
    mohen: Run, recorded: Callable[..., Any]
) -> None:
    recorded()
    assert mohen("capture", "the user lives in Berlin").exit_code == 0
    assert mohen("rules", "add", "No exclamation marks").exit_code == 0
    eventually(lambda: is_embedded(mohen))  # the server has nothing left to do beside us
    for args in SAID:
        through, here = mohen(*args), mohen(*args, **HERE)
        assert told(through) == told(here), args


def is_embedded(mohen: Run) -> bool:
    index = json.loads(mohen("status", "--json").stdout)["data"]["index"]
    return bool(index["embedded"] == index["embeddable"])


def told(said: Result) -> tuple[int, str, str]:
    return said.exit_code, PARTICULAR.sub("", said.stdout), said.stderr


@pytest.mark.usefixtures("elsewhere")
def test_a_command_does_not_open_the_home_where_a_server_has_it(mohen: Run) -> None:
    for args in (
        RECORD,
        ("status",),
        ("inject", "where do I live?"),
        ("capture", "the user lives in Berlin"),
        ("search", "Berlin"),
        ("rules", "add", "No exclamation marks"),
        ("rules",),
        ("run", "polish", "--text", "剑落下来。"),
        ("export", "-o", "-"),
    ):
        said = mohen(*args)
        assert said.exit_code in (0, 2), (args, said.output)
        assert not isinstance(said.exception, AssertionError), args


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("args", [("status",), ("inject", "where do I live?")], ids=" ".join)
def test_what_is_served_loads_nothing_heavy(home: Path, args: tuple[str, ...]) -> None:
    script = (
        "import atexit, sys; from mohen.__main__ import main;"
        "atexit.register(lambda: print(*{each.split('.')[0] for each in sys.modules}, sep='\\n'));"
        "main()"
    )
    said = subprocess.run(
        [sys.executable, "-c", script, *args],
        env=environment(home),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    heavy = {"numpy", "apsw", "pydantic", "starlette", "uvicorn", "rich", "yaml", "http", "ssl"}
    assert heavy & set(said.stdout.splitlines()) == set()


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("args", [("doctor",), ("learn",), ("rebuild-index",)], ids=" ".join)
def test_some_stay_in_their_own_process(mohen: Run, opened: list[bool], args: list[str]) -> None:
    assert mohen(*args).exit_code == 0
    assert opened


@pytest.mark.usefixtures("server")
def test_more_than_the_wire_takes_is_done_here(mohen: Run, opened: list[bool]) -> None:
    assert Doors().body_bytes > through_server._LONGEST
    said = mohen("capture", "-", "--json", input="雨" * 400_000)
    assert said.exit_code == 2  # as it is without a server
    assert not opened
    assert mohen("recall", "x" * through_server._LONGEST, "--json").exit_code == 0
    assert opened


# -- what it leaves in the home


def test_it_says_where_it_is_to_its_owner_alone_and_takes_it_away(
    server: subprocess.Popen[str], home: Path
) -> None:
    file = home / "server.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    said = json.loads(file.read_text())
    assert said.keys() == {"pid", "host", "port", "version", "home"}
    assert said["pid"] == server.pid
    assert (home / "token").read_text().strip() not in file.read_text()
    server.send_signal(signal.SIGTERM)
    assert server.wait() == 0
    assert sorted(each.name for each in home.glob("server*")) == []


def test_of_two_servers_the_first_to_end_leaves_the_other_in_peace(
    server: subprocess.Popen[str], spawn: Spawn, home: Path
) -> None:
    second = spawn("serve", "--port", "0", "--json")
    assert second.stdout is not None
    port = json.loads(second.stdout.readline())["data"]["port"]
    server.send_signal(signal.SIGTERM)
    server.wait()
    address = found(home)
    assert address is not None
    assert address.port == port


# -- when it is not there


@contextmanager
def stranger(port: int) -> Iterator[list[bytes]]:
    """Somebody else who listens on the port now, and what they hear."""
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", port)) as listening:
        listening.settimeout(0.2)
        yield heard
        try:
            line, _ = listening.accept()
        except TimeoutError:
            return
        with line:
            heard.append(line.recv(4096))


def test_one_that_was_killed_is_known_by_its_lock_and_nobody_gets_the_token(
    server: subprocess.Popen[str], mohen: Run, home: Path, opened: list[bool]
) -> None:
    port = json.loads((home / "server.json").read_text())["port"]
    server.kill()
    server.wait()
    assert (home / "server.json").exists()
    with stranger(port) as heard:
        assert mohen("status").exit_code == 0
    assert heard == []
    assert opened


def test_the_wrong_token_tells_the_server_nothing(
    server: subprocess.Popen[str], mohen: Run, home: Path, opened: list[bool]
) -> None:
    (home / "token").write_text("another\n")
    assert mohen("capture", "the user lives in Berlin").exit_code == 0
    assert opened
    server.send_signal(signal.SIGTERM)
    said, logged = server.communicate()
    assert "another" not in said + logged


@pytest.mark.usefixtures("server")
def test_a_home_that_was_moved_or_copied_has_no_server(
    mohen: Run, home: Path, tmp_path: Path
) -> None:
    copied, moved = tmp_path / "copied", tmp_path / "moved"
    shutil.copytree(home, copied)
    assert found(copied) is None
    assert found(home) is not None
    home.rename(moved)
    assert found(moved) is None
    assert mohen("status", "--home", str(moved)).exit_code == 0


@pytest.mark.usefixtures("server")
def test_a_link_to_the_home_is_the_home(home: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(home)
    assert found(tmp_path / "link") is not None


@pytest.mark.usefixtures("server")
def test_another_version_is_left_alone(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcement, "__version__", "99.0")
    assert found(home) is None


def test_one_that_was_stopped_is_not_waited_for(
    server: subprocess.Popen[str], mohen: Run, opened: list[bool]
) -> None:
    server.send_signal(signal.SIGSTOP)
    try:
        assert mohen("status").exit_code == 0
    finally:
        server.send_signal(signal.SIGCONT)
    assert opened


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 1}', "\xff"])
def test_a_file_that_says_nothing_is_nothing(mohen: Run, home: Path, text: str) -> None:
    mohen("status")
    (home / "server.json").write_bytes(text.encode("latin-1"))
    assert found(home) is None
    assert mohen("status").exit_code == 0


# -- when it goes while it is asked


ALIVE = b'HTTP/1.1 200 OK\r\n\r\n{"ok":true,"data":{"cancelled":false},"meta":{}}'


class Scripted:
    """A server that answers its first request, and lets the second wait."""

    def __init__(self, home: Path) -> None:
        home.mkdir()
        (home / "token").write_text("a-token\n")
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._announced = announced(home, *self._listening.getsockname()[:2])
        self.asked = threading.Event()
        self.left = threading.Event()
        self.release = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def _serve(self) -> None:
        line, _ = self._listening.accept()
        with line:
            line.recv(1 << 16)
            line.sendall(ALIVE)
        line, _ = self._listening.accept()
        with line:
            line.recv(1 << 16)
            self.asked.set()
            line.settimeout(0.1)
            while not self.release.is_set():
                try:
                    if line.recv(1) == b"":
                        self.left.set()
                        return
                except TimeoutError:
                    continue

    def __enter__(self) -> Scripted:
        self._announced.__enter__()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.release.set()
        self._announced.__exit__(None, None, None)
        self._listening.close()


def test_ctrl_c_hangs_up(spawn: Spawn, home: Path) -> None:
    with Scripted(home) as server:
        process = spawn("recall", "雨", "--project", "p")
        assert server.asked.wait(60)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
        assert process.returncode == 130
        assert "Interrupted" in said
        assert server.left.wait(10)
    assert not (home / "episodes.db").exists()


def test_one_that_dies_over_a_request_is_reported_and_nothing_is_done_twice(
    spawn: Spawn, home: Path
) -> None:
    with Scripted(home) as server:
        process = spawn(*RECORD, "--project", "p", "--json")
        assert server.asked.wait(60)
        server.release.set()
        said, _ = process.communicate()
    assert process.returncode == 6
    assert json.loads(said)["error"]["code"] == "CANCELED"
    assert not (home / "episodes.db").exists()


def test_a_run_whose_caller_left_is_given_up(spawn: Spawn, mohen: Run, home: Path) -> None:
    with model_server.serving() as model:
        begun = threading.Event()

        def endless() -> Iterator[bytes]:
            yield model_server.event("刀举")
            begun.set()
            model.release.wait()

        model.behave = model_server.feeding(endless)
        with open_memory(home) as memory:
            memory.settings.update(model=ModelConfig("openai", "m", model.url))
        serving(spawn)
        process = spawn("run", "polish", "--text", "剑落下来。")
        assert begun.wait(60)
        process.send_signal(signal.SIGINT)
        process.communicate()
        assert process.returncode == 130
        assert json.loads(mohen("list", "--json").stdout)["data"]["items"] == []
