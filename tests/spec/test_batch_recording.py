"""Many interactions in one call: all of them are kept, or none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mohen.policy import Policy
from worlds import FIGHT, GARDEN, World, interaction


def items(*changes: dict[str, Any]) -> list[dict[str, Any]]:
    whole = [interaction(**each) for each in changes]
    for each in whole:
        del each["projectId"]
    return whole


def kept(world: World) -> list[str]:
    page = world.ok("memory:episode:list", projectId="novel", limit=200)
    return [each["id"] for each in page["items"]]


def test_a_batch_is_what_single_records_would_have_been(tmp_path: Path) -> None:
    given = [
        {"inputContext": FIGHT, "finalText": "剑落。", "generationId": "g1"},
        {"inputContext": GARDEN, "selectedIndex": -1},
        {"inputContext": FIGHT, "timestamp": 5, "explicit": "密码是 hunter2-Xk9"},
    ]
    together, single = World(tmp_path / "together"), World(tmp_path / "single")
    answer = together.ok("memory:episode:batch", projectId="novel", items=items(*given))["items"]
    one_by_one = [single.record(**each) for each in given]
    ids = ("episodeId",)
    assert [{**each, **dict.fromkeys(ids)} for each in answer] == [
        {**each, **dict.fromkeys(ids)} for each in one_by_one
    ]
    for batched, alone in zip(answer, one_by_one, strict=True):
        of_batch = together.episode(batched["episodeId"])
        of_single = single.episode(alone["episodeId"])
        assert {**of_batch, "id": ""} == {**of_single, "id": ""}
    found = together.query(queryText=FIGHT)["items"]
    assert answer[0]["episodeId"] in [each["episodeId"] for each in found]
    together.ok("memory:episode:undo", projectId="novel", generationId="g1")


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"selectedIndex": 9}, "items.1.selectedIndex"),
        ({"inputContext": "雪" * 200_001}, "items.1.inputContext"),
        ({"mood": "sad"}, "items.1.mood"),
        ({"projectId": "other"}, "items.1.projectId"),
    ],
)
def test_one_that_is_wrong_is_named_and_none_is_kept(
    tmp_path: Path, wrong: dict[str, Any], field: str
) -> None:
    world = World(tmp_path)
    batch = items({}, {}, {})
    batch[1].update(wrong)
    error = world.fails("memory:episode:batch", projectId="novel", items=batch)
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", field)
    assert kept(world) == []


def test_a_project_without_room_for_all_keeps_none(tmp_path: Path) -> None:
    policy = replace(Policy(), capacity=replace(Policy().capacity, active_per_project=3))
    world = World(tmp_path, policy=policy)
    batch = items(*({"userConfirmed": True} for _ in range(4)))
    error = world.fails("memory:episode:batch", projectId="novel", items=batch)
    assert error["code"] == "MEMORY_CAPACITY_EXCEEDED"
    assert kept(world) == []
    world.ok("memory:episode:batch", projectId="novel", items=batch[:3])
    assert len(kept(world)) == 3


def test_a_batch_has_a_limit_and_may_be_empty(tmp_path: Path) -> None:
    policy = replace(Policy(), recording=replace(Policy().recording, batch_max=2))
    world = World(tmp_path, policy=policy)
    error = world.fails("memory:episode:batch", projectId="novel", items=items({}, {}, {}))
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "items")
    assert world.ok("memory:episode:batch", projectId="novel", items=[])["items"] == []
    error = world.fails("memory:episode:batch", projectId="", items=items({}))
    assert error["details"]["field"] == "projectId"
    assert kept(world) == []
