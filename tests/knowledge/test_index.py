"""The index of knowledge can be lost, damaged and made anew; no item is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from databases import ask
from facts import everything, know
from inside import inside
from mohen.core.degradation import Finding, Reason
from mohen.knowledge.model import Query, Wanted
from mohen.memory import Memory, open_memory
from mohen.testing import CountingIds, FrozenClock
from shows import shows

SHADOWS = tuple(f"knowledge_search_{part}" for part in ("data", "idx", "docsize", "config"))
DAMAGE = {
    "dropped": "DROP TABLE knowledge_search",
    **{f"{shadow} dropped": f"DROP TABLE {shadow}" for shadow in SHADOWS},
    **{f"{shadow} emptied": f"DELETE FROM {shadow}" for shadow in SHADOWS[:3]},
    "blocks of garbage": "UPDATE knowledge_search_data SET block = x'ffffffffffffffffffffffff'",
    "blocks cut short": "UPDATE knowledge_search_data SET block = substr(block, 1, 3)",
}


def found(memory: Memory, text: str) -> list[str]:
    answer = memory.knowledge.search(Query(project_id="agent", text=text))
    return [each.item.content for each in answer.items]


def opened(home: Path) -> Memory:
    return open_memory(home, clock=FrozenClock(), ids=CountingIds(), immediate=True)


@pytest.fixture
def damaged(home: Path, request: pytest.FixtureRequest) -> Iterator[Memory]:
    """A memory whose full-text index was damaged while it was closed."""
    with opened(home) as memory:
        everything(memory)
    ask(home / "mind.db", request.param)
    with opened(home) as again:
        yield again


damages = pytest.mark.parametrize("damaged", DAMAGE.values(), ids=DAMAGE, indirect=True)


@shows("R224")
@damages
def test_without_its_index_everything_is_kept_and_found_by_meaning(damaged: Memory):
    kept = know(damaged, "用户养了一只苍鹭")
    assert inside(damaged).knowledge_store.get(kept) is not None
    inside(damaged).knowledge_indexer.catch_up()
    assert "用户养了一只苍鹭" in found(damaged, "用户养了一只苍鹭")


@shows("R213")
@damages
def test_a_rebuild_makes_it_anew_from_the_items(damaged: Memory):
    know(damaged, "用户养了一只苍鹭")
    damaged.index.rebuild()
    assert inside(damaged).knowledge_index.words_in_order()
    assert found(damaged, "苍鹭") == ["用户养了一只苍鹭"]
    assert found(damaged, "花生")[0] == "用户对花生过敏"
    assert damaged.knowledge.search(Query(project_id="agent", text="花生")).degradations == ()


@pytest.mark.parametrize("damaged", ["DROP TABLE knowledge_search"], indirect=True)
def test_the_doctor_sees_it_and_mends_it(damaged: Memory):
    answer = damaged.knowledge.search(Query(project_id="agent", text="花生"))
    assert [each.reason for each in answer.degradations] == [Reason.INDEX_UNAVAILABLE]
    assert _finding(damaged, "full-text index") is Finding.FAIL
    damaged.mend()
    assert _finding(damaged, "full-text index") is Finding.OK
    assert damaged.degraded() == []


def _finding(memory: Memory, name: str) -> Finding:
    return next(each.finding for each in memory.doctor() if each.name == name)


def test_vectors_of_another_embedder_are_left_out_until_a_rebuild(memory: Memory):
    everything(memory)
    inside(memory).mind_db.write(
        lambda tx: tx.execute("UPDATE knowledge_embedders SET name = 'older', dims = 64")
    )
    answer = memory.knowledge.search(Query(project_id="agent", text="花生"))
    assert [each.reason for each in answer.degradations] == [Reason.DIMENSION_CONFLICT]
    assert [each.item.content for each in answer.items] == ["用户对花生过敏"]
    assert _finding(memory, "vectors") is Finding.FAIL
    memory.index.rebuild()
    assert memory.knowledge.search(Query(project_id="agent", text="花生")).degradations == ()


def test_a_vector_of_a_wrong_length_degrades_visibly(memory: Memory):
    everything(memory)
    inside(memory).mind_db.write(
        lambda tx: tx.execute("UPDATE knowledge_vectors SET vector = x'00000000'")
    )
    answer = memory.knowledge.search(Query(project_id="agent", text="花生"))
    assert [each.reason for each in answer.degradations] == [Reason.VEC_UNAVAILABLE]
    assert [each.item.content for each in answer.items] == ["用户对花生过敏"]


def test_what_is_rewritten_is_found_by_its_new_words_only(memory: Memory):
    parts, known = inside(memory), everything(memory)
    found(memory, "花生")  # the vectors are read
    before = parts.knowledge_store.get(known["peanuts"])
    assert before is not None
    from dataclasses import replace

    after = replace(before, content="用户对海鲜过敏")

    def write(tx):
        parts.knowledge_store.rewrite(tx, after)
        parts.knowledge_indexer.index(tx, after)

    parts.mind_db.write(write)
    parts.knowledge_indexer.catch_up()
    assert found(memory, "海鲜") == ["用户对海鲜过敏"]
    assert found(memory, "花生酱") == []


def test_what_is_removed_is_found_no_more_and_leaves_nothing(memory: Memory):
    parts, known = inside(memory), everything(memory)

    def write(tx):
        parts.knowledge_index.remove(tx, known["peanuts"])
        parts.knowledge_store.remove(tx, known["peanuts"])

    parts.mind_db.write(write)
    assert found(memory, "花生") == []
    assert parts.knowledge_index.words_in_order()
    again = know(memory, "用户喜欢下棋")  # it may get the number of the row that went
    parts.knowledge_indexer.catch_up()
    assert found(memory, "花生过敏") == []
    assert found(memory, "下棋") == ["用户喜欢下棋"]
    assert again


def test_an_item_of_an_older_home_is_owed_its_words_and_gets_them(memory: Memory):
    parts, known = inside(memory), everything(memory)
    parts.mind_db.write(parts.knowledge_index.recreate)  # as a migration leaves it
    assert len(parts.knowledge_index.pending(limit=99)) == len(known)
    assert len(parts.knowledge_index.pending(of="elsewhere", limit=99)) == 1
    assert parts.knowledge_indexer.catch_up("elsewhere") == 1
    assert parts.knowledge_indexer.catch_up() == len(known) - 1
    assert not parts.knowledge_index.owes()
    assert found(memory, "花生")[0] == "用户对花生过敏"


def test_a_search_has_what_is_new_embedded(memory: Memory):
    everything(memory)
    know(memory, "用户养了一只苍鹭")
    assert inside(memory).knowledge_index.owes()
    found(memory, "苍鹭")
    assert not inside(memory).knowledge_index.owes()


def test_a_question_is_a_few_statements_however_much_is_known(memory: Memory):
    """Counted, not timed (C97)."""
    everything(memory)
    few = _statements(memory, "张三是谁")
    for n in range(300):
        know(memory, f"第{n}件事和张三有关", entities=("张三",))
    inside(memory).knowledge_indexer.catch_up()
    assert _statements(memory, "张三是谁") <= few + 1
    assert few <= 20


def _statements(memory: Memory, text: str) -> int:
    found(memory, text)  # what is read once is read
    said: list[str] = []
    database = inside(memory).mind_db
    with database.read() as reader:
        reader.set_exec_trace(lambda _cursor, sql, _values: not said.append(sql))
    try:
        found(memory, text)
    finally:
        with database.read() as reader:
            reader.set_exec_trace(None)
    return len(said)


def test_filters_and_scopes_are_the_stores_business(memory: Memory):
    index, known = inside(memory).knowledge_index, everything(memory)
    everywhere = Wanted(scopes=("agent", "elsewhere", ""), holds_at=10**13)
    ids = {each.id for each in index.by_score(everywhere, 99)}
    assert ids == set(known.values()) - {known["beijing"], known["wrong"]}
    own = Wanted(scopes=("agent",), holds_at=10**13, archived=False, types=("belief",))
    assert [each.id for each in index.by_score(own, 99)] == [known["guess"]]
