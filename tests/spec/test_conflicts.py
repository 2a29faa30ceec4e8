"""Two rules that cannot both hold (R66–R72, C22; edge list: Conflict)."""

from __future__ import annotations

from typing import Any

import pytest

from inside import inside
from rulebooks import LONG, LONG_TEXT, SHORT_TEXT, believe, clash, detect, rule
from shows import shows
from worlds import World


def confidences(world: World) -> dict[str, float]:
    items = world.ok("memory:semantic:list", projectId="novel")["items"]
    return {each["id"]: each["confidence"] for each in items}


def waiting(world: World, **asked: Any) -> list[str]:
    answer = world.ok("memory:conflict:list", **{"projectId": "novel", **asked})
    return [each["id"] for each in answer["items"]]


@shows("R72", "R70", "R67", "C38")
def test_long_against_short_lowers_both_and_asks(world: World) -> None:
    # Given a rule for short sentences and one for long ones, when a distillation looks
    conflict = clash(world)
    # Then both are believed less, both are marked, and the author is asked
    assert confidences(world) == pytest.approx({"rule_short": 0.6, "rule_long": 0.5})
    items = world.ok("memory:semantic:list", projectId="novel")["items"]
    assert all(each["conflictMarked"] for each in items)
    (asked,) = world.ok("memory:conflict:list", projectId="novel")["items"]
    assert [(each["id"], each["rule"]) for each in asked["rules"]] == [
        ("rule_long", LONG_TEXT),
        ("rule_short", SHORT_TEXT),
    ]
    assert [each["confidence"] for each in asked["rules"]] == pytest.approx([0.5, 0.6])
    assert {**asked, "rules": None} == {
        "rules": None,
        "id": conflict,
        "scope": "project",
        "projectId": "novel",
        "ruleIds": ["rule_long", "rule_short"],
        "reason": "CONTRADICTION",
        "status": "pending",
        "createdAt": world.clock.now(),
        "inForce": "rule_short",
    }
    events = world.ok("memory:learning:history", projectId="novel")["items"]
    assert {(each["kind"], each["ruleId"]) for each in events} == {
        ("lowered", "rule_short"),
        ("lowered", "rule_long"),
    }


@shows("R72", "C22", "R75")
def test_the_chosen_rule_is_confirmed_and_the_other_gone(world: World) -> None:
    conflict = clash(world)
    # When the author chooses short
    world.clock.advance(hours=1)
    decided = world.ok("memory:conflict:resolve", conflictId=conflict, chosenRuleId="rule_short")
    # Then the conflict is resolved
    assert (decided["status"], decided["chosenRuleId"]) == ("resolved", "rule_short")
    assert decided["resolvedAt"] == world.clock.now()
    assert [(each["id"], each["userConfirmed"]) for each in decided["rules"]] == [
        ("rule_short", True)
    ]
    assert waiting(world) == []
    assert waiting(world, includeResolved=True) == [conflict]
    # And short is confirmed, not modified; long is gone from every file and barred
    (kept,) = world.ok("memory:semantic:list", projectId="novel")["items"]
    assert (kept["id"], kept["userConfirmed"], kept["userModified"]) == ("rule_short", True, False)
    assert kept["conflictMarked"] is False
    assert LONG_TEXT.encode() not in world.bytes_everywhere()
    assert inside(world.memory).audit_store.page(None, 1)[0].subject == "rule_long"
    # And a later look asks nothing
    assert detect(world.memory) == []


def test_a_chosen_rule_is_as_sure_again_as_its_evidence(world: World) -> None:
    names = [f"ep_{n:06d}" for n in range(35)]
    believe(world, rule("rule_short", confidence=0.875), by=names)
    believe(world, rule("rule_long", text=LONG_TEXT, predicate=LONG, confidence=0.7))
    (conflict,) = detect(world.memory)
    assert confidences(world)["rule_short"] == 0.67
    world.ok("memory:conflict:resolve", conflictId=conflict, chosenRuleId="rule_short")
    assert confidences(world) == {"rule_short": 0.87}


@shows("R72")
def test_resolving_twice_or_wrongly_is_refused(world: World) -> None:
    conflict = clash(world)

    def refused(**asked: Any) -> dict[str, Any]:
        payload = {"conflictId": conflict, "chosenRuleId": "rule_short", **asked}
        return world.fails("memory:conflict:resolve", **payload)

    wrong = refused(chosenRuleId="rule_third")
    assert (wrong["code"], wrong["details"]["field"]) == ("INVALID_ARGUMENT", "chosenRuleId")
    assert refused(conflictId="conflict_none")["code"] == "NOT_FOUND"
    assert refused(projectId="other")["code"] == "MEMORY_SCOPE_DENIED"
    assert len(confidences(world)) == 2
    world.ok("memory:conflict:resolve", conflictId=conflict, chosenRuleId="rule_short")
    assert refused()["code"] == "CONFLICT"
    assert refused(chosenRuleId="rule_long")["code"] == "CONFLICT"
    assert list(confidences(world)) == ["rule_short"]


