"""What learning costs can be measured: the whole benchmark, at a size that takes seconds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import learning

PARTS = ("reading", "finding", "revising", "writing")


@pytest.mark.xdist_group("benchmarks")
def test_the_benchmark_runs_and_says_what_it_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(learning, "RESULTS", tmp_path)
    monkeypatch.setattr(learning, "AT_LEAST", 5)
    monkeypatch.setattr(learning, "LISTS", 2)
    target = tmp_path / "figures.json"

    assert learning.main(["--episodes", "200", "--rounds", "1", "--json", str(target)]) == 0

    told = json.loads(target.read_text(encoding="utf-8"))
    assert len(told["lines"]) == 10
    assert all(line["ours"] > 0 and line["beside"] > 0 for line in told["lines"])
    distilled = told["distil"]
    assert sum(distilled[part] for part in PARTS) <= distilled["seconds"]
    assert "record while distilling" in capsys.readouterr().out
    assert [each.name for each in tmp_path.iterdir()] == ["figures.json"]  # no home is left behind
