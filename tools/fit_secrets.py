"""Fit what shapes and words weigh when a piece of text is judged for a secret that is told
(`text/told_secrets.py`).

    python tools/fit_secrets.py

Reads the marked texts of `tools/secrets/*.txt` (our own; what stands in ⟦⟧ is a secret, {d:6} is
made when it is read) and `tests/secret_cases.py`, and as harmless what people and assistants say in
LongMemEval (MIT licence; `MOHEN_BENCH_DATA`, else `../shared/data`) and what our own samples and
pages say; fits a logistic regression drawn towards nothing and writes
`src/mohen/text/data/secret_weights.txt`. With `--check` it says how it does on each fifth of the
texts when it was fitted on the rest. The same texts give the same weights.
"""

from __future__ import annotations

import gzip
import importlib
import json
import os
import random
import re
import string
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import logistic
from mohen.text import secrets, told_secrets
from mohen.text.told_secrets import Piece

ROOT = Path(__file__).parents[1]
GIVEN = ROOT / "tools" / "secrets"
TARGET = ROOT / "src" / "mohen" / "text" / "data" / "secret_weights.txt"
DRAWN = 0.3  # towards nothing
LEAST = 0.04  # weights below that are left out: they change nothing
FOLDS = 5
COPIES = 2  # of a text with other values in the place of its own
LONG = 2_000  # characters; nothing longer is a case of ours
YEARS = 0.15  # of the codes of four digits look like one
REAL = "longmemeval_pool.dev.jsonl.gz"
MANY = 4_000  # texts of it
LIGHT = 0.3  # what each counts beside a text of our own

ALPHABETS = {
    "d": string.digits,
    "l": string.ascii_lowercase,
    "hex": "0123456789abcdef",
    "HEX": "0123456789ABCDEF",
    "low": string.ascii_lowercase + string.digits,
    "UP": string.ascii_uppercase + string.digits,
    "b62": string.ascii_letters + string.digits,
    "b64": string.ascii_letters + string.digits + "+/",
    "url": string.ascii_letters + string.digits + "-_",
    "b32": string.ascii_uppercase + "234567",
    "b58": string.ascii_letters + string.digits,
}
SLOT = re.compile(r"\{(" + "|".join(ALPHABETS) + r"):(\d+)\}")
MARKED = re.compile("⟦(.*?)⟧", re.DOTALL)


class Case(NamedTuple):
    text: str
    secrets: tuple[tuple[int, int], ...]
    weight: float = 1.0


class Row(NamedTuple):
    signs: frozenset[str]
    is_secret: bool
    weight: float
    case: int


def case(line: str, weight: float = 1.0) -> Case:
    parts = re.split("[⟦⟧]", line)
    found, at = [], 0
    for place, part in enumerate(parts):
        if place % 2:
            found.append((at, at + len(part)))
        at += len(part)
    return Case(secrets.plain("".join(parts)), tuple(found), weight)


def filled(line: str, draw: random.Random) -> str:
    def made(slot: re.Match[str]) -> str:
        if slot[0] == "{d:4}" and draw.random() < YEARS:
            return str(draw.randint(1930, 2030))
        return "".join(draw.choice(ALPHABETS[slot[1]]) for _ in range(int(slot[2])))

    return SLOT.sub(made, line)


