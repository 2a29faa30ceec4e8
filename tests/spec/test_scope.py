"""What is everybody's and what is one project's (R69, R87–R91, C24, C37, C77, C92)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mohen.rules.model import Predicate
from rulebooks import LONG, LONG_TEXT, SHORT, SHORT_TEXT, believe, book, listed, rule
from shows import shows
from worlds import World


def add(world: World, text: str, project: str | None = None) -> str:
    where = {"scope": "project", "projectId": project} if project else {"scope": "global"}
    return str(world.ok("memory:semantic:add", rule=text, **where)["id"])


@shows("R90", "R87", "R69", "R111", "C24")
def test_a_global_rule_is_ignored_where_the_project_wants_the_opposite(world: World) -> None:
    # Given "first person" everywhere and "third person" in one project
    everywhere = add(world, "用第一人称叙述")
    here = add(world, "用第三人称叙述", "novel")
    # Then the project follows its own, every other the global one
    assert listed(world) == [here]
    assert listed(world, "other") == listed(world, None) == [everywhere]
    # And the overridden rule can be shown, says by what, and is not changed
    shown = {each["id"]: each for each in book(world, includeOverridden=True)["items"]}
    assert shown[everywhere]["overriddenBy"] == here
    assert shown[everywhere]["confidence"] == 1.0
    assert "overriddenBy" not in shown[here]
    # When the project's rule goes, the global one is back
    world.ok("memory:semantic:delete", id=here)
    assert listed(world) == [everywhere]


@shows("B9", "C24")
def test_a_project_rule_hides_no_other_global_rule_of_its_category(world: World) -> None:
    kept = {add(world, "不使用省略号"), add(world, "少用破折号")}
    own = add(world, "不使用感叹号", "novel")
    assert set(listed(world)) == {*kept, own}


@shows("R87", "R73")
def test_one_scope_can_be_asked_for(world: World) -> None:
    everywhere, here = add(world, "不使用省略号"), add(world, "不使用感叹号", "novel")
    assert listed(world, scope="global") == [everywhere]
    assert listed(world, scope="project") == [here]
    error = world.fails("memory:semantic:list", scope="project")
    assert error["details"]["field"] == "projectId"


@shows("R91", "R89", "C37", "B10")
@pytest.mark.parametrize("channel", ["memory:promote", "memory:scope:promote"])
def test_a_promoted_rule_applies_everywhere_and_outlives_its_project(
    world: World, channel: str
) -> None:
    # Given a rule that one project taught
    episode = world.record()["episodeId"]
    believe(world, rule(), by=[episode])
    assert listed(world, "other") == []
    # When it is promoted
    promoted = world.ok(channel, id="rule_a", projectId="novel")
    # Then it is global, unchanged otherwise, and every project has it
    assert promoted["scope"] == "global"
    assert "projectId" not in promoted
    assert (promoted["rule"], promoted["confidence"]) == (SHORT_TEXT, 0.87)
    assert promoted["supportingEpisodes"] == [episode]
    assert listed(world, "other") == listed(world, None) == ["rule_a"]
    # And it stays when its project is cleared
    token = world.fails("memory:clear:project", projectId="novel")["details"]["confirmToken"]
    world.ok("memory:clear:project", projectId="novel", confirmToken=token)
    assert listed(world, "other") == ["rule_a"]
    # And a second time there is nothing to promote
    assert world.fails(channel, id="rule_a")["code"] == "CONFLICT"


@shows("R91")
def test_what_is_global_already_is_not_promoted_beside_itself(world: World) -> None:
    believe(world, rule("rule_world", project_id=None, text="打斗用短句"))
    believe(world, rule("rule_same"))
    error = world.fails("memory:promote", id="rule_same", projectId="novel")
    assert (error["code"], error["details"]["id"]) == ("CONFLICT", "rule_world")
    assert listed(world, None) == ["rule_world"]


@shows("C92", "R116", "R119")
def test_another_projects_rule_is_refused_without_a_word_of_it(world: World) -> None:
    believe(world, rule())
    calls: dict[str, dict[str, Any]] = {
        "memory:semantic:update": {"version": 1, "patch": {"rule": "别的"}},
        "memory:semantic:delete": {},
        "memory:semantic:why": {},
        "memory:promote": {},
    }
    for channel, payload in calls.items():
        error = world.fails(channel, id="rule_a", projectId="other", **payload)
        assert error["code"] == "MEMORY_SCOPE_DENIED"
        assert "短句" not in str(error)
    told = world.fails("memory:learning:history", ruleId="rule_a", projectId="other")
    assert told["code"] == "MEMORY_SCOPE_DENIED"
    assert listed(world) == ["rule_a"]


@shows("C92", "R119")
def test_a_global_rule_does_not_carry_one_projects_texts_into_another(world: World) -> None:
    episode = world.record(finalText="只有我知道的句子")["episodeId"]
    believe(world, rule(project_id=None), by=[episode])
    here = world.ok("memory:semantic:why", id="rule_a", projectId="novel")
    assert here["supporting"][0]["finalText"] == "只有我知道的句子"
    for elsewhere in ({"projectId": "other"}, {"projectId": None}):
        told = world.ok("memory:semantic:why", id="rule_a", **elsewhere)
        assert told["supporting"] == [{"episodeId": episode, "weight": 1.0, "differences": []}]


@shows("C77")
def test_a_preference_that_three_projects_share_is_offered_and_never_applied(world: World) -> None:
    # Given the same preference in two projects
    for project in ("a", "b"):
        believe(world, rule(f"rule_{project}", project_id=project))
    assert book(world, None)["offers"] == []
    # When a third one learns it
    believe(world, rule("rule_c", project_id="c", predicate=replace(SHORT, value=20.0)))
    # Then it is offered, and not global by itself
    (offer,) = book(world, None)["offers"]
    assert offer["ruleIds"] == ["rule_a", "rule_b", "rule_c"]
    assert offer["projectIds"] == ["a", "b", "c"]
    assert (offer["projects"], offer["predicate"]["feature"]) == (3, "mean_sentence_length")
    assert listed(world, None) == []
    # A project is told how many share it, and of its own rule only
    (seen,) = book(world, "a")["offers"]
    assert (seen["ruleIds"], seen["projectIds"], seen["projects"]) == (["rule_a"], ["a"], 3)
    assert book(world, "novel")["offers"] == []
    # When the author accepts by promoting one, the offer is over
    world.ok("memory:promote", id="rule_a", projectId="a")
    assert book(world, None)["offers"] == []


@shows("R69", "C24")
def test_an_exception_for_one_scene_does_not_replace_the_general_rule(world: World) -> None:
    general = Predicate(SHORT.feature, SHORT.op, SHORT.value, SHORT.unit)
    believe(world, rule("rule_world", project_id=None, predicate=general))
    believe(world, rule("rule_action", text=LONG_TEXT, predicate=LONG))
    assert set(listed(world)) == {"rule_world", "rule_action"}
