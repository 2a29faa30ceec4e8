"""The figures as a table, a file and a picture, and in one honest line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from footprint import MOST_PACKAGES, Footprint
from timing import Figure, Spread

TIMES_FLOOR = 2.0
RECORD, EMBEDDING = "record", "record while embedding"
WHY = "why (trace:get)"
SEEDS_MS = {"R108 writes": 150, "R108 queries": 220, WHY: 250}  # p95 the seeds ask for


@dataclass(frozen=True, slots=True)
class Result:
    figures: list[Figure]
    fills: dict[str, float]
    storm: dict[str, float]
    footprint: Footprint
    quick: bool


def line(figure: Figure) -> str:
    return (
        f"{figure.name} at {figure.size}: {_three(figure.ours)} ms,"
        f" floor {_three(figure.floor)}, ratio {_three(figure.ratio)}"
    )


def verdict(result: Result) -> str:
    """Whether the goals are met, size by size."""
    records = [each for each in result.figures if each.name == RECORD]
    worst = [each for each in result.figures if each.name == EMBEDDING]
    queries = [each for each in result.figures if each.name == "query" and each.size == "10k"]
    return (
        f"record p95 <= {TIMES_FLOOR:g} x floor at all sizes: {_met(records)}; "
        f"while embedding: {_met(worst)}; "
        f"query p95 at 10k <= {TIMES_FLOOR:g} x floor: {_met(queries)}; "
        f"errors: {sum(each.errors for each in result.figures) + result.storm['errors']:g}; "
        f"packages: {len(result.footprint.packages)} of at most {MOST_PACKAGES}"
    )


def _met(figures: Sequence[Figure]) -> str:
    if not figures:
        return "not measured"
    said = ", ".join(f"{each.size} {each.ratio.p95:.2f}x" for each in figures)
    return f"{'yes' if all(e.ratio.p95 <= TIMES_FLOOR for e in figures) else 'NO'} ({said})"


def show(result: Result, console: Console) -> None:
    console.print(_table(result.figures))
    for label, seconds in result.fills.items():
        console.print(f"filled to {label}: {seconds:.1f} s", style="dim", highlight=False)
    storm = ", ".join(f"{key} {value:.0f}" for key, value in result.storm.items())
    console.print(f"storm: {storm}", highlight=False)
    small = result.footprint
    console.print(
        f"a process: python {small.python_ms:.0f} ms, import mohen {small.import_ms:.0f} ms,"
        f" open_memory imported {small.open_ms:.0f} ms; a base install is"
        f" {len(small.packages)} packages",
        highlight=False,
    )
    console.print(verdict(result), style="bold", highlight=False)


def _table(figures: Sequence[Figure]) -> Table:
    table = Table(
        title="Latency, ms: p50 / p95 / p99; ratios are medians of the rounds' own ratios",
        title_justify="left",
    )
    for heading in ("", "episodes"):
        table.add_column(heading)
    for heading in ("ours", "floor", "ratio", "a second, ours / floor", "errors", "seeds p95"):
        table.add_column(heading, justify="right")
    for each in figures:
        rates = "" if each.per_second is None else "{:.0f} / {:.0f}".format(*each.per_second)
        table.add_row(
            each.name,
            each.size,
            _three(each.ours),
            _three(each.floor),
            _three(each.ratio),
            rates,
            str(each.errors),
            str(SEEDS_MS.get(each.name, "")),
        )
    return table


def _three(spread: Spread) -> str:
    return f"{spread.p50:.2f} / {spread.p95:.2f} / {spread.p99:.2f}"


def write(result: Result, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    body = asdict(result) | {"verdict": verdict(result)}
    target.write_text(json.dumps(body, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
