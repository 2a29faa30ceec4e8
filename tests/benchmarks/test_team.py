"""What the benchmark of both engines says of figures."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from timing import Figure, Spread

_NAME = "benchmark_of_teams"  # a folder of the tests goes by the name of the file
_SPEC = spec_from_file_location(_NAME, Path(__file__).parents[2] / "benchmarks" / "team.py")
assert _SPEC is not None
assert _SPEC.loader is not None
benchmark = sys.modules[_NAME] = module_from_spec(_SPEC)
_SPEC.loader.exec_module(benchmark)
Resting, Writers, verdicts_of = benchmark.Resting, benchmark.Writers, benchmark.verdicts_of


def times(p50: float, p95: float) -> Spread:
    return Spread(p50, p95, p95)


def test_goals_are_judged_by_the_figure_they_name() -> None:
    figures = [
        Figure("record", "10,000", times(2, 9), times(1, 1), times(2.0, 9.0)),
        Figure("query", "10,000", times(9, 3), times(1, 1), times(9.0, 3.0)),
    ]
    writers = [
        Writers("pgbench", 100, 32, 100.0),
        Writers("postgres", 100, 32, 70.0, of_pgbench=0.7),
        Writers("postgres", 100, 8, 10.0, of_pgbench=0.1),
    ]
    said = list(verdicts_of(figures, writers, Resting(1_000, 64, 33, 100.0, 1.0)))
    assert [("yes" in each, "NO" in each) for each in said] == [
        (True, False),  # record, by its median
        (False, True),  # query, by its p95
        (True, False),  # 32 writers, and no other crowd
        (False, True),  # one connection too many
    ]
