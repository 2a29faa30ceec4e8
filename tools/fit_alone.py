"""Fit what signs weigh when a statement is judged to be understood alone (`judge.py`).

    python tools/fit_alone.py zh FACTS.tsv                  # fits and writes; or en
    python tools/fit_alone.py zh FACTS.tsv --cross          # each set, fitted on the others
    python tools/fit_alone.py zh FACTS.tsv --on OTHERS.tsv  # fits, and judges other sets

Reads facts that were read by hand beside the message they came from, a line each: what they were
judged to be (`whole`, `not whole`, `false`), the set of conversations, the fact, its attribute,
category and subject, whether it has a day and is only believed (1 or 0), the clause and the thought
it was made of. The texts are other people's and stay out of the project (docs/benchmarks.md says
which, and under what licence: C111); rows of the set `ours` are what our own tests say. Fits a
logistic regression drawn towards nothing (`logistic.py`) and writes `alone_weights.txt` of the
language. The same rows give the same weights.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import logistic
from mohen.knowledge.consolidation.model import Statement
from mohen.knowledge.model import BELIEF, FACT, Category
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding import en, judge, zh

JUDGES = {"zh": zh.JUDGE, "en": en.JUDGE}
DATA = Path(__file__).parents[1] / "src/mohen/knowledge/understanding/data"
DRAWN = 4.0  # towards nothing
SEEN = 5  # rows that a sign is in, or it is left out
OURS = "ours"  # what our tests say: these must come out as they are judged
TYPED = "plain"  # messages as people type them to an assistant, written for it
MADE = (OURS, TYPED)
COUNTS = {OURS: 0.2, TYPED: 2.0}  # at first; what people said to others counts 1
CLEARLY = 0.1


class Row(NamedTuple):
    signs: frozenset[str]
    verdict: str
    origin: str
    is_judged: bool

    @property
    def is_whole(self) -> bool:
        return self.verdict == "whole"


def rows(path: Path, of: judge.Judge) -> list[Row]:
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        verdict, origin, fact, attribute, category, subject, day, believed, clause, message = (
            each.replace("⏎", "\n") for each in line.split("\t")
        )
        statement = Statement(
            content=fact,
            category=Category(category),
            attribute=attribute,
            subject=subject,
            event_at=0 if day == "1" else None,
            type=BELIEF if believed == "1" else FACT,
        )
        signs = of.signs(statement, clause, message)
        found.append(Row(signs, verdict, origin, of.judges(statement)))
    return found


def fitted(given: list[Row]) -> dict[str, int]:
    """What was made counts more and more, until it comes out as it is judged."""
    signs, whole = [each.signs for each in given], [each.is_whole for each in given]
    return logistic.until_right(
        [COUNTS.get(each.origin, 1.0) for each in given],
        lambda counts: logistic.weights(
            signs, whole, counts, bias=judge.BIAS, seen=SEEN, drawn=DRAWN
        ),
        lambda worth: [
            n
            for n, each in enumerate(given)
            if each.origin == OURS and each.is_judged and _is_wrong(each, worth)
        ],
    )


def _is_wrong(row: Row, worth: dict[str, int]) -> bool:
    over = judge.weighed(row.signs, worth) - Extraction().alone_from
    return over < CLEARLY if row.is_whole else over > -CLEARLY


def cross(given: list[Row]) -> None:
    """Each set of what people said, judged by what was fitted on the others."""
    odds: list[tuple[float, str]] = []
    for origin in sorted({each.origin for each in given} - set(MADE)):
        worth = fitted([each for each in given if each.origin != origin])
        odds += _judged([each for each in given if each.origin == origin], worth)
    _tell(odds)


def _judged(given: list[Row], worth: dict[str, int]) -> list[tuple[float, str]]:
    """How likely each is, and what it was read to be."""
    return [
        (judge.weighed(each.signs, worth) if each.is_judged else math.inf, each.verdict)
        for each in given
    ]


def _tell(odds: list[tuple[float, str]]) -> None:
    for step in range(-5, 26):
        kept = Counter(verdict for likely, verdict in odds if likely > step / 10)
        many = max(1, kept.total())
        print(
            f"{step / 10:+.1f}: {kept.total() / len(odds):.0%} of {len(odds)} kept,"
            f" true {1 - kept['false'] / many:.1%}, whole {kept['whole'] / many:.1%}"
        )


def main() -> int:
    language, path, *more = sys.argv[1:]
    given = rows(Path(path), JUDGES[language])
    if more == ["--cross"]:
        cross(given)
        return 0
    weights = fitted(given)
    if more:
        _tell(_judged(rows(Path(more[1]), JUDGES[language]), weights))
        return 0
    people = [each.origin for each in given if each.origin not in MADE]
    (DATA / language / "alone_weights.txt").write_text(
        "# What each sign says for (or against) a statement standing alone, in hundredths.\n"
        f"# Made by tools/fit_alone.py of {len(people)} facts of {len(set(people))} sets of talks"
        f" and {len(given) - len(people)} of sentences that were made.\n[weights]\n"
        + "".join(f"{name} {weight}\n" for name, weight in weights.items()),
        encoding="utf-8",
    )
    print(f"{len(given)} facts, {len(weights)} weights")
    return 0


if __name__ == "__main__":
    sys.exit(main())
