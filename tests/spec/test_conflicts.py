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
