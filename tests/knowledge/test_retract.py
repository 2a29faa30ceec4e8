"""Something said is taken back: what follows from it, and what does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inside import inside
from mohen.errors import InvalidArgument
from mohen.house import House
from mohen.knowledge.consolidation.model import Done
from mohen.knowledge.model import BELIEF, FACT, SUMMARY, Item, State
from mohen.memory import open_memory
from mohen.testing import CountingIds, FrozenClock


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[House]:
    with open_memory(tmp_path, clock=FrozenClock(), ids=CountingIds(), immediate=True) as memory:
        yield inside(memory)


def put(parts: House, id: str, *sources: str, **changes: Any) -> Item:
    now = parts.clock.now()
    kind = {"f": FACT, "b": BELIEF, "s": SUMMARY}[id[0]]
    item = Item(
        id=id,
        type=kind,
        project_id="agent",
        content=f"内容 {id}",
        origin="extracted",
        created_at=now,
        updated_at=now,
        sources=sources,
    )
    made = replace(item, **changes)
    parts.mind_db.write(lambda tx: parts.knowledge_store.add(tx, made))
    return made


def now(parts: House, id: str) -> Item:
    found = parts.knowledge_store.get(id)
    assert found is not None
    return found


def done(parts: House, session: str, line: int | None) -> list[tuple[Done, str]]:
    changes = parts.retractor.take_back("agent", session, line)
    return [(each.done, each.id) for each in changes]


def test_what_was_known_from_there_alone_is_withdrawn(parts: House) -> None:
    put(parts, "f_1", "s:1")
    put(parts, "f_2", "s:1", "t:4")
    put(parts, "f_3", "s:2")
    assert done(parts, "s", 1) == [(Done.WITHDRAWN, "f_1")]
    assert now(parts, "f_1").state is State.WITHDRAWN
    assert (now(parts, "f_2").state, now(parts, "f_2").sources) == (State.ACTIVE, ("t:4",))
    assert now(parts, "f_3").state is State.ACTIVE
    assert done(parts, "s", 1) == []


def test_a_whole_conversation_can_be_taken_back(parts: House) -> None:
    put(parts, "f_1", "s:1", "s:9")
    put(parts, "f_2", "s:12")
    put(parts, "f_3", "s1:1")
    assert done(parts, "s", None) == [(Done.WITHDRAWN, "f_1"), (Done.WITHDRAWN, "f_2")]
    assert now(parts, "f_3").state is State.ACTIVE


def test_what_another_project_heard_there_is_its_own(parts: House) -> None:
    put(parts, "f_1", "s:1", project_id="other")
    assert done(parts, "s", 1) == []


def test_what_was_typed_stands_by_itself(parts: House) -> None:
    put(parts, "f_1", "s:1", origin="manual")
    assert done(parts, "s", 1) == []
    assert now(parts, "f_1").state is State.ACTIVE


def test_a_summary_is_stale_while_something_holds_it_up_and_then_withdrawn(parts: House) -> None:
    put(parts, "f_1", "s:1")
    put(parts, "f_2", "s:2")
    put(parts, "s_1", source_facts=("f_1", "f_2"))
    assert done(parts, "s", 1) == [(Done.WITHDRAWN, "f_1"), (Done.CHANGED, "s_1")]
    assert (now(parts, "s_1").state, now(parts, "s_1").stale) == (State.ACTIVE, True)
    assert done(parts, "s", 2) == [(Done.WITHDRAWN, "f_2"), (Done.WITHDRAWN, "s_1")]


def test_a_promoted_belief_that_was_also_said_stays(parts: House) -> None:
    put(parts, "f_1", "s:1")
    put(parts, "b_1", "s:5", source_facts=("f_1",))
    assert done(parts, "s", 1) == [(Done.WITHDRAWN, "f_1"), (Done.CHANGED, "b_1")]
    assert now(parts, "b_1").stale


def test_what_it_took_the_place_of_holds_again(parts: House) -> None:
    """北京, then 上海 was a slip."""
    put(parts, "f_1", "s:1", state=State.SUPERSEDED, superseded_by="f_2", valid_to=5)
    put(parts, "f_2", "s:2")
    assert done(parts, "s", 2) == [(Done.WITHDRAWN, "f_2"), (Done.RESTORED, "f_1")]
    back = now(parts, "f_1")
    assert (back.state, back.valid_to, back.superseded_by) == (State.ACTIVE, None, None)


def test_taken_out_of_the_middle_of_a_history_the_rest_still_meets(parts: House) -> None:
    put(parts, "f_1", "s:1", state=State.SUPERSEDED, superseded_by="f_2", valid_to=5)
    put(parts, "f_2", "s:2", state=State.SUPERSEDED, superseded_by="f_3", valid_to=9)
    put(parts, "f_3", "s:3")
    assert done(parts, "s", 2) == [(Done.WITHDRAWN, "f_2")]
    first = now(parts, "f_1")
    assert (first.state, first.valid_to, first.superseded_by) == (State.SUPERSEDED, 9, "f_3")
    assert now(parts, "f_3").state is State.ACTIVE


def test_what_waits_to_become_knowledge_is_not_read_any_more(parts: House) -> None:
    parts.mind_db.write(
        lambda tx: tx.execute(
            "INSERT INTO fragments (project_id, session, line, part, role, text, tag, at, quoted)"
            " VALUES ('agent', 's', 1, 0, 'user', '我住在北京', 'statement', 1, 0)"
        )
    )
    assert done(parts, "s", 1) == []
    assert parts.fragment_store.unsifted("agent", after=0, limit=9) == []


def test_lines_are_counted_from_1(parts: House) -> None:
    with pytest.raises(InvalidArgument):
        parts.retractor.take_back("agent", "s", 0)
    with pytest.raises(InvalidArgument):
        parts.retractor.take_back("agent", " ", 1)
