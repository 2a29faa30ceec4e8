"""What the owner has fixed (R111): layers, lifetimes, whose word goes first, how things fade."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from math import exp
from typing import Any

import pytest

from mohen.policy import Policy
from shows import shows
from worlds import FIGHT, World

OWNERS = {
    "decay.rate_per_day": 0.1,
    "decay.recall_boost": 0.2,
    "decay.importance_boost": 0.3,
    "decay.active_from": 0.7,
    "decay.fading_from": 0.3,
    "decay.compressible_from": 0.1,
    "capacity.episode_ttl_days": 180,
    "upkeep.digest_ttl_days": 365,
}


def owned(policy: Any, above: str = "") -> dict[str, float]:
    """The numbers that only a decision of the owner's changes."""
    found: dict[str, float] = {}
    for each in fields(policy):
        value = getattr(policy, each.name)
        if is_dataclass(value):
            found |= owned(value, f"{above}{each.name}.")
        elif each.metadata.get("owner") == "owner":
            found[f"{above}{each.name}"] = value
    return found


@shows("R111")
def test_the_owners_numbers_are_the_originals() -> None:
    assert owned(Policy()) == OWNERS


@shows("R111")
@pytest.mark.parametrize(
    "key", ["decayRate", "recallBoost", "episodeTtlDays", "digestTtlDays", "scopeOrder", "layers"]
)
def test_no_setting_reaches_them(world: World, key: str) -> None:
    assert key not in world.ok("memory:settings:get")
    refused = world.fails("memory:settings:update", **{key: 1})
    assert refused["code"] == "INVALID_ARGUMENT"


@shows("R111", "R50", "C2")
def test_an_episode_fades_by_the_formula_whatever_door_one_looks_through(world: World) -> None:
    # Given an episode of some importance that was put into a prompt at once (its age counts from
    # when it was last recalled: C2)
    id = world.record(importance=0.5)["episodeId"]
    assert world.ids_of(world.query(queryText=FIGHT, sceneType="action", purpose="context")) == [id]
    # When ten days have passed
    world.clock.advance(days=10)
    # Then its strength is exp(-0.1 days) x (1 + 0.2 recalls) x (1 + 0.3 importance)
    strength = exp(-1) * 1.2 * 1.15
    drawn = world.ok("memory:episode:strength", projectId="novel", episodeId=id)
    assert drawn["strength"] == pytest.approx(strength)
    world.ok("memory:cleanup:run")  # which writes strengths down
    assert world.episode(id)["meta"]["strength"] == pytest.approx(strength)


@shows("R111")
def test_layers_are_those_that_were_defined(world: World) -> None:
    # Given something of each kind of memory
    world.record()
    world.ok("memory:semantic:add", rule="不使用感叹号", scope="global")
    session = world.ok("session:begin", projectId="novel")["sessionId"]
    world.ok("session:note", sessionId=session, kind="intent", text="写得冷一些")
    # When a prompt is made and explained
    made = world.ok(
        "context:assemble",
        skillId="continue",
        projectId="novel",
        text=FIGHT,
        sceneType="action",
        sessionId=session,
    )
    traced = world.ok("memory:trace:get", generationId=made["generationId"], projectId="novel")
    # Then it has six layers in their order, and its memory is working, episodic and semantic
    assert [each["layer"] for each in made["layers"]] == [0, 1, 2, 3, 4, 5]
    told = traced["memoryReferences"]
    assert all(told[kind] for kind in ("working", "episodic", "semantic"))
    # And what was working memory is on no disk
    assert "写得冷一些".encode() not in world.bytes_everywhere()
