"""How fast conversations become knowledge can be measured: the whole benchmark, at a size that
takes seconds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import consolidation
import conversations


@pytest.mark.xdist_group("benchmarks")
def test_the_benchmark_runs_and_says_what_it_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(consolidation, "RESULTS", tmp_path)
    monkeypatch.setattr(consolidation, "QUICK", (100, 300))
    target = tmp_path / "figures.json"

    assert consolidation.main(["--quick", "--json", str(target)]) == 0

    told = json.loads(target.read_text(encoding="utf-8"))
    assert (told["few"]["messages"], told["many"]["messages"]) == (100, 300)
    assert told["many"]["found"]["statements"] > 0
    assert set(told["many"]["phases"]) == set(consolidation.PHASES)
    said = capsys.readouterr().out
    assert "at least 2,000 messages/s" in said
    assert "memory for 3 times as many messages" in said


def test_what_is_generated_is_mostly_none_of_the_users_affairs(tmp_path: Path) -> None:
    conversations.write(tmp_path, 1_000)
    lines = [
        json.loads(line)["message"]
        for path in tmp_path.iterdir()
        for line in path.read_text("utf-8").splitlines()[1:]
    ]
    chatter = [each for each in lines if each["content"][0]["text"] in conversations.CHATTER]
    others = [each for each in lines if each["role"] != "user"]
    assert len(lines) == 1_000
    assert 0.5 < (len(chatter) + len(others)) / len(lines) < 0.7
