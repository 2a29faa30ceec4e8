"""One try and three more, then the truth: written, or not written and not queued anywhere."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import apsw
import pytest

from factories import draft, policy
from mohen.errors import EpisodeWriteFailed, StoreBusy
from mohen.memory import Memory, open_memory
from mohen.testing import CountingIds, FrozenClock
from shows import shows

RULE = policy(storage={"busy_timeout_ms": 1})


@pytest.fixture
def memory(home: Path, clock: FrozenClock) -> Iterator[Memory]:
    """Waits for a lock hardly at all, so that the retries are what is seen."""
    with open_memory(home, policy=RULE, clock=clock, ids=CountingIds(), immediate=True) as opened:
        opened.episodes.record(draft(generation_id="g1"))
        clock.pauses.clear()
        yield opened


@pytest.fixture
def other(memory: Memory) -> Iterator[apsw.Connection]:
    """Another program that holds the write lock of the file."""
    connection = apsw.Connection(str(memory.home / "episodes.db"))
    connection.execute("BEGIN IMMEDIATE")
    yield connection
    connection.close()


def count(memory: Memory) -> int:
    counts = memory.status("novel").counts
    assert counts is not None
    return counts.active


@shows("C36", "C89", "R110")
@pytest.mark.parametrize("released_at", [1, 2, 3])
def test_a_lock_that_is_let_go_costs_retries_and_nothing_else(
    memory: Memory, clock: FrozenClock, other: apsw.Connection, released_at: int
):
    clock.on_pause = lambda count: count == released_at and other.execute("ROLLBACK")
    recorded = memory.episodes.record(draft())
    assert recorded.retries == released_at
    assert count(memory) == 2
    assert memory.episodes.get("novel", recorded.episode.id).seq == recorded.episode.seq


@shows("C36", "C89", "B15", "R110", "R113")
def test_a_lock_that_stays_is_a_hard_error_and_nothing_waits_behind_it(
    memory: Memory, clock: FrozenClock, other: apsw.Connection
):
    with pytest.raises(EpisodeWriteFailed) as caught:
        memory.episodes.record(draft(input_context="她推开门，看见了雪"))
    error = caught.value
    assert error.code == "MEMORY_EPISODE_WRITE_FAILED"
    assert error.retryable
    assert error.details == {"reason": "busy", "retryCount": 3}
    assert "雪" not in str(error)
    assert str(memory.home) not in str(error)
    assert clock.pauses == [25, 50, 100]
    other.execute("ROLLBACK")
    assert count(memory) == 1
    memory.drain()
    memory.episodes.record(draft())  # a queue filled behind our back would be emptied now
    assert count(memory) == 2


@shows("C89")
def test_an_undo_is_tried_again_as_a_record_is(
    memory: Memory, clock: FrozenClock, other: apsw.Connection
):
    clock.on_pause = lambda count: count == 3 and other.execute("ROLLBACK")
    undone = memory.episodes.undo("novel", generation_id="g1")
    assert undone.retries == 3
    assert undone.episode.undone_at is not None


@shows("R129")
def test_settings_are_tried_again_and_then_refused(memory: Memory, clock: FrozenClock):
    other = apsw.Connection(str(memory.home / "mind.db"))
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy) as caught:
        memory.settings.update(injection_enabled=False)
    assert caught.value.code == "DB_ERROR"
    assert clock.pauses == [25, 50, 100]
    other.execute("ROLLBACK")
    assert memory.settings.get().injection_enabled
    assert not memory.settings.update(injection_enabled=False).injection_enabled
    other.close()


def test_the_back_off_is_policy(home: Path, clock: FrozenClock):
    rule = policy(storage={"busy_timeout_ms": 1}, recording={"retries": 4, "backoff_ms": 7})
    with open_memory(home, policy=rule, clock=clock, immediate=True) as memory:
        memory.episodes.record(draft())
        clock.pauses.clear()
        other = apsw.Connection(str(home / "episodes.db"))
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(EpisodeWriteFailed) as caught:
            memory.episodes.record(draft())
        other.close()
    assert caught.value.details["retryCount"] == 4
    assert clock.pauses == [7, 14, 28, 56]


@shows("C89")
def test_eight_concurrent_writes_behind_a_lock_are_all_stored_in_call_order(
    memory: Memory, clock: FrozenClock, other: apsw.Connection
):
    """Each project's calls come one after the other, the projects' at the same time."""
    waiting = threading.Semaphore(0)
    go = threading.Barrier(8)

    def release(count: int) -> None:
        if count == 1:
            waiting.acquire(timeout=60)
            other.execute("ROLLBACK")

    clock.on_pause = release

    def write(project: int) -> list[str]:
        go.wait()
        waiting.release()
        return [
            memory.episodes.record(draft(project_id=f"p{project}")).episode.id for _ in range(10)
        ]

    with ThreadPoolExecutor(8) as pool:
        said = [each.result() for each in [pool.submit(write, n) for n in range(8)]]
    for project, ids in enumerate(said):
        page = memory.episodes.list(f"p{project}", limit=200)
        assert [each.id for each in sorted(page.items, key=lambda each: each.seq)] == ids


@shows("C89")
def test_what_fails_together_fails_with_one_count_and_no_survivor(
    memory: Memory, clock: FrozenClock, other: apsw.Connection
):
    with ThreadPoolExecutor(8) as pool:
        tried = [pool.submit(memory.episodes.record, draft()) for _ in range(8)]
        errors = [each.exception() for each in tried]
    assert all(isinstance(each, EpisodeWriteFailed) for each in errors)
    assert {each.details["retryCount"] for each in errors if each} == {3}
    other.execute("ROLLBACK")
    memory.episodes.record(draft())
    assert count(memory) == 2
