"""Three panels: how right, how soon, and what it saves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path

import matplotlib as mpl

mpl.use("agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from picture import INK, PAPER, RULE, STONE, STYLE, VERMILION
from simulated.report import Result, Row
from simulated.score import Share

_NAMES = {
    "preferring": "1–4 tastes,\n12 % of acts\nrandom",
    "inverted": "1–4 tastes,\n12 % of acts\nopposite",
    "strong": "one strong\ntaste",
    "contrary": "opposed in\ntwo scenes",
    "drifting": "after a change\nof mind",
}
_CURVES = {"strong": VERMILION, "preferring": INK, "no preference (false)": STONE}
_NUDGE = 0.12


def draw(result: Result, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context(STYLE):
        sheet, axes = plt.subplots(
            1, 3, figsize=(15, 5.2), layout="constrained", width_ratios=(1.35, 1, 1)
        )
        _right(axes[0], [each for each in result.rows if each.language == "both"])
        _soon(axes[1], result.curves)
        _saved(axes[2], result.costs)
        sheet.suptitle("What Mohen learns of simulated authors", x=0.01, ha="left", size=15)
        sheet.savefig(target, dpi=160)
        plt.close(sheet)


def _right(axes: Axes, rows: Sequence[Row]) -> None:
    for at, each in enumerate(rows):
        _point(axes, at, -1, each.precision, VERMILION, "precision" if not at else "")
        _point(axes, at, 1, each.recall, INK, "recall" if not at else "")
    axes.set_xticks(range(len(rows)), [_NAMES[each.kind] for each in rows], size=8.5)
    axes.set_xlim(-0.5, len(rows) - 0.5)
    axes.set_ylim(0, 1.05)
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.legend(frameon=False, loc="lower left")
    _finish(axes, "rules that are right, tastes that are found")


def _point(axes: Axes, place: int, side: int, share: Share, color: str, label: str) -> None:
    """A value with its interval; precision to the left, recall to the right."""
    at = place + side * _NUDGE
    axes.plot([at, at], [share.low, share.high], color=color, lw=2.5, alpha=0.45, zorder=2)
    axes.plot(at, share.value, "oD"[side > 0], color=color, ms=7, zorder=3, label=label or "_")
    if isfinite(share.value):
        axes.annotate(
            f"{share.value:.0%}", (at, share.value), (8 * side, -3), textcoords="offset points",
            ha="left" if side > 0 else "right", size=8,
        )  # fmt: skip


def _soon(axes: Axes, curves: Mapping[str, Sequence[tuple[int, float]]]) -> None:
    for name, points in curves.items():
        xs, ys = zip(*points, strict=True)
        axes.step(xs, ys, where="post", color=_CURVES[name], lw=2.2, label=name)
    axes.set_ylim(-0.02, 1.05)
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.set_xlabel("episodes")
    axes.legend(loc="center right", fontsize=9, facecolor=PAPER, edgecolor=PAPER, framealpha=0.9)
    _finish(axes, "authors of whom something was learned")


def _saved(axes: Axes, costs: Mapping[str, Sequence[float]]) -> None:
    colors = {"rules obeyed": VERMILION, "rules ignored": STONE}
    for name, each in costs.items():
        middles = [10 * at + 5 for at in range(len(each))]
        axes.plot(middles, each, "o-", color=colors[name], lw=2.2, label=name)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("episodes")
    axes.legend(frameon=False, loc="lower left")
    _finish(axes, "mean edit cost (0 kept as it was, 1 lost)")


def _finish(axes: Axes, title: str) -> None:
    axes.set_title(title, loc="left", size=11, weight="bold")
    axes.tick_params(which="both", length=0)
    axes.grid(axis="y", color=RULE, lw=0.8, zorder=0)
    axes.set_axisbelow(True)