@shows("R70")
def test_a_pair_is_lowered_once_and_not_at_every_distillation(world: World) -> None:
    clash(world)
    before = confidences(world)
    assert detect(world.memory) == []
    assert confidences(world) == before
    assert len(waiting(world)) == 1


@shows("R70")
def test_a_rule_in_two_new_conflicts_is_lowered_once_and_never_below_nought(world: World) -> None:
    believe(world, rule("rule_long", text=LONG_TEXT, predicate=LONG, confidence=0.1))
    believe(world, rule("rule_one", confidence=0.8))
    believe(world, rule("rule_two", text="动作场景平均句长少于 15 字", confidence=0.9))
    assert len(detect(world.memory)) == 2
    assert confidences(world) == pytest.approx({"rule_long": 0, "rule_one": 0.6, "rule_two": 0.7})


@shows("R66", "R75", "B3")
def test_a_confirmed_rule_keeps_its_confidence(world: World) -> None:
    believe(world, rule("rule_short", confidence=0.8, user_confirmed=True))
    believe(world, rule("rule_long", text=LONG_TEXT, predicate=LONG, confidence=0.7))
    assert len(detect(world.memory)) == 1
    assert confidences(world) == pytest.approx({"rule_short": 0.8, "rule_long": 0.5})


@shows("B14", "B4")
@pytest.mark.parametrize(
    ("one", "other", "clashing"),
    [
        ("用第一人称叙述", "用第三人称叙述", True),
        ("Use short sentences", "Use long sentences", True),
        ("不要写梦境", "要写梦境", True),
        ("不使用感叹号", "少用省略号", False),
        ("对白场景不使用感叹号", "动作场景多用感叹号", False),
    ],
)
def test_contradiction_is_about_one_thing_whatever_it_is(
    world: World, one: str, other: str, clashing: bool
) -> None:
    for text in (one, other):
        world.ok("memory:semantic:add", rule=text, scope="project", projectId="novel")
    assert bool(waiting(world, projectId="novel")) is clashing  # asked when it is typed
    assert detect(world.memory) == []  # and once


@shows("R69", "C24")
def test_a_project_and_the_world_do_not_contradict_but_overlap(world: World) -> None:
    believe(world, rule("rule_short", project_id=None))
    believe(world, rule("rule_long", text=LONG_TEXT, predicate=LONG))
    believe(world, rule("rule_far", text=LONG_TEXT, predicate=LONG, project_id="other"))
    for project in ("novel", "other", None):
        assert detect(world.memory, project) == []


def test_global_rules_contradict_each_other_too(world: World) -> None:
    conflict = clash(world, project_id=None)
    assert waiting(world) == [conflict]
    (asked,) = world.ok("memory:conflict:list")["items"]
    assert asked["scope"] == "global"


@shows("C93")
def test_deleting_one_side_settles_the_question(world: World) -> None:
    clash(world)
    receipt = world.ok("memory:semantic:delete", id="rule_long")
    assert receipt["conflicts"] == 1
    assert waiting(world, includeResolved=True) == []
    (kept,) = world.ok("memory:semantic:list", projectId="novel")["items"]
    assert kept["conflictMarked"] is False


@pytest.mark.parametrize(
    ("text", "asked"), [("动作场景不使用感叹号", 0), ("动作场景平均句长少于 12 字", 1)]
)
def test_an_edit_that_ends_the_contradiction_ends_the_question(
    world: World, text: str, asked: int
) -> None:
    clash(world)
    edited = world.ok("memory:semantic:update", id="rule_short", version=2, patch={"rule": text})
    assert edited["conflictMarked"] is bool(asked)
    assert len(waiting(world)) == asked


@shows("C92")
def test_another_projects_conflicts_are_not_shown(world: World) -> None:
    clash(world)
    assert waiting(world, projectId="other") == []
    assert world.ok("memory:conflict:list")["items"] == []


# -- in prompts while it waits, and both kept (C108)


def prompted(world: World, project: str | None = "novel") -> set[str]:
    """The rules that a prompt holds."""
    prompt = world.ok("context:assemble", skillId="continue", projectId=project, text="雨停了。")
    return {each["content"] for each in prompt["injected"]["memory"]}


@shows("C108")
def test_of_two_rules_that_wait_a_prompt_holds_the_one_that_was_surer(world: World) -> None:
    # Given two rules that contradict each other, and nobody has decided
    conflict = clash(world)
    # Then prompts hold the surer one alone, and the question says which
    assert prompted(world) == {SHORT_TEXT}
    (asked,) = world.ok("memory:conflict:list", projectId="novel")["items"]
    assert asked["inForce"] == "rule_short"
    # And when the author takes the other, that one alone
    world.ok("memory:conflict:resolve", conflictId=conflict, chosenRuleId="rule_long")
    assert prompted(world) == {LONG_TEXT}


