"""What must hold of reconciliation whatever is said, in whatever order it is read."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import factories
from mind import Mind, Said, corrects, guesses, lives, says, takes_back, typed
from mohen.core.database import Tx
from mohen.knowledge.model import BELIEF, SUMMARY, State
from mohen.memory import Memory, open_memory
from mohen.testing import CountingIds, FrozenClock
from shows import shows

_PROJECTS = itertools.count()
PLACES = ("北京", "上海", "Berlin", "东京")
DAYS = st.lists(
    st.tuples(st.integers(0, 30), st.sampled_from(PLACES)),
    min_size=1,
    max_size=7,
    unique_by=lambda each: each[0],
)
LAW = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def fresh(memory: Memory) -> Mind:
    return Mind(memory, f"p{next(_PROJECTS)}")


def heard(memory: Memory, runs: Sequence[Sequence[Said]]) -> Mind:
    mind = fresh(memory)
    for each in runs:
        mind.hears(*each)
    return mind


@shows("R196")
@LAW
@given(days=DAYS, data=st.data())
def test_the_order_of_reading_makes_no_difference(
    memory: Memory, days: list[tuple[int, str]], data: st.DataObject
) -> None:
    said = [lives(place, day, session=f"s{day}") for day, place in days]
    mixed = data.draw(st.permutations(said))
    at_once = heard(memory, [said])
    one_by_one = heard(memory, [[each] for each in mixed])
    assert one_by_one.history("location") == at_once.history("location")
    assert one_by_one.values("location") == at_once.values("location")


@LAW
@given(days=DAYS, data=st.data())
def test_intervals_follow_each_other_and_only_the_last_is_open(
    memory: Memory, days: list[tuple[int, str]], data: st.DataObject
) -> None:
    said = data.draw(st.permutations([lives(p, day, session=f"s{day}") for day, p in days]))
    found = heard(memory, [[each] for each in said]).history("location")
    assert all(one[2] == other[1] for one, other in itertools.pairwise(found))
    assert [end is None for _, _, end in found] == [False] * (len(found) - 1) + [True]
    assert all(one[0] != other[0] for one, other in itertools.pairwise(found))


WORDS = st.lists(
    st.sampled_from(
        (
            lives("北京", 1, line=1),
            lives("上海", 2, line=3),
            says("用户不再住在上海", "location", "上海", day=3, line=5, ended=True),
            guesses("用户可能住在东京", "location", "东京", day=4, line=7),
            says("用户喜欢茶", "preference:茶", "like", day=4, line=8),
            says("用户讨厌茶", "preference:茶", "dislike", day=5, line=9),
            says("用户去过长城", day=5, line=10, names=["长城"]),
            corrects("广州", day=3.001, line=6),
            lives("东京", 6, line=11),
        )
    ),
    min_size=1,
    unique=True,
)


def seen(mind: Mind) -> list[Any]:
    """All that is known, without what only tells how it was numbered."""
    kinds, states = ("fact", BELIEF, SUMMARY), tuple(State)
    return [
        (
            each.content, each.state, each.value, each.valid_from, each.valid_to,
            each.importance, each.confidence, each.sources,
        )
        for kind in kinds
        for each in mind.items(*states, kind=kind)
    ]  # fmt: skip


@LAW
@given(said=WORDS)
def test_hearing_it_twice_is_hearing_it_once(memory: Memory, said: list[Said]) -> None:
    mind = heard(memory, [said])
    once = seen(mind)
    mind.hears(*said)
    assert seen(mind) == once


TALK = (
    lives("北京", 1, line=1),
    says("用户读计算机专业", "major", "计算机", day=1, line=2),
    guesses("用户可能喜欢茶", "preference:茶", "like", day=1, line=3),
    lives("上海", 2, line=4),
    says("用户喜欢茶", "preference:茶", "like", day=2, line=5),
    says("用户会飞", day=3, line=6),
    takes_back(day=3.001, line=8),
    says("用户是学生", "job", "学生", day=4, line=9),
)


@contextmanager
def opened(home: Path, batch: int) -> Iterator[Mind]:
    policy = factories.policy(reconciling={"batch": batch})
    with open_memory(
        home, policy=policy, clock=FrozenClock(), ids=CountingIds(), immediate=True
    ) as memory:
        yield Mind(memory)


@shows("R202", "C97")
@pytest.mark.parametrize("batch", [1, 3])
def test_a_run_that_is_killed_anywhere_ends_as_one_that_was_not(tmp_path: Path, batch: int) -> None:
    with opened(tmp_path / "whole", batch) as mind:
        mind.hears(*TALK)
        whole = [seen(mind), numbers(mind)]
    for deadly in range(1, len(TALK) // batch + 4):
        with opened(tmp_path / f"{deadly}", batch) as mind:
            mind.waits(*TALK)
            _killed(mind, deadly)
        with opened(tmp_path / f"{deadly}", batch) as again:
            again.cursor = mind.cursor
            again.reconciles()
            assert [seen(again), numbers(again)] == whole


class _Kill(Exception):
    pass


def _killed(mind: Mind, at: int) -> None:
    """The n-th transaction is rolled back, and the run is over; what waits stays."""
    count, kept = itertools.count(1), dict[str, Any]()

    def keep(_tx: Tx, cursor: Any) -> None:
        if next(count) == at:
            raise _Kill
        kept.update(cursor)

    with suppress(_Kill):
        list(mind.parts.reconciler.reconcile(mind.project, mind.config, resume={}, keep=keep))
    mind.cursor = kept


def numbers(mind: Mind) -> list[tuple[str, str]]:
    return [
        (each.id, each.content)
        for kind in ("fact", BELIEF, SUMMARY)
        for each in mind.items(*State, kind=kind)
    ]


def test_somebody_may_type_meanwhile(tmp_path: Path) -> None:
    with opened(tmp_path / "home", 5) as mind:
        mind.waits(*(lives(PLACES[n % 4], n, line=n + 1) for n in range(60)))

        def types() -> None:
            for n in range(20):
                mind.types_in(typed(f"用户的第{n}个愿望", day=n))

        other = threading.Thread(target=types)
        other.start()
        mind.reconciles()
        other.join()
        found = mind.items(*State)
        assert len(found) == len({each.id for each in found}) == 80
        assert mind.values("location") == ["东京"]
