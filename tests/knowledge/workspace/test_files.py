"""The files of a workspace, of what changed very often."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from mohen.memory import Memory
from mohen.testing import FrozenClock
from shows import shows
from talks import AGENT, MINUTE, NOON, Talks, listening, run

MOVES = 1_500  # a chain that is longer than Python goes down


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(NOON + MOVES * MINUTE)


@shows("R183", "R186")
def test_a_fact_that_changed_a_thousand_times_has_all_of_its_history(
    memory: Memory, tmp_path: Path
) -> None:
    # Given somebody who says every minute to be somewhere else
    cities = ("北京", "上海")
    talks = Talks().say("s", *(f"我住在{cities[n % 2]}" for n in range(MOVES)))
    parts = listening(memory, talks)
    agent = parts.agent_store.get(AGENT)
    assert agent is not None
    there = replace(agent, workspace=str(tmp_path))
    parts.mind_db.write(lambda tx: parts.agent_store.put(tx, there))
    # When the agent is consolidated
    run(parts)
    # Then the file holds the last, with those before it, newest first
    text = (tmp_path / "memory" / "layer2" / "active" / "facts.jsonl").read_text("utf-8")
    (fact,) = [each for each in map(json.loads, text.splitlines()) if "history" in each]
    assert fact["content"] == "用户住在上海"
    assert [each["content"][-2:] for each in fact["history"]] == [
        cities[n % 2] for n in range(MOVES - 2, -1, -1)
    ]
    assert fact["history"][-1]["until"].startswith("2026-02-04T12:01")
