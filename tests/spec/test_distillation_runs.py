"""How a distillation runs: it tells of itself, one at a time, on a frozen view, and no model can
harm it (rulings C16, C65, C66, C89, C91)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inside import inside
from mohen.errors import ModelError
from mohen.models.model import Reply
from mohen.rules import distill
from mohen.testing import ScriptedModel, ScriptedWriter
from prose import Author, acts
from rulebooks import SHORT_TEXT, book, learn, only, rules
from shows import shows
from worlds import FIGHT, World, Worlds


def progress(world: World) -> list[tuple[str, float, str | None]]:
    return [
        (data["stage"], data["progress"], data.get("error"))
        for push, data in world.pushes
        if push == "memory:distill:progress"
    ]


# -- how far it has come


@shows("R46")
def test_a_run_tells_how_far_it_has_come(world: World) -> None:
    world.record()
    told = learn(world)
    assert progress(world) == [
        ("started", 0.1, None),
        ("clustered", 0.35, None),
        ("patterned", 0.6, None),
        ("generated", 0.85, None),
        ("completed", 1.0, None),
    ]
    heard = [data for push, data in world.pushes if push == "memory:distill:progress"]
    assert {each["runId"] for each in heard} == {told["runId"]}
    assert {each["projectId"] for each in heard} == {"novel"}


@shows("R46")
def test_a_listener_that_died_is_let_go_and_harms_no_run(world: World) -> None:
    # Given a listener whose window was closed
    calls = []

    def dead(push: str, _data: object) -> None:
        calls.append(push)
        raise ConnectionResetError

    world.memory.listen(dead)
    world.record()
    # When a distillation tells of itself, then it is completed, and the dead one was told once
    assert learn(world)["status"] == "completed"
    assert len(calls) == 1
    assert progress(world)[-1] == ("completed", 1.0, None)


@shows("R42", "R47", "R38", "R43")
def test_the_skill_that_fills_the_batch_starts_it_and_waits_for_nothing(worlds: Worlds) -> None:
    # Given one episode less than a young project is looked at after, and a model that hangs
    model, choice = ScriptedModel(json.dumps({"rewordings": [], "rules": []})), Author(9).short()
    world = worlds(
        model=model, writer=ScriptedWriter(*choice["candidates"], FIGHT), immediate=False
    )
    for act in acts(world.policy.learning.young_looks[0] - 1):
        world.record(**act)
    model.hold()
    # When a skill is done and answered
    asked = {"skillId": "continue", "projectId": "novel", "text": FIGHT}
    written = world.ok("ai:skill:run", sceneType="action", candidates=3, **asked)
    taken = {"action": "accept", "selectedIndex": choice["selectedIndex"]}
    world.ok("ai:skill:feedback", runId=written["runId"], **taken)
    # Then it has its answer while the distillation has only begun, which nobody asked for
    model.wait_until_held()
    assert [stage for stage, _, _ in progress(world)] == ["started", "clustered", "patterned"]
    assert rules(world) == []
    # And writing and asking go on meanwhile
    assert world.ok("ai:skill:run", **asked)["candidates"]
    assert world.ok("context:assemble", **asked)["user"]
    assert world.query(queryText=FIGHT)["items"]
    # When it is let go, then there is a rule that knows of all of them, told to the end
    model.let_go()
    world.memory.drain()
    run = inside(world.memory).distillation_store.last("novel")
    assert run is not None
    assert (run.trigger.value, run.episodes, run.status) == ("batch", 10, "completed")
    assert [stage for stage, _, _ in progress(world)][3:] == ["generated", "completed"]
    assert only(world)["tally"]["supporting"] == 10


# -- with a language model


def found(world: World) -> list[str]:
    return sorted(each["rule"] for each in rules(world))


@shows("R49", "R43", "R113", "C18", "C65")
def test_a_model_that_is_down_leaves_what_statistics_found(worlds: Worlds) -> None:
    # Given a model that is down
    model = ScriptedModel(ModelError("down"))
    world = worlds(model=model)
    for act in acts(9):
        world.record(**act)
    # When a distillation asks it
    told = learn(world)
    # Then what was counted stands, the run is completed, and the failure can be seen
    assert (told["status"], found(world)) == ("completed", [SHORT_TEXT])
    assert model.asked
    assert world.memory.degraded()
    assert world.ok("memory:status")["memoryDegraded"] is True
    # When it is back, then the next run uses it and nothing is degraded any more
    suggestion = {
        "zh": "情绪藏在动作里", "en": "Let gestures carry the feeling", "category": "character",
        "confidence": 0.5, "supporting": only(world)["supportingEpisodes"][:4],
    }  # fmt: skip
    model.script = [Reply(json.dumps({"rewordings": [], "rules": [suggestion]}))]
    world.record(**Author(7).short())
    learn(world)
    assert found(world) == sorted([SHORT_TEXT, "情绪藏在动作里"])
    assert world.memory.degraded() == []


@shows("R114", "R49", "C66", "C16")
@pytest.mark.parametrize("confidence", [1.2, -0.1])
def test_nothing_of_an_answer_without_sense_is_written(worlds: Worlds, confidence: float) -> None:
    model = ScriptedModel("")
    world = worlds(model=model)
    ids = [world.record(**act)["episodeId"] for act in acts(9)]
    bad = {
        "zh": "多写梦境", "en": "Write more dreams", "category": "structure",
        "confidence": confidence, "supporting": ids,
    }  # fmt: skip
    good = {**bad, "zh": "情绪藏在动作里", "en": "Gestures carry the feeling", "confidence": 0.5}
    model.script = [json.dumps({"rewordings": [], "rules": [good, bad]}, ensure_ascii=False)]
    learn(world)
    # Then only what was counted stands, and no word of the answer is anywhere
    assert found(world) == [SHORT_TEXT]
    assert world.memory.degraded()
    assert "梦境".encode() not in world.bytes_everywhere()
    assert "情绪藏在".encode() not in world.bytes_everywhere()
    # And when it talks sense the next time, it is heard, no surer than its evidence
    model.script = [json.dumps({"rewordings": [], "rules": [{**good, "confidence": 0.99}]})]
    learn(world)
    assert found(world) == sorted([SHORT_TEXT, "情绪藏在动作里"])
    added = next(each for each in rules(world) if each["rule"] == "情绪藏在动作里")
    assert added["confidence"] <= len(ids) / (len(ids) + 5) + 1e-9


# -- one at a time, on a frozen view


@shows("C89", "R115", "R120", "R43", "C19")
def test_what_is_written_meanwhile_is_kept_and_not_yet_learned_from(worlds: Worlds) -> None:
    # Given fifty episodes, and a distillation in the background that waits for its model
    model = ScriptedModel(json.dumps({"rewordings": [], "rules": []}))
    world = worlds(model=model, immediate=False)
    world.ok("memory:learning:pause", projectId="novel")
    for act in acts(50):
        world.record(**act)
    world.memory.drain()
    world.ok("memory:learning:resume", projectId="novel")
    model.hold()
    begun = world.ok("memory:semantic:distill", projectId="novel", wait=False)
    assert begun["status"] == "running"
    model.wait_until_held()
    # When the author goes on writing, then nobody waits
    late = world.record(**Author(9).short())["episodeId"]
    # And a second distillation is refused, in any project
    for asked in ({"projectId": "novel"}, {"projectId": "essay"}, {}, {"wait": False}):
        assert world.fails("memory:semantic:distill", **asked)["code"] == "CONFLICT"
    # When it ends, then it has seen fifty of the fifty-one
    model.let_go()
    world.memory.drain()
    run = inside(world.memory).distillation_store.last("novel")
    assert run is not None
    assert (run.id, run.episodes) == (begun["runId"], 50)
    rule = only(world)
    assert late not in rule["supportingEpisodes"]
    assert rule["tally"]["supporting"] == 50
    assert world.episode(late)["id"] == late
    assert book(world)["learning"]["pendingEpisodes"] == 1


@shows("C89", "R115")
@pytest.mark.parametrize("stage", ["started", "clustered", "generated"])
def test_fifty_of_fifty_one_whenever_the_fifty_first_comes(world: World, stage: str) -> None:
    # Given fifty episodes
    world.ok("memory:learning:pause", projectId="novel")
    for act in acts(50):
        world.record(**act)
    world.ok("memory:learning:resume", projectId="novel")
    late: list[str] = []

    def meanwhile(push: str, data: Any) -> None:
        if push == "memory:distill:progress" and data["stage"] == stage and not late:
            late.append(world.record(**Author(9).short())["episodeId"])

    # When another is recorded in the middle of the distillation
    world.memory.listen(meanwhile)
    told = learn(world)
    # Then it is kept, and not among those that were looked at
    assert told["runs"][0]["episodes"] == only(world)["tally"]["supporting"] == 50
    assert world.episode(late[0])["id"] not in only(world)["supportingEpisodes"]
    assert book(world)["learning"]["pendingEpisodes"] == 1


@shows("C91", "C89", "C19")
def test_while_another_process_distils_nobody_else_does(world: World) -> None:
    # Given a lease that another process holds
    world.record()
    parts = inside(world.memory)
    until = world.clock.now() + parts.policy.upkeep.lease_ms
    parts.mind_db.write(
        lambda tx: parts.lease_store.take(tx, distill.LEASE, "another", world.clock.now(), until)
    )
    error = world.fails("memory:semantic:distill", projectId="novel")
    assert error["code"] == "CONFLICT"
    assert progress(world) == []
    # When it has died and its time is up, then the work is taken over
    world.clock.advance(seconds=parts.policy.upkeep.lease_ms / 1000)
    assert learn(world)["status"] == "completed"
    # And nobody holds the lease afterwards
    assert parts.lease_store.holder(distill.LEASE) is None
