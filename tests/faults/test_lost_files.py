"""A database deleted under an open memory is begun anew, and that is said (C96)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inside import inside
from shows import shows
from worlds import FIGHT, World

if sys.platform == "win32":
    pytest.skip("a file that is open cannot be deleted on Windows", allow_module_level=True)

CODES = {
    "episodes.db": "MEMORY_DEGRADE_EPISODES_LOST",
    "mind.db": "MEMORY_DEGRADE_MIND_LOST",
}
SIDES = ("", "-wal", "-shm")
files = pytest.mark.parametrize("file", CODES)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """With something to lose in both files."""
    made = World(tmp_path / "home")
    made.record()
    made.ok("memory:semantic:add", rule="多用短句", scope="project", projectId="novel")
    yield made
    made.close()


def delete(world: World, file: str) -> None:
    for side in SIDES:
        (world.home / f"{file}{side}").unlink(missing_ok=True)


def move(world: World, file: str, to: Path) -> None:
    to.mkdir()
    for side in SIDES:
        if (path := world.home / f"{file}{side}").exists():
            path.rename(to / path.name)


def alarms(world: World) -> list[tuple[str, str, str]]:
    return [
        (data["code"], data["subject"], data["state"])
        for push, data in world.pushes
        if push == "memory:alert"
    ]


def lost(world: World) -> list[str]:
    status = world.ok("memory:status")
    assert status["memoryDegraded"] is bool(status["degradations"])
    return [each["code"] for each in status["degradations"]]


def open_alerts(world: World) -> list[tuple[str, str]]:
    alerts = world.ok("memory:status")["alerts"]
    return [(each["code"], each["subject"]) for each in alerts if each["state"] == "began"]


def check_of(world: World, file: str) -> dict[str, Any]:
    checks = world.ok("memory:doctor")["checks"]
    assert not [each for each in checks if each["name"] == "alert"]  # said once, by the check
    return next(each for each in checks if each["name"] == file)


@shows("C96", "R93")
@files
def test_a_file_that_vanished_is_said_to_have_vanished(world: World, file: str) -> None:
    # Given a memory that is open, and one of its files deleted
    delete(world, file)
    # When the author asks how it is, again and again
    status = world.ok("memory:status")
    world.ok("memory:status")
    # Then what was lost is said in both languages with its cure, and pushed once
    (told,) = status["degradations"]
    assert told["code"] == CODES[file]
    assert file in told["message"]["zh"]
    assert file in told["message"]["en"]
    assert "mohen doctor --mend" in told["cure"]["zh"]
    assert "mohen doctor --mend" in told["cure"]["en"]
    assert alarms(world) == [(CODES[file], file, "began")]
    assert open_alerts(world) == [(CODES[file], file)]
    # And what is read and written goes on undegraded with the new file
    fight = world.record()["episodeId"]
    answer = world.query(queryText=FIGHT)
    assert fight in world.ids_of(answer)
    assert answer["memoryDegraded"] is False
    assert check_of(world, file)["finding"] == "fail"


@shows("C96")
@files
def test_the_next_use_tells_it_whatever_it_is(world: World, file: str) -> None:
    delete(world, file)
    world.query(queryText=FIGHT)
    assert alarms(world) == [(CODES[file], file, "began")]


@shows("C96")
def test_both_files_are_told_of(world: World) -> None:
    for file in CODES:
        delete(world, file)
    assert sorted(lost(world)) == sorted(CODES.values())


@shows("C96")
@files
def test_mending_acknowledges_it(world: World, file: str) -> None:
    delete(world, file)
    assert lost(world) == [CODES[file]]
    mended = world.ok("memory:doctor", mend=True)
    assert [each["en"] for each in mended["mended"]] == [f"{file}: going on with the new file"]
    assert mended["healthy"] is True, mended
    assert lost(world) == []
    assert open_alerts(world) == []
    assert [state for *_, state in alarms(world)] == ["began", "ended"]
    # And the next time is another time
    delete(world, file)
    assert lost(world) == [CODES[file]]


@shows("C96")
@files
def test_nobody_acknowledges_what_was_not_told(world: World, file: str) -> None:
    delete(world, file)
    first = world.ok("memory:doctor", mend=True)
    assert first["healthy"] is False
    assert lost(world) == [CODES[file]]
    assert world.ok("memory:doctor", mend=True)["healthy"] is True


@shows("C96")
@files
def test_the_right_file_put_back_ends_it(world: World, file: str, tmp_path: Path) -> None:
    # Given a file that was moved away, and an empty one in its place
    move(world, file, tmp_path / "away")
    assert lost(world) == [CODES[file]]
    # When it is put back
    delete(world, file)
    for each in (tmp_path / "away").iterdir():
        each.rename(world.home / each.name)
    # Then everything is there, and the end is told
    assert lost(world) == []
    assert [state for *_, state in alarms(world)] == ["began", "ended"]
    assert open_alerts(world) == []
    assert len(world.query(queryText=FIGHT)["items"]) == 1
    assert len(world.ok("memory:semantic:list", projectId="novel")["items"]) == 1
    assert check_of(world, file)["finding"] == "ok"


@shows("C96")
@files
def test_another_process_shows_it_and_may_acknowledge_it(world: World, file: str) -> None:
    """`mohen status` and `mohen doctor --mend` beside a running `mohen serve`."""
    delete(world, file)
    assert lost(world) == [CODES[file]]
    beside = World(world.home, clock=world.clock)
    beside.memory._house = inside(beside.memory).but(process="elsewhere:1")
    # When the other only looks, nothing has ended
    assert open_alerts(beside) == [(CODES[file], file)]
    assert beside.ok("memory:doctor")["healthy"] is False
    assert lost(world) == [CODES[file]]
    # When it mends, the first hears of it
    assert beside.ok("memory:doctor", mend=True)["healthy"] is True
    beside.close()
    assert lost(world) == []
    assert [state for *_, state in alarms(world)] == ["began", "ended"]


@shows("C96")
@files
def test_it_ends_with_the_process_that_saw_it(world: World, file: str) -> None:
    delete(world, file)
    assert lost(world) == [CODES[file]]
    world.reopen()
    world.ok("memory:status")
    assert open_alerts(world) == []
    assert lost(world) == []
    assert check_of(world, file)["finding"] == "ok"


@shows("C96", "R96")
def test_a_damaged_file_set_aside_has_not_vanished(world: World) -> None:
    world.destroy("episodes.db")
    world.query(queryText=FIGHT)
    assert world.ok("memory:doctor", mend=True)["healthy"] is True
    assert CODES["episodes.db"] not in lost(world)


def test_a_new_home_has_lost_nothing(tmp_path: Path) -> None:
    world = World(tmp_path / "fresh")
    for file in CODES:
        delete(world, file)
    world.reopen()  # nobody had opened what was not there
    assert lost(world) == []
    world.close()


def test_another_file_has_another_secret(world: World) -> None:
    # Given a home whose secret is known, and a message that is known by it
    said: dict[str, Any] = {
        "projectId": "novel",
        "session": "s",
        "messages": [{"role": "user", "text": "The kettle is in the attic."}],
    }
    assert world.ok("talk:hear", **said)["heard"] == 1
    assert world.ok("talk:hear", **said)["same"] == 1
    secret = inside(world.memory).settings.redaction_key()
    # When the file that holds it is deleted under it
    delete(world, "mind.db")
    # Then the one that was begun in its place has a secret of its own
    assert world.ok("talk:hear", **said)["heard"] == 1
    assert inside(world.memory).settings.redaction_key() != secret