@shows("C108")
def test_surer_is_what_it_was_before_both_were_lowered(world: World) -> None:
    # Given one that is surer today only because what is confirmed is not lowered
    believe(world, rule("rule_short", confidence=0.8))
    believe(world, rule("rule_long", text=LONG_TEXT, predicate=LONG, confidence=0.75))
    detect(world.memory)
    long = next(each for each in book_of(world) if each["id"] == "rule_long")
    world.ok(
        "memory:semantic:update",
        id="rule_long",
        version=long["version"],
        patch={"confidence": 0.7},
    )
    assert confidences(world)["rule_long"] > confidences(world)["rule_short"]
    assert prompted(world) == {SHORT_TEXT}


@shows("C108")
def test_as_sure_the_newer_evidence_decides_and_confirmed_is_the_authors_word(
    world: World,
) -> None:
    believe(world, rule("rule_short", confidence=0.8))
    later = rule("rule_long", text=LONG_TEXT, predicate=LONG, confidence=0.8, evidence_at=2_000)
    believe(world, later)
    detect(world.memory)
    assert prompted(world) == {LONG_TEXT}
    short = next(each for each in book_of(world) if each["id"] == "rule_short")
    patch = {"userConfirmed": True}
    world.ok("memory:semantic:update", id="rule_short", version=short["version"], patch=patch)
    assert prompted(world) == {SHORT_TEXT}


def test_what_contradicts_only_what_waits_is_said(world: World) -> None:
    # Given three, of which the middle one contradicts both others
    believe(world, rule("rule_a", confidence=0.9))
    believe(world, rule("rule_b", text=LONG_TEXT, predicate=LONG, confidence=0.8))
    believe(world, rule("rule_c", text="动作场景平均句长少于 15 字", confidence=0.7))
    assert len(detect(world.memory)) == 2
    assert prompted(world) == {SHORT_TEXT, "动作场景平均句长少于 15 字"}


@shows("C108")
@pytest.mark.parametrize(
    ("one", "other", "kept"),
    [
        ("用短句", "用长句", {"动作场景用短句", "对白场景用长句"}),
        ("不要写梦境", "要写梦境", {"动作场景不要写梦境", "对白场景要写梦境"}),
        (
            "Use short sentences",
            "Use long sentences",
            {"Action scenes: Use short sentences", "Dialogue scenes: Use long sentences"},
        ),
    ],
)
def test_both_are_kept_each_in_its_scene(
    world: World, one: str, other: str, kept: set[str]
) -> None:
    # Given two of the author's rules that cannot both hold
    ids = [
        world.ok("memory:semantic:add", rule=text, scope="project", projectId="novel")["id"]
        for text in (one, other)
    ]
    (asked,) = world.ok("memory:conflict:list", projectId="novel")["items"]
    # When both are kept, by scene
    both = [
        {"ruleId": id, "sceneType": scene}
        for id, scene in zip(ids, ("动作", "dialogue"), strict=True)
    ]
    decided = world.ok("memory:conflict:resolve", conflictId=asked["id"], keepBoth=both)
    # Then nothing is deleted or waits, each says where it holds, and prompts have both
    assert (decided["status"], decided.get("chosenRuleId")) == ("resolved", None)
    assert {each["rule"] for each in decided["rules"]} == kept
    assert waiting(world) == [] == detect(world.memory)
    assert all(each["userConfirmed"] for each in book_of(world))
    assert prompted(world) == kept
    # And the wording before is remembered, and measured scenes are the scenes asked for
    assert {each["history"][-1]["rule"] for each in book_of(world)} == {one, other}
    measured = [each["predicate"]["sceneType"] for each in book_of(world) if "predicate" in each]
    assert sorted(measured) in ([], ["action", "dialogue"])


@shows("C108")
def test_both_cannot_be_kept_in_one_scene_or_in_half(world: World) -> None:
    ids = [
        world.ok("memory:semantic:add", rule=text, scope="project", projectId="novel")["id"]
        for text in ("用短句", "动作场景用长句")
    ]
    (asked,) = world.ok("memory:conflict:list", projectId="novel")["items"]

    def refused(*scenes: str, **more: Any) -> str:
        pairs = zip(ids, scenes, strict=False)
        both = [{"ruleId": id, "sceneType": scene} for id, scene in pairs]
        told = world.fails("memory:conflict:resolve", conflictId=asked["id"], keepBoth=both, **more)
        return str(told["code"])

    assert refused("action", "action") == "INVALID_ARGUMENT"
    assert refused("action") == "INVALID_ARGUMENT"
    assert refused("action", "dialogue") == "INVALID_ARGUMENT"  # the other has its own scene
    assert refused("dialogue", "action", chosenRuleId=ids[0]) == "INVALID_ARGUMENT"
    assert world.fails("memory:conflict:resolve", conflictId=asked["id"])["code"] == (
        "INVALID_ARGUMENT"
    )
    assert len(waiting(world)) == 1


def book_of(world: World) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = world.ok("memory:semantic:list", projectId="novel")["items"]
    return items
