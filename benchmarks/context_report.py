"""The context engine's figures as tables: on the screen and in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table

from prefix import Told
from timing import Figure, Spread

MOST_MS = {"assemble": 15.0, "prefix hash": 1.0}  # p95
SERVED = 0.95
TIMES = ("", "episodes", "ours p50 / p95 / p99", "floor", "ratio p50 / p95", "goal, p95")
SHARES = ("", "the cache", "runs", "prefixes changed", "prefix", "of unchanged", "prompt", "naive")
Row = tuple[str, ...]


def show(figures: Sequence[Figure], told: Sequence[Told], console: Console) -> None:
    console.print(_table("A prompt, ms", TIMES, _times(figures)))
    console.print(_table("Tokens served from a prefix cache", SHARES, _shares(told)))
    console.print(_table("The prefix by skill", ("", "the cache", "served"), _by_skill(told)))


def markdown(figures: Sequence[Figure], told: Sequence[Told]) -> str:
    tables = (TIMES, _times(figures)), (SHARES, _shares(told)), (("", "", ""), _by_skill(told))
    return "\n".join(_lines(heads, rows) for heads, rows in tables)


def _times(figures: Sequence[Figure]) -> Iterator[Row]:
    for each in figures:
        yield (
            each.name,
            each.size,
            _three(each.ours),
            _three(each.floor),
            f"{each.ratio.p50:.1f} / {each.ratio.p95:.1f}",
            _goal(each),
        )


def _goal(figure: Figure) -> str:
    most = MOST_MS.get(figure.name.partition(",")[0])
    if most is None:
        return ""
    return f"< {most:g} ms: {'met' if figure.ours.p95 < most else 'NOT met'}"


def _three(spread: Spread) -> str:
    return " / ".join(f"{each:.3g}" for each in (spread.p50, spread.p95, spread.p99))


def _shares(told: Sequence[Told]) -> Iterator[Row]:
    for each in told:
        shares = each.prefix, each.unchanged, each.prompt, each.naive
        yield (
            each.story,
            each.provider,
            str(each.runs),
            str(each.changes),
            *(f"{share:.1%}" for share in shares),
        )


def _by_skill(told: Sequence[Told]) -> Iterator[Row]:
    for each in told:
        said = ", ".join(f"{skill} {share:.1%}" for skill, share in each.by_skill.items())
        yield each.story, each.provider, said


def _table(title: str, heads: Row, rows: Iterator[Row]) -> Table:
    table = Table(title=title, title_justify="left")
    for head in heads:
        table.add_column(head)
    for row in rows:
        table.add_row(*row)
    return table


def _lines(heads: Row, rows: Iterator[Row]) -> str:
    ruled = [heads, ("---",) * len(heads), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in ruled) + "\n"
