"""What an act says (seed 000's table of implicit signals; rulings C13, C14)."""

from __future__ import annotations

import pytest

from shows import shows
from worlds import World

BOUNDARIES = [
    (0.0, "DIRECT_ACCEPT", 1.0),
    (0.1999, "LIGHT_EDIT", 0.45),
    (0.20, "NEUTRAL", 0.0),
    (0.40, "NEUTRAL", 0.0),
    (0.60, "NEUTRAL", 0.0),
    (0.6001, "HEAVY_REWRITE", -0.45),
    (1.0, "HEAVY_REWRITE", -0.45),
]


@shows("R24", "R25", "R26", "C13", "C14")
@pytest.mark.parametrize(("distance", "signal", "weight"), BOUNDARIES)
def test_the_edit_distance_decides(
    world: World, distance: float, signal: str, weight: float
) -> None:
    answer = world.record(editDistance=distance)
    assert (answer["signal"], answer["weight"]) == (signal, weight)


@shows("R27")
@pytest.mark.parametrize("choice", [{"selectedIndex": -1}, {"candidates": [], "selectedIndex": 0}])
def test_taking_none_is_a_strong_negative(world: World, choice: dict[str, object]) -> None:
    answer = world.record(**choice)
    assert (answer["signal"], answer["weight"]) == ("FULL_REJECT", -0.8)
    assert answer["editDistance"] == 1.0


@shows("R24")
def test_taking_a_candidate_as_it_is_is_a_strong_positive(world: World) -> None:
    for final in (None, "剑落。血溅。"):
        answer = world.record(finalText=final)
        assert (answer["signal"], answer["weight"]) == ("DIRECT_ACCEPT", 1.0)


def test_the_distance_is_counted_in_code_points(world: World) -> None:
    # Given a candidate with characters outside the basic plane
    # When one of its ten characters is changed
    answer = world.record(
        candidates=["𠮷🙂一二三四五六七八"], selectedIndex=0, finalText="𠮷🙃一二三四五六七八"
    )
    # Then a tenth was changed, whatever UTF-16 would say
    assert answer["editDistance"] == pytest.approx(0.1)


@shows("R29", "C13", "C85")
def test_coming_back_to_a_skill_for_a_scene_grows_into_a_preference(world: World) -> None:
    # Given middling edits with the same skill in the same kind of scene
    signals = [world.record(editDistance=0.4) for _ in range(9)]
    # Then the first ones are neutral, and from the fourth on the return itself is the signal
    assert [each["signal"] for each in signals[:3]] == ["NEUTRAL"] * 3
    assert {each["signal"] for each in signals[3:]} == {"REPEATED_SCENE_SKILL"}
    assert [each["weight"] for each in signals[3:6]] == pytest.approx([0.45, 0.60, 0.75])
    # And it never outweighs a clear yes
    assert max(each["weight"] for each in signals) < 1.0


@shows("R29")
def test_repetition_counts_for_one_scene_and_one_skill_only(world: World) -> None:
    for _ in range(5):
        world.record(editDistance=0.4)
    assert world.record(editDistance=0.4, sceneType="dialogue")["signal"] == "NEUTRAL"
    assert world.record(editDistance=0.4, skillUsed="polish")["signal"] == "NEUTRAL"
    assert world.record(editDistance=0.1)["signal"] == "LIGHT_EDIT"


@shows("R28")
def test_an_undo_beats_every_other_signal(world: World) -> None:
    accepted = world.record(editDistance=0.0)
    undone = world.ok("memory:episode:undo", projectId="novel", episodeId=accepted["episodeId"])
    assert undone["weight"] == -1.0