def lines(folder: Path) -> list[str]:
    sys.path.append(str(ROOT / "tests"))
    secret_cases = importlib.import_module("secret_cases")
    known = [each.text.replace(each.value, f"⟦{each.value}⟧") for each in secret_cases.secrets()]
    known += [each for each in secret_cases.harmless() if len(each) < LONG]
    return known + [
        line.replace("\\n", "\n")
        for path in sorted(folder.glob("*.txt"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]


def given(every: list[str]) -> list[list[Case]]:
    """Each text as it is, and with other values: what counts is how it is told."""
    draw = random.Random(1)
    values = sorted(each for line in every for each in MARKED.findall(line) if is_made_up(each))
    found = []
    for line in every:
        copies = [case(filled(line, draw))]
        if MARKED.search(line):
            for _ in range(COPIES):
                other = MARKED.sub(
                    lambda each: f"⟦{draw.choice(values)}⟧" if is_made_up(each[1]) else each[0],
                    line,
                )
                copies.append(case(filled(other, draw), 0.5))
        found.append(copies)
    return found


def is_made_up(value: str) -> bool:
    """Letters and something else, and not so long that only a machine makes it."""
    plain = SLOT.sub("0", value)
    return bool(re.fullmatch(r"(?=.*[A-Za-z])(?=.*[^A-Za-z])[!-~]{5,18}", plain))


def harmless() -> list[Case]:
    data = Path(os.environ.get("MOHEN_BENCH_DATA", ROOT.parent / "shared" / "data")) / REAL
    with gzip.open(data, "rt", encoding="utf-8") as packed:
        said = [each["text"] for line in packed for each in json.loads(line)["docs"]]
    real = random.Random(1).sample(sorted(set(said)), MANY)
    pages = [*ROOT.glob("README.*.md"), *ROOT.glob("src/mohen/sample/**/*.md")]
    ours = [path.read_text("utf-8") for path in pages]
    return [Case(secrets.plain(each), (), LIGHT) for each in (*real, *ours)]


def rows(cases: list[Case], number: int) -> list[Row]:
    found = []
    for one in cases:
        for piece, signs in told_secrets.judged(one.text):
            share = max((overlap(piece, *each) for each in one.secrets), default=0.0)
            if share >= 0.6 or not share:
                found.append(Row(signs, share > 0, one.weight, number))
    return found


def overlap(piece: Piece, start: int, end: int) -> float:
    """What both have of what either has."""
    both = min(piece.end, end) - max(piece.start, start)
    return max(0, both) / (max(piece.end, end) - min(piece.start, start))


def fitted(data: list[Row]) -> dict[str, float]:
    counted = Counter(name for each in data for name in each.signs)
    names = sorted(name for name, many in counted.items() if many > 1)
    place = {name: n for n, name in enumerate(names)}
    weights = logistic.fit(
        [[(place[one], 1.0) for one in sorted(each.signs) if one in place] for each in data],
        [each.is_secret for each in data],
        [each.weight for each in data],
        signs=len(names),
        drawn=DRAWN,
    )
    return dict(zip([*names, "%bias"], weights.tolist(), strict=True))


def told(cases: list[list[Case]], data: list[Row], plain: list[Row]) -> None:
    """How it does on texts it was not fitted on, for several thresholds."""
    best = dict[int, float]()
    for fold in range(FOLDS):
        weights = fitted([each for each in data if each.case % FOLDS != fold] + plain)
        for number in range(fold, len(cases), FOLDS):
            text = cases[number][0].text
            odds = [
                weights["%bias"] + sum(weights.get(one, 0.0) for one in signs)
                for _, signs in told_secrets.judged(text)
            ]
            best[number] = max(odds, default=-99.0)
    for enough in (-1.5, -1.0, -0.5, 0.0, 0.5, 1.0):
        seen = Counter((bool(cases[n][0].secrets), odds > enough) for n, odds in best.items())
        hit, false, missed = seen[True, True], seen[False, True], seen[True, False]
        print(
            f"above {enough}: precision {hit / (hit + false):.3f}"
            f", recall {hit / (hit + missed):.3f} of {hit + missed}"
            f", {false} false of {false + seen[False, False]}"
        )


def main() -> int:
    cases = given(lines(GIVEN))
    data = [row for n, each in enumerate(cases) for row in rows(each, n)]
    plain = rows(harmless(), -1)
    print(f"{len(cases)} texts, {len(data)} pieces, {len(plain)} of other texts")
    weights = fitted(data + plain)
    kept = [
        f"{name} {round(weight * 100)}" for name, weight in weights.items() if abs(weight) >= LEAST
    ]
    TARGET.write_text(
        "# What each sign of a piece says for (or against) a secret, in hundredths.\n"
        f"# Made by tools/fit_secrets.py of {len(cases)} texts.\n[weights]\n"
        + "\n".join(kept)
        + "\n",
        encoding="utf-8",
    )
    print(f"{len(kept)} weights")
    if "--check" in sys.argv:
        told(cases, data, plain)
    return 0


if __name__ == "__main__":
    sys.exit(main())
