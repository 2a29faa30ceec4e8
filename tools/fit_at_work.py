"""Fit what pieces weigh when a thought is judged to outlast the work (`at_work.py`).

    python tools/fit_at_work.py en [MORE.jsonl …]   # fits and writes; or zh
    python tools/fit_at_work.py en --cross          # how other thresholds would do

Reads messages that were typed for it by writers who knew nothing of the rules
(`tools/at_work/*.jsonl`; our own): a line each, what is `said`, and what of it is to `keep`, its
`kind` (rule, project, self), and whether it is `whole`; `*_ours` is what our tests say, and counts
more. MORE, in the same form, is what people really said, at work and otherwise, under a free
licence (docs/benchmarks.md says which); it stays out of the project. A thought counts as what most
of it is kept as; one of which a part is kept, that leans on its talk, or that tells of the speaker
is left out. Fits two logistic regressions drawn towards nothing (`logistic.py`). The same texts
give the same weights.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import logistic
from mohen.knowledge.policy import Screening
from mohen.knowledge.transcripts.model import Role, Utterance
from mohen.knowledge.understanding import at_work, fragments
from mohen.text.normalize import half_width, simplified

ROOT = Path(__file__).parents[1]
GIVEN = ROOT / "tools" / "at_work"
DATA = ROOT / "src/mohen/knowledge/understanding/data"
DRAWN = 2.0  # towards nothing
SEEN = 3  # thoughts that a sign is in, or it is left out
SLIGHT = 10  # weights below that are left out: they change next to nothing
MOSTLY = 0.5  # of a thought, from which on it is what it is kept as
CLEARLY = 0.1
FOLDS = 8
_MARKS = re.compile(r"[\s\W_]+")


class Row(NamedTuple):
    signs: frozenset[str]
    kind: str  # rule, project or '': nothing of it is kept
    message: int  # thoughts of one are not told apart by chance
    is_ours: bool  # said in our tests


def thoughts(said: str) -> list[str]:
    """As the product cuts it; whose words they are makes no difference to that."""
    message = Utterance("s", 1, Role.ASSISTANT, simplified(said), None)
    split = fragments.split(message, at=0, policy=Screening())
    return [each.text for each in split if not each.frame and _is_judged(each.text)]


def _is_judged(thought: str) -> bool:
    return at_work.LEAST <= len(thought) <= at_work.MOST


def typed(paths: Iterable[Path]) -> Iterator[Row]:
    number = 0
    for path in paths:
        is_ours = path.stem.endswith("_ours")
        for line in path.read_text(encoding="utf-8").splitlines():
            number += 1
            message = json.loads(line)
            for each in thoughts(message["said"]):
                kind = kept_as(each, message["keep"])
                if kind is not None:
                    yield Row(at_work.signs(each), kind, number, is_ours)


def kept_as(thought: str, keep: list[dict[str, Any]]) -> str | None:
    """None: neither the one nor the other."""
    held = [(_common(thought, each["span"]), each) for each in keep]
    share, span = max(held, key=lambda pair: pair[0], default=(0.0, {}))
    if not share:
        return ""
    if share < MOSTLY or not span["whole"] or span["kind"] == "self":
        return None
    return str(span["kind"])


def _common(thought: str, span: str) -> float:
    """The share of a thought that a span is: the one holds the other, or they overlap."""
    one, other = (_MARKS.sub("", half_width(simplified(each)).lower()) for each in (thought, span))
    if one in other:
        return 1.0
    if other in one:
        return len(other) / len(one)
    ends = (
        size
        for size in range(min(len(one), len(other)), 3, -1)
        if one[-size:] == other[:size] or other[-size:] == one[:size]
    )
    return next(ends, 0) / len(one)


def fitted(rows: list[Row]) -> dict[str, int]:
    """What our tests say counts until it comes out as they say it; their rules surely."""
    kept = [each for each in rows if each.kind]
    lasting = _fitted(
        rows,
        [bool(each.kind) for each in rows],
        lambda row: at_work.SURELY if row.kind == "rule" else at_work.ENOUGH,
    )
    rule = _fitted(kept, [each.kind == "rule" for each in kept], lambda _row: 0.0)
    return {
        **{f"{at_work.LASTING}:{sign}": weight for sign, weight in lasting.items()},
        **{f"{at_work.RULE}:{sign}": weight for sign, weight in rule.items()},
    }


def _fitted(rows: list[Row], wanted: list[bool], least: Callable[[Row], float]) -> dict[str, int]:
    """`least`: the odds over which a row of our tests is to come out that is wanted."""
    signs = [each.signs for each in rows]

    def wrong(worth: dict[str, int]) -> list[int]:
        return [
            n
            for n, (row, want) in enumerate(zip(rows, wanted, strict=True))
            if row.is_ours and _is_wrong(row, want, least(row), worth)
        ]

    return logistic.until_right(
        [1.0] * len(rows),
        lambda counts: logistic.weights(
            signs, wanted, counts, bias=at_work.BIAS, seen=SEEN, drawn=DRAWN, slight=SLIGHT
        ),
        wrong,
    )


def _is_wrong(row: Row, want: bool, least: float, worth: dict[str, int]) -> bool:
    over = sum(worth.get(each, 0) for each in (at_work.BIAS, *row.signs)) / 100 - least
    return over < CLEARLY if want else over > -CLEARLY


def cross(rows: list[Row]) -> None:
    """Messages of a fold, judged by what was fitted on the others."""
    odds: list[tuple[float, float, str]] = []
    for fold in range(FOLDS):
        worth = fitted([each for each in rows if each.message % FOLDS != fold])
        odds += [
            (
                weighed(each.signs, worth, at_work.LASTING),
                weighed(each.signs, worth, at_work.RULE),
                each.kind,
            )
            for each in rows
            if each.message % FOLDS == fold
        ]
    there = sum(bool(kind) for _, _, kind in odds)
    for step in range(-2, 13):
        kept = [each for each in odds if each[0] >= step / 4]
        right = [each for each in kept if each[2]]
        named = sum((rule > 0) == (kind == "rule") for _, rule, kind in right)
        print(
            f"{step / 4:+.2f}: found {len(right) / there:.1%} of {there},"
            f" right {len(right) / max(1, len(kept)):.1%},"
            f" of the rest {(len(kept) - len(right)) / (len(odds) - there):.2%},"
            f" rule or fact told {named / max(1, len(right)):.1%}"
        )


def weighed(signs: frozenset[str], worth: dict[str, int], what: str) -> float:
    return sum(worth.get(f"{what}:{each}", 0) for each in (at_work.BIAS, *signs)) / 100


def main() -> int:
    language, *more = sys.argv[1:]
    paths = [*sorted(GIVEN.glob(f"{language}_*.jsonl")), *map(Path, more)]
    if more == ["--cross"]:
        cross([*typed(paths[:-1])])
        return 0
    rows = [*typed(paths)]
    weights = fitted(rows)
    (DATA / language / "at_work_weights.txt").write_text(
        "# What each piece says for (or against) a thought outlasting the work it is of, and for"
        " its being\n# a rule, in hundredths. Made by tools/fit_at_work.py of"
        f" {len(rows)} thoughts.\n[weights]\n"
        + "".join(f"{name} {weight}\n" for name, weight in weights.items()),
        encoding="utf-8",
    )
    print(f"{len(rows)} thoughts, {len(weights)} weights")
    return 0


if __name__ == "__main__":
    sys.exit(main())
