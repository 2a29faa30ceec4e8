"""Phase 5: what is active fades, batch by batch, and what is low leaves for the archive."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from factories import policy
from inside import inside, live
from mohen.house import House
from mohen.knowledge.agents import config
from mohen.knowledge.consolidation.model import Done
from mohen.knowledge.model import BELIEF, FACT, Category, Item, State
from mohen.memory import open_memory
from mohen.testing import CountingIds, FrozenClock
from shows import shows

CONFIG = config.default(policy())


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def parts(tmp_path: Path, clock: FrozenClock) -> Iterator[House]:
    small = policy(knowledge={"batch": 3})
    with open_memory(
        tmp_path, policy=small, clock=clock, ids=CountingIds(), immediate=True
    ) as memory:
        yield inside(memory)


def put(parts: House, number: int, **changes: object) -> Item:
    now = parts.clock.now()
    item = Item(
        id=f"f_20260204_{number:03d}",
        type=FACT,
        project_id="agent",
        content=f"第{number}件事",
        origin="extracted",
        created_at=now,
        updated_at=now,
        importance=0.5,
        score=0.5,
        faded_at=now,
    )
    made = replace(item, **changes)  # type: ignore[arg-type]
    parts.mind_db.write(lambda tx: parts.knowledge_store.add(tx, made))
    return made


def now(parts: House, item: Item) -> Item:
    found = parts.knowledge_store.get(item.id)
    assert found is not None
    return found


@shows("R197", "R192", "R190")
def test_all_that_is_active_fades_and_what_is_low_is_archived(
    parts: House, clock: FrozenClock
) -> None:
    # Given more items than one batch holds, of which one is a guess
    facts = [put(parts, number) for number in range(8)]
    guess = put(parts, 9, type=BELIEF)
    # When fifty days have passed
    live(parts.clock, clock, days=50)
    changes = parts.fader.fade("agent", CONFIG)
    # Then every fact is a little less, and the guess is cold
    scores = {now(parts, each).score for each in facts}
    assert scores == {0.5 * math.exp(-0.006 * 50)}
    assert now(parts, guess).state is State.ARCHIVED
    assert [(each.done, each.id) for each in changes] == [(Done.ARCHIVED, guess.id)]


@shows("C48", "B18")
def test_a_second_run_the_same_day_fades_nothing(parts: House, clock: FrozenClock) -> None:
    item = put(parts, 1)
    clock.advance(days=3)
    parts.fader.fade("agent", CONFIG)
    once = now(parts, item)
    clock.advance(hours=5)
    assert parts.fader.fade("agent", CONFIG) == ()
    assert now(parts, item) == once


@shows("C92")
def test_what_is_of_others_and_what_was_typed_stays_as_it_is(
    parts: House, clock: FrozenClock
) -> None:
    stays = [
        put(parts, 1, project_id="other"),
        put(parts, 2, project_id=None),
        put(parts, 3, origin="manual"),
        put(parts, 4, state=State.SUPERSEDED),
    ]
    clock.advance(days=900)
    assert parts.fader.fade("agent", CONFIG) == ()
    assert [now(parts, each) for each in stays] == stays


@shows("C50")
def test_an_allergy_is_never_archived(parts: House, clock: FrozenClock) -> None:
    allergy = put(parts, 1, category=Category.HEALTH, importance=1.0, score=1.0)
    clock.advance(days=5_000)
    parts.fader.fade("agent", CONFIG)
    assert now(parts, allergy).state is State.ACTIVE


@shows("C55")
def test_beyond_the_number_its_owner_set_the_lowest_are_archived(parts: House) -> None:
    low, vital, typed, *high = (
        put(parts, 1, score=0.1),
        put(parts, 2, score=0.1, category=Category.SAFETY, importance=1.0),
        put(parts, 3, score=0.1, origin="manual"),
        put(parts, 4, score=0.9),
        put(parts, 5, score=0.8),
    )
    assert parts.fader.fade("agent", CONFIG) == ()  # off by default
    [change] = parts.fader.fade("agent", replace(CONFIG, active_most=2))
    assert (change.id, change.done) == (low.id, Done.ARCHIVED)
    assert now(parts, low).state is State.ARCHIVED
    assert all(now(parts, each).state is State.ACTIVE for each in (vital, typed, *high))


@shows("R226", "R227")
def test_touching_counts_for_what_is_there(parts: House, clock: FrozenClock) -> None:
    warm, cold = put(parts, 1), put(parts, 2, state=State.ARCHIVED, score=0.01)
    parts.fader.touch([warm.id, cold.id, warm.id, "f_none"])
    assert now(parts, warm).accesses == 1
    assert (now(parts, cold).state, now(parts, cold).score) == (State.ACTIVE, 0.3)
    parts.fader.touch([])
    parts.fader.touch(["f_none"])
    assert now(parts, warm).accesses == 1
