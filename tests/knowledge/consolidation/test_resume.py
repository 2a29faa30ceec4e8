"""Killed anywhere and run again, a consolidation comes to where it would have come."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mohen.house import House
from mohen.memory import open_memory
from mohen.testing import CountingIds, FrozenClock
from shows import shows
from talks import (
    AGENT,
    AI,
    NOON,
    Killed,
    Mortal,
    Talks,
    contents,
    listening,
    month,
    run,
    tables,
)

BATCH = 4  # small steps: each of them is a place to die


@contextmanager
def opened(home: Path) -> Iterator[House]:
    clock = FrozenClock(NOON + 3_600_000)
    with open_memory(home, clock=clock, ids=CountingIds(), immediate=True) as memory:
        # Whoever held the lease is gone: a process that was killed lets nothing go.
        parts = listening(memory, month(), batch=BATCH, is_gone=lambda _process: True)
        agent = parts.agent_store.get(AGENT)
        assert agent is not None
        workspace = home.with_name(f"{home.name} workspace")
        workspace.mkdir(exist_ok=True)
        there = replace(agent, workspace=str(workspace))
        parts.mind_db.write(lambda tx: parts.agent_store.put(tx, there))
        yield parts


def everything(parts: House) -> dict[str, Any]:
    """All that is known, and all that the files of the workspace say of it. Its place differs
    from home to home; what a run says of itself (`state/`) are run stamps (C97)."""
    agent = parts.agent_store.get(AGENT)
    assert agent is not None
    assert agent.workspace is not None
    folder = Path(agent.workspace)
    files = {
        each.relative_to(folder).as_posix(): each.read_text("utf-8")
        for each in folder.rglob("*")
        if each.is_file() and each.parent.name != "state"
    }
    return {**tables(parts, "agents", "projections"), **files}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home that has its secret and its log, so that all copies of it seal alike."""
    home = tmp_path_factory.mktemp("resume") / "home"
    with opened(home) as parts:
        parts.settings.redaction_key()
        parts.talk_db.open()
    return home


@pytest.fixture(scope="module")
def undisturbed(base: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    home = tmp_path_factory.mktemp("undisturbed") / "home"
    shutil.copytree(base, home)
    with opened(home) as parts:
        run(parts)
        found = everything(parts)
    assert "memory/layer1/snapshot.md" in found
    return found


def dies(parts: House, at: int, *, written: bool, file: str = "mind_db") -> bool:
    """Whether it did, or came to its end first."""
    mortal: Any = Mortal(getattr(parts, file), dies_at=at, written=written)
    try:
        run(parts.but(**{file: mortal}))
    except Killed:
        return True
    return False


@shows("R202", "R224", "C97", "B17")
@pytest.mark.parametrize("written", [False, True], ids=["before the write", "after it"])
def test_killed_at_any_step_it_comes_to_the_same(
    base: Path, undisturbed: dict[str, Any], tmp_path: Path, written: bool
) -> None:
    seen, step = set[int | None](), 0
    while True:
        # Given a run that dies at its n-th write
        home = tmp_path / f"home{step}"
        shutil.copytree(base, home)
        with opened(home) as parts:
            alive = not dies(parts, step, written=written)
            stopped = parts.fragment_store.progress(AGENT).current_phase
        if alive:
            break
        seen.add(stopped)
        # When another process runs it again
        with opened(home) as parts:
            if parts.fragment_store.progress(AGENT).last_success is None:
                outcome = run(parts)
                assert outcome.resumed_at == stopped
                assert outcome.messages == 10  # also those that were read before it died
            # Then everything is as if nothing had happened
            assert everything(parts) == undisturbed
        step += 1
    assert seen >= set(range(1, 8))  # it died in every phase


@shows("R202", "C97", "C102")
@pytest.mark.parametrize("written", [False, True], ids=["before the write", "after it"])
def test_killed_while_it_hears_nothing_is_lost_or_doubled(
    base: Path, tmp_path: Path, written: bool
) -> None:
    step, known = 0, dict[int, Any]()
    while True:
        home = tmp_path / f"home{step}"
        shutil.copytree(base, home)
        with opened(home) as parts:
            died = dies(parts, step, written=written, file="talk_db")
            if died:
                run(parts)
            known[step] = contents(parts)
            heard = [(each.session, each.place) for each in parts.talk_store.since(AGENT, 0, 99)]
            assert sorted(heard) == [(session, place) for session in "ab" for place in range(1, 6)]
        if not died:
            break
        step += 1
    assert step > 2
    assert all(each == known[step] for each in known.values())


@shows("R202", "C97")
def test_killed_again_and_again_it_comes_to_the_same(
    base: Path, undisturbed: dict[str, Any], tmp_path: Path
) -> None:
    home = tmp_path / "home"
    shutil.copytree(base, home)
    done = False
    while not done:
        with opened(home) as parts:
            dies(parts, 4, written=True)
            done = parts.fragment_store.progress(AGENT).last_success is not None
    with opened(home) as parts:
        assert everything(parts) == undisturbed


@shows("R202", "C97")
def test_a_joke_is_taken_back_by_whoever_reads_on(tmp_path: Path) -> None:
    """Given a joke, long answers, and a process that dies before the user says that it was one.
    When another reads on. Then the joke is known for one."""
    answer = [(AI, "哈哈，真的吗？")] * BATCH
    talks = Talks().say("a", "我对花生过敏", *answer, "开玩笑的")
    with open_memory(tmp_path / "home", clock=FrozenClock(NOON), immediate=True) as memory:
        parts = listening(memory, talks, batch=BATCH, is_gone=lambda _process: True)
        parts.settings.redaction_key()
        writes = 0
        while not parts.agent_store.bookmarks(AGENT):  # the first batch is read, and no more
            assert dies(parts, writes, written=True)
            writes += 1
        assert run(parts).resumed_at == 1
        assert contents(parts) == set()
