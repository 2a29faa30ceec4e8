"""A crowd of clients is measured as it is said to be."""

from __future__ import annotations

from pathlib import Path

import pytest

import load


@pytest.mark.process
def test_a_small_crowd_gets_answers_and_nothing_else(tmp_path: Path) -> None:
    home = tmp_path / "home"
    load.fill(home, 8)
    server = load.Server(home, "builtin")
    try:
        seen = load.crowd(server, 2, 0.5, write_every=0)
    finally:
        server.close()
    assert seen.errors.keys() <= set(load.BACKPRESSURE)
    assert seen.channels["memory:episode:query"].calls > 0
    assert all(each.p50 <= each.p95 <= each.p99 for each in seen.channels.values())
    assert len(seen.held) == load.SAMPLES + 1
    assert seen.held[-1].memory_mb > 0


def test_what_is_asked_adds_up_to_a_thousand() -> None:
    assert sum(each.share for each in load.MIX) == 1_000
