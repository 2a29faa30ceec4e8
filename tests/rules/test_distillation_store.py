"""Distillations as rows: what was begun, how far it looked, what came of it."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from factories import draft
from inside import inside
from mohen.core.database import Database
from mohen.memory import Memory
from mohen.rules.distillation_store import DistillationStore
from mohen.rules.evidence_store import Counts
from mohen.rules.model import Run, Trigger
from shows import shows

IDS = st.lists(st.text("abc_123", min_size=1, max_size=8), max_size=4).map(tuple)
RUNS = st.builds(
    Run,
    id=st.uuids().map(str),
    project_id=st.text(min_size=1, max_size=10).filter(lambda text: text.isprintable()),
    trigger=st.sampled_from(Trigger),
    started_at=st.integers(0, 2**53),
    ended_at=st.none() | st.integers(0, 2**53),
    upto=st.integers(0, 2**53),
    episodes=st.integers(0, 2**31),
    error=st.none() | st.sampled_from(["DB_ERROR", "INTERNAL"]),
    created=IDS,
    updated=IDS,
    conflicts=IDS,
)


def run(id: str, at: int, **changes: object) -> Run:
    begun = Run(id=id, project_id="novel", trigger=Trigger.BATCH, started_at=at)
    return replace(begun, **changes)  # type: ignore[arg-type]


def put(mind: Database, *runs: Run) -> DistillationStore:
    kept = DistillationStore(mind)
    for each in runs:
        mind.write(lambda tx, each=each: kept.put(tx, each))  # type: ignore[misc]
    return kept


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(RUNS)
def test_a_run_comes_back_as_it_was(mind: Database, made: Run) -> None:
    mind.write(lambda tx: tx.execute("DELETE FROM runs"))
    assert put(mind, made).latest(None, limit=5) == [made]


def test_one_that_ended_replaces_itself_as_it_began(mind: Database) -> None:
    begun = run("a", 1)
    assert (begun.status, replace(begun, ended_at=2).status) == ("running", "completed")
    ended = replace(begun, ended_at=2, episodes=50, created=("rule_1",))
    assert put(mind, begun, ended).latest("novel", limit=5) == [ended]


@shows("C91", "R49")
def test_the_last_is_the_last_that_was_completed(mind: Database) -> None:
    done = run("a", 1, ended_at=2, upto=50)
    failed = run("b", 3, ended_at=4, upto=80, error="DB_ERROR")
    running = run("c", 5, upto=90)
    elsewhere = run("d", 6, ended_at=7, project_id="essay")
    kept = put(mind, done, failed, running, elsewhere)
    assert kept.last("novel") == done
    assert kept.last("nowhere") is None
    assert [each.id for each in kept.latest("novel", limit=5)] == ["c", "b", "a"]
    assert [each.id for each in kept.latest(None, limit=2)] == ["d", "c"]
    assert failed.status == "failed"


# -- what they are about


@shows("C91", "C84")
def test_what_is_new_is_derived(memory: Memory) -> None:
    parts = inside(memory)
    kept = [memory.episodes.record(draft()).episode for _ in range(5)]
    parts.episodes_db.write(
        lambda tx: tx.execute("UPDATE episodes SET state = 'open' WHERE seq = 5")
    )
    told = parts.evidence_store
    assert told.projects() == ["novel"]
    assert (told.upto("novel"), told.upto("nowhere")) == (5, 0)
    assert told.counts("novel", after=3, undone_since=0) == Counts(total=4, seen=3, new=1)
    # One that was seen is news again when it is undone
    undone = memory.episodes.undo("novel", episode_id=kept[0].id).episode
    assert undone.undone_at is not None
    before, after = undone.undone_at - 1, undone.undone_at
    assert told.counts("novel", after=3, undone_since=before) == Counts(4, 3, 2)
    assert told.counts("novel", after=3, undone_since=after) == Counts(4, 3, 1)
    assert told.counts("nowhere", after=0, undone_since=0) == Counts(0, 0, 0)


@shows("C89", "C84")
def test_what_is_told_is_answered_in_order_of_time_and_up_to_a_number(memory: Memory) -> None:
    for at in (300, 100, 200, 100, 50):
        memory.episodes.record(draft(timestamp=at))
    parts = inside(memory)
    parts.episodes_db.write(
        lambda tx: tx.execute("UPDATE episodes SET state = 'open' WHERE seq = 3")
    )
    of = parts.evidence_store.of
    assert [each.timestamp for each in of("novel", upto=4)] == [100, 100, 300]
    assert [each.timestamp for each in of("novel", upto=5, newest=2)] == [100, 300]
    assert list(of("nowhere", upto=9)) == []
    (first, *_) = of("novel", upto=1)
    assert (first.scene, first.skill, first.selected_index) == ("action", "continue", 0)
    assert first.undone is False
    assert first.evidence.startswith("{")
