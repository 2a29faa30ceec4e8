"""Fit what words and signs weigh when a text is judged for orders to a model (`text/orders.py`).

    python tools/fit_orders.py           # fits and writes
    python tools/fit_orders.py --cross   # how other thresholds would do, by cross-validation

Reads the labelled texts of `tools/orders/*.tsv` and `tests/orders/*.txt` (our own), and as harmless
what people and assistants say in LongMemEval (MIT licence; `MOHEN_BENCH_DATA`, else
`../shared/data`) and what our own sample and pages say in Chinese; fits a logistic regression drawn
towards nothing (`logistic.py`), writes `src/mohen/text/data/order_weights.txt`, and says how it
does on `tests/orders/held`, of which nothing is fitted. The same texts give the same weights.
"""

from __future__ import annotations

import gzip
import json
import math
import os
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import logistic
from mohen.text import hidden_writing, orders

ROOT = Path(__file__).parents[1]
GIVEN = ROOT / "tools" / "orders"
HELD = ROOT / "tests" / "orders" / "held"
TARGET = ROOT / "src" / "mohen" / "text" / "data" / "order_weights.txt"
DRAWN = 1 / 16  # towards nothing
USUAL = 5.0  # how rare a term mostly is
SIGN = "%"
SIGNS = 5.0  # as in orders.py
BIAS = "%bias"
LEAST = 40  # weights below that are left out: they change next to nothing

REAL = "longmemeval_pool.dev.jsonl.gz"
MANY = 6_000  # stretches of it
LIGHT = 0.3  # what each counts beside a text of our own


class Case(NamedTuple):
    is_order: bool
    text: str
    weight: float = 1.0
    is_known: bool = (
        False  # the signs were made with it in view, and would seem surer than they are
    )


def cases(folder: Path) -> list[Case]:
    found = []
    for path in sorted(folder.glob("*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines():
            label, text = line.split("\t")
            found.append(Case(label == "order", text.replace("⏎", "\n")))
    for path in sorted(folder.glob("*.txt")):
        found += [
            Case(line[0] == "!", line[2:].replace("\\n", "\n"), is_known=True)
            for line in path.read_text(encoding="utf-8").splitlines()
            if line[:2] in ("! ", "= ", "~ ")
        ]
    return found


def harmless() -> list[Case]:
    data = Path(os.environ.get("MOHEN_BENCH_DATA", ROOT.parent / "shared" / "data")) / REAL
    with gzip.open(data, "rt", encoding="utf-8") as lines:
        said = [each["text"] for line in lines for each in json.loads(line)["docs"]]
    stretches = [each for text in said for each in orders.stretches(_plain(text))]
    real = random.Random(1).sample(sorted(set(stretches)), MANY)
    pages = [*ROOT.glob("README.*.md"), *ROOT.glob("src/mohen/sample/**/*.md")]
    ours = [each for path in pages for each in orders.stretches(_plain(path.read_text("utf-8")))]
    return [Case(False, each, LIGHT) for each in (*real, *ours)]


def _plain(text: str) -> str:
    return next(hidden_writing.spellings(text))


class Row(NamedTuple):
    terms: frozenset[str]
    marks: frozenset[str]


def row(case: Case) -> Row:
    plain = _plain(case.text)
    return Row(orders.terms(plain), frozenset() if case.is_known else orders.marks(plain))


def told(judged: Iterable[tuple[bool, bool]]) -> str:
    seen = Counter(judged)
    right, all_found = seen[True, True], seen[True, True] + seen[False, True]
    there = seen[True, True] + seen[True, False]
    return (
        f"precision {right / max(1, all_found):.3f}, recall {right / max(1, there):.3f} of {there}"
    )


def fitted(given: list[Case], rows: list[Row]) -> dict[str, int]:
    """By name; those of what is seen once, or says little, are left out.

    What is rare, or stands mostly on one side, is drawn towards nothing less than what is in every
    other text."""
    counted = Counter(name for each in rows for name in each.terms | each.marks)
    names = sorted(name for name, many in counted.items() if many > 1)
    place = {name: n for n, name in enumerate(names)}
    sides = _sides(given, rows)
    free = [
        1.0
        if name[0] == SIGN
        else math.sqrt(abs(sides[name])) * math.log(len(rows) / counted[name]) / USUAL
        for name in names
    ]
    weights = logistic.fit(
        [
            [
                (n, share * free[n])
                for found, share in _shares(each)
                for n in sorted(place[one] for one in found if one in place)
            ]
            for each in rows
        ],
        [each.is_order for each in given],
        [each.weight for each in given],
        signs=len(names),
        drawn=DRAWN,
    ).tolist()
    hundredths = [round(100 * each * by) for each, by in zip(weights[:-1], free, strict=True)]
    found = {
        name: weight for name, weight in zip(names, hundredths, strict=True) if abs(weight) >= LEAST
    }
    return {BIAS: round(100 * weights[-1]), **found}


def _shares(row: Row) -> tuple[tuple[frozenset[str], float], ...]:
    """What counts, and how much of it each has, as in `orders.weighed`."""
    return (row.terms, 1 / math.sqrt(max(1, len(row.terms)))), (row.marks, 1 / SIGNS)


def _sides(given: list[Case], rows: list[Row]) -> dict[str, float]:
    """How much more often a term is in orders than in other texts: the logarithm of that."""
    sides = defaultdict[str, float](float), defaultdict[str, float](float)
    for case, row in zip(given, rows, strict=True):
        for term in row.terms:
            sides[case.is_order][term] += case.weight
    others, orders_ = (sum(each.values()) for each in sides)
    return {
        term: math.log((sides[1][term] + 1) / orders_) - math.log((sides[0][term] + 1) / others)
        for term in sides[0].keys() | sides[1].keys()
    }


def cross(given: list[Case], rows: list[Row]) -> None:
    """Each third is judged by what was fitted on the others: texts of our own, most of them made
    to be hard, and stretches of ordinary talk."""
    thirds = [random.Random(n).randrange(3) for n in range(len(given))]
    judged: list[tuple[Case, float]] = []
    for third in range(3):
        rest = [n for n, each in enumerate(thirds) if each != third]
        weights = fitted([given[n] for n in rest], [rows[n] for n in rest])
        judged += [
            (given[n], orders.weighed(rows[n].terms, rows[n].marks, weights))
            for n, each in enumerate(thirds)
            if each == third
        ]
    ours = [each for each in judged if each[0].weight == 1 and not each[0].is_known]
    ordinary = [likelihood for case, likelihood in judged if case.weight == LIGHT]
    for step in range(-10, 21):
        enough = step / 10
        held = sum(each > enough for each in ordinary) / len(ordinary)
        print(
            f"{enough:+.1f}: {told((case.is_order, each > enough) for case, each in ours)};"
            f" ordinary {held:.2%}"
        )


def main() -> int:
    given = cases(GIVEN) + cases(HELD.parent) + harmless()
    rows = [row(each) for each in given]
    if "--cross" in sys.argv:
        cross(given, rows)
        return 0
    kept = [f"{name} {weight}" for name, weight in fitted(given, rows).items()]
    TARGET.write_text(
        "# What each word and sign says for (or against) an order to a model, in hundredths.\n"
        f"# Made by tools/fit_orders.py of {len(given)} texts.\n[weights]\n"
        + "\n".join(kept)
        + "\n",
        encoding="utf-8",
    )
    print(f"{len(given)} texts, {len(kept)} weights")
    for path in sorted(HELD.glob("*.tsv")):
        lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
        print(
            path.stem,
            told((one == "order", orders.are_in(text.replace("⏎", "\n"))) for one, text in lines),
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
