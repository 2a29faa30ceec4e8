"""The figures of all authors: in rows, as tables and as a file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import isnan
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from simulated import score
from simulated.acted_on import Band, Number
from simulated.driving import Story
from simulated.score import Judged, Share
from simulated.showing import BANDS

SOON = 15  # episodes: median first detection of a strong preference (C80)
PRECISE, COMPLETE = 0.95, 0.9  # of authors who act on their tastes, 12 % noise, 60 episodes


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of authors, in one language or both."""

    kind: str
    language: str
    authors: int
    precision: Share
    strict: Share
    recall: Share
    rules: int
    narrow: int
    redundant: int
    symptoms: int
    false: int
    first: float | None  # median episodes to the first truth; None where most found none
    detected: float  # share of authors of whom at least one truth was found


@dataclass(frozen=True, slots=True)
class NullRow:
    """Authors without a taste: one false rule at any look is one too many."""

    null: str
    authors: int
    ever: Share
    rules: int


@dataclass(frozen=True, slots=True)
class Kept:
    """How many of those who were drawn act on every taste they have, by the number of these."""

    kind: str
    tastes: int
    drawn: int
    passed: int


@dataclass(frozen=True, slots=True)
class Result:
    rows: list[Row]
    kept: list[Kept]
    bands: list[Band]
    numbers: list[Number]
    nulls: list[NullRow]
    curves: dict[str, list[tuple[int, float]]]  # share of authors by episodes
    costs: dict[str, list[float]]  # mean cost, ten episodes at a time
    drift: dict[str, float | None]
    turns: dict[str, list[tuple[int, float]]]  # share of drifting authors at an episode
    mistakes: dict[str, int]
    wrong: list[str]  # each wrong rule, of whom, and what is true instead
    seed: int
    quick: bool
    files: bool  # learned in a home


def row(kind: str, language: str, stories: Sequence[Story]) -> Row:
    judged = [each.last for each in stories]
    firsts = [each.first() for each in stories]
    return Row(
        kind,
        language,
        len(stories),
        score.precision(judged),
        score.strict_precision(judged),
        score.recall(judged),
        rules=sum(len(each.reasons) for each in judged),
        narrow=sum(each.narrow for each in judged),
        redundant=sum(each.redundant for each in judged),
        symptoms=sum(each.symptoms for each in judged),
        false=sum(each.false for each in judged),
        first=middle(firsts),
        detected=sum(each is not None for each in firsts) / len(firsts),
    )


def null_row(null: str, stories: Sequence[Story]) -> NullRow:
    ever = [Judged(reasons=("false",) * each.ever()) for each in stories]
    rules = sum(max(len(g.judged.reasons) for g in each.glances) for each in stories)
    return NullRow(null, len(stories), score.false_rate(ever), rules)


def middle(firsts: Sequence[int | None]) -> float | None:
    """The median with those who were never found counted as later than everybody."""
    found = median(float("inf") if each is None else each for each in firsts)
    return None if found == float("inf") else float(found)


def curve(firsts: Sequence[int | None], upto: int, every: int) -> list[tuple[int, float]]:
    """Episodes → share of authors of whom something was found by then."""
    return [
        (at, sum(each is not None and each <= at for each in firsts) / len(firsts))
        for at in range(0, upto + 1, every)
    ]


# -- shown


def show(result: Result, console: Console) -> None:
    console.print(_table(result.rows))
    console.print(_banded(result.bands))
    console.print(_numbered(result.numbers))
    for kept in result.kept:
        console.print(
            f"{kept.kind}, tastes {kept.tastes}: {kept.passed} of {kept.drawn} authors drawn act"
            " on each of them",
            highlight=False,
        )
    for each in result.nulls:
        console.print(
            f"no preference, {each.null}: {_share(each.ever)} of {each.authors} authors ever had"
            f" a rule ({each.rules} rules), distilled every 5 episodes up to 60",
            highlight=False,
        )
    for name, shares in result.curves.items():
        console.print(
            f"by episode, {name}: " + " ".join(f"{at}: {part:.0%}" for at, part in shares),
            highlight=False,
        )
    console.print("drift: " + (_facts(result.drift) or "not asked"), highlight=False)
    for name, costs in result.costs.items():
        console.print(
            f"mean edit cost, {name}: " + " ".join(f"{each:.3f}" for each in costs), highlight=False
        )
    console.print("wrong rules: " + (_facts(result.mistakes) or "none"), highlight=False)
    console.print(verdict(result), style="bold", highlight=False)


