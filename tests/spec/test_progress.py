"""What can be drawn of a memory: strength, edit cost, room."""

from __future__ import annotations

from typing import Any

import pytest

from shows import shows
from worlds import World

AI = "他缓缓地、缓缓地举起了剑，看着远处的雪。"


def taken(world: World, **changes: Any) -> str:
    """An episode with one candidate that was taken as it is."""
    made = world.record(**{"candidates": [AI], "selectedIndex": 0, "finalText": AI, **changes})
    return str(made["episodeId"])


def broken(world: World, name: str) -> None:
    world.memory.close()
    world.destroy(name)
    world.memory = world._open()


# -- strength


@shows("R50", "R51", "R53", "C2")
def test_given_an_episode_when_it_is_drawn_then_it_fades_as_upkeep_says(world: World) -> None:
    id = taken(world, importance=0.5)
    begun = world.clock.now()
    world.clock.advance(days=7)
    drawn = world.ok("memory:episode:strength", projectId="novel", episodeId=id)
    assert (drawn["createdAt"], drawn["now"]) == (begun, world.clock.now())
    world.ok("memory:cleanup:run")
    kept = world.episode(id)["meta"]
    assert drawn["strength"] == pytest.approx(kept["strength"])
    assert drawn["band"] == kept["band"] == "FADING"
    assert {"at": drawn["now"], "strength": drawn["strength"], "band": "FADING"} in drawn["points"]
    assert (drawn["points"][0]["at"], drawn["points"][0]["strength"]) == (begun, 1.0)
    assert drawn["points"][-1]["band"] == "EXPIRING"
    assert drawn["bands"] == [
        {"band": "ACTIVE", "from": 0.7},
        {"band": "FADING", "from": 0.3},
        {"band": "COMPRESSIBLE", "from": 0.1},
        {"band": "EXPIRING", "from": 0.0},
    ]


@shows("R100", "R101", "C3")
def test_it_is_compressed_and_deleted_when_the_picture_says(world: World) -> None:
    id = taken(world)
    drawn = world.ok("memory:episode:strength", projectId="novel", episodeId=id)

    def cleaned(at: int) -> dict[str, Any]:
        world.live(days=(at - world.clock.now()) / 86_400_000)
        return world.ok("memory:cleanup:run")

    assert cleaned(drawn["willCompressAt"] - 1)["compressed"] == 0
    assert cleaned(drawn["willCompressAt"])["compressed"] == 1
    again = world.ok("memory:episode:strength", projectId="novel", episodeId=id)
    assert again["compressed"]
    assert "willCompressAt" not in again
    assert cleaned(drawn["expiresAt"] - 1)["purged"] == 0
    assert cleaned(drawn["expiresAt"])["purged"] == 1


@shows("R57")
def test_a_core_setting_is_drawn_as_what_never_fades(world: World) -> None:
    id = taken(world, coreSetting=True)
    world.live(days=400)
    drawn = world.ok("memory:episode:strength", projectId="novel", episodeId=id)
    assert {each["strength"] for each in drawn["points"]} == {1.0}
    assert drawn["points"][-1]["at"] == drawn["now"]
    assert not {"willCompressAt", "expiresAt"} & set(drawn)


@shows("C63", "C2")
def test_a_recall_shows_as_a_step_up(world: World) -> None:
    id = taken(world)
    world.clock.advance(days=8)
    assert world.ids_of(world.query(queryText="举起了剑", purpose="context")) == [id]
    drawn = world.ok("memory:episode:strength", projectId="novel", episodeId=id)
    assert (drawn["recallCount"], drawn["lastRecalledAt"]) == (1, world.clock.now())
    at = {each["at"]: each["strength"] for each in drawn["points"]}
    assert at[world.clock.now() - 1] < 0.7 < at[world.clock.now()] == 1.0


