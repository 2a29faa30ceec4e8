"""What an edit was for is what is learned of it: one purpose, one rule."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from inside import inside
from prose import Prose
from rulebooks import add, learn, only
from shows import shows
from worlds import World

CLICHES = {
    "zh": "嘴角勾起一抹冷笑|心头一紧|空气仿佛凝固了|倒吸一口凉气|眼中闪过一丝寒光|时间仿佛静止了|"
    "心跳漏了一拍|命运的齿轮开始转动",
    "en": "heart in his mouth|blood ran cold|out of thin air|in the blink of an eye|"
    "against all odds|time stood still|with bated breath|little did he know",
}
SIMILES = {
    "zh": "像旧鼓|仿佛那张弓|像山|如同大河|犹如油灯|宛如初雪|好似铁匠|恰似春茶",
    "en": "like a drum|as though asleep|as cold as iron|as if it fell|like the sea|as old as salt",
}


def with_asides(text: str, asides: str, chance: Random, language: str) -> str:
    """Behind the first clause of a sentence or two."""
    comma = "，" if language == "zh" else ", "
    parts = text.split(comma)
    for at in sorted(chance.sample(range(1, len(parts)), 2), reverse=True):
        parts.insert(at, chance.choice(asides.split("|")))
    return comma.join(parts)


def cutting(world: World, asides: dict[str, str], language: str, times: int = 20) -> None:
    """Somebody who takes what comes and cuts the same kind of thing out of it."""
    prose, chance = Prose(3, language), Random(3)
    for n in range(times):
        kept = prose.usual()
        offered = with_asides(kept, asides[language], chance, language)
        scene = ("action", "narration", "description")[n % 3]
        told = {"candidates": [offered], "selectedIndex": 0, "finalText": kept}
        world.record(sceneType=scene, inputContext=prose.short(), **told)
    learn(world)


@shows("R36", "C81")
@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(("asides", "feature"), [(CLICHES, "cliches"), (SIMILES, "similes")])
def test_who_cuts_one_kind_of_thing_gets_one_rule(
    world: World, asides: dict[str, str], feature: str, language: str
) -> None:
    cutting(world, asides, language)
    # Shorter sentences and fewer commas came of it, and were not what it was for
    rule = only(world)
    assert (rule["predicate"]["feature"], rule["predicate"]["op"]) == (feature, "<")
    # And the card says how the author differs from the AI
    assert rule["compared"]["en"].endswith(f"the AI writes {rule['range']['ai']:.3g}")
    assert rule["range"]["yours"] == 0


@shows("R37", "R82")
@pytest.mark.parametrize(
    ("language", "typed", "stale"),
    [
        ("zh", "不用套话", "他嘴角勾起一抹冷笑，心头一紧。"),
        ("en", "No clichés", "His blood ran cold."),
    ],
)
def test_a_rule_on_cliches_is_in_prompts_and_texts_are_measured_by_it(
    world: World, language: str, typed: str, stale: str
) -> None:
    made = add(world, typed)
    assert made["predicate"]["feature"] == "cliches"
    asked = {"skillId": "continue", "projectId": "novel", "text": Prose(2, language).short()}
    prompt = world.ok("context:assemble", **asked)
    assert typed in str(prompt)
    told: dict[str, Any] = {}
    for text in (stale, Prose(1, language).short()):
        ran = world.ok("context:assemble", **asked)
        inside(world.memory).provenance.complete(ran["generationId"], [text], project_id="novel")
        (each,) = world.ok("memory:trace:get", generationId=ran["generationId"])["compliance"]
        told[text] = each["obeyed"]
    assert list(told.values()) == [False, True]


@shows("R36")
def test_an_edit_that_only_moves_and_corrects_teaches_nothing(world: World) -> None:
    prose = Prose(5, "zh")
    for _ in range(20):
        one, two, three = (prose.passage([2]) for _ in range(3))
        told = {"candidates": [one + two + three], "selectedIndex": 0}
        world.record(finalText=two + one + three, **told)
    learn(world)
    assert world.ok("memory:semantic:list", projectId="novel")["items"] == []