def verdict(result: Result) -> str:
    both = {each.kind: each for each in result.rows if each.language == "both"}
    if not ({"clear", "strong"} <= both.keys() and result.nulls):
        return "some authors only: no verdict"
    clear, first = both["clear"], both["strong"].first
    precise = clear.precision.value >= PRECISE
    complete = clear.recall.value >= COMPLETE
    soon = first is not None and first <= SOON
    said = "never" if first is None else f"episode {first:g}"
    nulls = next(each for each in result.nulls if each.null == "all")
    return (
        f"tastes that are acted on, 12 % noise: precision at least {PRECISE:.0%}: {_yes(precise)}"
        f" ({_share(clear.precision)}), recall at least {COMPLETE:.0%}: {_yes(complete)}"
        f" ({_share(clear.recall)}); strong preference first found by episode {SOON} in the"
        f" median: {_yes(soon)} ({said}); authors without a preference of whom a rule was"
        f" learned: {_share(nulls.ever)}"
    )


def _yes(reached: bool) -> str:
    return "yes" if reached else "NO"


def _table(rows: Sequence[Row]) -> Table:
    table = Table(
        title="What was learned of simulated authors, with 95 % intervals over authors",
        title_justify="left",
    )
    table.add_column("authors")
    table.add_column("language")
    for heading in (
        "n", "precision", "if said twice is wrong", "recall", "rules", "narrow", "redundant",
        "symptoms", "false", "first at", "detected",
    ):  # fmt: skip
        table.add_column(heading, justify="right")
    for each in rows:
        table.add_row(
            each.kind, each.language, str(each.authors), _share(each.precision),
            _share(each.strict), _share(each.recall), str(each.rules), str(each.narrow),
            str(each.redundant), str(each.symptoms), str(each.false),
            "-" if each.first is None else f"{each.first:g}", f"{each.detected:.0%}",
        )  # fmt: skip
    return table


def _banded(bands: Sequence[Band]) -> Table:
    names = [name for _, name in BANDS]
    table = Table(
        title="Tastes found, by the share of comparisons that go their way", title_justify="left"
    )
    for heading in ("authors", "a taste of", *names):
        table.add_column(heading)
    by_cell = {(each.kind, each.where, each.band): each for each in bands}
    for kind, where in dict.fromkeys((each.kind, each.where) for each in bands):
        cells = (by_cell.get((kind, where, name)) for name in names)
        table.add_row(kind, where, *(_found(each) for each in cells))
    return table


def _numbered(numbers: Sequence[Number]) -> Table:
    counts = sorted({each.tastes for each in numbers})
    table = Table(title="Tastes found, by how many an author has", title_justify="left")
    for heading in ("authors", *map(str, counts)):
        table.add_column(heading)
    by_cell = {(each.kind, each.tastes): each for each in numbers}
    for kind in dict.fromkeys(each.kind for each in numbers):
        table.add_row(kind, *(_found(by_cell.get((kind, count))) for count in counts))
    return table


def _found(cell: Band | Number | None) -> str:
    return f"{_share(cell.recall)} {cell.found}/{cell.truths}" if cell else "-"


def _share(share: Share) -> str:
    if isnan(share.value):
        return "-"
    return f"{share.value:.1%} [{share.low:.0%}, {share.high:.0%}]"


def _facts(facts: dict[str, Any]) -> str:
    return ", ".join(
        f"{name} {'-' if value is None else format(value, 'g')}" for name, value in facts.items()
    )


def write(result: Result, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    body = _plain(asdict(result)) | {"verdict": verdict(result)}
    target.write_text(json.dumps(body, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def _plain(value: Any) -> Any:
    """JSON knows no NaN: a share of nothing is null."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float):
        return None if isnan(value) else round(value, 4)
    return value