@shows("C92")
def test_another_projects_episode_is_denied(world: World) -> None:
    id = taken(world, projectId="other")
    error = world.fails("memory:episode:strength", projectId="novel", episodeId=id)
    assert error["code"] == "MEMORY_SCOPE_DENIED"


# -- edit cost


def cost(world: World, **asked: Any) -> dict[str, Any]:
    return world.ok("memory:learning:cost", **asked)


def test_given_interactions_when_their_cost_is_drawn_then_each_act_counts_as_it_should(
    world: World,
) -> None:
    begun = world.clock.now()
    taken(world)
    taken(world, editDistance=0.1)
    taken(world, editDistance=0.4)
    taken(world, editDistance=0.8)
    world.record(candidates=[AI], selectedIndex=-1, finalText=None)
    undone = taken(world)
    world.ok("memory:episode:undo", projectId="novel", episodeId=undone)
    whole = cost(world, projectId="novel")["overall"]
    assert whole.pop("editCost") == pytest.approx((0 + 0.1 + 0.4 + 0.8 + 1 + 1) / 6)
    assert whole == {
        "from": begun,
        "to": begun,
        "episodes": 6,
        "accepted": 1,
        "edited": 2,
        "rewritten": 1,
        "rejected": 1,
        "undone": 1,
    }


@shows("R74")
def test_given_an_author_who_is_learned_then_the_first_third_cost_more_than_the_last(
    world: World,
) -> None:
    for n in range(31):
        taken(world, editDistance=round(0.9 - n * 0.025, 3))
        world.clock.advance(hours=6)
    drawn = cost(world, projectId="novel", buckets=10)
    counts = [each["episodes"] for each in drawn["buckets"]]
    assert counts == [4, *[3] * 9]
    means = [each["editCost"] for each in drawn["buckets"]]
    assert means == sorted(means, reverse=True)
    assert all(
        one["to"] < other["from"]
        for one, other in zip(drawn["buckets"], drawn["buckets"][1:], strict=False)
    )
    assert drawn["firstThird"]["episodes"] == 11
    assert drawn["firstThird"]["editCost"] == pytest.approx(0.9 - 5 * 0.025)
    assert drawn["lastThird"]["editCost"] == pytest.approx(0.9 - 25.5 * 0.025)
    assert sum(counts) == drawn["overall"]["episodes"] == 31


def test_little_is_drawn_of_little(world: World) -> None:
    assert cost(world, projectId="novel") == {"buckets": [], "marks": []}
    taken(world)
    drawn = cost(world)
    assert len(drawn["buckets"]) == 1
    assert "firstThird" not in drawn
    taken(world)
    assert len(cost(world)["buckets"]) == 2  # fewer than asked for


def test_what_became_a_digest_counts_and_what_was_never_answered_does_not(world: World) -> None:
    taken(world, editDistance=0.5)
    world.ok("ai:skill:run", skillId="continue", projectId="novel", text=AI)
    world.live(days=100)
    assert world.ok("memory:cleanup:run")["compressed"] >= 1
    assert cost(world, projectId="novel")["overall"]["editCost"] == 0.5
    assert cost(world, projectId="novel")["overall"]["episodes"] == 1


def test_one_skill_or_one_kind_of_scene_can_be_looked_at(world: World) -> None:
    taken(world, editDistance=0.2)
    taken(world, editDistance=0.4, skillUsed="polish")
    taken(world, editDistance=0.6, sceneType="dialogue")
    taken(world, editDistance=0.8, projectId="other")

    def mean(**asked: str) -> float:
        return float(cost(world, **asked)["overall"]["editCost"])

    assert mean(projectId="novel", skillUsed="polish") == 0.4
    assert mean(projectId="novel", sceneType="对话") == 0.6
    assert mean(projectId="novel") == pytest.approx(0.4)
    assert mean() == pytest.approx(0.5)


