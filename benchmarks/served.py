"""Tokens served from a prefix cache, run after run: ours against injecting naively."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl

mpl.use("agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from picture import INK, PAPER, RULE, STONE, STYLE, VERMILION
from prefix import PROVIDERS, Story

_SHOWN = 2  # stories


def draw(stories: Sequence[Story], target: Path) -> None:
    shown = stories[:_SHOWN]
    with mpl.rc_context(STYLE):
        sheet, axes = plt.subplots(
            len(shown), 1, figsize=(11.5, 7.2), layout="constrained", squeeze=False
        )
        for where, story in zip(axes.flat, shown, strict=True):
            _runs(where, story)
        sheet.suptitle(
            "What a provider's prefix cache would serve of each prompt", x=0.02, ha="left", size=15
        )
        handles, labels = axes.flat[0].get_legend_handles_labels()
        sheet.legend(handles, labels, loc="outside lower left", ncols=4, frameon=False)
        sheet.savefig(target, dpi=160)
        plt.close(sheet)


def _runs(axes: Axes, story: Story) -> None:
    report = story.reports[PROVIDERS[0].name]
    places = range(1, len(report.runs) + 1)
    for at in story.changed_at:
        axes.axvline(at + 1, color=RULE, lw=1.4, zorder=1)
    axes.step(
        places, [each.prefix.sent for each in report.runs],
        where="mid", color=INK, lw=0.9, ls=":", label="the stable prefix, tokens sent",
    )  # fmt: skip
    axes.plot(
        places, [each.naive.served for each in report.runs],
        "o", color=STONE, ms=3.2, label="served: injected naively",
    )  # fmt: skip
    axes.plot(
        places, [each.prompt.served for each in report.runs],
        "o", color=VERMILION, ms=3.2, label="served: Mohen",
    )  # fmt: skip
    axes.set_ylim(bottom=0)
    axes.set_xlim(0, len(report.runs) + 1)
    axes.set_ylabel("tokens")
    axes.set_facecolor(PAPER)
    axes.tick_params(which="both", length=0)
    axes.grid(axis="y", color=RULE, lw=0.8, zorder=0)
    axes.set_axisbelow(True)
    said = f"{story.name}: {report.prefix.share:.1%} of prefix tokens, {report.naive.share:.1%} "
    axes.set_title(
        f"{said}of all tokens naively, {report.prompt.share:.1%} ours", loc="left", size=11,
        weight="bold",
    )  # fmt: skip
