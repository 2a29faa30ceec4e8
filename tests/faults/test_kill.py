"""Acknowledged means kept, whatever happens to the process in the next instant."""

from __future__ import annotations

import random
import sys
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from factories import draft
from faults.processes import Process, unbounded
from inside import inside
from mohen.episodes.model import Question
from mohen.memory import open_memory
from shows import shows

THREADS = 4

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a POSIX notion")


def children(home: Path, rounds: int) -> Generator[Process, None, None]:
    """One a round; the next gets ready while this one's traces are examined."""
    ready = Process("flood", home, round=0, threads=THREADS)
    try:
        for number in range(1, rounds + 1):
            child, ready = ready, Process("flood", home, round=number, threads=THREADS)
            try:
                yield child
            finally:
                child.kill()
    finally:
        ready.kill()


@shows("R110", "C90")
@pytest.mark.parametrize("rounds", [50, pytest.param(500, marks=pytest.mark.soak)])
def test_nothing_acknowledged_is_lost_when_the_process_is_killed(home: Path, rounds: int):
    """Caps are raised: see `unbounded`."""
    # How long a round lasts is drawn apart: what is looked at again is as much as came in time.
    lines, chance = random.Random(20261115), random.Random(20261117)
    acknowledged: dict[str, tuple[str, str]] = {}
    with closing(children(home, rounds)) as each_round:
        for child in each_round:
            child.wait_until_ready()
            child.tell(go=True)
            # Sometimes while it is still opening the home, mostly in the middle of everything.
            said = [child.line() for _ in range(lines.choice([0, 1, lines.randrange(80)]))]
            said += child.kill()
            fresh = {id: (project, word) for id, project, word in (each.split() for each in said)}
            acknowledged |= fresh
            look_again(home, acknowledged, fresh, chance)
    assert len(acknowledged) > rounds * 10


def look_again(
    home: Path,
    acknowledged: dict[str, tuple[str, str]],
    fresh: dict[str, tuple[str, str]],
    chance: random.Random,
) -> None:
    with open_memory(home, policy=unbounded()) as memory:
        kept = memory.episodes.record(draft(project_id="parent")).episode
        connection = apsw.Connection(str(home / "episodes.db"))
        assert connection.execute("PRAGMA integrity_check").get == "ok"
        there = {row[0] for row in connection.execute("SELECT id FROM episodes")}
        connection.close()
        assert acknowledged.keys() <= there
        acknowledged[kept.id] = ("parent", "")
        for id, (project, word) in chance.sample(sorted(fresh.items()), min(3, len(fresh))):
            assert word in memory.episodes.get(project, id).texts.input_context
            answer = memory.episodes.query(Question(project_id=project, query_text=word))
            assert answer.degradations == ()
            assert id in [each.episode.id for each in answer.items]


@shows("C102")
@pytest.mark.parametrize("rounds", [6, pytest.param(100, marks=pytest.mark.soak)])
def test_nothing_heard_is_lost_or_doubled_when_the_process_is_killed(home: Path, rounds: int):
    chance, heard = random.Random(20261116), [0] * THREADS
    for _ in range(rounds):
        # Given a host that goes on from what was acknowledged, and a kill at any moment
        child = Process("overhear", home, threads=THREADS, **{"from": heard})
        child.wait_until_ready()
        child.tell(go=True)
        said = [child.line() for _ in range(chance.choice([1, chance.randrange(60)]))]
        said += child.kill()
        for thread, n in (map(int, each.split()) for each in said):
            heard[thread] = max(heard[thread], n + 1)
        # Then every message is there once, in its order
        with open_memory(home, meaning=False) as memory:
            for thread, count in enumerate(heard):
                kept = inside(memory).talk_store.page("p", f"s{thread}", after=0, limit=10**6)
                words = [each.text.split()[0] for each in kept]
                assert words == [f"heron{thread}x{n}" for n in range(len(words))]
                assert count <= len(words) <= count + 1
    assert sum(heard) > rounds
