"""What a run would do, and that it was not done."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from mohen.house import EPISODES_STORES, MIND_STORES, PARTS, House
from mohen.memory import Memory
from mohen.testing import FrozenClock, ScriptedModel
from shows import shows
from talks import AGENT, NOON, Talks, listening, month, run, tables


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(NOON + 3_600_000)


@pytest.fixture
def talks() -> Talks:
    return month()


@pytest.fixture
def parts(memory: Memory, talks: Talks) -> House:
    return listening(memory, talks)


def left_over(memory: Memory) -> list[str]:
    return [each.name for each in memory.home.iterdir() if each.is_dir()]


@shows("C75", "R209")
def test_it_tells_what_the_run_then_does(parts: House, memory: Memory) -> None:
    before = tables(parts)
    would = run(parts, dry_run=True)
    # Nothing has happened
    assert would.dry_run
    assert tables(parts) == before
    assert left_over(memory) == []
    # And what it said is what is done
    done = run(parts)
    assert would.changes == done.changes
    assert done.changes
    assert (would.messages, would.kept, would.statements) == (
        done.messages,
        done.kept,
        done.statements,
    )


@shows("C75")
def test_also_of_what_takes_the_place_of_something(
    parts: House, talks: Talks, clock: FrozenClock
) -> None:
    run(parts)
    talks.say("c", "我搬到深圳了，现在住在深圳")
    clock.advance(days=30)
    before = tables(parts)
    would = run(parts, dry_run=True)
    assert tables(parts) == before
    assert would.changes == run(parts).changes


@shows("C75")
def test_nobody_has_to_force_it_and_it_leaves_no_mark(parts: House) -> None:
    run(parts)
    assert run(parts, force=False, dry_run=True).skipped is None


@shows("C75")
def test_a_single_phase_can_be_tried_as_well(parts: House) -> None:
    before = tables(parts)
    assert run(parts, phase=1, dry_run=True).fragments > 0
    assert tables(parts) == before


@shows("C75", "C65")
def test_no_model_is_asked(memory: Memory, talks: Talks) -> None:
    model = ScriptedModel("{}")
    parts = listening(memory, talks, model_for=lambda _config: model)
    run(parts, dry_run=True)
    assert model.asked == []


def test_no_file_is_written(memory: Memory, talks: Talks, tmp_path: Path) -> None:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    parts = listening(memory, talks)
    agent = parts.agent_store.get(AGENT)
    assert agent is not None
    parts.mind_db.write(
        lambda tx: parts.agent_store.put(tx, replace(agent, workspace=str(workspace)))
    )
    run(parts, dry_run=True)
    assert list(workspace.rglob("*")) == []
    run(parts)
    assert (workspace / "memory" / "layer1" / "snapshot.md").exists()


def test_nobody_hears_of_it(parts: House, memory: Memory) -> None:
    heard: list[str] = []
    memory.listen(lambda push, _data: heard.append(push))
    run(parts, dry_run=True)
    assert heard == []


def test_nothing_stays_when_it_fails(parts: House, memory: Memory, talks: Talks) -> None:
    def broken(*_asked: Any, **_how: Any) -> Any:
        raise RuntimeError

    talks.read = broken  # type: ignore[method-assign]
    before = tables(parts)
    with pytest.raises(RuntimeError):
        run(parts, dry_run=True)
    assert left_over(memory) == []
    assert tables(parts) == before


def test_no_part_of_a_rehearsal_stands_on_the_real_files(parts: House) -> None:
    with parts.dry_run.rehearsal() as stage:
        real = (parts.mind_db, parts.episodes_db)
        for name in (*PARTS, *MIND_STORES, *EPISODES_STORES, "mind_db", "episodes_db"):
            part = getattr(stage, name)
            assert part not in real, name
            held = vars(part).values() if hasattr(part, "__dict__") else ()
            assert not any(each in real for each in held), name


def test_what_a_killed_process_left_is_swept_away(parts: House, memory: Memory) -> None:
    gone, alive = "machine:1", "machine:2"
    for each in (gone, alive):
        folder = memory.home / f"rehearsal~{quote(each, safe='')}~xyz"
        folder.mkdir()
        (folder / "mind.db").write_bytes(b"all that is known")
    parts.but(is_gone=lambda process: process == gone).upkeep.tick()
    assert left_over(memory) == [f"rehearsal~{quote(alive, safe='')}~xyz"]
