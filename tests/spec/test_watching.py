"""Rules in the making: what is being watched, and how much is missing to its proof."""

from __future__ import annotations

from typing import Any

import pytest

from prose import Author
from rulebooks import add, learn, rules
from shows import shows
from worlds import World


def watched(world: World, project: str = "novel") -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = world.ok("memory:learning:watching", projectId=project)["items"]
    return items


@shows("C80")
@pytest.mark.parametrize(
    ("language", "words"),
    [("zh", "偏好短句"), ("en", "short sentences")],
)
def test_what_is_watched_comes_nearer_until_it_is_a_rule(
    world: World, language: str, words: str
) -> None:
    # Given an author who took the short ones a few times
    author = Author(language=language)
    for _ in range(4):
        world.record(sceneType="action", **author.short())
    # Then it is watched, with how many spoke for it and about how many it takes
    first = next(each for each in watched(world) if words in each["words"][language].lower())
    assert (first["seen"], first["against"], first["about"]) == (4, 0, True)
    assert 4 < first["needed"] <= 8
    # And how the author differs from the AI so far is told in both languages
    assert first["compared"]["zh"]
    assert first["compared"]["en"]
    # And it is no rule, and no prompt holds it
    prompt = world.ok("context:assemble", skillId="continue", projectId="novel", text="雨停了。")
    assert rules(world) == [] == prompt["injected"]["memory"]
    # When it is proven, it says so
    for _ in range(4):
        world.record(sceneType="action", **author.short())
    ready = next(each for each in watched(world) if words in each["words"][language].lower())
    assert ready["seen"] >= ready["needed"]
    assert rules(world) == []
    # And when a distillation looks it is a rule, and watched no more
    learn(world)
    assert len(rules(world)) == 1
    assert not any(words in each["words"][language].lower() for each in watched(world))


def test_without_episodes_or_where_nothing_leans_nothing_is_watched(world: World) -> None:
    assert world.ok("memory:learning:watching", projectId="novel") == {"items": [], "episodes": 0}
    author = Author()
    for _ in range(4):
        world.record(**author.anything())
    assert watched(world) == []


def test_a_label_is_counted_not_estimated(world: World) -> None:
    # Given a label that was approved twice, where three make a rule
    for run in ("run_1", "run_2"):
        world.ok(
            "memory:preferences:ingest",
            projectId="novel",
            runId=run,
            skillId="continue",
            action="accept",
            evidenceRef="多写雨声",
        )
    (told,) = watched(world)
    assert (told["words"]["zh"], told["seen"], told["needed"]) == ("多写雨声", 2, 3)
    assert told["about"] is False


def test_what_is_a_rule_or_was_deleted_is_not_watched(world: World) -> None:
    author = Author()
    for _ in range(7):
        world.record(sceneType="action", **author.short())
    assert any("短句" in each["words"]["zh"] for each in watched(world))
    # When the author says it themselves, it is a rule
    mine = add(world, "动作场景用短句")
    assert not any("短句" in each["words"]["zh"] for each in watched(world))
    # And when they delete it, they do not want it
    world.ok("memory:semantic:delete", id=mine["id"])
    assert not any("短句" in each["words"]["zh"] for each in watched(world))


def test_another_project_watches_for_itself(world: World) -> None:
    author = Author()
    for _ in range(7):
        world.record(sceneType="action", **author.short())
    assert watched(world, "poems") == []
