"""How well it learns real people: what writers did with an AI's suggestions (CoAuthor).

    python benchmarks/writers.py [--quick] [--writers N] [--lots N] [--only PART] [--seed S]

Reads `MOHEN_BENCH_DATA` (else `../shared/data`): people who wrote stories and essays with GPT-3,
five suggestions at a time. Five parts:

- `real`: what is learned of each writer from the first seven tenths, and how often that is borne
  out by what they did in the rest; beside it a stranger's rules, and those of all together.
- `lots`: the same suggestions with choices, undos, rejections and edits by lot, looked at twelve
  times. Nothing is preferred, so every rule is a false one.
- `planted`: tastes that are known, acted out over the real suggestions.
- `taste`: how often the likeliest by the taste score was the one that was taken, each guessed by
  what was learned before it; beside it chance, always the first, and what is common to all others.
- `home`: that learning without files, which the rest is measured with, learns what a home does.

Writes a table, a JSON file and a plot. It does not show how well anybody is learned who writes in
Chinese, long passages, or a book over months: the texts are English, of a sentence or two, by
people who were paid by the piece.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from real_writers import desk, guessing, later, lots, planted, reading
from real_writers.desk import Notebook
from real_writers.later import Wins
from real_writers.reading import Turn, Writers

# Requirements and rulings whose figures this prints.
MEASURES = ("C80", "C111", "C114")

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results"
AT_LEAST = 30  # interactions
LEARNED = 0.7
MOST = 400  # episodes of one by lot
LOOKS = 12
EPISODES = 60
YOUNG = (10, 25, 50)
OFTEN = 25  # episodes between two looks, where changes of mind are counted
DRAWS = 2_000
PARTS = ("real", "lots", "planted", "taste", "home")


@dataclass(frozen=True, slots=True)
class Share:
    """With a 95 % interval by drawing writers again."""

    value: float
    low: float
    high: float
    of: int

    def __str__(self) -> str:
        if not self.of:
            return "-"
        return f"{self.value:.1%} [{self.low:.1%}, {self.high:.1%}] of {self.of}"


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    console = Console() if sys.stdout.isatty() else Console(width=150)
    if not (folder() / reading.FILE).exists():
        console.print(f"No writers in {folder()}; set MOHEN_BENCH_DATA.", style="red")
        return 2
    result: dict[str, Any] = {"seed": options.seed, "writers": options.writers}
    with ProcessPoolExecutor(options.processes, mp_context=get_context("spawn")) as pool:
        for part in options.only or PARTS:
            result |= _PARTS[part](pool.map, options, console)
    RESULTS.mkdir(parents=True, exist_ok=True)
    target = options.json or RESULTS / ("writers.quick.json" if options.quick else "writers.json")
    target.write_text(json.dumps(result, ensure_ascii=False, indent=1, default=asdict) + "\n")
    if "planted" in result and "real" in result:
        _draw(result, target.with_suffix(".png"))
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Judge the learner by what real writers did.")
    parser.add_argument("--quick", action="store_true", help="8 writers, 3 lots")
    parser.add_argument("--writers", type=int, help="at most so many")
    parser.add_argument("--lots", type=int, default=20, help="of each writer and kind")
    parser.add_argument("--only", action="append", choices=PARTS)
    parser.add_argument("--kinds", nargs="+", choices=lots.KINDS, default=list(lots.KINDS))
    parser.add_argument("--named", choices=("yes", "no", "both"), default="both")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--json", type=Path, help="where the figures go")
    options = parser.parse_args(arguments)
    if options.quick:
        options.lots, options.writers = min(options.lots, 3), min(options.writers or 8, 8)
    return options


def folder() -> Path:
    return Path(os.environ.get("MOHEN_BENCH_DATA") or ROOT.parent / "shared" / "data")


@cache
def _writers() -> Writers:
    desk.once()
    return reading.writers(folder(), at_least=AT_LEAST)


@cache
def _edits() -> list[Turn]:
    return [turn for turns in _writers().values() for turn in turns if turn.edited]


def _names(options: argparse.Namespace) -> list[str]:
    """Of few, neither the most nor the least diligent alone."""
    names = sorted(_writers(), key=lambda name: (len(_writers()[name]), name))
    if options.writers is None or options.writers >= len(names):
        return names
    step = len(names) / options.writers
    return [names[int(at * step + step / 2)] for at in range(options.writers)]


Map = Callable[..., Iterable[Any]]


def share(parts: Sequence[float], wholes: Sequence[float]) -> Share:
    """Of all together, and how far it would be with other writers."""
    part, whole = np.array(parts, float), np.array(wholes, float)
    if not whole.sum():
        return Share(float("nan"), float("nan"), float("nan"), 0)
    drawn = np.random.default_rng(0).integers(0, len(part), (DRAWS, len(part)))
    sums = whole[drawn].sum(axis=1)
    ratios = part[drawn].sum(axis=1)[sums > 0] / sums[sums > 0]
    low, high = np.quantile(ratios, (0.025, 0.975))
    return Share(float(part.sum() / whole.sum()), float(low), float(high), int(whole.sum()))


# -- by lot


def _lots(each: Map, options: argparse.Namespace, console: Console) -> dict[str, Any]:
    names = _names(options)
    table = Table(title="By lot: authors with a rule at any of twelve looks", title_justify="left")
    for heading in ("by lot", "scenes", "authors with a false rule", "rules"):
        table.add_column(heading)
    told: dict[str, Any] = {}
    for kind in options.kinds:
        for named in {"yes": (True,), "no": (False,), "both": (False, True)}[options.named]:
            asked = [
                (name, kind, named, f"{options.seed} {name} {kind} {at}")
                for name in names
                for at in range(options.lots)
            ]
            found = list(each(_false_rules, asked, chunksize=max(1, options.lots // 2)))
            by = defaultdict(list)
            for (name, *_), rules in zip(asked, found, strict=True):
                by[name].append(bool(rules))
            rate = share([sum(by[n]) for n in names], [len(by[n]) for n in names])
            which = defaultdict[str, int](int)
            for rule in (rule for rules in found for rule in rules):
                which[rule] += 1
            scenes = "named" if named else "guessed"
            top = sorted(which.items(), key=lambda one: -one[1])[:3]
            table.add_row(kind, scenes, str(rate), "; ".join(f"{n}× {r}" for r, n in top))
            told[f"{kind}, {scenes}"] = {"rate": rate, "rules": dict(which)}
    console.print(table)
    return {"lots": told}


def _false_rules(asked: tuple[str, str, bool, str]) -> list[str]:
    name, kind, named, seed = asked
    turns = _writers()[name][:MOST]
    edits = [turn for turn in _edits() if turn.writer != name]
    return lots.false_rules(turns, edits, kind, named=named, times=LOOKS, seed=seed)


# -- planted


def _planted(each: Map, options: argparse.Namespace, console: Console) -> dict[str, Any]:
    names = [name for name in _names(options) if len(_writers()[name]) >= EPISODES][:12]
    told: dict[str, Any] = {}
    words = {each.name for each in planted.TASTES if each.word}
    for how in ("as they come", "where all bear"):
        asked = [
            (name, at, how, options.seed) for at in range(len(planted.TASTES)) for name in names
        ]
        found = list(each(_outcome, asked, chunksize=4))
        table = Table(title=f"Planted tastes, {how}: {EPISODES} episodes, 12 % noise")
        for heading in ("taste", "found", "right", "wrong", "first at", "wrong rules"):
            table.add_column(heading)
        for taste in planted.TASTES:
            mine = [one for one in found if one.taste == taste.name]
            firsts = sorted(one.first or 10**6 for one in mine)
            wrong = [rule for one in mine for rule in one.wrong]
            table.add_row(
                taste.name,
                f"{sum(one.found for one in mine)} of {len(mine)}",
                str(sum(one.right for one in mine)),
                str(len(wrong)),
                str(firsts[len(firsts) // 2] if firsts[len(firsts) // 2] < 10**6 else "-"),
                "; ".join(sorted(set(wrong))[:3]),
            )
        recall = _by_name(asked, found, lambda one: one.found, lambda _: 1)
        of_style = _by_name(
            asked,
            found,
            lambda one: one.found and one.taste not in words,
            lambda one: one.taste not in words,
        )
        right = _by_name(
            asked, found, lambda one: one.right, lambda one: one.right + len(one.wrong)
        )
        console.print(table)
        console.print(
            f"{how}: recall {recall}, without the words {of_style}; precision {right}",
            highlight=False,
        )
        curve = {
            at: sum(one.first is not None and one.first <= at for one in found) / len(found)
            for at in range(10, EPISODES + 1, 10)
        }
        told[how] = {
            "recall": recall,
            "recall without the words": of_style,
            "precision": right,
            "curve": curve,
            "all": found,
        }
    return {"planted": told}


def _by_name(
    asked: Sequence[Any], found: Sequence[Any], part: Callable[[Any], int], of: Callable[[Any], int]
) -> Share:
    names = sorted({name for name, *_ in asked})
    mine = [
        [one for (name, *_), one in zip(asked, found, strict=True) if name == each]
        for each in names
    ]
    return share([sum(map(part, one)) for one in mine], [sum(map(of, one)) for one in mine])


def _outcome(asked: tuple[str, int, str, str]) -> planted.Outcome:
    name, at, how, seed = asked
    taste = planted.TASTES[at]
    turns = [turn for turn in _writers()[name] if len(turn.shown) > 1]
    if how == "where all bear":
        mine = [turn for turn in turns if planted.bears(turn, taste)]
        others = [
            turn
            for other, told in _writers().items()
            if other != name and len(mine) < EPISODES
            for turn in told
            if len(turn.shown) > 1 and planted.bears(turn, taste)
        ]
        Random(f"{seed} {name}").shuffle(others)
        turns = [*mine, *others]
    looks = range(10, EPISODES + 1, 10)
    return planted.outcome(turns[:EPISODES], taste, looks, f"{seed} {name} {taste.name}")


# -- as they were


@dataclass(frozen=True, slots=True)
class Told:
    """What was learned of one writer, and what came of it."""

    name: str
    rules: tuple[str, ...]
    looks: tuple[tuple[int, int], ...]  # episodes, rules then
    own: Wins
    own_edits: Wins
    strangers: Wins
    everyones: Wins
    turned: Wins
    turns: int
    first: Wins  # the first suggestion was taken: of how many


def _real(each: Map, options: argparse.Namespace, console: Console) -> dict[str, Any]:
    names = _names(options)
    books = dict(zip(names, each(_learned, names), strict=True))
    together = next(iter(each(_together, [tuple(names)])))
    asked = [
        (name, books[name], [rule for other in names if other != name for rule in books[other][0]],
         together)
        for name in names
    ]  # fmt: skip
    found: list[Told] = list(each(_told, asked))
    for one in found:
        for rule in one.rules:
            console.print(f"{one.name}: {rule}", highlight=False)
    figures = {
        "own rules": _won(found, lambda one: one.own),
        "own rules, edits": _won(found, lambda one: one.own_edits),
        "strangers' rules": _won(found, lambda one: one.strangers),
        "strangers' rules, of those with their own": _won(
            [one for one in found if one.rules], lambda one: one.strangers
        ),
        "rules of all together": _won(found, lambda one: one.everyones),
        "turned rules afterwards": _won(found, lambda one: one.turned),
        "the first is taken": _won(found, lambda one: one.first),
    }
    table = Table(title="Later pairs won", title_justify="left")
    for heading in ("", "won"):
        table.add_column(heading)
    for name, figure in figures.items():
        table.add_row(name, str(figure))
    console.print(table)
    lift = _lift(found)
    console.print(f"own rules above strangers', of the same writers: {lift}", highlight=False)
    with_rules = sum(bool(one.rules) for one in found)
    rules, turns = sum(len(one.rules) for one in found), sum(one.turns for one in found)
    console.print(
        f"{len(names)} writers, {with_rules} with a rule, {rules} rules, {turns} changes of mind"
        f" (looking every {OFTEN}); of all together: {'; '.join(r.text for r in together)}",
        highlight=False,
    )
    return {"real": {"figures": figures, "lift": lift, "writers": found, "changes of mind": turns}}


def _won(found: Sequence[Told], which: Callable[[Told], Wins]) -> Share:
    return share([which(one).won for one in found], [which(one).of for one in found])


def _lift(found: Sequence[Told]) -> Share:
    """How many more of the later pairs their own rules win than those of others do."""
    mine = [one for one in found if one.own.of and one.strangers.of]
    if not mine:
        return Share(float("nan"), float("nan"), float("nan"), 0)
    told = np.array(
        [(one.own.won, one.own.of, one.strangers.won, one.strangers.of) for one in mine], float
    )

    def apart(sums: Any) -> Any:
        return sums[..., 0] / sums[..., 1] - sums[..., 2] / sums[..., 3]

    drawn = np.random.default_rng(0).integers(0, len(told), (DRAWS, len(told)))
    low, high = np.quantile(apart(told[drawn].sum(axis=1)), (0.025, 0.975))
    return Share(float(apart(told.sum(axis=0))), float(low), float(high), len(mine))


def _split(name: str) -> tuple[list[Turn], list[Turn]]:
    turns = _writers()[name]
    cut = round(LEARNED * len(turns))
    return turns[:cut], turns[cut:]


def _learned(name: str) -> tuple[list[Any], tuple[tuple[int, int], ...]]:
    """At the looks a home takes, and at the end."""
    turns, _ = _split(name)
    book, looks = Notebook(), list[tuple[int, int]]()
    for number, turn in enumerate(turns, 1):
        book.hear(reading.real(turn), turn.at)
        if number in YOUNG or number % YOUNG[-1] == 0 or number == len(turns):
            looks.append((number, len(book.look())))
    return book.rules, tuple(looks)


def _together(names: Sequence[str]) -> list[Any]:
    book = Notebook()
    for name in names:
        for turn in _split(name)[0]:
            book.hear(reading.real(turn))
    return book.look()


def _told(asked: tuple[str, tuple[list[Any], Any], list[Any], list[Any]]) -> Told:
    name, (rules, looks), strangers, everyones = asked
    _, rest = _split(name)
    turned, turns = _turned(name)
    chosen = [turn for turn in rest if turn.picked >= 0 and len(turn.shown) > 1]
    return Told(
        name,
        tuple(
            f"{each.text} ({each.tally.supporting}:{each.tally.contradicting})" for each in rules
        ),
        looks,
        later.wins(rules, rest),
        later.edit_wins(rules, rest),
        later.wins(strangers, rest),
        later.wins(everyones, rest),
        turned,
        turns,
        Wins(sum(turn.picked == 0 for turn in chosen), len(chosen)),
    )


def _turned(name: str) -> tuple[Wins, int]:
    """Each change of mind against what the writer did until the next one of that rule."""
    turns = _writers()[name]
    book = Notebook()
    for number, turn in enumerate(turns, 1):
        book.hear(reading.real(turn), turn.at)
        if number % OFTEN == 0:
            book.look()
    by = defaultdict(list)
    for at, rule in book.turned:
        by[rule.id].append((at, rule))
    won = Wins()
    for told in by.values():
        ends = [*(at for at, _ in told[1:]), len(turns)]
        for (at, rule), end in zip(told, ends, strict=True):
            won += later.wins([rule], turns[at:end])
    return won, len(book.turned)


# -- the taste score


def _taste(each: Map, options: argparse.Namespace, console: Console) -> dict[str, Any]:
    """Every choice in turn, and the last three tenths alone."""
    names = _names(options)
    found = list(each(_guessed, [(name, tuple(names)) for name in names]))
    told: dict[str, Any] = {}
    table = Table(title="The likeliest was taken, in points over chance", title_justify="left")
    for heading in ("", "every choice in turn", "the last three tenths"):
        table.add_column(heading)
    for name, part in _OVER_CHANCE.items():
        both = [
            share([part(one) for one in which], [one.of for one in which])
            for which in zip(*found, strict=True)
        ]
        table.add_row(name, *map(str, both))
        told[name] = {"all": both[0], "last": both[1]}
    console.print(table)
    likelier = {
        "own": share([one.likelier for one, _ in found], [one.of for one, _ in found]).value,
        "others": share(
            [one.likelier_everyones for one, _ in found], [one.of for one, _ in found]
        ).value,
    }
    console.print(
        f"log-likelihood over chance, a choice: own {likelier['own']:.3f}, of all others"
        f" {likelier['others']:.3f}",
        highlight=False,
    )
    proven = {
        at: share(
            [one.of >= at >= (one.proven_at or sys.maxsize) for one, _ in found],
            [one.of >= at for one, _ in found],
        )
        for at in guessing.PROVEN_BY
    }
    console.print(
        "proven after so many choices, of writers who made as many: "
        + "; ".join(f"{at}: {rate}" for at, rate in proven.items()),
        highlight=False,
    )
    lots = [(name, f"{options.seed} {name} {at}") for name in names for at in range(options.lots)]
    false = list(each(_proven_by_lot, lots, chunksize=max(1, options.lots // 2)))
    by = [false[at * options.lots : (at + 1) * options.lots] for at in range(len(names))]
    rate = share([sum(one) for one in by], [len(one) for one in by])
    console.print(f"by lot, ever proven: {rate}", highlight=False)
    figures = {"over chance": told, "likelier": likelier, "proven": proven, "by lot": rate}
    return {"taste": {**figures, "writers": found}}


_OVER_CHANCE: dict[str, Callable[[guessing.Guesses], float]] = {
    "taste, learned of this writer": lambda one: one.own - one.chance,
    "what ships, nothing learned": lambda one: one.usual - one.chance,
    "learned of all others": lambda one: one.everyones - one.chance,
    "always the first": lambda one: one.first - one.chance,
    "own beyond all others'": lambda one: one.own - one.everyones,
    "chance itself": lambda one: one.chance,
}


@cache
def _choices(name: str) -> list[guessing.Choice]:
    return guessing.choices(_writers()[name])


def _guessed(asked: tuple[str, tuple[str, ...]]) -> tuple[guessing.Guesses, guessing.Guesses]:
    name, names = asked
    others = guessing.of_all([_choices(other) for other in names if other != name])
    mine = _choices(name)
    cut = round(LEARNED * len(mine))
    return guessing.guessed(mine, others, 0), guessing.guessed(mine, others, cut)


def _proven_by_lot(asked: tuple[str, str]) -> bool:
    name, seed = asked
    return guessing.ever_proven(guessing.choices(_writers()[name][:MOST], Random(seed)))


# -- and in a home


def _home(each: Map, options: argparse.Namespace, console: Console) -> dict[str, Any]:
    """Of three writers whose work a home takes in quickly."""
    names = _names(options)[:3] if options.quick else _names(options)[8:11]
    same = list(each(_same, names))
    console.print(f"a home learns the same: {sum(same)} of {len(names)}", highlight=False)
    return {"home": {"writers": names, "same": same}}


def _same(name: str) -> bool:
    turns, _ = _split(name)
    kept = desk.in_a_home([(turn, reading.real(turn)) for turn in turns])
    book = _learned(name)[0]
    return sorted(each.text for each in kept) == sorted(each.text for each in book)


_PARTS = {"real": _real, "lots": _lots, "planted": _planted, "taste": _taste, "home": _home}


def _draw(result: dict[str, Any], path: Path) -> None:
    """How soon: planted tastes found, and writers of whom there is a rule, by episodes."""
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        return  # the figures are in the file

    figure, axes = plt.subplots(figsize=(7, 4))
    for how, told in result["planted"].items():
        axes.plot(list(told["curve"]), list(told["curve"].values()), label=f"planted, {how}")
    writers: list[Told] = result["real"]["writers"]
    ends = sorted({at for one in writers for at, _ in one.looks if at <= 2 * YOUNG[-1]})
    known = [
        np.mean([any(n for at, n in one.looks if at <= end) for one in writers]) for end in ends
    ]
    axes.plot(ends, known, label="real writers with a rule")
    axes.set(xlabel="episodes", ylabel="share", ylim=(0, 1))
    axes.legend()
    figure.savefig(path, dpi=120, bbox_inches="tight")
    plt.close(figure)


if __name__ == "__main__":
    sys.exit(main())