@shows("C92")
def test_what_was_learned_meanwhile_stands_beside_it(world: World) -> None:
    early = world.ok("memory:semantic:add", rule="开头要短", scope="global")["id"]
    world.clock.advance(hours=1)
    taken(world)
    world.clock.advance(hours=1)
    mine = world.ok("memory:semantic:add", rule="多用短句", scope="project", projectId="novel")
    theirs = world.ok("memory:semantic:add", rule="少用比喻", scope="project", projectId="other")
    ours = world.ok("memory:semantic:add", rule="不用感叹号", scope="global")["id"]
    world.clock.advance(hours=1)
    world.ok("memory:semantic:delete", id=mine["id"], projectId="novel")
    marks = cost(world, projectId="novel")["marks"]
    assert [(each["kind"], each["ruleId"]) for each in marks] == [
        ("created", mine["id"]),
        ("created", ours),
        ("deleted", mine["id"]),
    ]
    assert early not in str(marks)  # before the first episode
    everywhere = cost(world)["marks"]
    assert [each.get("ruleId") for each in everywhere] == [None, None, ours, None]
    assert theirs["id"] not in str(everywhere)


@pytest.mark.parametrize("buckets", [0, -1, 201])
def test_there_are_as_many_buckets_as_can_be_drawn(world: World, buckets: int) -> None:
    error = world.fails("memory:learning:cost", projectId="novel", buckets=buckets)
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "buckets")


@shows("R149")
def test_the_cost_is_drawn_without_what_was_learned_where_that_cannot_be_read(
    world: World,
) -> None:
    taken(world)
    broken(world, "mind.db")
    envelope = world.door.call("memory:learning:cost", {"projectId": "novel"})
    assert envelope["data"]["overall"]["episodes"] == 1
    assert "marks" not in envelope["data"]
    assert "MEMORY_DEGRADE_MIND_UNREADABLE" in envelope["meta"]["degraded"]


# -- room


@shows("R118")
def test_given_a_project_when_its_status_is_asked_then_its_room_is_told(world: World) -> None:
    taken(world)
    taken(world, projectId="other")
    world.ok("memory:semantic:add", rule="多用短句", scope="project", projectId="novel")
    world.ok("memory:semantic:add", rule="少用比喻", scope="global")
    world.ok("memory:create", type="note", scope="project", projectId="novel", content="雪")
    room = world.ok("memory:status", projectId="novel")["storage"]
    assert room["episodes"] == {"used": 1, "cap": 10_000, "budget": 1_000}
    assert room["digests"] == {"used": 0, "cap": 50_000, "budget": 5_000}
    assert room["rules"] == {"used": 1, "cap": 500, "budget": 200}
    assert room["knowledge"] == {"used": 1, "budget": 200}
    # Of all together there is no cap to tell
    room = world.ok("memory:status")["storage"]
    assert [room[each] for each in ("episodes", "rules")] == [{"used": 2}, {"used": 2}]


@pytest.mark.files("the size of a file")
def test_the_room_of_files_is_told(world: World) -> None:
    taken(world)
    room = world.ok("memory:status", projectId="novel")["storage"]
    assert room["files"]["episodes.db"] == (world.home / "episodes.db").stat().st_size


@shows("R149")
def test_what_cannot_be_counted_is_left_out(world: World) -> None:
    taken(world)
    broken(world, "episodes.db")
    room = world.ok("memory:status", projectId="novel")["storage"]
    assert "episodes" not in room
    assert room["rules"]["used"] == 0
    broken(world, "mind.db")
    assert set(world.ok("memory:status")["storage"]) == {"files"}


@shows("R74")
def test_seen_from_everywhere_all_interactions_are_counted(world: World) -> None:
    taken(world)
    taken(world, projectId="other")

    def kept(**asked: str) -> int:
        return int(world.ok("memory:semantic:list", **asked)["counts"]["episodes"])

    assert kept(projectId="novel") == kept(projectId="novel", scope="project") == 1
    assert kept(projectId="novel", scope="global") == kept() == 2
