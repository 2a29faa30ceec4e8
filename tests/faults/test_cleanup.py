"""A cleanup that cannot be done is an alarm, and harms nothing (R112); deaths and rivals too."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest

from factories import confirmed, draft, eventually, policy
from faults.processes import Process
from inside import inside
from mohen.errors import CleanupFailed, Conflict
from mohen.memory import Memory, open_memory
from mohen.rules import distill
from mohen.rules.distill import Distiller
from mohen.testing import CountingIds, FrozenClock
from shows import shows
from worlds import World

DAY = 86_400_000
TEXT = "The heron Zyqxvarn crossed the frozen weir at dusk"
QUICK = policy(storage={"busy_timeout_ms": 1})


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "home", policy=QUICK)
    yield made
    made.close()


@pytest.fixture(autouse=True)
def nothing_to_distill(monkeypatch: pytest.MonkeyPatch) -> None:
    """The weekly look back has its own faults and its own tests."""
    monkeypatch.setattr(Distiller, "distill", lambda *_asked: None)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program in the middle of writing."""
    other = apsw.Connection(str(path))
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.close()


def compressed(world: World) -> int:
    return int(world.ok("memory:status")["episodes"]["compressed"])


def alarms(world: World) -> list[tuple[str, str]]:
    return [
        (data["code"], data["state"])
        for push, data in world.pushes
        if push == "memory:alert" and data["subject"] == "cleanup"
    ]


@shows("R112", "R110", "C96")
@pytest.mark.parametrize("file", ["episodes.db", "mind.db"])
def test_a_locked_database_is_an_alarm_and_the_next_window_tries_again(
    world: World, file: str
) -> None:
    # Given a cleanup that is due while another program holds the database
    world.record()
    world.live(days=30)
    stamp = world.ok("memory:status")["upkeep"]["last"]["cleanup"]
    with locked(world.home / file):
        # When it is asked for
        error = world.fails("memory:cleanup:run")
        # Then it fails with its own code, and somebody hears of it
        assert error["code"] == "MEMORY_CLEANUP_FAILED"
        assert error["retryable"] is True
        assert error["details"]["reason"] == "busy"
        assert alarms(world) == [("MEMORY_CLEANUP_FAILED", "began")]
        status = world.ok("memory:status")
        assert status["upkeep"]["last"]["cleanup"] == stamp
        assert "MEMORY_CLEANUP_FAILED" in str(status["degradations"])
        assert "MEMORY_CLEANUP_FAILED" in world.memory.degraded()
    # And it is not tried again before the next window
    tick(world)
    assert compressed(world) == 0
    # When that comes and the database is free, it is done, and the alarm ends
    world.clock.advance(days=1)
    tick(world)
    assert compressed(world) == 1
    assert alarms(world) == [
        ("MEMORY_CLEANUP_FAILED", "began"),
        ("MEMORY_CLEANUP_FAILED", "ended"),
    ]
    status = world.ok("memory:status")
    assert status["memoryDegraded"] is False
    assert "failingSince" not in status["upkeep"]


def tick(world: World) -> None:
    inside(world.memory).upkeep.tick()


@shows("R112", "C8")
def test_a_new_start_tries_again_too_and_ends_what_an_earlier_one_began(world: World) -> None:
    world.record()
    world.live(days=30)
    with locked(world.home / "episodes.db"):
        world.fails("memory:cleanup:run")
    failing = world.ok("memory:status")["upkeep"]["failingSince"]
    assert failing == world.clock.now()
    world.reopen()
    assert compressed(world) == 1
    ended = [each for each in world.ok("memory:status")["alerts"] if each["subject"] == "cleanup"]
    assert [each["state"] for each in ended] == ["ended"]


@shows("R112", "R93")
def test_a_failing_cleanup_by_night_stops_nothing_else(world: World) -> None:
    world.record()
    world.live(days=30)
    with locked(world.home / "episodes.db"):
        tick(world)
        assert alarms(world) == [("MEMORY_CLEANUP_FAILED", "began")]
        assert world.query(sceneType="action")["memoryDegraded"] is False
    world.record()


