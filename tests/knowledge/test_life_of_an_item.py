"""Knowledge from conversations in mind.db: numbers, sources, links, entities, states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import apsw
import pytest

from mohen.core.database import Database
from mohen.core.scope import Scope
from mohen.errors import StoreError
from mohen.knowledge.consolidation.model import Named
from mohen.knowledge.identities import Span
from mohen.knowledge.model import BELIEF, FACT, SUMMARY, Category, EntityType, Item, State
from mohen.knowledge.store import KnowledgeStore
from shows import shows

NOON = 1_770_206_400_000  # 2026-02-04T12:00:00Z
FACT_1 = Item(
    id="f_20260204_001",
    type=FACT,
    project_id="agent",
    content="用户住在北京",
    origin="extracted",
    created_at=NOON,
    updated_at=NOON,
    version=3,
    state=State.ACTIVE,
    category=Category.STATUS,
    importance=0.8,
    score=0.75,
    faded_at=NOON,
    confidence=1.0,
    basis="",
    entities=("用户", "北京"),
    subject="user",
    attribute="location",
    value="北京",
    valid_from=NOON - 5,
    valid_to=None,
    event_at=NOON + 7,
    stale=True,
    accessed_at=NOON + 1,
    accesses=2,
)
AGENT, GLOBAL = Scope("agent"), Scope()


@pytest.fixture
def knowledge(mind: Database) -> KnowledgeStore:
    return KnowledgeStore(mind)


@pytest.fixture
def do(mind: Database) -> Callable[..., Any]:
    """`do(method, …)`: in a transaction."""
    return lambda work, *given, **named: mind.write(lambda tx: work(tx, *given, **named)).value


def put(do: Callable[..., Any], knowledge: KnowledgeStore, *items: Item) -> None:
    for each in items:
        do(knowledge.add, each, mark=f"mark of {each.content}")


def another(number: int, **changes: Any) -> Item:
    return replace(FACT_1, id=f"f_20260204_{number:03d}", **changes)


# -- numbers


@shows("C53", "R184", "R185", "R186")
def test_ids_are_numbered_by_day_and_type(do: Any, knowledge: KnowledgeStore) -> None:
    asked = [(FACT, NOON), (FACT, NOON + 1), (BELIEF, NOON), (FACT, NOON + 86_400_000)]
    assert [do(knowledge.number, kind, at) for kind, at in asked] == [
        "f_20260204_001", "f_20260204_002", "b_20260204_001", "f_20260205_001",
    ]  # fmt: skip


@shows("C53")
def test_a_number_is_not_given_twice_even_when_its_item_is_gone(
    do: Any, knowledge: KnowledgeStore
) -> None:
    first = do(knowledge.number, FACT, NOON)
    put(do, knowledge, replace(FACT_1, id=first))
    do(knowledge.remove, first)
    assert do(knowledge.number, FACT, NOON) != first


@shows("C53")
def test_a_number_that_came_from_elsewhere_is_passed_over(
    do: Any, knowledge: KnowledgeStore
) -> None:
    put(do, knowledge, FACT_1)
    assert do(knowledge.number, FACT, NOON) == "f_20260204_002"


@shows("C53")
def test_the_thousandth_of_a_day_has_an_id_too(
    mind: Database, do: Any, knowledge: KnowledgeStore
) -> None:
    mind.write(lambda tx: tx.execute("INSERT INTO knowledge_numbers VALUES ('f_20260204', 999)"))
    assert do(knowledge.number, FACT, NOON) == "f_20260204_1000"


# -- rows and what stands beside them


def test_an_item_comes_back_with_all_it_was_put_with(do: Any, knowledge: KnowledgeStore) -> None:
    whole = replace(FACT_1, sources=("abc:3", "abc:15"), source_facts=("f_1", "f_2"))
    put(do, knowledge, whole)
    assert knowledge.get(whole.id) == whole


def test_sources_are_told_oldest_first_and_each_once(do: Any, knowledge: KnowledgeStore) -> None:
    do(knowledge.add, FACT_1, sources=[("b", 9, NOON + 5), ("a", 2, NOON)])
    do(knowledge.add_source, FACT_1.id, "a", 2, NOON + 9)
    do(knowledge.add_source, FACT_1.id, "notes.md", 0, NOON + 7)
    found = knowledge.get(FACT_1.id)
    assert found is not None
    assert found.sources == ("a:2", "b:9", "notes.md")
    assert do(knowledge.said, FACT_1.id)[0] == ("a", 2, NOON)


def test_what_was_said_in_a_line_or_in_a_session_is_found(
    do: Any, knowledge: KnowledgeStore
) -> None:
    do(knowledge.add, FACT_1, sources=[("a", 2, 0)])
    do(knowledge.add, another(2, state=State.SUPERSEDED), sources=[("a", 3, 0)])
    do(knowledge.add, another(3, project_id="other"), sources=[("a", 2, 0)])
    found = do(knowledge.of_source, "agent", "a", 2)
    assert [each.id for each in found] == [FACT_1.id]
    found = do(knowledge.of_source, "agent", "a", None)
    assert [each.id for each in found] == [FACT_1.id, "f_20260204_002"]
    do(knowledge.drop_source, FACT_1.id, "a", None)
    assert do(knowledge.said, FACT_1.id) == []


@shows("R186")
def test_what_was_made_of_an_item_is_found_from_it(do: Any, knowledge: KnowledgeStore) -> None:
    summary = replace(FACT_1, id="s_20260204_001", type=SUMMARY, source_facts=(FACT_1.id,))
    put(do, knowledge, FACT_1, summary)
    do(knowledge.link, summary.id, ["f_9"])
    [found] = do(knowledge.derived_from, FACT_1.id)
    assert found.source_facts == (FACT_1.id, "f_9")
    do(knowledge.unlink, FACT_1.id)
    assert do(knowledge.derived_from, FACT_1.id) == []


def test_entities_keep_the_type_that_somebody_knew(do: Any, knowledge: KnowledgeStore) -> None:
    do(knowledge.add, FACT_1, entities=[Named("北京", EntityType.LOCATION)])
    do(knowledge.rewrite, replace(FACT_1, entities=("北京", "张三")))
    assert knowledge.entities(AGENT) == [("北京", "location", 1), ("张三", "other", 1)]
    [(item, kind)] = knowledge.of_entity(AGENT, [Span("北京")])
    assert (item.id, kind) == (FACT_1.id, "location")


@shows("C92")
def test_entities_of_another_project_are_nobodys(do: Any, knowledge: KnowledgeStore) -> None:
    put(do, knowledge, FACT_1, another(2, project_id=None, entities=("地球",)))
    assert [name for name, *_ in knowledge.entities(Scope("other"))] == ["地球"]
    assert knowledge.of_entity(Scope("other"), [Span("北京")]) == []
    assert [name for name, *_ in knowledge.entities(AGENT, own=True)] == ["北京", "用户"]


def test_the_robot_5_is_not_the_robot_50(do: Any, knowledge: KnowledgeStore) -> None:
    put(do, knowledge, another(1, entities=("机器人_5",)), another(2, entities=("机器人_50",)))
    found = do(knowledge.sharing, "agent", ["机器人_5"], limit=9)
    assert [each.id for each in found] == ["f_20260204_001"]
    assert [each.id for each, _ in knowledge.of_entity(AGENT, [Span("机器人_50")])] == [
        "f_20260204_002"
    ]


@shows("C74")
def test_nothing_of_a_removed_item_is_left_beside_it(
    mind: Database, do: Any, knowledge: KnowledgeStore
) -> None:
    put(do, knowledge, replace(FACT_1, sources=("a:1",), source_facts=("f_0",)))
    do(knowledge.remove, FACT_1.id)
    with mind.read() as reader:
        for table in ("knowledge_sources", "knowledge_links", "knowledge_entities"):
            assert reader.execute(f"SELECT count(*) FROM {table}").get == 0


# -- is it known already


def test_what_holds_of_an_attribute_is_active_or_archived(
    do: Any, knowledge: KnowledgeStore
) -> None:
    states = list(State)
    put(do, knowledge, *(another(at, state=state) for at, state in enumerate(states)))
    found = do(knowledge.of_attribute, "agent", "user", "location")
    assert {each.state for each in found} == {State.ACTIVE, State.ARCHIVED}
    assert do(knowledge.of_attribute, "other", "user", "location") == []


def test_an_empty_attribute_is_shared_with_nothing(do: Any, knowledge: KnowledgeStore) -> None:
    put(do, knowledge, replace(FACT_1, attribute=""))
    assert do(knowledge.of_attribute, "agent", "user", "") == []


def test_the_same_words_are_found_if_they_hold(do: Any, knowledge: KnowledgeStore) -> None:
    put(do, knowledge, another(1, state=State.SUPERSEDED), another(2, state=State.ARCHIVED))
    mark = f"mark of {FACT_1.content}"
    assert do(knowledge.with_mark, "agent", mark).id == "f_20260204_002"
    assert do(knowledge.with_mark, None, mark) is None
    assert [each.id for each in do(knowledge.saying, "agent", mark)] == [
        "f_20260204_001", "f_20260204_002",
    ]  # fmt: skip


def test_rows_from_before_there_were_marks_are_told_by_their_words(
    do: Any, knowledge: KnowledgeStore
) -> None:
    do(knowledge.add, FACT_1)
    put(do, knowledge, another(2))
    assert do(knowledge.unmarked, AGENT) == [FACT_1.content]
    assert do(knowledge.unmarked, Scope("other")) == []


# -- states


def test_a_superseded_item_knows_until_when_and_by_what(do: Any, knowledge: KnowledgeStore) -> None:
    put(do, knowledge, FACT_1, another(2))
    do(
        knowledge.put_state, FACT_1.id, State.SUPERSEDED,
        now=NOON + 9, valid_to=NOON + 8, superseded_by="f_20260204_002",
    )  # fmt: skip
    old = knowledge.get(FACT_1.id)
    assert old is not None
    assert (old.state, old.valid_to, old.superseded_by) == (
        State.SUPERSEDED, NOON + 8, "f_20260204_002",
    )  # fmt: skip
    assert (old.version, old.updated_at) == (4, NOON + 9)
    # and when it holds again, it has no end
    do(knowledge.put_state, FACT_1.id, State.ACTIVE, now=NOON + 10)
    back = knowledge.get(FACT_1.id)
    assert back is not None
    assert (back.valid_to, back.superseded_by) == (None, None)


def test_what_ended_by_itself_keeps_its_end_in_the_archive(
    do: Any, knowledge: KnowledgeStore
) -> None:
    put(do, knowledge, replace(FACT_1, valid_to=NOON))
    do(knowledge.put_state, FACT_1.id, State.ARCHIVED, now=NOON)
    do(knowledge.put_state, FACT_1.id, State.ACTIVE, now=NOON)
    back = knowledge.get(FACT_1.id)
    assert back is not None
    assert back.valid_to == NOON


def test_the_whole_chain_is_told_from_any_of_its_links(do: Any, knowledge: KnowledgeStore) -> None:
    ids = [f"f_20260204_{number:03d}" for number in (1, 2, 3)]
    put(
        do,
        knowledge,
        another(1, superseded_by=ids[1], state=State.SUPERSEDED, valid_from=1),
        another(2, superseded_by=ids[2], state=State.SUPERSEDED, valid_from=2),
        another(3, valid_from=3),
        another(4),
    )
    for id in ids:
        assert [each.id for each in do(knowledge.chain, id)] == ids
    assert sorted(do(knowledge.superseded, ids[2])) == ids[:2]
    assert do(knowledge.superseded, ids[0]) == []
    assert [each.id for each in do(knowledge.replaced_by, ids[2])] == [ids[1]]


def test_a_ring_of_successors_ends(do: Any, knowledge: KnowledgeStore) -> None:
    """No hand of ours makes one; a damaged or imported file may."""
    put(
        do,
        knowledge,
        another(1, superseded_by="f_20260204_002"),
        another(2, superseded_by="f_20260204_001"),
    )
    assert len(do(knowledge.chain, "f_20260204_001")) == 2
    assert do(knowledge.superseded, "f_20260204_001") == ["f_20260204_002"]


def test_scores_and_accesses_are_no_change_of_what_it_says(
    do: Any, knowledge: KnowledgeStore
) -> None:
    put(do, knowledge, FACT_1)
    stamp = knowledge.stamp()
    do(knowledge.put_scores, [(FACT_1.id, 0.5, NOON + 5, State.ACTIVE)])
    do(knowledge.put_accesses, [(FACT_1.id, 0.6, NOON + 6, State.ACTIVE)], now=NOON + 7)
    found = knowledge.get(FACT_1.id)
    assert found is not None
    assert (found.score, found.faded_at) == (0.6, NOON + 6)
    assert (found.accesses, found.accessed_at, found.version) == (3, NOON + 7, 3)
    assert knowledge.stamp() == stamp
    do(knowledge.put_scores, [(FACT_1.id, 0.01, NOON + 8, State.ARCHIVED)])
    assert knowledge.stamp() != stamp


def test_no_stamp_comes_twice(do: Any, knowledge: KnowledgeStore) -> None:
    seen = {knowledge.stamp()}
    for _ in range(3):
        put(do, knowledge, FACT_1)
        seen.add(knowledge.stamp())
        do(knowledge.remove, FACT_1.id)
        seen.add(knowledge.stamp())
    assert len(seen) == 7


# -- many


def test_only_what_is_active_is_visible(do: Any, knowledge: KnowledgeStore) -> None:
    put(do, knowledge, *(another(at, state=state) for at, state in enumerate(State)))
    assert [each.state for each in knowledge.most_known(AGENT, 99)] == [State.ACTIVE]


def test_the_best_known_are_chosen_from_both_scopes(do: Any, knowledge: KnowledgeStore) -> None:
    put(
        do,
        knowledge,
        another(1, score=0.1),
        another(2, score=0.9, project_id=None),
        another(3, score=0.5),
        another(4, score=1.0, project_id="other"),
        another(5, score=0.95, state=State.ARCHIVED),
    )
    assert [each.id[-1] for each in knowledge.most_known(AGENT, 2)] == ["2", "3"]
    assert [each.id[-1] for each in knowledge.most_known(GLOBAL, 2)] == ["2"]
    assert len(knowledge.most_known(AGENT, 99)) == 3


def test_a_list_shows_the_first_of_an_order_and_tells_how_many_there_are(
    do: Any, knowledge: KnowledgeStore
) -> None:
    put(
        do,
        knowledge,
        another(1, type=BELIEF, updated_at=9),
        another(2, updated_at=1),
        another(3, updated_at=5),
        another(4, project_id=None, updated_at=99),
        another(5, type="dream"),
        another(6, project_id="other"),
        another(7, state=State.ARCHIVED),
    )

    def first(limit: int, **asked: Any) -> tuple[set[str], int]:
        found, total = knowledge.listed(AGENT, ranks=(FACT, BELIEF), limit=limit, **asked)
        return {each.id[-1] for each in found}, total

    assert first(1) == ({"3"}, 5)
    assert first(2) == ({"3", "2"}, 5)
    assert first(3) == ({"3", "2", "1"}, 5)
    assert first(4) == ({"3", "2", "1", "5"}, 5)
    assert first(9, own=False) == ({"4"}, 1)
    assert first(9, own=True) == ({"1", "2", "3", "5"}, 4)
    assert first(9, kind=BELIEF) == ({"1"}, 1)


def test_pages_meet_without_gap_or_double(do: Any, knowledge: KnowledgeStore) -> None:
    put(do, knowledge, *(another(number) for number in (5, 3, 1, 4, 2)))
    put(do, knowledge, another(6, project_id=None), another(7, project_id="other"))
    found, after = list[str](), ""
    while page := knowledge.page(AGENT, after=after, limit=2):
        found += [each.id[-1] for each in page]
        after = page[-1].id
    assert found == ["1", "2", "3", "4", "5"]
    both = knowledge.page(AGENT, limit=9, own=False)
    assert [each.id[-1] for each in both] == ["1", "2", "3", "4", "5", "6"]


def test_a_page_is_filtered_by_state_and_type(do: Any, knowledge: KnowledgeStore) -> None:
    put(do, knowledge, FACT_1, another(2, type=BELIEF), another(3, state=State.ARCHIVED))
    active = knowledge.page(AGENT, states=(State.ACTIVE,), limit=9)
    assert [each.id[-1] for each in active] == ["1", "2"]
    beliefs = knowledge.page(AGENT, types=(BELIEF,), limit=9)
    assert [each.id[-1] for each in beliefs] == ["2"]


def test_what_is_lowest_beyond_so_many(do: Any, knowledge: KnowledgeStore) -> None:
    put(do, knowledge, *(another(at, score=at / 10) for at in range(5)))
    assert [each.id[-1] for each in do(knowledge.lowest, "agent", 3)] == ["1", "0"]


def test_counts_are_by_state_type_and_importance(do: Any, knowledge: KnowledgeStore) -> None:
    put(do, knowledge, FACT_1, another(2), another(3, state=State.ARCHIVED, importance=0.2))
    assert knowledge.counts("agent") == {
        (State.ACTIVE, FACT, 0.8): 2,
        (State.ARCHIVED, FACT, 0.2): 1,
    }
    assert not knowledge.counts(None)


# -- damage


@pytest.mark.parametrize(
    ("column", "value"),
    [("state", "'asleep'"), ("category", "'dreams'"), ("entities", "'[1'"), ("content", "''")],
)
def test_a_row_that_makes_no_sense_says_so(
    mind: Database, do: Any, knowledge: KnowledgeStore, column: str, value: str
) -> None:
    put(do, knowledge, FACT_1)
    mind.write(lambda tx: tx.execute(f"UPDATE knowledge SET {column} = {value}"))
    with pytest.raises(StoreError, match="doctor"):
        knowledge.get(FACT_1.id)


def test_the_same_id_twice_is_refused(mind: Database, do: Any, knowledge: KnowledgeStore) -> None:
    put(do, knowledge, FACT_1)
    with pytest.raises((StoreError, apsw.Error)):
        put(do, knowledge, FACT_1)
