"""Knowledge is found again: by words, meaning and names, when it held, and by whom it may be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from facts import everything, know
from inside import inside
from mohen.knowledge.agents.model import Agent
from mohen.knowledge.model import Category, Query, State
from mohen.testing import FrozenClock
from shows import shows
from worlds import World

DAY = 86_400_000


@pytest.fixture
def known(world: World) -> dict[str, str]:
    return everything(world.memory)


def find(world: World, query: str | None = None, **asked: Any) -> list[str]:
    answer = world.ok("knowledge:search", projectId="agent", query=query, **asked)
    return [each["id"] for each in answer["items"]]


@shows("R183", "R223", "R229")
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("我对什么过敏", "peanuts"),
        ("peanut allergy", "peanuts"),
        ("what music do I like", "jazz"),
        ("我住在哪里", "shanghai"),
        ("张三是做什么的", "zhang"),
        ("在哪里上班", "guess"),
        ("where do I live?", "shanghai"),
        ("张三是谁", "zhang"),
    ],
)
def test_a_question_finds_its_answer_in_either_language(
    world: World, known: dict[str, str], query: str, first: str
) -> None:
    answer = world.ok("knowledge:search", projectId="agent", query=query)
    assert answer["items"][0]["id"] == known[first]
    # And every hit says why it is there, in both languages
    assert all(each["reason"]["zh"] and each["reason"]["en"] for each in answer["items"])
    assert answer["mode"] == "semantic"
    assert answer["memoryDegraded"] is False


def test_what_nothing_is_known_of_finds_nothing(world: World, known: dict[str, str]) -> None:
    assert find(world, "量子色动力学") == []
    assert find(world, "？！") == []


@shows("R183")
def test_names_are_exact(world: World, known: dict[str, str]) -> None:
    # 机器人_5 is not 机器人_50, and 张三 is not 张三丰 (edge cases, "Skill")
    assert find(world, "机器人_5") == [known["five"]]
    assert find(world, "机器人_50 怎么了") == [known["fifty"]]
    assert find(world, "张三") == [known["zhang"]]
    assert find(world, entity="机器人_5") == [known["five"]]
    assert find(world, entity="机器人") == []


@shows("R192", "R227")
def test_a_hit_in_the_archive_is_marked_and_brings_it_back(
    world: World, known: dict[str, str]
) -> None:
    # Given something that has faded into the archive
    (hit,) = world.ok("knowledge:search", projectId="agent", query="乌龟")["items"]
    # Then it is found, and says what it is
    assert (hit["id"], hit["state"]) == (known["dusty"], "archived")
    # And the next one finds it awake
    (again,) = world.ok("knowledge:search", projectId="agent", query="乌龟")["items"]
    assert again["state"] == "active"
    assert again["score"] > hit["score"]


def test_the_archive_can_be_left_alone(world: World, known: dict[str, str]) -> None:
    assert find(world, "乌龟", includeArchived=False) == []
    # And to look at a list of filters wakes nobody
    assert known["dusty"] in find(world, limit=50)
    item = inside(world.memory).knowledge_store.get(known["dusty"])
    assert item is not None
    assert item.state is State.ARCHIVED


def test_what_held_when_can_be_asked(world: World, known: dict[str, str]) -> None:
    assert find(world, "住在哪里", entity="北京") == []
    assert find(world, "用户住在哪里", asOf=1_500)[0] == known["beijing"]
    assert known["shanghai"] not in find(world, "用户住在哪里", asOf=1_500)
    assert find(world, "用户住在哪里")[0] == known["shanghai"]
    assert known["beijing"] not in find(world, "用户住在哪里")


def test_what_was_denied_or_is_somebody_elses_is_never_found(
    world: World, known: dict[str, str]
) -> None:
    for asked in ({}, {"asOf": 1_500}, {"query": "素食"}, {"query": "花生"}):
        hits = find(world, **{"limit": 50, **asked})
        assert known["wrong"] not in hits
        assert known["other"] not in hits


@shows("R229")
def test_an_agent_sees_of_another_what_it_was_allowed_to(
    world: World, known: dict[str, str]
) -> None:
    # Given two agents, of which one may read the other
    parts = inside(world.memory)
    for agent in (Agent(project_id="agent", sees=("elsewhere",)), Agent(project_id="elsewhere")):
        parts.mind_db.write(lambda tx, agent=agent: parts.agent_store.put(tx, agent))
    # When both ask
    mine = world.ok("knowledge:search", projectId="agent", query="花生过敏")["items"]
    theirs = world.ok("knowledge:search", projectId="elsewhere", query="花生过敏")["items"]
    # Then the one sees both and whose each is; the other sees its own
    assert {each["id"]: each["projectId"] for each in mine} == {
        known["peanuts"]: "agent",
        known["other"]: "elsewhere",
    }
    assert [each["id"] for each in theirs] == [known["other"]]


def test_everybody_sees_what_is_global_and_nobody_else_anything(
    world: World, known: dict[str, str]
) -> None:
    everybody = world.ok("knowledge:search", query="放假")["items"]
    assert [each["id"] for each in everybody] == [known["global"]]
    assert "projectId" not in everybody[0]
    assert world.ok("knowledge:search", query="花生")["items"] == []
    assert find(world, "放假") == [known["global"]]


def test_filters_alone_answer_by_score(world: World, known: dict[str, str]) -> None:
    answer = world.ok("knowledge:search", projectId="agent", limit=50)
    scores = [each["score"] for each in answer["items"]]
    assert scores == sorted(scores, reverse=True)
    assert answer["mode"] == "deterministic"
    assert find(world, types=["belief"]) == [known["guess"]]
    assert find(world, category="preference") == [known["jazz"]]


def test_time_is_when_it_was_said_or_when_it_happens(world: World) -> None:
    said = know(world.memory, "用户去看了牙医", created_at=5 * DAY)
    event = know(world.memory, "用户要去看牙医", created_at=1 * DAY, event_at=6 * DAY)
    know(world.memory, "用户认识一位牙医", created_at=2 * DAY)
    assert set(find(world, "牙医", since=5 * DAY, until=7 * DAY)) == {said, event}
    assert find(world, "牙医", until=2 * DAY) == [event]


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"limit": 0}, "limit"),
        ({"limit": 51}, "limit"),
        ({"since": 5, "until": 5}, "since"),
        ({"entity": " "}, "entity"),
        ({"category": "gossip"}, "category"),
        ({"minScore": 2}, "minScore"),
    ],
)
def test_what_makes_no_sense_is_refused(world: World, asked: dict[str, Any], field: str) -> None:
    error = world.fails("knowledge:search", projectId="agent", **asked)
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", field)


@shows("C63", "R226")
def test_only_what_is_given_to_an_agent_counts_as_an_access(
    world: World, known: dict[str, str]
) -> None:
    find(world, "花生")
    assert _accesses(world, known["peanuts"]) == 0
    find(world, "花生", purpose="context")
    find(world, "花生", purpose="context")  # once a day
    assert _accesses(world, known["peanuts"]) == 1


def _accesses(world: World, id: str) -> int:
    item = inside(world.memory).knowledge_store.get(id)
    assert item is not None
    return item.accesses


@shows("C65")
def test_with_a_destroyed_file_the_answer_is_empty_and_says_so(world: World) -> None:
    everything(world.memory)
    world.close()
    world.destroy("mind.db")
    world.memory = world._open()
    answer = world.ok("knowledge:search", projectId="agent", query="花生")
    assert answer["items"] == []
    assert answer["diagnostics"]["reason"] == "MIND_UNREADABLE"


class Unhurried:
    """An embedder of two dimensions, while which something else happens."""

    name, dims, trust = "unhurried", 2, 1.0

    def __init__(self) -> None:
        self.meanwhile: Callable[[], object] = lambda: None

    def embed(self, texts: Sequence[str]) -> Any:
        happens, self.meanwhile = self.meanwhile, lambda: None
        happens()
        return np.array([[1, 0] if "花生" in each else [0, 1] for each in texts], dtype=np.float32)


def test_a_vector_is_never_of_words_that_were_changed_meanwhile(tmp_path: Path) -> None:
    """Given a fact that is being embedded. When it is corrected before its vector is there. Then
    the vector that is kept is of the new words."""
    embedder = Unhurried()
    world = World(tmp_path / "home", embedder=embedder, immediate=False)
    id = know(world.memory, "用户对花生过敏")
    parts = inside(world.memory)
    embedder.meanwhile = lambda: world.ok(
        "knowledge:update", projectId="agent", id=id, patch={"content": "用户对芒果过敏"}
    )
    parts.knowledge_indexer.catch_up()
    parts.knowledge_indexer.catch_up()
    with parts.mind_db.read() as reader:
        kept = reader.execute("SELECT vector FROM knowledge_vectors").fetchall()
    assert [np.frombuffer(each, dtype=np.float32).argmax() for (each,) in kept] == [1]
    world.close()


# -- laws

FILTERS = st.fixed_dictionaries(
    {},
    optional={
        "types": st.sampled_from([("fact",), ("belief", "note"), ("summary",)]),
        "entity": st.sampled_from(["张三", "北京", "用户", "nobody"]),
        "categories": st.sampled_from([(Category.HEALTH,), (Category.GENERAL,)]),
        "since": st.integers(0, 10),
        "until": st.integers(11, 20),
        "include_archived": st.just(False),
        "least": st.floats(0, 1),
    },
)
TEXTS = st.sampled_from(["", "花生", "用户住在哪里", "张三和机器人_5", "jazz music", "公司"])


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Any:
    world = World(tmp_path_factory.mktemp("laws") / "home", clock=FrozenClock())
    everything(world.memory)
    parts = inside(world.memory)

    def ids(**asked: Any) -> list[str]:
        query = Query(project_id="agent", limit=50, **asked)
        return [each.item.id for each in parts.knowledge_search.search(query).items]

    ids.now = world.clock.now()  # type: ignore[attr-defined]
    yield ids
    world.close()


@given(text=TEXTS, filters=FILTERS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_filters_only_narrow(
    asking: Callable[..., list[str]], text: str, filters: dict[str, Any]
) -> None:
    assert set(asking(text=text, **filters)) <= set(asking(text=text))


@given(text=TEXTS, filters=FILTERS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_as_of_now_is_what_holds(asking: Any, text: str, filters: dict[str, Any]) -> None:
    assert asking(text=text, as_of=asking.now, **filters) == asking(text=text, **filters)
