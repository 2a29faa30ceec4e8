"""Killed at any phase and run again, a consolidation comes to where it would have come (C97)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from faults.consolidating import AGENT, LATER, Claw, Nursery, begin
from inside import inside
from mohen.errors import Conflict
from shows import shows
from transcripts import OpenClawFile

if sys.platform == "win32":
    pytest.skip("SIGKILL and fork are POSIX notions", allow_module_level=True)

TRANSACTIONS = ["within a transaction", "after a transaction"]
FILES = ["before a file", "after a file"]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Claw:
    return begin(tmp_path_factory.mktemp("claw"))


@pytest.fixture(scope="module")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    made = Nursery(tmp_path_factory.mktemp("nursery"))
    yield made
    made.kill()


@pytest.fixture(scope="module")
def undisturbed(base: Claw, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    claw = base.copy(tmp_path_factory.mktemp("undisturbed") / "copy")
    claw.finish()
    found = claw.everything()
    assert b"\xe8\x8a\xb1\xe7\x94\x9f" in found["memory/layer1/snapshot.md"]  # 花生
    return found


@shows("R202", "R224", "C97", "B17")
@pytest.mark.parametrize("place", TRANSACTIONS)
def test_killed_with_any_transaction_it_comes_to_the_same(
    base: Claw, nursery: Nursery, undisturbed: dict[str, Any], tmp_path: Path, place: str
) -> None:
    phases, at = set[int | None](), 0
    while True:
        # Given a process that is killed at its n-th transaction
        claw = base.copy(tmp_path / str(at))
        if not nursery.killed(claw, place=place, at=at):
            break
        # Then its file says how far it came
        if place == TRANSACTIONS[0]:  # after one, nobody lived to tell
            assert claw.told() == claw.standing(), at
        # When another goes on
        if (outcome := claw.finish()) is not None:
            phases.add(outcome.resumed_at)
        # Then everything is as if nothing had happened
        assert claw.everything() == undisturbed, at
        at += 1
    assert phases >= set(range(1, 8))


@shows("R186", "C97")
@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("place", FILES)
def test_killed_while_files_are_written_they_are_whole(
    base: Claw, nursery: Nursery, undisturbed: dict[str, Any], tmp_path: Path, place: str, step: int
) -> None:
    at = FILES.index(place)
    while True:
        # Given a process that is killed at the n-th file of the workspace
        claw = base.copy(tmp_path / str(at))
        if not nursery.killed(claw, place=place, at=at):
            break
        # Then what is there is whole
        there = {ref: text for ref, text in claw.files().items() if not ref.endswith(".tmp")}
        assert there.items() <= undisturbed.items()
        # And when another goes on much later, everything is as if nothing had happened
        for half in claw.workspace.rglob(".*.tmp"):
            os.utime(half, (0, 0))
        claw.finish() or claw.finish()
        assert claw.everything() == undisturbed, at
        at += step
    assert at > len([ref for ref in undisturbed if ref.startswith("memory/")])


@shows("R202", "R224", "C97")
def test_killed_again_and_again_it_comes_to_the_same(
    base: Claw, nursery: Nursery, undisturbed: dict[str, Any], tmp_path: Path
) -> None:
    claw = base.copy(tmp_path / "copy")
    lives = 1
    while nursery.killed(claw, place="after a transaction", at=8) and not claw.is_done():
        lives += 1
        assert lives < 20, "it does not come any further"
    assert lives > 3
    assert claw.everything() == undisturbed


@shows("R202", "C97")
@pytest.mark.parametrize("place", [TRANSACTIONS[0], FILES[0]])
def test_what_was_known_before_survives_a_kill_of_the_next_run(
    tmp_path: Path, nursery: Nursery, place: str
) -> None:
    # Given an agent that knows something, and to whom more was said
    first = begin(tmp_path / "later")
    first.finish()
    before = first.files()
    more = OpenClawFile(first.talk / "c.jsonl", at=1_770_206_400_000)
    for each in LATER:
        more.say(each)
    whole = first.copy(tmp_path / "whole")
    whole.finish()
    undisturbed, after = whole.everything(), whole.files()
    assert before != after
    for at in (1, 5, 9, 13, 17):
        # When the next run is killed
        claw = first.copy(tmp_path / str(at))
        nursery.killed(claw, place=place, at=at)
        # Then each file is the old one or the new one
        for ref, text in claw.files().items():
            assert text in (before.get(ref), after.get(ref)) or ref.endswith(".tmp"), ref
            if ref.endswith(".tmp"):
                os.utime(claw.workspace / ref, (0, 0))
        # And when it is run again, nothing is missing or doubled
        claw.finish()
        assert claw.everything() == undisturbed, at


@shows("C91", "C97")
def test_two_processes_cannot_consolidate_at_once(
    base: Claw, undisturbed: dict[str, Any], tmp_path: Path
) -> None:
    # Given a process that stands in the middle of a consolidation
    claw = base.copy(tmp_path / "copy")
    first = Nursery(tmp_path)
    first.tell(folder=str(claw.folder), talk=str(claw.talk), place="waiting", at=6)
    assert first.line() == '"there"'
    # When another begins
    with claw.opened() as memory:
        with pytest.raises(Conflict, match="being consolidated"):
            claw.consolidate(memory)
        # Then one can still look on
        (standing,) = memory.consolidation.status(AGENT)
        assert standing.progress.current_phase is not None
        assert claw.consolidate(memory, dry_run=True).dry_run
    # And the first comes to its end with nothing doubled
    first.tell(go="on")
    assert first.line() == "0"
    first.close()
    assert claw.everything() == undisturbed


@shows("C75")
@pytest.mark.parametrize("place", TRANSACTIONS)
def test_a_rehearsal_that_is_killed_leaves_nothing(
    base: Claw, nursery: Nursery, tmp_path: Path, place: str
) -> None:
    for at in (0, 5, 15):
        # Given a dry run that is killed
        claw = base.copy(tmp_path / str(at))
        before = claw.everything()
        assert nursery.killed(claw, place=place, at=at, how={"dry_run": True})
        # Then the memory is as it was, and the copy is gone when it is looked after
        assert claw.everything() == before
        with claw.opened() as memory:
            inside(memory).upkeep.tick()
        assert not list(claw.home.glob("rehearsal~*"))
