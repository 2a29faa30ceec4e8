"""What an author asks for in so many words becomes a rule when it was said often enough (C106)."""

from __future__ import annotations

from typing import Any

import pytest

from rulebooks import add, learn, only, rules
from shows import shows
from worlds import World

LONG = "他推开门，走进那间屋子，看了看墙上的画，又看了看桌上的信，最后在椅子上坐下来。"
LONG_EN = "He pushed the door open, went in, looked at the picture, and sat down in the chair."


def say(world: World, *comments: str, **changes: Any) -> None:
    """Take what was offered, and say something of it, once each."""
    for comment in comments:
        told = {"candidates": [LONG], "selectedIndex": 0, "explicit": comment, **changes}
        world.record(**{"sceneType": "narration", **told})


@shows("C106")
@pytest.mark.parametrize(
    ("comments", "feature", "op"),
    [
        (("太啰嗦了", "啰嗦", "too wordy"), "text_length", "<"),
        (("废话太多", "能不能精简一点", "拖沓"), "text_length", "<"),
        (("陈词滥调", "别用套话", "太俗套"), "cliches", "<"),
        (("太空泛", "具体一点", "不够具体"), "vague", "<"),
        (("解释太多了", "不用点破", "含蓄一点"), "exposition", "<"),
        (("对白太少", "多一点对话", "加一些对白"), "dialogue_share", ">"),
        (("别用“不禁”", "“不禁”太多了", "不要再用「不禁」"), "phrase:不禁", "<"),
    ],
)
def test_the_same_wish_in_three_episodes_is_a_rule_however_it_is_worded(
    world: World, comments: tuple[str, ...], feature: str, op: str
) -> None:
    # Given two comments, which are not enough
    say(world, *comments[:2])
    learn(world)
    assert rules(world) == []
    # When it is said a third time, in other words
    say(world, comments[2])
    learn(world)
    # Then it is a rule that was learned
    rule = only(world)
    assert (rule["origin"], rule["tally"]["supporting"]) == ("learned", 3)
    assert (rule["predicate"]["feature"], rule["predicate"]["op"]) == (feature, op)


@shows("C106", "C107")
@pytest.mark.parametrize(("text", "comment"), [(LONG, "太啰嗦了"), (LONG_EN, "too wordy")])
def test_what_was_complained_of_is_not_as_the_rule_wants_it(
    world: World, text: str, comment: str
) -> None:
    say(world, *[comment] * 3, candidates=[text])
    learn(world)
    units = 35 if text is LONG else 17
    assert only(world)["predicate"]["value"] <= units
    assert only(world)["rule"].startswith("偏好短篇幅" if text is LONG else "Short texts")


@shows("C106")
def test_who_says_it_in_half_of_sixty_episodes_and_shows_it_in_nothing_else_is_heard(
    world: World,
) -> None:
    for n in range(60):
        comment = ("太啰嗦了" if n % 4 else "too wordy") if n % 2 else None
        said = {"explicit": comment} if comment else {}
        world.record(candidates=[LONG, LONG[:-2] + "去。"], selectedIndex=n // 3 % 2, **said)
    learn(world)
    rule = only(world)
    assert (rule["predicate"]["feature"], rule["tally"]["supporting"]) == ("text_length", 30)
    # And the next look finds the same rule, not another
    learn(world)
    assert only(world)["id"] == rule["id"]


@shows("C106", "C78")
def test_a_wish_that_was_only_said_of_one_kind_of_scene_holds_there(world: World) -> None:
    for _ in range(6):
        world.record(candidates=[LONG], selectedIndex=0, sceneType="description")
    say(world, "感叹号太多", "少用感叹号", "不要感叹号", sceneType="action")
    learn(world)
    assert only(world)["predicate"]["sceneType"] == "action"


@shows("C106", "C82")
def test_who_now_says_the_opposite_has_changed_their_mind(world: World) -> None:
    say(world, "对白太多", "少一点对白", "对话太多了")
    learn(world)
    before = only(world)
    # When three comments want more of it, the rule turns and stays one
    say(world, "多一点对话", "对白太少", "对话不够")
    learn(world)
    after = only(world)
    assert (after["id"], after["predicate"]["op"]) == (before["id"], ">")
    assert after["history"][0]["rule"] == before["rule"]


@shows("C106", "C64")
def test_a_wish_whose_rule_was_deleted_does_not_come_back(world: World) -> None:
    say(world, "太啰嗦了", "太啰嗦", "啰嗦")
    learn(world)
    world.ok("memory:semantic:delete", id=only(world)["id"], projectId="novel")
    say(world, "太啰嗦了")
    learn(world)
    assert rules(world) == []


@shows("C106", "R75")
def test_what_the_author_typed_is_not_said_again_by_their_comments(world: World) -> None:
    add(world, "少用感叹号")
    say(world, "感叹号太多", "少用感叹号", "不要感叹号")
    learn(world)
    assert only(world)["origin"] == "manual"


@shows("C106", "C83")
@pytest.mark.parametrize(
    "labels", [("太啰嗦了", "啰嗦", "too wordy"), ("too vague", "太空泛", "vague")]
)
def test_labels_that_mean_the_same_are_one(world: World, labels: tuple[str, ...]) -> None:
    for label in labels:
        told = {"projectId": "novel", "skillId": "continue", "action": "reject"}
        world.ok("memory:preferences:ingest", evidenceRef=label, **told)
    rule = only(world)
    assert (rule["origin"], any(each in rule["rule"] for each in labels)) == ("learned", True)


@shows("C95", "C106")
def test_in_privacy_mode_a_wish_is_heard_and_no_word_is_kept(world: World) -> None:
    world.ok("memory:settings:update", privacyModeEnabled=True)
    say(world, *["太啰嗦了，别用“不禁”"] * 3)
    learn(world)
    assert only(world)["predicate"]["feature"] == "text_length"
    assert "不禁".encode() not in world.bytes_everywhere()
