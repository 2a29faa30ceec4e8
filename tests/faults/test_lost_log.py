"""A write-ahead log that is lost or cut after a kill is noticed; nothing else is taken for it."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from faults.processes import Process
from mohen.core.sqlite.commit_mark import CommitMark
from mohen.testing import FrozenClock
from shows import shows
from worlds import World

if sys.platform == "win32":
    pytest.skip("SIGKILL is a POSIX notion", allow_module_level=True)

CODE = "MEMORY_DEGRADE_WRITES_LOST"
FILES = ("episodes.db", "mind.db")


@pytest.fixture
def writer(home: Path) -> Iterator[Process]:
    """Another process that has written into both files and is still there."""
    child = Process("obey", home)
    child.wait_until_ready()
    for n in range(3):
        child.ask(do="record", draft={"input_context": f"heron {n}"})
    child.ask(do="set", settings={"preference_learning_threshold": 7})
    yield child
    child.kill()


def remove(log: Path) -> None:
    log.unlink()


def cut(log: Path) -> None:
    with log.open("r+b") as file:
        file.truncate(log.stat().st_size // 2)


def spoil(log: Path) -> None:
    """A byte in its middle: SQLite reads the log up to there."""
    body = bytearray(log.read_bytes())
    body[len(body) // 2] ^= 0xFF
    log.write_bytes(body)


def look(home: Path) -> World:
    """By the clock of those who are killed here: the machine's."""
    return World(home, clock=FrozenClock(time.time_ns() // 1_000_000))


def told(world: World) -> list[str]:
    return [each["code"] for each in world.ok("memory:status")["degradations"]]


def finding(world: World, file: str) -> dict[str, Any]:
    checks = world.ok("memory:doctor")["checks"]
    return next(each for each in checks if each["name"] == file)


@shows("C96", "R93")
@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("do", [remove, cut, spoil])
def test_a_lost_log_is_noticed(
    home: Path, writer: Process, file: str, do: Callable[[Path], None]
) -> None:
    # Given a process that was killed, and a log that was lost before anybody looked
    writer.kill()
    do(home / f"{file}-wal")
    # When the memory is opened again, then that is said, in both languages and with a way out
    world = look(home)
    assert told(world) == [CODE]
    found = finding(world, file)
    assert found["finding"] == "fail"
    assert f"{file}-wal" in found["message"]["zh"]
    assert "mohen doctor --mend" in found["cure"]["en"]
    # And it is still said by the next process, until the author goes on without
    world.reopen()
    world.record()
    world.reopen()
    assert told(world) == [CODE]
    mended = world.ok("memory:doctor", mend=True)
    assert mended["healthy"] is True
    assert f"{file}-wal" in mended["mended"][0]["en"]
    world.reopen()
    assert told(world) == []
    world.close()


@pytest.mark.parametrize("file", FILES)
def test_it_is_said_of_a_home_that_cannot_be_written(
    home: Path, writer: Process, file: str
) -> None:
    writer.kill()
    remove(home / f"{file}-wal")
    mark = CommitMark(home / f"{file}-mark")
    home.chmod(0o500)
    try:
        assert mark.compare(0, 0) is not None
    finally:
        home.chmod(0o700)
        mark.close()


def test_nothing_is_said_of_what_is_whole(home: Path, writer: Process, tmp_path: Path) -> None:
    # Given two processes on one home, then one of them killed
    world = look(home)
    world.record()
    assert told(world) == []
    writer.ask(do="record", draft={"input_context": "heron 4"})
    writer.kill()
    # Then neither who goes on nor who opens it again is told anything
    world.record()
    assert told(world) == []
    world.reopen()
    assert told(world) == []
    # Nor, when it was closed by all, who opens a copy of its two files, or an older one put back
    world.close()
    assert sorted(each.name for each in home.glob("*.db*")) == list(FILES)
    shutil.copytree(home, tmp_path / "copy")
    world = look(home)
    world.ok("memory:semantic:add", rule="多用短句", scope="project", projectId="novel")
    world.close()
    for file in FILES:
        shutil.copy(tmp_path / "copy" / file, home / file)
    for folder in (home, tmp_path / "copy"):
        world = look(folder)
        assert told(world) == []
        assert world.ok("memory:doctor")["healthy"] is True
        world.close()


def test_a_mark_that_is_damaged_means_nothing(home: Path, writer: Process) -> None:
    writer.kill()
    for file in FILES:
        (home / f"{file}-mark").write_bytes(b"\xff" * 40)
    world = look(home)
    assert told(world) == []
    world.close()
