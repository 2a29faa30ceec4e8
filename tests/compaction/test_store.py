"""Conversations in mind.db."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from databases import stranger
from mohen.compaction.model import Compact, Quality
from mohen.compaction.store import ConversationStore, Kept
from mohen.core.database import Database
from mohen.core.scope import Scope
from mohen.errors import StoreError
from shows import shows

NOVEL, GLOBAL = Scope("novel"), Scope()
COMPACT = Compact(
    id="talk-1",
    project_id="novel",
    summary="U:雪",
    quality=Quality.HEURISTIC,
    full_ref="db:conversations/talk-1",
    messages=2,
    tokens=9,
    created_at=5,
    updated_at=7,
    compacted=True,
)
KEPT = Kept(COMPACT, '{"messages": []}', "a hash")


@pytest.fixture
def conversations(mind: Database) -> ConversationStore:
    return ConversationStore(mind)


def put(mind: Database, conversations: ConversationStore, *compacts: Compact) -> None:
    def write(tx) -> None:
        for each in compacts:
            conversations.put(tx, replace(KEPT, compact=each))

    mind.write(write)


@shows("R166", "C92")
def test_one_comes_back_as_it_was_put_in_its_own_scope(
    mind: Database, conversations: ConversationStore
) -> None:
    everybodys = replace(COMPACT, project_id=None, summary="U:雨")
    put(mind, conversations, COMPACT, everybodys)
    assert conversations.get(NOVEL, "talk-1") == KEPT
    assert conversations.get(GLOBAL, "talk-1") == replace(KEPT, compact=everybodys)
    assert conversations.get(Scope("poems"), "talk-1") is None


def test_putting_takes_the_place_of_what_was_there(
    mind: Database, conversations: ConversationStore
) -> None:
    newer = replace(COMPACT, summary="U:化了", quality=Quality.MODEL, updated_at=9)
    put(mind, conversations, COMPACT, newer)
    assert conversations.page(NOVEL, None, 9) == [newer]


def test_pages_are_newest_first_and_go_on_where_they_ended(
    mind: Database, conversations: ConversationStore
) -> None:
    several = [replace(COMPACT, id=f"t{n}", updated_at=n // 2) for n in range(5)]
    put(mind, conversations, *several, replace(COMPACT, project_id="poems", updated_at=99))
    first = conversations.page(NOVEL, None, 2)
    rest = conversations.page(NOVEL, (first[-1].updated_at, first[-1].id), 9)
    assert [each.id for each in first + rest] == ["t4", "t3", "t2", "t1", "t0"]


def test_one_of_a_scope_is_removed(mind: Database, conversations: ConversationStore) -> None:
    put(mind, conversations, COMPACT, replace(COMPACT, id="talk-2", full_ref=".mohen/x"))
    put(mind, conversations, replace(COMPACT, project_id="poems"))
    assert conversations.refs(NOVEL) == ["db:conversations/talk-1", ".mohen/x"]
    assert mind.write(lambda tx: conversations.remove(tx, NOVEL, "talk-1")).value
    assert not mind.write(lambda tx: conversations.remove(tx, NOVEL, "talk-1")).value
    assert [each.id for each in conversations.page(NOVEL, None, 9)] == ["talk-2"]
    assert len(conversations.page(Scope("poems"), None, 9)) == 1


def test_a_row_that_makes_no_sense_is_said_to_be_corrupt(
    tmp_path: Path, mind: Database, conversations: ConversationStore
) -> None:
    put(mind, conversations, COMPACT)
    other = stranger(tmp_path / "mind.db")
    other.execute("UPDATE conversations SET quality = 'gospel'")
    other.close()
    with pytest.raises(StoreError) as refused:
        conversations.page(NOVEL, None, 9)
    assert refused.value.reason == "corrupt"
