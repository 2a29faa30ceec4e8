"""Does the memory make the writing cheaper? Simulated authors mend what the AI writes.

    python benchmarks/writing.py [--quick] [--authors N] [--runs N] [--seed S] [--examples N]

Each author has hidden likes, runs a skill with the offline writer through the channels, takes a
candidate, mends it and says so; rules are learned when the product learns them by itself. The
cost of a run is the edit distance between what was taken and what was left. The same authors do
the same tasks four times: with injection, without, without learning, and with their likes typed
as rules at the start. Writes a table, a plot and a JSON file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.table import Table

from simulated.costs import BLOCK, ON, UNLEARNED, Change, Result, summed_up
from simulated.likes import Reviser, revisers
from simulated.score import FINE, Share
from simulated.sittings import ARMS, Course, follow

# Requirements and rulings whose figures this prints.
MEASURES = ("R144",)

RESULTS = Path(__file__).parent / "results"
FIGURE = Path(__file__).parents[1] / "docs" / "figures" / "writing.png"
PROCESSES = 2
ENOUGH = 6  # authors


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    console = Console() if sys.stdout.isatty() else Console(width=150)
    authors = revisers(4 if options.quick else options.authors, options.seed, options.language)
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        told = {
            arm: list(pool.map(partial(follow, arm=arm, runs=options.runs), _who(arm, authors)))
            for arm in ARMS
        }
    result = summed_up(told)
    _show(result, console)
    _examples(told[ON][: options.examples], console)
    stem = "writing.quick" if options.quick else "writing"
    target = options.json or RESULTS / f"{stem}.json"
    _write(result, told, target)
    figure = FIGURE if _is_whole(options) else target.with_suffix(".png")
    console.print(_drawn(result, figure), style="dim")
    return 0


def _drawn(result: Result, figure: Path) -> str:
    if find_spec("matplotlib") is None:
        return "no figure: pip install matplotlib"
    from simulated import cost_picture

    cost_picture.draw(result, figure)
    return str(figure)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure what the memory saves an author.")
    parser.add_argument("--quick", action="store_true", help="4 authors")
    parser.add_argument("--authors", type=int, default=24)
    parser.add_argument("--runs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--language", choices=("zh", "en"))
    parser.add_argument("--examples", type=int, default=0, help="authors whose texts are shown")
    parser.add_argument("--json", type=Path, help="where the figures go")
    return parser.parse_args(arguments)


def _is_whole(options: argparse.Namespace) -> bool:
    return not (options.quick or options.json)


def _who(arm: str, authors: list[Reviser]) -> list[Reviser]:
    """Without learning it must be as without injection: a few authors show whether it is."""
    return authors[:ENOUGH] if arm == UNLEARNED else authors


# -- what is shown


def _show(result: Result, console: Console) -> None:
    table = Table(title=f"edit cost of {result.authors} authors, {result.runs} runs each")
    table.add_column("")
    for at in range(len(result.arms[0].blocks)):
        table.add_column(f"{at * BLOCK + 1}-{(at + 1) * BLOCK}", justify="right", no_wrap=True)
    for name in ("unchanged", "need no change"):
        table.add_column(name, justify="right")
    for arm in result.arms:
        blocks = [f"{each.value:.4f}\n[{each.low:.3f}, {each.high:.3f}]" for each in arm.blocks]
        shares = [f"{a:.0%} → {b:.0%}" for a, b in (arm.unchanged, arm.content)]
        table.add_row(arm.name, *blocks, *shares)
    console.print(table)
    console.print("unchanged, need no change: first ten → last twenty runs", style="dim")
    for name, said in _lines(result).items():
        console.print(f"{name}: {said}", highlight=False, markup=False)


def _lines(result: Result) -> dict[str, str]:
    falls = {
        f"{arm.name}, first 10 less last {count}": _change(fell)
        for arm in result.arms
        for count, fell in ((2 * BLOCK, arm.fell), (BLOCK, arm.fell_late))
    }
    saved = {
        f"saved by injection, runs {at * BLOCK + 1}-{(at + 1) * BLOCK}": _change(each)
        for at, each in enumerate(result.saved_by_block)
    }
    return {
        **falls,
        **saved,
        "saved by injection, last 20": _change(result.saved),
        "saved by typed rules, last 20": _change(result.possible),
        "of the possible saving, last 20": _share(result.reached),
        "half of it from run": str(result.half_at),
        "rules right, likes found": f"{_share(result.precision)}, {_share(result.recall)}",
        "differing between injection off and learning off": f"{result.differing} of "
        f"{result.compared} runs",
    }


def _change(change: Change) -> str:
    mean = change.mean
    return (
        f"{mean.value:+.4f} [{mean.low:+.4f}, {mean.high:+.4f}], "
        f"{change.positive} authors up, {change.negative} down, p = {change.p:.2g}"
    )


def _share(share: Share) -> str:
    return f"{share.value:.0%} [{share.low:.0%}, {share.high:.0%}]"


def _examples(courses: Sequence[Course], console: Console) -> None:
    """What was taken and what was left of it, at the first run and at the last."""
    for course in courses:
        likes = ", ".join(f"{each.truth} ({each.goal:g})" for each in course.author.likes)
        console.rule(f"{course.author.name}: {likes}")
        console.print("learned: " + ("; ".join(course.rules) or "nothing"), highlight=False)
        for number in (0, len(course.sittings) - 1):
            sitting = course.sittings[number]
            console.print(f"run {number + 1}, {sitting.scene}, cost {sitting.cost:.3f}")
            for text in (sitting.revised.chosen, sitting.revised.final):
                console.print(text.replace("\n", " ¶ "), highlight=False, markup=False, end="\n\n")


def _write(result: Result, told: dict[str, list[Course]], target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    body = asdict(result) | {"courses": [_course(each) for part in told.values() for each in part]}
    target.write_text(json.dumps(body, ensure_ascii=False, indent=1), encoding="utf-8")


def _course(course: Course) -> dict[str, object]:
    return {
        "author": course.author.name,
        "arm": course.arm,
        "likes": [f"{each.truth} ({each.goal:g})" for each in course.author.likes],
        "costs": [round(each, 4) for each in course.costs],
        "content": [round(each.content, 2) for each in course.sittings],
        "injected": [each.rules for each in course.sittings],
        "rules": list(course.rules),
        "wrong": [
            f"{rule}: {why}"
            for rule, why in zip(course.rules, course.judged.reasons, strict=True)
            if why not in FINE
        ],
    }


if __name__ == "__main__":
    sys.exit(main())
