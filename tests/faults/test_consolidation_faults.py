"""Whatever becomes of the files while an agent is consolidated: it stops or passes on, says so,
loses nothing, and the next run heals it (R224, C96)."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest

from factories import policy
from faults.consolidating import AGENT, BATCH, NOON, Claw, begin
from inside import inside
from mohen.core.policy import HOUR_MS
from mohen.core.scope import Scope
from mohen.errors import IoFailed, MohenError, StoreError
from mohen.knowledge.consolidation.consolidate import PUSH
from mohen.knowledge.consolidation.model import Outcome
from mohen.knowledge.model import State
from mohen.knowledge.transcripts.detect import Readers
from mohen.manuscript.directory import Directory
from mohen.memory import Memory
from mohen.testing import FrozenClock
from shows import shows

if sys.platform == "win32":
    pytest.skip("a file that is open cannot be replaced on Windows", allow_module_level=True)

SMALL = {"consolidation": {"batch": BATCH, "retries": -1}, "reconciling": {"batch": 2}}


@pytest.fixture
def claw(tmp_path: Path) -> Claw:
    return begin(tmp_path)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    claw = begin(tmp_path_factory.mktemp("undisturbed"))
    claw.finish()
    with claw.opened() as memory:
        return contents(memory)


def contents(memory: Memory) -> set[str]:
    parts = inside(memory)
    found = parts.knowledge_store.page(Scope(AGENT), states=(State.ACTIVE,), after="", limit=1_000)
    return {each.content for each in found}


def when(memory: Memory, phase: int, act: Callable[[], object]) -> None:
    """Once, as a phase begins."""
    waiting = [act]

    def heard(push: str, told: Any) -> None:
        if push == PUSH and told.get("phase") == phase and told["status"] == "running" and waiting:
            waiting.pop()()

    memory.listen(heard)


# -- the database


@contextmanager
def locked(home: Path) -> Iterator[Callable[[], None]]:
    other = apsw.Connection(str(home / "mind.db"))
    try:
        yield lambda: other.execute("BEGIN IMMEDIATE").fetchall()
    finally:
        other.close()


@shows("R224", "C96", "C97")
@pytest.mark.parametrize("phase", range(1, 8))
def test_a_database_that_somebody_keeps_locked(
    claw: Claw, undisturbed: set[str], phase: int
) -> None:
    # Given a database that is locked by another program as a phase begins
    impatient = policy(**SMALL, storage={"busy_timeout_ms": 1})
    with claw.opened(policy=impatient) as memory, locked(claw.home) as lock:
        when(memory, phase, lock)
        # When the agent is consolidated, then it is said that this failed
        with pytest.raises(StoreError):
            claw.consolidate(memory)
    # And when it is free again, the next run goes on where that one stood; an hour later, for
    # the place of the first could not be given back
    with claw.opened(clock=FrozenClock(NOON + 2 * HOUR_MS)) as memory:
        assert claw.consolidate(memory).resumed_at == phase
        assert contents(memory) == undisturbed


@shows("R224", "C96")
def test_a_database_that_is_garbled_is_said_to_be_and_heals_from_a_copy(
    claw: Claw, undisturbed: set[str], tmp_path: Path
) -> None:
    shutil.copy(claw.home / "mind.db", tmp_path / "sound.db")

    def garble() -> None:
        for side in ("-wal", "-shm"):
            (claw.home / f"mind.db{side}").unlink(missing_ok=True)
        (claw.home / "mind.db").write_bytes(b"no database" * 4_000)

    with claw.opened() as memory:
        when(memory, 4, garble)
        with pytest.raises(MohenError):
            claw.consolidate(memory)
    shutil.copy(tmp_path / "sound.db", claw.home / "mind.db")
    with claw.opened() as memory:
        claw.consolidate(memory)
        assert contents(memory) == undisturbed


# -- transcripts


def deleted(path: Path) -> None:
    path.unlink()


def a_directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def a_link_that_leads_outside(path: Path) -> None:
    path.unlink()
    path.symlink_to("/etc/passwd")


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:200])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def garbage(path: Path) -> None:
    path.write_bytes(b"\xff\xfe\0{[" * 500)


ACTS = [deleted, a_directory, a_pipe, a_link_that_leads_outside, truncated, empty, garbage]


@shows("R181", "R224", "C58")
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
def test_a_transcript_that_becomes_something_else_while_it_is_read(
    claw: Claw, undisturbed: set[str], monkeypatch: pytest.MonkeyPatch, act: Callable[[Path], None]
) -> None:
    # Given a transcript that is spoiled when one half of it was read
    path = claw.talk / "b.jsonl"
    sound, read, left = path.read_bytes(), Readers.read, [act]

    def spoiling(self: Readers, source: Any, key: str, *args: Any, **named: Any) -> Any:
        reading = read(self, source, key, *args, **named)
        if key.endswith("b.jsonl") and left:
            left.pop()(path)
        return reading

    monkeypatch.setattr(Readers, "read", spoiling)
    # When the agent is consolidated
    with claw.opened() as memory:
        outcome = claw.consolidate(memory)
        # Then it comes to its end, and knows what the other one says
        assert outcome.phases == tuple(range(1, 8))
        assert "用户对花生过敏" in contents(memory)
        assert "root" not in "".join(contents(memory))
    # And when it is whole again, everything is known
    _put_back(path, sound)
    with claw.opened() as memory:
        claw.consolidate(memory)
        assert contents(memory) == undisturbed


def _put_back(path: Path, sound: bytes) -> None:
    if path.is_dir():
        path.rmdir()
    path.unlink(missing_ok=True)
    path.write_bytes(sound)


@shows("R224", "C58")
def test_a_folder_of_transcripts_that_is_gone_is_said_to_be(
    claw: Claw, undisturbed: set[str]
) -> None:
    away = claw.talk.with_name("away")
    claw.talk.rename(away)
    with claw.opened() as memory:
        assert claw.consolidate(memory).messages == 0
    away.rename(claw.talk)
    with claw.opened() as memory:
        claw.consolidate(memory)
        assert contents(memory) == undisturbed


# -- the workspace


def gone(workspace: Path) -> None:
    shutil.rmtree(workspace)


def a_file(workspace: Path) -> None:
    shutil.rmtree(workspace)
    workspace.write_text("no folder", "utf-8")


def a_file_in_it(workspace: Path) -> None:
    shutil.rmtree(workspace / "memory")
    (workspace / "memory").write_text("no folder", "utf-8")


@shows("R186", "R224", "C96")
@pytest.mark.parametrize("act", [gone, a_file, a_file_in_it], ids=lambda act: act.__name__)
def test_a_workspace_that_cannot_be_written_to(
    claw: Claw, undisturbed: set[str], act: Callable[[Path], None]
) -> None:
    # Given a workspace that is spoiled when all has been read
    with claw.opened() as memory:
        when(memory, 2, lambda: act(claw.workspace))
        # When the agent is consolidated, then it is said, and what was said is known all the same
        with pytest.raises(IoFailed):
            claw.consolidate(memory)
        assert contents(memory) == undisturbed
    # And when there is one again, its files are written
    if claw.workspace.is_file():
        claw.workspace.unlink()
    shutil.rmtree(claw.workspace, ignore_errors=True)
    claw.workspace.mkdir()
    with claw.opened() as memory:
        outcome = claw.consolidate(memory)
        assert outcome.resumed_at == 7
        assert contents(memory) == undisturbed
    assert "memory/layer1/snapshot.md" in claw.files()


@shows("R186", "R218")
def test_a_broken_config_keeps_nobody_from_remembering(claw: Claw, undisturbed: set[str]) -> None:
    config = claw.workspace / "memory" / "config.json"
    config.parent.mkdir()
    config.write_text('{"decay_rates": {"fact": "quick"', "utf-8")
    with claw.opened() as memory:
        claw.consolidate(memory)
        assert contents(memory) == undisturbed
    assert config.read_text("utf-8") == '{"decay_rates": {"fact": "quick"'  # its owner's


@shows("R186", "R224")
def test_a_file_that_is_edited_while_we_write_is_not_written_over(
    claw: Claw, undisturbed: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given files as they were left, and somebody who adds a line just as they are written again
    claw.finish()
    facts = claw.workspace / "memory" / "layer2" / "active" / "facts.jsonl"
    line = '{"content": "用户养了一只叫墨墨的猫"}\n'
    monkeypatch.setattr(Directory, "put_in_place", _editing(facts, line))
    (claw.workspace / "memory" / "layer1" / "snapshot.md").unlink()  # so that one is written
    with claw.opened() as memory:
        claw.consolidate(memory)
    # When the next run is over, then that is known, and so is everything else
    with claw.opened() as memory:
        outcome: Outcome = claw.consolidate(memory)
        assert outcome.phases == tuple(range(1, 8))
        assert "用户养了一只叫墨墨的猫" in contents(memory)
        assert undisturbed <= contents(memory)


def _editing(path: Path, line: str) -> Callable[..., None]:
    put, left = Directory.put_in_place, [line]

    def edited(self: Directory, name: str, place: str) -> None:
        if left:
            with path.open("a", encoding="utf-8") as file:
                file.write(left.pop())
        put(self, name, place)

    return edited


# -- the index


@shows("R198", "R224")
def test_an_index_that_is_damaged_is_said_to_be_and_can_be_rebuilt(claw: Claw) -> None:
    from mohen.knowledge.model import Query

    claw.finish()
    connection = apsw.Connection(str(claw.home / "mind.db"))
    connection.execute("UPDATE knowledge_search_data SET block = x'0011223344'")
    connection.close()
    query = Query(project_id=AGENT, text="花生过敏")
    with claw.opened() as memory:
        found = memory.knowledge.search(query)
        assert found.degradations or found.items  # visibly less, or by other means
        memory.index.rebuild()
        found = memory.knowledge.search(query)
        assert found.items[0].item.content == "用户对花生过敏"
        assert not found.degradations