@shows("R112")
def test_what_was_done_before_it_failed_stays_done(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock comes in the middle."""
    clock = FrozenClock()
    rule = policy(storage={"busy_timeout_ms": 1}, upkeep={"batch": 1})
    with open_memory(home, policy=rule, clock=clock, ids=CountingIds(), immediate=True) as memory:
        for _ in range(4):
            memory.episodes.record(draft(timestamp=clock.now() - 60 * DAY))
        other = apsw.Connection(str(home / "episodes.db"))
        steps = iter(range(100))

        def lock_at_the_third() -> None:
            if next(steps) == 2:
                other.execute("BEGIN IMMEDIATE")

        monkeypatch.setattr(inside(memory).jobs, "give_way", lock_at_the_third)
        with pytest.raises(CleanupFailed):
            memory.upkeep.cleanup()
        other.close()
        left = memory.upkeep.cleanup(dry_run=True).compressed
        assert 0 < left < 4
        assert memory.upkeep.cleanup().compressed == left


# -- others meanwhile


@shows("R120", "R115")
def test_reading_and_recording_go_on_during_a_cleanup(home: Path) -> None:
    rule = policy(upkeep={"batch": 1})
    with open_memory(home, policy=rule) as memory, ThreadPoolExecutor(2) as pool:
        old = memory.now() - 60 * DAY
        ids = [memory.episodes.record(draft(timestamp=old)).episode.id for _ in range(60)]
        cleaning = pool.submit(memory.upkeep.cleanup)
        fresh = [memory.episodes.record(draft()).episode.id for _ in range(30)]
        assert len(memory.episodes.list("novel", limit=200).items) == 90
        assert cleaning.result().compressed == 60
        there = memory.episodes.list("novel", limit=200).items
        assert {each.id: each.compressed for each in there} == {
            **dict.fromkeys(ids, True),
            **dict.fromkeys(fresh, False),
        }


@shows("R115", "C91")
def test_of_several_threads_one_cleans(home: Path) -> None:
    with open_memory(home) as memory, ThreadPoolExecutor(4) as pool:
        old = memory.now() - 60 * DAY
        for _ in range(40):
            memory.episodes.record(draft(timestamp=old))
        outcomes = list(pool.map(lambda _n: outcome(memory), range(4)))
    done = [each for each in outcomes if each != "CONFLICT"]
    assert sum(done) == 40
    assert sorted(done)[:-1] == [0] * (len(done) - 1)


def outcome(memory: Memory) -> Any:
    try:
        return memory.upkeep.cleanup().compressed
    except Conflict as error:
        return error.code


@shows("R115", "C91")
def test_of_two_processes_one_cleans(home: Path) -> None:
    with open_memory(home) as memory:
        for _ in range(40):
            memory.episodes.record(draft(timestamp=memory.now() - 60 * DAY))
    rivals = [Process("obey", home, policy={"upkeep": {"batch": 1}}) for _ in range(2)]
    for each in rivals:
        each.wait_until_ready()
    for each in rivals:
        each.tell(do="clean")
    said = [each.line() for each in rivals]
    assert [each.close() for each in rivals] == [0, 0]
    assert sorted(said) in (['"CONFLICT"', "40"], ["0", "40"])


# -- death in the middle

dies = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a POSIX notion")
SLOW = {"upkeep": {"batch": 1, "lease_ms": 60_000}}


def count(home: Path, where: str) -> int:
    connection = apsw.Connection(str(home / "episodes.db"), flags=apsw.SQLITE_OPEN_READONLY)
    found = connection.execute(f"SELECT count(*) FROM episodes WHERE {where}").get
    connection.close()
    return int(found)


@dies
@shows("C91", "R115")
def test_a_cleanup_that_was_killed_is_finished_by_another(home: Path) -> None:
    with open_memory(home) as memory:
        for _ in range(150):
            memory.episodes.record(draft(timestamp=memory.now() - 60 * DAY))
    child = Process("obey", home, policy=SLOW)
    child.wait_until_ready()
    child.tell(do="clean")
    eventually(lambda: count(home, "compressed = 1"))
    child.kill()
    done = count(home, "compressed = 1")
    assert 0 < done < 150
    with open_memory(home, immediate=True) as memory:
        assert (
            inside(memory).lease_store.holder("cleanup") is not None
        )  # and nobody waits for the dead
        assert outcome(memory) == 150 - done
        assert inside(memory).episodes_db.check() == "ok"
        assert inside(memory).episode_index.words_in_order()


@dies
@shows("R88", "C74")
def test_a_clear_that_was_killed_is_finished_by_clearing_again(home: Path) -> None:
    with open_memory(home) as memory:
        for _ in range(150):
            memory.episodes.record(draft(input_context=TEXT, final_text=TEXT))
        memory.rules.add(TEXT, scope="project", project_id="novel")
    child = Process("obey", home, policy=SLOW)
    child.wait_until_ready()
    child.tell(do="clear")
    eventually(lambda: count(home, "1") < 150)
    child.kill()
    left = count(home, "1")
    assert 0 < left < 150
    with open_memory(home, immediate=True) as memory:
        # No rule stands whose author believes its episodes gone
        assert inside(memory).rule_store.everywhere() == []
        assert inside(memory).lease_store.holder(distill.lease_of("novel")) is not None
        receipt = confirmed(memory.upkeep.clear_project)("novel")
        assert receipt.counts["episodes"] == left
        assert receipt.wiped
        everything = b"".join(each.read_bytes() for each in home.iterdir())
        for word in (b"Zyqxvarn", b"zyqxvarn", b"weir"):
            assert word not in everything
