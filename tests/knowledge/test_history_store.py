"""What reconciliation asks the knowledge table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from inside import inside
from mohen.knowledge.history_store import HistoryStore
from mohen.knowledge.model import BELIEF, FACT, USER, Item, State
from mohen.memory import Memory

Do = Callable[..., Any]
LIVES = Item(
    id="f_20260204_001",
    type=FACT,
    project_id="agent",
    content="用户住在北京",
    origin="extracted",
    created_at=10,
    updated_at=10,
    subject=USER,
    attribute="location",
    value="北京",
)


@pytest.fixture
def evidence(memory: Memory) -> HistoryStore:
    return inside(memory).history_store


@pytest.fixture
def do(memory: Memory) -> Do:
    return lambda act, *args, **named: (
        inside(memory).mind_db.write(lambda tx: act(tx, *args, **named)).value
    )


def put(do: Do, memory: Memory, number: int, *said: tuple[str, int, int], **changes: Any) -> Item:
    item = replace(LIVES, id=f"f_20260204_{number:03}", **changes)
    do(inside(memory).knowledge_store.add, item, sources=said)
    return item


def test_the_lineage_holds_what_was_and_is_but_not_what_was_taken_back(
    do: Do, memory: Memory, evidence: HistoryStore
) -> None:
    for number, state in enumerate(State, start=1):
        put(do, memory, number, state=state)
    put(do, memory, 7, type=BELIEF)
    put(do, memory, 8, project_id="other")
    found = do(evidence.lineage, "agent", USER, "location", FACT)
    assert {each.state for each in found} == {State.ACTIVE, State.ARCHIVED, State.SUPERSEDED}
    assert do(evidence.lineage, "agent", USER, "", FACT) == []


def test_what_was_said_before_a_line_comes_latest_first(
    do: Do, memory: Memory, evidence: HistoryStore
) -> None:
    put(do, memory, 1, ("s", 2, 100))
    put(do, memory, 2, ("s", 4, 300), ("t", 4, 300))
    put(do, memory, 3, ("s", 4, 300))
    put(do, memory, 4, ("s", 8, 500))
    put(do, memory, 5, ("s", 4, 300), project_id="other")
    put(do, memory, 6, ("s", 4, 300), state=State.WITHDRAWN)

    def said(**more: int) -> list[tuple[int, str]]:
        found = do(evidence.said_before, "agent", "s", 8, **{"from_line": 0, "since": 0, **more})
        return [(line, each.id[-1]) for line, each in found]

    assert said() == [(4, "3"), (4, "2"), (2, "1")]
    assert said(from_line=3) == [(4, "3"), (4, "2")]
    assert said(since=400) == []


def test_whether_it_was_said_in_a_message(do: Do, memory: Memory, evidence: HistoryStore) -> None:
    item = put(do, memory, 1, ("s", 2, 100))
    assert do(evidence.is_said, item.id, "s", 2)
    assert not do(evidence.is_said, item.id, "s", 3)
    assert not do(evidence.is_said, "nobody", "s", 2)


def test_facts_are_counted_and_found_by_the_family_of_their_attribute(
    do: Do, memory: Memory, evidence: HistoryStore
) -> None:
    put(do, memory, 1, importance=0.5)
    put(do, memory, 2, attribute="preference:茶", importance=0.6)
    put(do, memory, 3, attribute="preference:酒", importance=0.8)
    put(do, memory, 4, attribute="preference:水", state=State.SUPERSEDED)
    put(do, memory, 5, attribute="", subject="寒武纪")
    assert evidence.themes("agent") == [
        (USER, "location", 1),
        (USER, "preference", 2),
        ("寒武纪", "", 1),
    ]
    found = do(evidence.of_families, "agent", USER, ("preference",), limit=5)
    assert [each.id[-1] for each in found] == ["3", "2"]
    assert len(do(evidence.of_families, "agent", USER, ("preference", "location"), limit=2)) == 2


def test_whether_a_message_was_heard_before(do: Do, memory: Memory, evidence: HistoryStore) -> None:
    item = replace(LIVES, state=State.WITHDRAWN)
    do(inside(memory).knowledge_store.add, item, mark="m", sources=[("s", 2, 100)])

    def heard(*place: object, mark: str = "m", value: str = "", project: str = "agent") -> bool:
        answer: bool = do(evidence.is_heard, project, *place, mark=mark, value=value)
        return answer

    assert heard("s", 2, 100)
    assert heard("s", 2, 100, mark="other", value="北京")
    assert not heard("s", 2, 100, mark="other")
    assert not heard("s", 2, 101)
    assert not heard("s", 3, 100)
    assert not heard("s", 2, 100, project="other")


def test_what_was_told_of_a_name_by_a_time(do: Do, memory: Memory, evidence: HistoryStore) -> None:
    put(do, memory, 1, ("s", 2, 100), ("t", 1, 200))
    put(do, memory, 2, ("s", 4, 100), content="用户住在上海")
    put(do, memory, 3, ("s", 6, 100), state=State.WITHDRAWN)
    put(do, memory, 4, ("s", 8, 100), project_id="other")
    found = do(evidence.told_of, "agent", "北京", until=150)
    assert [(place, each.id[-1]) for place, each in found] == [(("s", 2), "1")]
    found = do(evidence.told_of, "agent", "北京", until=200)
    assert [place for place, _ in found] == [("s", 2), ("t", 1)]
