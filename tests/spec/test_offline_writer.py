"""Without any model: what Mohen knows of the author is seen in the next text (R16, R44)."""

from __future__ import annotations

import pytest

from mohen.text import style
from rulebooks import add
from shows import shows
from worlds import FIGHT, GARDEN, World


def written(world: World, **asked: str) -> list[str]:
    run = world.ok("ai:skill:run", skillId="continue", projectId="novel", **asked)
    assert run["model"]["offline"]
    assert not [each for each in run["candidates"] if "离线" in each or "offline" in each]
    return run["candidates"]


@shows("R16", "R44")
@pytest.mark.parametrize(
    ("text", "rule", "feature", "bound"),
    [
        (FIGHT, "动作场景偏好短句，平均句长 < 10 字", "mean_sentence_length", 10.0),
        (FIGHT, "不用感叹号", "exclamation", 0.1),
        (GARDEN, "Short sentences, under 5 words on average", "mean_sentence_length", 5.0),
        (
            GARDEN,
            "Plain style, fewer adjectives and adverbs (under 0.5 per 100 words)",
            "modifiers",
            0.5,
        ),
    ],
)
def test_a_rule_the_author_has_given_is_kept_in_the_next_text(
    world: World, text: str, rule: str, feature: str, bound: float
) -> None:
    # Given candidates of which not all are to the author's taste
    before = written(world, text=text, sceneType="action")
    assert max(style.measure(each)[feature] for each in before) >= bound
    # When the author says so
    add(world, rule)
    # Then the next candidates all are, and still differ
    after = written(world, text=text, sceneType="action")
    assert max(style.measure(each)[feature] for each in after) < bound
    assert len(set(after)) == len(after)


@shows("R16")
def test_a_rule_of_one_kind_of_scene_leaves_the_others_alone(world: World) -> None:
    before = written(world, text=FIGHT, sceneType="description")
    add(world, "动作场景偏好短句，平均句长 < 10 字")
    assert written(world, text=FIGHT, sceneType="description") == before
