"""How well it learns an author: simulated authors whose true tastes are known.

    python benchmarks/authors.py [--quick] [--authors N] [--seed S] [--language zh|en]
                                 [--only KIND ...] [--without-files] [--processes N]

Every author writes with a memory of their own through the same door as everybody, with an AI
that learns nothing; what the memory then says is set against what is true (`simulated/score.py`).
Authors without any taste are distilled every five episodes, and a rule at any look counts as
false. The authors know the texts and not the learner. Writes tables, a plot and a JSON file.
At its full size it takes about ten minutes on two free cores. `--only` is of some kinds of
authors, without the plot and what it costs to edit; `--without-files` has them learned in memory,
at the same looks and in a fraction of the time, as `writers.py` does.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean

from rich.console import Console

from simulated import acted_on, report
from simulated.author import FLIP, NULLS, Author, population
from simulated.drawing import LONG, Draw, draw
from simulated.driving import EVERY, Plan, Story, blocks, follow, ignored
from simulated.score import FINE, Judged

# Requirements and rulings whose figures this prints.
MEASURES = ("C78", "C80", "C82")

RESULTS = Path(__file__).parent / "results"
FIGURE = Path(__file__).parents[1] / "docs" / "figures" / "authors.png"
DRIFTED, COSTED = 80, 100  # episodes
BLOCK = 10
PROCESSES = 2
DRAWN = ("clear", "strong")  # only those who act on their tastes
BANDED = ("preferring", "clear", "inverted")

_OFTEN = tuple(range(EVERY, LONG + 1, EVERY))
PLANS = {
    "preferring": Plan(LONG, (LONG,)),
    "clear": Plan(LONG, _OFTEN),
    "inverted": Plan(LONG, (LONG,)),
    "contrary": Plan(LONG, (LONG,)),
    "editing": Plan(LONG, (LONG,)),
    "commenting": Plan(LONG, (LONG,)),
    "strong": Plan(LONG, _OFTEN),
    "null": Plan(LONG, _OFTEN),
    "drifting": Plan(DRIFTED, (FLIP, *range(FLIP + EVERY, DRIFTED + 1, EVERY))),
}
OBEYED = Plan(COSTED, tuple(range(BLOCK, COSTED + 1, BLOCK)), obey=True)


@dataclass(frozen=True, slots=True)
class Size:
    """How many authors of each kind."""

    most: int  # those the figures stand on
    null: int
    other: int
    costed: int


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    size = _size(options)
    console = Console() if sys.stdout.isatty() else Console(width=170)
    with ProcessPoolExecutor(options.processes, mp_context=get_context("spawn")) as pool:
        told = _Told(pool, options, console)
        stories = {kind: told.of(kind, _count(kind, size)) for kind in options.only or PLANS}
        costs = {} if options.only else told.costs(size.costed)
    result = _result(stories, told.draws, costs, options)
    report.show(result, console)
    stem = "authors.some" if options.only else "authors.quick" if options.quick else "authors"
    report.write(result, options.json or RESULTS / f"{stem}.json")
    if options.only:
        return 0
    from simulated import picture  # some authors need no matplotlib

    figure = RESULTS / f"{stem}.png" if options.quick else FIGURE
    picture.draw(result, figure)
    console.print(str(figure), style="dim")
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Judge the learner by authors who are known.")
    parser.add_argument("--quick", action="store_true", help="6 authors of each kind")
    parser.add_argument("--authors", type=int, default=120, help="with tastes; as many without")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--language", choices=("zh", "en"))
    parser.add_argument("--only", nargs="+", choices=PLANS, help="these kinds of authors")
    parser.add_argument("--without-files", action="store_true", help="learned in memory")
    parser.add_argument("--processes", type=int, default=PROCESSES)
    parser.add_argument("--json", type=Path, help="where the figures go")
    return parser.parse_args(arguments)


def _size(options: argparse.Namespace) -> Size:
    count = 6 if options.quick else options.authors
    null = 8 if options.quick else count  # two of each way to have no taste
    return Size(count, null, max(6, count // 3), max(4, count // 3))


def _count(kind: str, size: Size) -> int:
    if kind in ("preferring", "clear", "editing", "commenting"):
        return size.most
    return size.null if kind == "null" else size.other


class _Told:
    """The stories of authors, two at a time."""

    def __init__(
        self, pool: ProcessPoolExecutor, options: argparse.Namespace, console: Console
    ) -> None:
        self._pool, self._console = pool, console
        self._seed, self._language = options.seed, options.language
        self._files = not options.without_files
        self.draws: list[Draw] = []

    def of(self, kind: str, count: int) -> list[Story]:
        return self._follow(kind, self._people(kind, count), PLANS[kind])

    def costs(self, count: int) -> dict[str, list[float]]:
        """The same authors, twice: those who edit, for whom a cost can be told."""
        edits = [
            each
            for each in self._people("preferring", count * 8)
            if each.manner in ("editor", "mixed")
        ][:count]
        stories = {
            "rules ignored": list(self._pool.map(ignored, edits, [COSTED] * len(edits))),
            "rules obeyed": self._follow("rules obeyed", edits, OBEYED),
        }
        return {
            name: blocks([each.costs for each in told], BLOCK) for name, told in stories.items()
        }

    def _people(self, kind: str, count: int) -> list[Author]:
        if kind not in DRAWN:
            return population(kind, count, self._seed, self._language)
        drawn = draw(kind, count, self._seed, self._language, self._pool.map)
        self.draws.append(drawn)
        return drawn.kept

    def _follow(self, name: str, authors: Sequence[Author], plan: Plan) -> list[Story]:
        self._console.print(f"{name}: {len(authors)} authors", style="dim", highlight=False)
        plan = replace(plan, files=self._files)
        return list(self._pool.map(follow, authors, [plan] * len(authors)))


# -- what comes of it


def _result(
    stories: dict[str, list[Story]],
    draws: Sequence[Draw],
    costs: dict[str, list[float]],
    options: argparse.Namespace,
) -> report.Result:
    told = {kind: each for kind, each in stories.items() if kind != "null"}
    banded = [kind for kind in BANDED if kind in stories]
    return report.Result(
        rows=[row for kind, each in told.items() for row in _rows(kind, each)],
        kept=[
            report.Kept(each.kind, tastes, drawn, each.passed[tastes])
            for each in draws
            for tastes, drawn in sorted(each.drawn.items())
        ],
        bands=[row for kind in banded for row in acted_on.bands(kind, stories[kind])],
        numbers=[row for kind in banded for row in acted_on.numbers(kind, stories[kind])],
        nulls=_nulls(stories.get("null", ())),
        curves=_curves(stories),
        costs=costs,
        drift=_drift(stories["drifting"]) if "drifting" in stories else {},
        turns=_turns(stories["drifting"]) if "drifting" in stories else {},
        mistakes=_mistakes([story for each in told.values() for story in each]),
        wrong=[line for each in stories.values() for story in each for line in story.wrong()],
        seed=options.seed,
        quick=options.quick,
        files=not options.without_files,
    )


def _rows(kind: str, stories: Sequence[Story]) -> list[report.Row]:
    by_language = {
        language: [each for each in stories if each.author.language == language]
        for language in ("zh", "en")
    }
    parts = [report.row(kind, language, each) for language, each in by_language.items() if each]
    return [report.row(kind, "both", stories), *parts]


def _nulls(stories: Sequence[Story]) -> list[report.NullRow]:
    ways = {null: [each for each in stories if each.author.null == null] for null in NULLS}
    return [report.null_row(*each) for each in (("all", stories), *ways.items()) if each[1]]


def _curves(stories: dict[str, list[Story]]) -> dict[str, list[tuple[int, float]]]:
    def false_at(story: Story) -> int | None:
        return next((each.episode for each in story.glances if each.judged.reasons), None)

    drawn = [kind for kind in DRAWN if kind in stories]
    firsts = {kind: [each.first() for each in stories[kind]] for kind in drawn}
    if "null" in stories:
        firsts["no preference (false)"] = [false_at(each) for each in stories["null"]]
    return {name: report.curve(each, LONG, EVERY) for name, each in firsts.items()}


def _drift(stories: Sequence[Story]) -> dict[str, float | None]:
    """How soon the new taste is known and the old one no longer said, after the change."""
    known = [each for each in stories if _at(each, FLIP).found]
    lags = [_lag(each) for each in known]
    return {
        "authors": float(len(stories)),
        "known before": float(len(known)),
        "followed": float(sum(each is not None for each in lags)),
        "median episodes to follow": report.middle(lags) if lags else None,
        "old taste still said at the end": float(
            sum("backwards" in each.last.reasons for each in stories)
        ),
        "mean episodes of a wrong rule": fmean(map(_stale, known)) if known else None,
    }


def _turns(stories: Sequence[Story]) -> dict[str, list[tuple[int, float]]]:
    """Of how many the taste they have now is known, and of how many its opposite is said."""
    episodes = range(EVERY, DRIFTED + 1, EVERY)
    at = {number: [_at(each, number) for each in stories] for number in episodes}
    return {
        "the taste of the day is known": [
            (number, fmean(bool(each.found) for each in judged)) for number, judged in at.items()
        ],
        "its opposite is said": [
            (number, fmean("backwards" in each.reasons for each in judged))
            for number, judged in at.items()
        ],
    }


def _at(story: Story, episode: int) -> Judged:
    """What was known then; at the change itself it is still judged by the old taste."""
    return next(each.judged for each in story.glances if each.episode == episode)


def _lag(story: Story) -> int | None:
    for each in story.glances:
        if each.episode > FLIP and each.judged.found and "backwards" not in each.judged.reasons:
            return each.episode - FLIP
    return None


def _stale(story: Story) -> int:
    return EVERY * sum(
        "backwards" in each.judged.reasons for each in story.glances if each.episode > FLIP
    )


def _mistakes(stories: Sequence[Story]) -> dict[str, int]:
    """Why rules were wrong."""
    counted = Counter(
        reason for story in stories for reason in story.last.reasons if reason not in FINE
    )
    return dict(counted.most_common())


if __name__ == "__main__":
    sys.exit(main())
