"""What a prompt costs and how much of it stays the same can be measured: the whole benchmark, at
a size that takes seconds. It checks every prefix itself, and stops where one is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import context
import prefix
from mohen import Memory
from mohen.prompts.model import Assembly, Request

PLAN = context.Plan(episodes=40, prompts=2, rounds=1, chars=2_000, runs=32)
FOR_EVER = prefix.PROVIDERS[0].name


@pytest.mark.xdist_group("benchmarks")
def test_the_benchmark_runs_and_says_what_it_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(context, "RESULTS", tmp_path)
    monkeypatch.setattr(context, "QUICK", PLAN)
    monkeypatch.setattr(context, "_rest", Memory.drain)  # nobody waits for files to settle
    monkeypatch.setattr(context, "_draw", lambda stories, _target: None)
    monkeypatch.setattr(prefix, "CHARS", PLAN.chars)
    target = tmp_path / "figures.json"

    assert context.main(["--quick", "--json", str(target)]) == 0

    told = json.loads(target.read_text(encoding="utf-8"))
    assert [each["name"] for each in told["figures"]] == [
        "assemble, continue", "compose, continue", "assemble, expand", "compose, expand",
        "prefix hash",
    ]  # fmt: skip
    assert all(each["ours"]["p50"] > 0 and each["floor"]["p50"] > 0 for each in told["figures"])
    stories = [each for each in told["stories"] if each["provider"] == FOR_EVER]
    assert [each["changes"] > 0 for each in stories] == [True, True, False, True]
    # What did not change is served to the last token, and more than naively.
    assert all(each["unchanged"] == 1.0 for each in stories)
    assert all(each["naive"] < each["prompt"] < each["prefix"] for each in stories)
    assert "assemble, continue" in capsys.readouterr().out
    assert sorted(each.name for each in tmp_path.iterdir()) == ["figures.json", "figures.md"]


def _made(skill: str, hashed: str, *, unchanged: bool) -> Assembly:
    return Assembly(
        request=Request(skill_id=skill), model="m", system="", user="", sections=(), layers=(),
        tokens=0, stable_prefix_hash=hashed, prompt_hash="", scene_type="",
        stable_prefix_unchanged=unchanged,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("touched", "hashed", "said"),
    [
        ((), "p1:other", "without a reason"),
        (("polish",), "p1:one", "stayed though"),
        ((), "p1:one", "is not so"),
    ],
)
def test_a_prefix_that_does_not_do_as_it_should_stops_the_benchmark(
    touched: tuple[str, ...], hashed: str, said: str
) -> None:
    watch = prefix.Watch()
    watch.see(_made("polish", "p1:one", unchanged=False))
    watch.touched(iter(touched))

    with pytest.raises(RuntimeError, match=said):
        watch.see(_made("polish", hashed, unchanged=False))
