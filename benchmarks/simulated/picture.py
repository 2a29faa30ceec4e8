"""Four panels: how right, how soon, what it saves, and a change of mind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path

import matplotlib as mpl

mpl.use("agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import PercentFormatter

from picture import INK, PAPER, RULE, STONE, STYLE, VERMILION
from simulated.author import FLIP
from simulated.report import Result, Row
from simulated.score import Share

_NAMES = {
    "clear": "1–3 tastes\nthat are\nacted on",
    "preferring": "1–4 tastes,\n12 % of acts\nrandom",
    "inverted": "1–4 tastes,\n12 % of acts\nopposite",
    "strong": "one strong\ntaste,\nno noise",
    "contrary": "opposed\nin two\nscenes",
    "drifting": "after a\nchange of\nmind",
}
_CURVES = {
    "strong": (VERMILION, "one strong taste: found"),
    "clear": (INK, "1–3 tastes acted on: one found"),
    "no preference (false)": (STONE, "no taste: a false rule"),
}
_COSTS = {"rules obeyed": (VERMILION, "the AI obeys the rules"),
          "rules ignored": (STONE, "the AI ignores them")}  # fmt: skip
_TURNS = (VERMILION, STONE)
_NO_ROOM = 0.08  # for a figure below its interval
_NUDGE = 0.2


def draw(result: Result, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context(STYLE):
        sheet, axes = plt.subplots(
            2, 2, figsize=(13.5, 9), width_ratios=(1.25, 1),
            layout=ConstrainedLayoutEngine(h_pad=0.12, w_pad=0.12),
        )  # fmt: skip
        both = {each.kind: each for each in result.rows if each.language == "both"}
        _right(axes[0][0], [both[kind] for kind in _NAMES])
        _soon(axes[0][1], result.curves)
        _saved(axes[1][0], result.costs)
        _turned(axes[1][1], result.turns)
        sheet.suptitle("What Mohen learns of simulated authors", x=0.01, ha="left", size=15)
        sheet.savefig(target, dpi=160)
        plt.close(sheet)


def _right(axes: Axes, rows: Sequence[Row]) -> None:
    for at, each in enumerate(rows):
        _point(axes, at, -1, each.precision, VERMILION, "rules that are right" if not at else "")
        _point(axes, at, 1, each.recall, INK, "tastes that are found" if not at else "")
    names = [f"{_NAMES[each.kind]}\n(n = {each.authors})" for each in rows]
    axes.set_xticks(range(len(rows)), names, size=8.5)
    axes.set_xlim(-0.55, len(rows) - 0.45)
    _shares(axes)
    _finish(axes, "precision and recall, with 95 % intervals over authors")


def _point(axes: Axes, place: int, side: int, share: Share, color: str, label: str) -> None:
    """A value with its interval and the figure at its end; precision left, recall right."""
    at = place + side * _NUDGE
    axes.plot([at, at], [share.low, share.high], color=color, lw=2.5, alpha=0.45, zorder=2)
    axes.plot(at, share.value, "oD"[side > 0], color=color, ms=6.5, zorder=3, label=label or "_")
    if isfinite(share.value):
        above = share.low < _NO_ROOM
        axes.annotate(
            f"{share.value:.0%}", (at, share.high if above else share.low), (0, 4 if above else -4),
            textcoords="offset points", ha="center", va="bottom" if above else "top",
            size=8.5, color=color,
        )  # fmt: skip


def _soon(axes: Axes, curves: Mapping[str, Sequence[tuple[int, float]]]) -> None:
    for name, points in curves.items():
        color, label = _CURVES[name]
        axes.step(*zip(*points, strict=True), where="post", color=color, lw=2.2, label=label)
    axes.set_xlabel("episodes")
    _shares(axes)
    _finish(axes, "authors of whom something was learned by then")


def _saved(axes: Axes, costs: Mapping[str, Sequence[float]]) -> None:
    for name, each in costs.items():
        color, label = _COSTS[name]
        middles = [10 * at + 5 for at in range(len(each))]
        axes.plot(middles, each, "o-", color=color, lw=2.2, label=label)
    axes.set_ylim(0, 1.15 * max(max(each) for each in costs.values()))
    axes.set_xlabel("episodes")
    _finish(axes, "mean edit cost (0: kept as it was, 1: lost)")


def _turned(axes: Axes, turns: Mapping[str, Sequence[tuple[int, float]]]) -> None:
    for color, (name, points) in zip(_TURNS, turns.items(), strict=True):
        axes.plot(*zip(*points, strict=True), "o-", color=color, lw=2.2, ms=5, label=name)
    axes.axvline(FLIP, color=INK, lw=1, ls=":")
    axes.annotate(
        "they change\ntheir mind", (FLIP, 1.04), (-6, 0), textcoords="offset points",
        ha="right", va="top", size=8.5,
    )  # fmt: skip
    axes.set_xlabel("episodes")
    _shares(axes)
    _finish(axes, "authors who change their mind at episode 40")


def _shares(axes: Axes) -> None:
    axes.set_ylim(-0.02, 1.06)
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))


def _finish(axes: Axes, title: str) -> None:
    """The legend stands below, where no figure can be hidden by it."""
    axes.set_title(title, loc="left", size=11, weight="bold")
    axes.tick_params(which="both", length=0)
    axes.grid(axis="y", color=RULE, lw=0.8, zorder=0)
    axes.set_axisbelow(True)
    axes.legend(
        loc="upper center", bbox_to_anchor=(0.5, -0.13 if axes.get_xlabel() else -0.2), ncols=3,
        fontsize=8.5, facecolor=PAPER, edgecolor=PAPER,
    )  # fmt: skip
