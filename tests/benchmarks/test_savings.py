"""The table of savings counts what it says it counts."""

from __future__ import annotations

from pathlib import Path

import savings
from shows import shows


@shows("R206")
def test_ten_memories_cost_a_tenth_of_asking_for_everything(tmp_path: Path) -> None:
    days = savings.by_when(10)
    lines = savings.said(days)
    ours, worded, items = savings.lived(tmp_path, days)
    # What asking for everything would cost grows with what is said
    everything = savings.everything(lines, items)
    assert everything > savings.everything(lines[:5], items[:5]) > 0
    assert len(items) >= 10
    assert ours <= everything / 10
    assert worded > 0


def test_more_memories_take_more_days() -> None:
    days = [savings.by_when(memories) for memories in savings.SIZES]
    assert days == sorted(set(days))
