"""The story's facts in mind.db."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from databases import database, stranger
from mohen.core.database import Database
from mohen.core.scope import Scope
from mohen.errors import StoreError
from mohen.story.model import (
    Chapter,
    ContextLevel,
    Entity,
    EntityType,
    Evidence,
    Exemption,
    Fact,
    Mark,
    MarkKind,
    Moment,
    Origin,
    Relation,
    Source,
    State,
)
from mohen.story.store import StoryStore
from mohen.upkeep.store import ProjectTotals
from shows import shows

NOVEL, POEMS = Scope("novel"), Scope("poems")
WHERE = Evidence("chapters/03.md", 4, 5, "林远来到青石镇。", "a1")
LIN = Entity(
    id="ent_lin",
    name="林远",
    type=EntityType.CHARACTER,
    aliases=("阿远",),
    level=ContextLevel.ALWAYS,
    attributes={"age": "32"},
    origin=Origin.USER,
    evidence=WHERE,
)
TOWN = Entity(id="ent_town", name="青石镇", type=EntityType.LOCATION)
BOND = Relation(
    id="rel_1",
    source="ent_lin",
    kind="located_at",
    target="ent_town",
    since=Moment(3, 4, 2, "三天后"),
    until=Moment(5),
    evidence=WHERE,
)
ALIVE = State(
    id="st_1",
    entity="ent_lin",
    attribute="location",
    value="ent_town",
    since=Moment(3, 4),
    scene=2,
    evidence=WHERE,
)
MARK = Mark(id="mark_1", kind=MarkKind.DAYS, value="3", since=Moment(3, 4), exact=True)
SOURCE = Source("chapters/03.md", "d1", 4, (Chapter(3, "第三章", "chapters/03.md", 1, aside=True),))
EVERYTHING: tuple[Fact, ...] = (LIN, TOWN, BOND, ALIVE, MARK)


@pytest.fixture
def graph(mind: Database) -> StoryStore:
    return StoryStore(mind)


def put_file(mind: Database, graph: StoryStore, *facts: Fact, scope: Scope = NOVEL) -> None:
    mind.write(lambda tx: graph.put_source(tx, scope, SOURCE, facts))


def say(mind: Database, graph: StoryStore, *facts: Fact, scope: Scope = NOVEL) -> None:
    mind.write(lambda tx: graph.put(tx, scope, facts))


@shows("R170")
def test_facts_come_back_as_they_were_put(mind: Database, graph: StoryStore) -> None:
    put_file(mind, graph, *EVERYTHING)
    found = graph.facts(NOVEL)
    assert found.entities == (LIN, TOWN)
    assert (found.relations, found.states, found.marks) == ((BOND,), (ALIVE,), (MARK,))
    assert found.relations[0].since.label == "三天后"
    assert found.chapters == SOURCE.chapters
    assert graph.sources(NOVEL) == [SOURCE]


@shows("C92")
def test_a_project_sees_its_own_story_only(mind: Database, graph: StoryStore) -> None:
    put_file(mind, graph, *EVERYTHING)
    assert graph.facts(POEMS).entities == ()
    assert graph.sources(POEMS) == []
    assert graph.owner("ent_lin") == "novel"
    assert graph.owner("ent_nobody") is None


def test_a_file_read_again_replaces_what_it_said(mind: Database, graph: StoryStore) -> None:
    put_file(mind, graph, *EVERYTHING)
    put_file(mind, graph, TOWN)
    assert graph.facts(NOVEL).entities == (TOWN,)
    mind.write(lambda tx: graph.drop_source(tx, NOVEL, SOURCE.ref))
    assert graph.facts(NOVEL).entities == ()
    assert graph.sources(NOVEL) == []


def test_what_the_user_said_outlives_every_file(mind: Database, graph: StoryStore) -> None:
    say(mind, graph, LIN)
    put_file(mind, graph, replace(LIN, origin=Origin.FILE))
    assert len(graph.facts(NOVEL).entities) == 2
    mind.write(lambda tx: graph.drop_source(tx, NOVEL, SOURCE.ref))
    assert graph.facts(NOVEL).entities == (LIN,)
    assert graph.said_by_user(NOVEL) == [LIN]


def test_only_what_the_user_said_is_taken_away_by_its_id(mind: Database, graph: StoryStore) -> None:
    say(mind, graph, LIN)
    put_file(mind, graph, replace(LIN, origin=Origin.FILE))
    assert mind.write(lambda tx: graph.remove(tx, POEMS, ["ent_lin"])).value == 0
    assert mind.write(lambda tx: graph.remove(tx, NOVEL, ["ent_lin"])).value == 1
    assert [each.origin for each in graph.facts(NOVEL).entities] == [Origin.FILE]


@shows("C91")
def test_facts_are_kept_in_memory_until_somebody_changes_them(
    tmp_path: Path, mind: Database, graph: StoryStore
) -> None:
    say(mind, graph, LIN)
    first = graph.facts(NOVEL)
    assert graph.facts(NOVEL) is first
    say(mind, graph, TOWN, scope=POEMS)
    assert graph.facts(NOVEL) is first
    other = database(tmp_path, "mind")  # another process
    say(other, StoryStore(other), TOWN)
    other.close()
    assert graph.facts(NOVEL).entities == (LIN, TOWN)


def test_facts_that_went_and_came_again_are_new_ones(mind: Database, graph: StoryStore) -> None:
    say(mind, graph, LIN)
    graph.facts(NOVEL)
    mind.write(lambda tx: ProjectTotals(mind).clear_project(tx, "novel"))
    say(mind, graph, TOWN)
    assert graph.facts(NOVEL).entities == (TOWN,)


def test_exemptions_belong_to_a_project(mind: Database, graph: StoryStore) -> None:
    meant = Exemption("find_1", "伏笔", 5)
    mind.write(lambda tx: graph.exempt(tx, NOVEL, meant))
    assert graph.exemptions(NOVEL) == {"find_1": meant}
    assert graph.exemptions(POEMS) == {}
    assert graph.owner("find_1") == "novel"
    assert not mind.write(lambda tx: graph.unexempt(tx, POEMS, "find_1")).value
    assert mind.write(lambda tx: graph.unexempt(tx, NOVEL, "find_1")).value
    assert graph.exemptions(NOVEL) == {}


def test_a_project_is_dropped_whole_and_alone(
    tmp_path: Path, mind: Database, graph: StoryStore
) -> None:
    put_file(mind, graph, *EVERYTHING)
    say(mind, graph, LIN)
    say(mind, graph, TOWN, scope=POEMS)
    mind.write(lambda tx: graph.exempt(tx, NOVEL, Exemption("find_1")))
    lost = mind.write(lambda tx: ProjectTotals(mind).clear_project(tx, "novel")).value
    assert lost["story"] == len(EVERYTHING) + 1
    other = stranger(tmp_path / "mind.db")
    for table in ("facts", "sources", "exemptions", "revisions"):
        left = other.execute(f"SELECT DISTINCT project_id FROM graph_{table}").fetchall()
        assert left in ([], [("poems",)])
    other.close()


def test_a_row_that_makes_no_sense_is_said_to_be_corrupt(
    tmp_path: Path, mind: Database, graph: StoryStore
) -> None:
    say(mind, graph, LIN)
    other = stranger(tmp_path / "mind.db")
    other.execute("UPDATE graph_facts SET body = '{}'")
    other.close()
    with pytest.raises(StoreError) as refused:
        graph.facts(NOVEL)
    assert refused.value.reason == "corrupt"
