"""`memory/config.json`: every key of the seed changes what it is for, and what is not obeyed is
said."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from contracts.loopback import listening
from contracts.model_server import answering
from shows import shows
from transcripts import OpenClawFile
from workspaces import Agent
from worlds import World

DAY_MS = 86_400_000


@pytest.fixture
def agent(world: World, tmp_path: Path) -> Agent:
    return Agent(world, tmp_path / "workspace")


def score(agent: Agent, id: str) -> float:
    known = agent.world.ok("knowledge:get", projectId=agent.id, id=id)
    return float(known["currentScore"])


# -- decay_rates, thresholds


@shows("R216")
@pytest.mark.parametrize(("kind", "usual"), [("fact", 0.008), ("belief", 0.07), ("summary", 0.025)])
def test_each_type_fades_at_the_rate_that_was_set(agent: Agent, kind: str, usual: float) -> None:
    # Given something of which nothing slows the fading but that it matters (R191)
    id = agent.knows("那天刮着大风", type=kind, importance=1.0)
    agent.world.clock.advance(days=10)
    assert score(agent, id) == pytest.approx(math.exp(-usual / 2 * 10))
    # When another rate is set
    agent.configure(decay_rates={kind: 0.3})
    # Then it has faded by that
    assert score(agent, id) == pytest.approx(math.exp(-0.3 / 2 * 10))


@shows("R192", "R216")
@pytest.mark.parametrize(("threshold", "state"), [(0.05, "active"), (0.45, "archived")])
def test_what_falls_below_the_threshold_that_was_set_is_archived(
    agent: Agent, threshold: float, state: str
) -> None:
    agent.configure(thresholds={"archive": threshold})
    id = agent.knows("用户可能喜欢爬山", type="belief", importance=0.5)
    agent.world.clock.advance(days=3)
    agent.consolidate()
    assert agent.get(id)["state"] == state
    folder = {"active": "active", "archived": "archive"}[state]
    assert [each["id"] for each in agent.lines(f"layer2/{folder}/beliefs.jsonl")] == [id]


@shows("R216")
@pytest.mark.parametrize(("trigger", "made"), [(3, 0), (2, 1)])
def test_a_summary_is_made_of_as_many_facts_as_was_set(
    agent: Agent, trigger: int, made: int
) -> None:
    agent.configure(thresholds={"summary_trigger": trigger})
    agent.knows("用户喜欢爵士乐")
    agent.knows("用户喜欢乌龙茶")
    agent.consolidate()
    assert len(agent.lines("layer2/active/summaries.jsonl")) == made


# -- token_budget


def core(agent: Agent) -> list[str]:
    """The numbers that stand in the core of the snapshot."""
    return re.findall(r"^(\d)\. \[", agent.snapshot(), re.MULTILINE)


@shows("R217")
def test_each_share_of_the_snapshot_is_for_its_place(agent: Agent) -> None:
    for n in range(5):
        agent.knows(f"第{n}件要紧的事", importance=1 - n / 10)
    assert "".join(core(agent)) == "12345"
    for key, left, usual in (
        ("layer1_top1", "2345", 0.4),
        ("layer1_top2", "1345", 0.25),
        ("layer1_top3", "1245", 0.15),
        ("layer1_rest", "123", 0.2),
    ):
        agent.configure(token_budget={key: 0})
        agent.sync()
        assert "".join(core(agent)) == left
        agent.configure(token_budget={key: usual})


@shows("R217")
def test_the_snapshot_is_as_long_as_was_set_whatever_the_shares_say(agent: Agent) -> None:
    for n in range(12):
        agent.knows(f"第{n}件事，说起来话长，要用上好些字才讲得完，还得再补上几句", importance=0.9)
    usual = agent.world.ok("knowledge:snapshot", projectId=agent.id)["tokens"]
    every = dict.fromkeys(("layer1_top1", "layer1_top2", "layer1_top3", "layer1_rest"), 1.0)
    agent.configure(token_budget={"layer1_total": 300, **every})
    agent.sync()
    short = agent.world.ok("knowledge:snapshot", projectId=agent.id)["tokens"]
    assert short <= 300 < usual
    assert agent.defects() == []


# -- consolidation


@shows("R218")
def test_it_is_due_when_the_schedule_says(agent: Agent) -> None:
    def due() -> datetime:
        (told,) = agent.world.ok("knowledge:consolidation", projectId=agent.id)["agents"]
        return datetime.fromtimestamp(told["nextDue"] / 1000, UTC).astimezone()

    assert (due().hour, due().minute) == (3, 0)
    agent.configure(consolidation={"schedule": "30 17 * * *"})
    assert (due().hour, due().minute) == (17, 30)


@shows("R218", "R220")
@pytest.mark.parametrize(("hours", "done"), [(48, False), (5, True)])
def test_it_is_made_up_for_after_as_many_hours_as_was_set(
    agent: Agent, hours: int, done: bool
) -> None:
    # Given an hour that comes once in a year
    agent.configure(consolidation={"schedule": "0 0 29 2 *", "fallback_hours": hours})
    agent.world.clock.advance(hours=6)
    # When the memory is opened next
    agent.world.reopen()
    (told,) = agent.world.ok("knowledge:consolidation", projectId=agent.id)["agents"]
    assert ("lastSuccess" in told) is done


@shows("R218")
@pytest.mark.parametrize(("named", "asked"), [("default", "small"), ("large", "large")])
def test_the_model_that_is_named_is_asked(
    world: World, tmp_path: Path, named: str, asked: str
) -> None:
    """Given a model server, and something said that no rule can judge."""
    talk = tmp_path / "talk"
    OpenClawFile(talk / "a.jsonl", at=world.clock.now()).say(
        "The lantern festival always makes our whole street smell of ginger"
    )
    agent = Agent(world, tmp_path / "workspace", sources=[{"kind": "openclaw", "path": str(talk)}])
    agent.configure(consolidation={"model": named})
    with listening(answering('{"selected": []}')) as server:
        model = {"kind": "openai", "model": "small", "baseUrl": server.url}
        world.ok("memory:settings:update", model=model)
        agent.consolidate()
        assert {each["model"] for each in server.asked} == {asked}
    assert agent.defects() == []


@shows("R218")
def test_none_asks_nobody_and_a_name_without_a_server_is_refused(
    agent: Agent, tmp_path: Path
) -> None:
    agent.configure(consolidation={"model": "none"})
    assert agent.defects() == []
    agent.configure(consolidation={"model": "qwen2.5:7b"})
    (found,) = agent.world.ok("knowledge:validate", projectId=agent.id)["defects"]
    assert (found["code"], found["where"]) == ("CONFIG", "config.json")
    for said in found["message"].values():
        assert "consolidation.model" in said
        assert "mohen config set model" in said
    # And a run that would have asked it says that it could not
    talk = tmp_path / "talk"
    OpenClawFile(talk / "a.jsonl", at=agent.world.clock.now()).say(
        "The lantern festival always makes our whole street smell of ginger"
    )
    heard = [{"kind": "openclaw", "path": str(talk)}]
    agent.world.ok("agent:update", projectId=agent.id, sources=heard)
    assert agent.consolidate()["degraded"] == "MODEL_NOT_READY"


# -- importance_rules


@shows("R219")
def test_each_kind_matters_as_much_as_was_set(agent: Agent) -> None:
    said = {
        "identity_health_safety": ["用户对花生过敏", "用户叫张三"],
        "preference_relation_status": ["用户喜欢爵士乐"],
        "general_fact": ["那年的雪下得很大"],
        "temporary": ["用户今天下午开会"],
    }
    everything = [each for texts in said.values() for each in texts]

    def importance() -> dict[str, float]:
        for id in [each["id"] for each in agent.lines()]:
            agent.world.ok("memory:forget", projectId=agent.id, knowledgeId=id)
        return {each: agent.get(agent.knows(each))["importance"] for each in everything}

    usual = importance()
    assert sorted(set(usual.values())) == [0.2, 0.5, 0.8, 1.0]
    for at, key in enumerate(said, start=1):
        agent.configure(importance_rules={key: at / 10 + 0.05})
    assert importance() == {
        each: pytest.approx(at / 10 + 0.05)
        for at, texts in enumerate(said.values(), start=1)
        for each in texts
    }


# -- what is not obeyed


@shows("R214")
def test_what_is_not_obeyed_is_named_in_both_languages(agent: Agent) -> None:
    config = agent.folder / "config.json"
    usual = config.read_text("utf-8")
    for section, given, named in (
        ("decay_rates", {"facts": 0.1}, "decay_rates.facts"),
        ("thresholds", {"archived": 0.1}, "thresholds.archived"),
        ("token_budget", {"layer1_top4": 0.1}, "token_budget.layer1_top4"),
        ("consolidation", {"modle": "x"}, "consolidation.modle"),
        ("importance_rules", {"health": 1}, "importance_rules.health"),
        ("explicit_signals", {"always": 1}, "explicit_signals.always"),
        ("tresholds", {"archive": 0.1}, "tresholds"),
        ("version", "2.0", "version"),
        ("decay_rates", {"fact": "fast"}, "decay_rates.fact"),
    ):
        agent.configure(**{section: given})
        written = config.read_text("utf-8")
        answer = agent.world.ok("knowledge:validate", projectId=agent.id, repair=True)
        (found,) = answer["defects"]
        assert (found["code"], answer["sound"]) == ("CONFIG", False)
        assert all(said.startswith(f"{named} ") for said in found["message"].values())
        assert all(found["cure"].values())
        # And what its owner wrote is left as it is
        assert config.read_text("utf-8") == written
        config.write_text(usual, "utf-8")
