"""A package of others, installed for real: found by its metadata, loaded when it is needed."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mohen.core import plugins
from mohen.errors import NotFound
from mohen.integrations import setup
from mohen.integrations.install import Installation
from worlds import World

EXAMPLE = Path(__file__).parent / "example_package"
PAGE = Path(__file__).parents[2] / "docs" / "extending.md"

MESSAGES = [
    {"room": "kitchen", "who": "me", "said": "I am allergic to peanuts.", "when": 1_700_000_000},
    {"room": "kitchen", "who": "it", "said": "I live in Paris.", "when": 1_700_000_060},
]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "home")
    yield made
    made.close()


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE))


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that cannot be imported, and one that raises whatever it is asked."""
    info = tmp_path / "site" / "mohen_broken-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mohen-broken\nVersion: 1.0\n")
    groups = "\n".join(
        f"[{group}]\nabsent = mohen_no_such_module:x\nraises = mohen_broken:raises"
        for group in plugins.GROUPS
    )
    (info / "entry_points.txt").write_text(groups)
    (tmp_path / "site" / "mohen_broken.py").write_text(
        "class Raises:\n"
        "    def __call__(self, *_):\n        raise RuntimeError('my secret path')\n"
        "    knows = conversations = __call__\n"
        "raises = Raises()\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path / "site"))


def known(world: World) -> list[str]:
    found = world.ok("knowledge:list", projectId="mo")["items"]
    return sorted(each["content"] for each in found)


def test_the_page_shows_the_example_as_it_is() -> None:
    said = PAGE.read_text("utf-8")
    for name in ("mohen_lantern.py", "mohen_lantern-1.0.dist-info/entry_points.txt"):
        assert (EXAMPLE / name).read_text("utf-8").strip() in said, name


@pytest.mark.usefixtures("example")
def test_an_embedder_of_another_package_embeds(world: World) -> None:
    config = {"kind": "plugin", "model": "lantern"}
    assert world.ok("memory:settings:update", embedder=config)["embedder"]["kind"] == "plugin"
    world.record(finalText="A quiet harbour.")
    checks = {each.name: each for each in world.memory.doctor() if each.name == "embedder"}
    assert checks["embedder"].message[0] == "plugin:lantern:vowels-1"
    found = world.query(queryText="A quiet harbour")
    assert not found.get("degraded")


@pytest.mark.usefixtures("example")
def test_a_reader_of_another_package_is_listened_to(world: World, tmp_path: Path) -> None:
    talk = tmp_path / "days.lantern"
    talk.write_text("\n".join(map(json.dumps, MESSAGES)), encoding="utf-8")
    done = world.ok("memory:import", projectId="mo", path=str(talk), once=True)
    assert done["source"]["kind"] == "plugin"
    assert known(world) == ["The user is allergic to peanuts"]
    # And what comes later is heard once, and what was heard is not heard again
    more = {"room": "kitchen", "who": "me", "said": "I moved to Lyon.", "when": 1_700_009_000}
    talk.write_text("\n".join(map(json.dumps, [*MESSAGES, more])), encoding="utf-8")
    again = world.ok("memory:import", projectId="mo", path=str(talk), once=True)
    assert again["added"] == 1
    assert len(known(world)) == 2


@pytest.mark.usefixtures("example")
def test_an_importer_of_another_package_brings_memories(world: World, tmp_path: Path) -> None:
    notes = tmp_path / "old.wick"
    notes.write_text("User likes oolong tea\nUser plays the cello\n", encoding="utf-8")
    done = world.ok("memory:import", projectId="mo", path=str(notes))
    assert (done["added"], done["format"]) == (2, "generic")
    assert world.ok("memory:import", projectId="mo", path=str(notes))["added"] == 0
    assert known(world) == ["User likes oolong tea", "User plays the cello"]


@pytest.mark.usefixtures("example")
def test_a_host_of_another_package_is_set_up_and_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "lantern" / "settings.json"
    settings.parent.mkdir()
    before = '{\n  "lamp": "on"\n}\n'
    settings.write_text(before, encoding="utf-8")
    monkeypatch.setenv("LANTERN_HOME", str(settings.parent))
    found = setup.host("lantern")
    setting = setup.Setting(tmp_path, os.environ, ("mohen",))
    plan = found.plan(setting)
    installation = Installation(tmp_path / "kept")
    installation.apply(installation.install(plan), plan)
    assert json.loads(settings.read_text("utf-8"))["hooks"] == {"mohen": "mohen hook"}
    installation.apply(installation.remove(), ())
    assert settings.read_text("utf-8") == before


@pytest.mark.usefixtures("broken")
def test_a_broken_package_is_told_of_and_breaks_nothing(
    world: World, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "mohen")
    (tmp_path / "m.json").write_text('{"results": [{"memory": "User likes tea"}]}')
    assert world.ok("memory:import", projectId="mo", path=str(tmp_path / "m.json"))["added"] == 1
    told = [each for each in world.memory.doctor() if each.name == "plugin"]
    bad = [each for each in told if each.finding.value != "ok"]
    assert len(bad) == len(plugins.GROUPS)
    assert all("absent" in each.message[0] and each.cure for each in bad)
    assert "mohen.importers" in caplog.text
    assert "my secret path" not in caplog.text
    for name in ("absent", "raises"):
        with pytest.raises(NotFound):
            setup.host(name)
    for model in ("absent", "raises", "nobody"):
        config = {"kind": "plugin", "model": model}
        world.door.call("memory:settings:update", {"embedder": config})
        world.record()
        assert "items" in world.query(queryText="harbour")
        world.ok("memory:settings:update", embedder={"kind": "builtin"})


@pytest.mark.process
def test_a_command_that_needs_none_looks_for_none(tmp_path: Path) -> None:
    script = (
        "import atexit, sys;"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr));"
        "sys.argv = ['mohen', 'status'];"
        "from mohen.cli import main; main()"
    )
    places = [str(EXAMPLE), *filter(None, [os.environ.get("PYTHONPATH")])]
    ran = subprocess.run(
        [sys.executable, "-c", script],
        env={
            **os.environ,
            "MOHEN_HOME": str(tmp_path / "h"),
            "PYTHONPATH": os.pathsep.join(places),
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    imported = ran.stderr.split()
    assert "mohen.core" in imported, ran.stderr
    assert "mohen_lantern" not in imported
    assert "importlib.metadata" not in imported
