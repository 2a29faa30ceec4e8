"""The figures as one picture: ours beside the floor, on a logarithmic scale."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from timing import Figure, Spread

INK, STONE, VERMILION = "#22201d", "#a79f92", "#b5402c"
PAPER, RULE = "#fbf9f4", "#e4ded2"
NUDGE = 0.13
STYLE: dict[Any, Any] = {
    "font.size": 10,
    "axes.edgecolor": RULE,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def draw(figures: Sequence[Figure], target: Path) -> None:
    with mpl.rc_context(STYLE):
        sheet, axes = plt.subplots(2, 2, figsize=(11.5, 8.2), layout="constrained")
        for name, where in zip(("record", "query", "list"), axes.flat, strict=False):
            _latencies(where, name, [each for each in figures if each.name == name])
        crowds = [each for each in figures if each.name.endswith(" at once")]
        _rates(axes[1][1], crowds)
        sheet.suptitle("Mohen beside the raw floor of the same run", x=0.02, ha="left", size=15)
        sheet.legend(handles=_legend(), loc="outside lower left", ncols=4, frameon=False)
        sheet.savefig(target, dpi=160)
        plt.close(sheet)


def _latencies(axes: Axes, name: str, figures: Sequence[Figure]) -> None:
    """A line from p50 to p99 for each side, its p95 marked; the ratios of p50 and p95 above."""
    for at, each in enumerate(figures):
        _range(axes, at - NUDGE, each.floor, STONE)
        _range(axes, at + NUDGE, each.ours, VERMILION)
        top = max(each.ours.p99, each.floor.p99)
        axes.annotate(
            f"{each.ratio.p50:.1f}× · {each.ratio.p95:.1f}×",
            (at, top),
            (0, 9),
            textcoords="offset points",
            ha="center",
        )
    _head(axes, f"{name}, ms (less is better)")
    axes.set_xticks(range(len(figures)), [_people(each.size) for each in figures])
    axes.set_xlim(-0.6, len(figures) - 0.4)
    _log(axes)


def _range(axes: Axes, at: float, spread: Spread, color: str) -> None:
    axes.plot([at, at], [spread.p50, spread.p99], color=color, lw=3, alpha=0.45, zorder=2)
    axes.plot(at, spread.p50, "o", color=color, ms=8, zorder=3)
    axes.plot(at, spread.p95, "D", color=color, ms=6, mec=PAPER, mew=0.8, zorder=4)
    axes.plot(at, spread.p99, "_", color=color, ms=13, mew=2, zorder=3)


def _rates(axes: Axes, figures: Sequence[Figure]) -> None:
    for at, each in enumerate(figures):
        for place, rate, color in zip(
            (at + NUDGE * 1.3, at - NUDGE * 1.3), each.per_second or (), (VERMILION, STONE),
            strict=True,
        ):  # fmt: skip
            axes.bar(place, rate, width=NUDGE * 2.2, color=color, zorder=2)
            axes.annotate(
                f"{rate:.0f}", (place, rate), (0, 3), textcoords="offset points",
                ha="center", size=8.5,
            )  # fmt: skip
    _head(axes, "many at once, calls a second (more is better)")
    axes.set_xticks(range(len(figures)), [each.name.replace(", ", "\n") for each in figures])
    axes.margins(y=0.12)
    _plain(axes)


def _head(axes: Axes, text: str) -> None:
    axes.set_title(text, loc="left", size=11, weight="bold")


def _log(axes: Axes) -> None:
    axes.set_yscale("log")
    axes.margins(y=0.16)
    axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.yaxis.set_minor_formatter(NullFormatter())
    _plain(axes)


def _plain(axes: Axes) -> None:
    axes.tick_params(which="both", length=0)
    axes.grid(axis="y", color=RULE, lw=0.8, zorder=0)
    axes.set_axisbelow(True)


def _people(size: str) -> str:
    total, _, projects = size.partition("/")
    return f"{total}\nin {projects} projects" if projects else f"{total}\nepisodes"


def _legend() -> list[Line2D]:
    def mark(shape: str, label: str, color: str = INK) -> Line2D:
        return Line2D([], [], marker=shape, color=color, ls="", ms=7, mew=2, label=label)

    return [
        mark("s", "raw floor (plain apsw + numpy)", STONE),
        mark("s", "Mohen", VERMILION),
        mark("o", "p50    ◆ p95    – p99"),
        mark("", "n× · m×  ours to the floor at p50 · p95"),
    ]
