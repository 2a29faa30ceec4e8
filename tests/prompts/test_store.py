"""The generations' rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from mohen.core.database import Database
from mohen.errors import TraceMismatch
from mohen.prompts.model import WHOLE, Compliance, Generation, Kind, Piece, Reference, Verdict
from mohen.prompts.store import TraceStore
from shows import shows

MADE = Generation(
    id="gen_1",
    run_id="run_1",
    project_id="novel",
    skill_id="continue",
    model="offline",
    session_id="ss_1",
    episode_id="ep_1",
    at=100,
    scene_type="action",
    stable_prefix_hash="p1:a",
    prompt_hash="p1:b",
    tokens=900,
    references=(
        Reference("rule_1", Kind.SEMANTIC, 0.87, 20, 0.5, 0.6),
        Reference("ep_0", Kind.EPISODIC, 0.4, 50, None, 0.4),
    ),
    compliance=(
        Compliance("rule_1", 12.5, True, "00ff"),
        Compliance("rule_2", None, None, "ff00"),
    ),
    pieces=(Piece(2, "rules", 40, False, ("aa", "bb")), Piece(5, "episodes", 80, True, ())),
    echoes=("11", "22"),
)


@pytest.fixture
def kept(mind: Database) -> TraceStore:
    return TraceStore(mind)


def add(mind: Database, kept: TraceStore, *made: Generation) -> None:
    for each in made:
        mind.write(lambda tx, each=each: kept.add(tx, each))  # type: ignore[misc]


def other(number: int, **changes: Any) -> Generation:
    plain = replace(MADE, id=f"gen_{number}", run_id=None, session_id=None, episode_id=None)
    return replace(plain, at=number, **changes)


@shows("R82", "R84")
def test_a_generation_comes_back_as_it_was(mind: Database, kept: TraceStore) -> None:
    add(mind, kept, MADE, other(2, project_id=None, compliance=None))
    assert kept.get(None, "gen_1") == MADE
    assert kept.by_run("run_1") == MADE
    assert kept.by_episode("ep_1") == MADE
    assert kept.episodes_of("ss_1", "novel") == ["ep_1"]
    assert kept.episodes_of("ss_1", "other") == []
    unseen = kept.get(None, "gen_2")
    assert unseen is not None
    assert unseen.compliance is None
    assert kept.get(None, "gen_3") is None
    assert kept.by_run("gen_1") is None


def test_an_outcome_is_added_and_the_first_episode_stays(mind: Database, kept: TraceStore) -> None:
    add(mind, kept, other(7, compliance=None))
    seen = (replace(MADE.references[0], effect=0.9, weight=1.0),)
    told = (Compliance("rule_1", 3.0, True, "00"),)
    assert mind.write(lambda tx: kept.put_outcome(tx, "gen_7", seen, told, "ep_9")).value
    assert mind.write(lambda tx: kept.put_outcome(tx, "gen_7", seen, told, "ep_10")).value
    found = kept.by_episode("ep_9")
    assert found is not None
    assert (found.references, found.compliance) == (seen, told)
    assert not mind.write(lambda tx: kept.put_outcome(tx, "gone", seen, told)).value


def test_verdicts_stand_beside_each_other(mind: Database, kept: TraceStore) -> None:
    add(mind, kept, MADE)
    mind.write(lambda tx: kept.put_verdict(tx, "gen_1", WHOLE, Verdict.INCORRECT))
    mind.write(lambda tx: kept.put_verdict(tx, "gen_1", "rule_1", Verdict.CORRECT))
    found = kept.get(None, "gen_1")
    assert found is not None
    assert found.verdict is Verdict.INCORRECT
    assert found.verdict_on("rule_1") is Verdict.CORRECT
    assert found.verdict_on("ep_0") is None


def test_the_last_prefix_is_that_of_the_newest_of_its_kind(
    mind: Database, kept: TraceStore
) -> None:
    add(
        mind,
        kept,
        other(1, stable_prefix_hash="p1:old"),
        other(3, stable_prefix_hash="p1:new"),
        other(4, stable_prefix_hash="p1:polish", skill_id="polish"),
        other(5, stable_prefix_hash="p1:none", project_id=None),
    )
    assert kept.last_prefix("novel", "continue", "offline", "estimate") == "p1:new"
    assert kept.last_prefix(None, "continue", "offline", "estimate") == "p1:none"
    assert kept.last_prefix("novel", "continue", "another", "estimate") is None
    assert kept.last_prefix("novel", "continue", "offline", "o200k_base") is None


def test_a_page_is_one_project_s_newest_first(mind: Database, kept: TraceStore) -> None:
    add(mind, kept, *(other(n) for n in range(1, 5)), other(5, project_id="other"))
    add(mind, kept, other(6, skill_id="polish"))
    assert [each.id for each in kept.page("novel", limit=3)] == ["gen_6", "gen_4", "gen_3"]
    polished = kept.page("novel", skill_id="polish", limit=3)
    assert [each.id for each in polished] == ["gen_6"]
    assert kept.page(None, limit=3) == []


def test_old_ones_go_and_those_beyond_a_project_s_newest(mind: Database, kept: TraceStore) -> None:
    add(mind, kept, *(other(n) for n in range(1, 7)))
    add(mind, kept, other(7, project_id="other"), other(8, project_id=None))
    assert mind.write(lambda tx: kept.prune(tx, 3, 2)).value == 4
    assert [each.id for each in kept.page("novel", limit=9)] == ["gen_6", "gen_5"]
    assert [each.id for each in kept.page("other", limit=9)] == ["gen_7"]


@shows("R114")
@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("refs", "not json"),
        ("refs", '[["rule_1"]]'),
        ("refs", '[["rule_1","dream",0.5,3,null,1]]'),
        ("refs", '{"a":1}'),
        ("compliance", "7"),
        ("pieces", '[[1,"x",2,false,7]]'),
        ("verdicts", '{"":"maybe"}'),
        ("verdicts", "[]"),
    ],
)
def test_a_row_that_makes_no_sense_is_no_trace(
    mind: Database, kept: TraceStore, column: str, value: str
) -> None:
    add(mind, kept, MADE, other(2))
    mind.write(
        lambda tx: tx.execute(f"UPDATE generations SET {column} = ? WHERE id = 'gen_1'", (value,))
    )
    with pytest.raises(TraceMismatch):
        kept.get(None, "gen_1")
    assert [each.id for each in kept.page("novel", limit=9)] == ["gen_2"]
    assert kept.last_prefix("novel", "continue", "offline", "estimate") == "p1:a"


@shows("R107")
@pytest.mark.parametrize(
    ("ask", "index"),
    [
        (lambda kept: kept.get(None, "x"), "sqlite_autoindex_generations_1"),
        (lambda kept: kept.by_run("x"), "generations_by_run"),
        (lambda kept: kept.by_episode("x"), "generations_by_episode"),
        (lambda kept: kept.episodes_of("x", "y"), "generations_by_session"),
        (lambda kept: kept.page("x", limit=3), "generations_by_time"),
        (lambda kept: kept.page(None, limit=3), "generations_by_time"),
        (lambda kept: kept.last_prefix("x", "y", "z", "t"), "generations_by_key"),
    ],
)
def test_every_way_to_a_trace_goes_by_an_index(
    mind: Database, kept: TraceStore, ask: Callable[[TraceStore], object], index: str
) -> None:
    add(mind, kept, MADE)
    asked: list[tuple[str, Any]] = []
    with mind.read() as reader:  # the one reader there is: the next to read gets it again
        reader.exec_trace = lambda _cursor, sql, values: asked.append((sql, values)) or True
    ask(kept)
    sql, values = asked[-1]
    with mind.read() as reader:
        reader.exec_trace = None
        plan = [row[-1] for row in reader.execute(f"EXPLAIN QUERY PLAN {sql}", values)]
    assert any(index in step for step in plan)
    assert not any(step.startswith("SCAN") for step in plan)
