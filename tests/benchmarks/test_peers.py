"""Other memories are told and asked the same as ours, in a process of their own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import peers
import scale


def test_every_question_has_one_answer_among_what_is_told() -> None:
    talk = peers.synthetic(640)
    told = [each for session in talk.sessions for each in session]
    assert len(told) == 640
    assert len(talk.asked) == len({each.text for each in talk.asked}) > 0
    ids = {each["id"] for each in told}
    assert len(ids) == len(told)
    assert all(each.gold <= ids for each in talk.asked)


@pytest.mark.process
def test_one_goes_through_its_course(tmp_path: Path) -> None:
    talk = peers.synthetic(2 * peers.BATCH * peers.ROUNDS)
    plan = peers.Plan(records=0, alone=1, asked=2, crowd=8, locomo=0)
    course = peers.Course(plan, talk, None, tmp_path, peers.write_vectors(tmp_path, talk))
    trial = peers.Trial(peers.OURS, sys.executable, course)
    try:
        trial.open()
        for nth in range(peers.ROUNDS):
            trial.write(nth)
        trial.settle()
        trial.search()
        trial.crowd()
        trial.size()
    finally:
        trial.close()
    figures = trial.figures
    assert figures.needles == 1.0
    assert figures.crowd_errors == 0
    assert None not in (figures.write, figures.write_batch, figures.search, figures.disk_mb)


def test_who_could_not_be_installed_is_told_and_not_compared() -> None:
    figures = {
        peers.OURS: peers.Figures(search=peers.Spread(1, 2, 3)),
        "Chroma": peers.Figures(failed="not installed: no room"),
    }
    told = list(peers.verdicts_of(figures))
    assert "Chroma failed: not installed: no room" in told
    assert [each.endswith("not measured") for each in told[1:]] == [True] * len(peers.SLOWER)


def test_the_curve_bends_where_work_outgrows_the_root_of_the_size() -> None:
    def point(size: int, cpu: float) -> scale.Point:
        return scale.Point(1, size, cpu, cpu, cpu, 0, 0, 0, 0, 0, 1)

    told = list(scale.verdicts_of([point(1_000, 1), point(10_000, 2), point(100_000, 20)]))
    assert told[-1] == "in 1 project the curve bends at 10,000"
