"""The episodes' rows: walked once, counted right, and never half read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from databases import ask
from factories import draft, policy
from inside import inside
from mohen.episodes.model import Filter, Question
from mohen.errors import CapacityExceeded, EpisodeWriteFailed, StoreCorrupt
from mohen.memory import Memory, open_memory
from mohen.testing import CountingIds, FrozenClock
from shows import shows

STEP = st.one_of(
    st.tuples(st.just("page"), st.integers(1, 4)),
    st.tuples(st.just("insert"), st.integers(0, 5)),  # its timestamp: many are equal
)


@given(
    before=st.lists(st.integers(0, 5), max_size=12),
    steps=st.lists(STEP, max_size=12),
)
@settings(max_examples=30, deadline=None)
def test_the_cursor_walks_everything_once_whatever_is_written_meanwhile(
    tmp_path_factory: pytest.TempPathFactory, before: list[int], steps: list[tuple[str, int]]
):
    home = tmp_path_factory.mktemp("walk")
    with open_memory(home, clock=FrozenClock(), ids=CountingIds()) as memory:
        first = [memory.episodes.record(draft(timestamp=at)).episode for at in before]
        seen, cursor, ended = [], None, False
        for kind, number in [*steps, *[("page", 200)] * 2]:
            if kind == "insert":
                memory.episodes.record(draft(timestamp=number))
            elif not ended:
                page = memory.episodes.list("novel", before=cursor, limit=number)
                seen += page.items
                cursor, ended = page.after, page.after is None
    order = [(each.timestamp, each.seq) for each in seen]
    assert order == sorted(set(order), reverse=True)
    assert {each.id for each in first} <= {each.id for each in seen}


def test_a_page_that_is_exactly_full_is_the_last(memory: Memory):
    for _ in range(4):
        memory.episodes.record(draft())
    page = memory.episodes.list("novel", limit=2)
    assert page.after is not None
    assert memory.episodes.list("novel", before=page.after, limit=2).after is None


def test_a_filter_holds_over_all_pages(memory: Memory):
    for n in range(12):
        memory.episodes.record(draft(scene_type="action" if n % 3 else "dialogue", timestamp=n))
    wanted, seen, cursor = Filter(scene_type="dialogue"), [], None
    while True:
        page = memory.episodes.list("novel", wanted, before=cursor, limit=3)
        seen += [each.timestamp for each in page.items]
        if (cursor := page.after) is None:
            break
    assert seen == [9, 6, 3, 0]


# -- the remembered count


@pytest.fixture
def small(home: Path) -> Iterator[Memory]:
    rule = policy(capacity={"active_per_project": 5, "compressed_per_project": 3})
    with open_memory(
        home, policy=rule, clock=FrozenClock(), ids=CountingIds(), immediate=True
    ) as opened:
        yield opened


def counted(memory: Memory) -> tuple[int, int]:
    counts = memory.status("novel").counts
    assert counts is not None
    return counts.active, counts.compressed


@shows("R118", "R121")
def test_the_count_is_right_after_any_number_of_writes(small: Memory):
    for n in range(20):
        small.episodes.record(draft())
        active, compressed = counted(small)
        assert active == min(n + 1, 5)
        assert compressed == min(max(0, n + 1 - 5), 3)


def test_the_count_is_right_after_a_write_that_failed(small: Memory):
    """What is remembered of a transaction is forgotten with it."""
    for _ in range(4):
        small.episodes.record(draft())
    for _ in range(3):
        inside(small).ids._next = iter([1])  # a second of this id: refused after the count
        with pytest.raises(EpisodeWriteFailed):
            small.episodes.record(draft())
    inside(small).ids._next = iter(range(100, 200))
    small.episodes.record(draft())
    assert counted(small) == (5, 0)
    small.episodes.record(draft())
    assert counted(small) == (5, 1)


@shows("C91")
def test_the_count_follows_what_another_connection_wrote(small: Memory):
    for _ in range(3):
        small.episodes.record(draft())
    rule = small.policy
    with open_memory(small.home, policy=rule, clock=FrozenClock(), immediate=True) as other:
        other.episodes.record(draft())
        other.episodes.record(draft())
        small.episodes.record(draft())
        assert counted(other) == counted(small) == (5, 1)


def test_the_count_of_a_file_that_is_gone_is_forgotten(small: Memory):
    for _ in range(5):
        small.episodes.record(draft(user_confirmed=True))
    with pytest.raises(CapacityExceeded):
        small.episodes.record(draft())
    for side in ("", "-wal", "-shm"):
        (small.home / f"episodes.db{side}").unlink()
    small.episodes.record(draft())
    assert counted(small) == (1, 0)


def test_purged_digests_take_everything_of_theirs_along(small: Memory):
    """Foreign keys are really on: no digest or evidence is left without its episode."""
    for _ in range(20):
        small.episodes.record(draft(explicit="太啰嗦"))
    path = small.home / "episodes.db"
    assert ask(path, "SELECT count(*) FROM episodes") == 8
    for table in ("texts", "digests", "evidence", "vectors"):
        orphans = f"SELECT count(*) FROM {table} WHERE seq NOT IN (SELECT seq FROM episodes)"
        assert ask(path, orphans) == 0, table


# -- rows that make no sense

NONSENSE = {
    "lengths are no JSON": "UPDATE episodes SET lengths = '{'",
    "lengths lack a field": "UPDATE episodes SET lengths = '{}'",
    "an unknown signal": "UPDATE episodes SET signal = 'APPLAUSE'",
    "an unknown band": "UPDATE episodes SET band = 'BRASS'",
    "candidates are no JSON": "UPDATE texts SET candidates = '[\"雪'",
    "bytes that are no text": "UPDATE texts SET input_context = CAST(x'ff' AS TEXT)",
}


@pytest.mark.parametrize("sql", NONSENSE.values(), ids=NONSENSE)
def test_a_row_nobody_can_have_written_is_damage(memory: Memory, sql: str):
    """Whoever meets it is told, or answered without; from then on everybody is answered."""
    memory.episodes.record(draft(input_context="她看见了雪"))
    ask(memory.home / "episodes.db", sql)
    with suppress(StoreCorrupt):
        memory.episodes.list("novel")
    assert len(memory.episodes.list("novel").items) <= 1
    assert memory.episodes.query(Question(project_id="novel")).degradations == ()
    assert memory.degraded() == ["MEMORY_DEGRADE_EPISODES_DAMAGED"]
