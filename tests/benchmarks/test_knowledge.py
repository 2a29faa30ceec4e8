"""What finding knowledge costs can be measured: the whole benchmark, at a size that takes
seconds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import knowledge


@pytest.mark.xdist_group("benchmarks")
def test_the_benchmark_runs_and_says_what_it_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(knowledge, "RESULTS", tmp_path)
    monkeypatch.setattr(knowledge, "QUICK", knowledge.Plan(120, 10, 2, 1))
    target = tmp_path / "figures.json"

    assert knowledge.main(["--quick", "--json", str(target)]) == 0

    told = json.loads(target.read_text(encoding="utf-8"))
    assert told["items"] == 120
    assert len(told["figures"]) == 2 * (9 + 1) + 1
    assert all(each["ours"]["p50"] > 0 for each in told["figures"])
    said = capsys.readouterr().out
    assert "p95 < 10 ms, all kinds in turn" in said
    assert "p95 < 10 ms, each kind by itself" in said
