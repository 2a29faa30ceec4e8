"""Three panels: what an output cost to mend, what injection saved of it, and how many needed no
mending."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

mpl.use("agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from picture import INK, PAPER, RULE, STONE, STYLE, VERMILION
from simulated.costs import BLOCK, OFF, ON, TYPED, Arm, Result

LOOKS = (10, 25, 50)  # the product's own, in a young project
_ARMS = {
    OFF: (STONE, "injection off (learning goes on)"),
    ON: (VERMILION, "injection on: rules learned on the way"),
    TYPED: (INK, "the author's likes typed as rules at the start"),
}


def draw(result: Result, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    arms = {each.name: each for each in result.arms}
    with mpl.rc_context(STYLE):
        sheet, axes = plt.subplots(
            1, 3, figsize=(15.5, 5.2), layout="constrained", width_ratios=(1.5, 1.1, 1)
        )
        _blocks(axes[0], arms, result.runs)
        _saved(axes[1], result)
        _kept(axes[2], arms)
        sheet.suptitle(
            f"What the memory saves {result.authors} simulated authors (offline writer)",
            x=0.01, ha="left", size=15,
        )  # fmt: skip
        sheet.savefig(target, dpi=160)
        plt.close(sheet)


def _blocks(axes: Axes, arms: dict[str, Arm], runs: int) -> None:
    for name, (color, label) in _ARMS.items():
        blocks = arms[name].blocks
        middles = [BLOCK * at + BLOCK / 2 for at in range(len(blocks))]
        axes.fill_between(
            middles,
            [b.low for b in blocks],
            [b.high for b in blocks],
            color=color,
            alpha=0.12,
            lw=0,
        )
        axes.plot(middles, [b.value for b in blocks], "o-", color=color, lw=2.2, label=label)
    for look in LOOKS:
        axes.axvline(look, color=RULE, lw=1.2, ls="--", zorder=0)
    top = max(block.high for name in _ARMS for block in arms[name].blocks)
    axes.set_ylim(0, 1.12 * top)
    axes.set_xlim(0, runs)
    axes.annotate(
        "dashed: rules are looked for", (LOOKS[-1], 1.1 * top), (-4, 0), ha="right", va="top",
        textcoords="offset points", size=8.5,
    )  # fmt: skip
    axes.set_xlabel("runs")
    axes.set_title("mean edit cost, ten runs each, 95 % over authors", loc="left", size=11,
                   weight="bold")  # fmt: skip
    _finish(axes)
    axes.legend(
        loc="upper center", bbox_to_anchor=(0.5, -0.13), fontsize=8.5, facecolor=PAPER,
        edgecolor=PAPER, ncols=2,
    )  # fmt: skip


def _saved(axes: Axes, result: Result) -> None:
    """Author by author, the same task with and without: what differs between authors is out."""
    for at, each in enumerate(result.saved_by_block):
        place, share = BLOCK * at + BLOCK / 2, each.mean
        axes.plot([place, place], [share.low, share.high], color=VERMILION, lw=2.5, alpha=0.45)
        axes.plot(place, share.value, "o", color=VERMILION, ms=7)
        axes.annotate(
            f"{each.positive} : {each.negative}", (place, share.high), (0, 5), ha="center",
            textcoords="offset points", size=8.5,
        )  # fmt: skip
    axes.axhline(0, color=STONE, lw=1.2)
    axes.set_xlim(0, result.runs)
    axes.margins(y=0.12)
    axes.set_xlabel("runs (above: authors it helped : harmed)")
    axes.set_title("saved by injection, same tasks", loc="left", size=11, weight="bold")
    _finish(axes)


def _kept(axes: Axes, arms: dict[str, Arm]) -> None:
    for at, (name, (color, _)) in enumerate(_ARMS.items()):
        for side, value in zip((-1, 1), arms[name].unchanged, strict=True):
            place = at + side * 0.2
            axes.bar(place, value, width=0.36, color=color, alpha=0.5 if side < 0 else 1.0)
            axes.annotate(
                f"{value:.0%}", (place, value), (0, 3), textcoords="offset points", ha="center",
                size=9,
            )  # fmt: skip
    axes.set_xticks(range(len(_ARMS)), ["injection\noff", "injection\non", "typed\nby hand"])
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.set_title("kept unchanged: first 10 (pale), last 20 runs", loc="left", size=11,
                   weight="bold")  # fmt: skip
    axes.margins(y=0.12)
    _finish(axes)


def _finish(axes: Axes) -> None:
    axes.tick_params(which="both", length=0)
    axes.grid(axis="y", color=RULE, lw=0.8, zorder=0)
    axes.set_axisbelow(True)
