"""Without any model: what Mohen knows of the author is seen in the next text (R16, R44)."""

from __future__ import annotations

import pytest

from mohen.text import sentences, style
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
    add(world, "动作场景偏好短句，平均句长 < 10 字")
    drafts = written(world, text=FIGHT, sceneType="description")
    assert max(style.measure(each)["mean_sentence_length"] for each in drafts) > 10


LOUD = "他冲了上去！“站住！”那人喊道，“别过来！”门“砰”的一声开了！"
LOUD_EN = "He ran! “Stop!” the man cried. “Don't move! I'll shoot!” The door flew open!"


@shows("R16", "R44", "R82")
@pytest.mark.parametrize("scene", ["action", "narration", "dialogue"])
@pytest.mark.parametrize(
    ("text", "rule", "spoken"),
    [
        (LOUD, "所有角色对白不使用感叹号", True),
        (LOUD_EN, "Characters never use exclamation marks", True),
        (LOUD, "旁白不要用感叹号", False),
        (LOUD_EN, "Exclamation marks only in dialogue", False),
    ],
)
def test_a_rule_about_what_is_said_holds_in_every_scene(
    world: World, text: str, rule: str, spoken: bool, scene: str
) -> None:
    # Given a text that is loud in speech and around it
    asked = {"skillId": "rewrite", "projectId": "novel", "text": text, "sceneType": scene}
    everything = {"start": 0, "end": len(text)}
    # When the author wants no exclamation marks in one of the two
    made = add(world, rule)
    run = world.ok("ai:skill:run", selection=everything, **asked)
    # Then they are gone there, and there alone
    for each in run["candidates"]:
        told, said = sentences.split_speech(each)
        assert ("！" in said or "!" in said) != spoken, each
        assert ("！" in told or "!" in told) == spoken, each
    # And it is measured there, and shown
    (measure,) = world.ok("memory:trace:get", generationId=run["generationId"])["compliance"]
    assert (measure["ruleId"], measure["measured"], measure["obeyed"]) == (made["id"], 0, True)
    assert ("对白里" in measure["measures"]["zh"]) == spoken


@shows("R16")
@pytest.mark.parametrize(
    ("before", "rule", "feature", "bound"),
    [
        (FIGHT, "对白每句不超过12字", "longest_sentence", 12),
        (GARDEN, "Dialogue lines under 10 words", "longest_sentence", 10),
        (GARDEN, "No contractions in what characters say", "contractions", 0.1),
    ],
)
def test_what_is_said_in_a_new_text_keeps_a_rule_about_speech(
    world: World, before: str, rule: str, feature: str, bound: float
) -> None:
    add(world, rule)
    texts: list[str] = []
    for skill in ("continue", "dialogue"):
        asked = {"skillId": skill, "projectId": "novel", "text": before, "sceneType": "action"}
        texts += world.ok("ai:skill:run", **asked)["candidates"]
    speeches = [sentences.split_speech(each)[1] for each in texts]
    assert any(speeches)
    assert all(style.measure(each).get(feature, 0) < bound for each in speeches)
