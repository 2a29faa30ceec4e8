"""Authors change their minds: the last month wins, and a real contradiction is a question
(R67–R72; ruling C82)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mohen.rules.model import Op, Predicate
from mohen.text.default_rules import Category
from prose import Author
from rulebooks import add, believe, book, history, learn, only, rule, update
from shows import shows
from worlds import World

Act = Callable[..., dict[str, Any]]


def write(world: World, act: Act, times: int, *, every_days: float = 0, **changes: Any) -> None:
    for _ in range(times):
        world.record(**act(**changes))
        world.live(days=every_days)


def about(world: World, feature: str) -> dict[str, Any]:
    """The one rule about a feature."""
    (found,) = [
        each for each in book(world)["items"] if each.get("predicate", {}).get("feature") == feature
    ]
    return dict(found)


def conflicts(world: World) -> list[dict[str, Any]]:
    return list(world.ok("memory:conflict:list", projectId="novel")["items"])


# -- the last thirty days


@shows("R71", "R68", "C82", "C20")
@pytest.mark.parametrize("days_apart", [2, 1])
def test_ornate_for_two_months_then_plain(world: World, days_apart: float) -> None:
    # Given an author who wanted it ornate for two months
    author = Author()
    write(world, author.ornate, 30, every_days=days_apart)
    world.live(days=60 - 30 * days_apart)
    learn(world)
    ornate = about(world, "modifiers")
    assert ornate["rule"].startswith("动作场景偏好华丽辞藻")
    assert ornate["recentlyUpdated"] is False
    # When for the last weeks they have wanted it plain
    write(world, author.plain, 20, every_days=1)
    learn(world)
    # Then the rule says so, nobody was asked, and it can be seen that it was updated
    plain = about(world, "modifiers")
    assert plain["id"] == ornate["id"]
    assert plain["rule"].startswith("动作场景偏好简洁风格")
    assert plain["recentlyUpdated"] is True
    assert plain["userConfirmed"] is False
    assert (plain["history"][-1]["rule"], plain["history"][-1]["by"]) == (ornate["rule"], "drift")
    assert conflicts(world) == []
    assert "drifted" in history(world, ruleId=plain["id"])
    # And only what they want now speaks for it
    assert len(plain["supportingEpisodes"]) == 20
    # After a month that is no news any more
    world.live(days=31)
    assert about(world, "modifiers")["recentlyUpdated"] is False


@shows("B3", "R75", "R68")
def test_what_was_confirmed_does_not_drift(world: World) -> None:
    # Given a confirmed rule that is older than a month
    author = Author()
    write(world, author.short, 25, every_days=2)
    update(world, only(world), userConfirmed=True)
    confirmed = only(world)
    world.live(days=30)
    # When the author does the opposite
    write(world, author.long, 20, every_days=1)
    learn(world)
    # Then it says what it said, as surely, and the new episodes speak against it
    kept = next(each for each in book(world)["items"] if each["id"] == confirmed["id"])
    for name in ("rule", "confidence", "version", "predicate", "updatedAt"):
        assert kept[name] == confirmed[name]
    assert kept["recentlyUpdated"] is False
    assert len(kept["contradictingEpisodes"]) == 20
    assert "drifted" not in history(world, ruleId=kept["id"])


@shows("B4", "R68")
def test_a_drift_replaces_no_other_rule_of_its_group(world: World) -> None:
    # Given a learned rule about action, and older ones of its group: about rhythm, which nothing
    # measures, about another scene, and one that the author typed
    author = Author()
    write(world, author.short, 12, sceneType="action")
    (learned,) = (each["id"] for each in book(world)["items"])
    varied = Predicate("sentence_spread", Op.MORE, 5.0, "characters", "narration")
    believe(world, rule("rule_x", text="快慢相间", predicate=None, category=Category.PACING))
    believe(world, rule("rule_y", text="叙述句子长短交错", predicate=varied))
    add(world, "对白场景偏好短句，平均句长 < 15 字")
    before = {each["id"]: each for each in book(world)["items"]}
    assert {each["category"] for each in before.values()} == {"pacing"}
    # When the author changes their mind about action
    world.live(days=70)
    write(world, author.long, 20, sceneType="action")
    learn(world)
    # Then that rule has turned, and the others are what they were
    after = {each["id"]: each for each in book(world)["items"]}
    assert after.pop(learned)["predicate"]["op"] == ">"
    assert before.pop(learned)["predicate"]["op"] == "<"
    assert after == before


# -- a change of mind in a short history


@shows("C82", "R68")
@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("first", ["short", "long"])
def test_a_change_of_mind_is_followed_within_twenty(
    world: World, language: str, first: str
) -> None:
    # Given an author of one week who wanted it one way
    author = Author(language=language)
    one, other = (author.short, author.long)[:: 1 if first == "short" else -1]
    write(world, one, 30, every_days=0.1)
    before = about(world, "mean_sentence_length")
    # When they have wanted the opposite for twenty episodes, with others in between
    for _ in range(20):
        write(world, other, 1, every_days=0.1)
        write(world, author.anything, 1, sceneType="narration")
    # Then the triggers alone have seen to it
    after = about(world, "mean_sentence_length")
    assert after["id"] == before["id"]
    assert {before["predicate"]["op"], after["predicate"]["op"]} == {"<", ">"}
    assert after["predicate"]["sceneType"] == "action"
    assert after["recentlyUpdated"] is True
    assert conflicts(world) == []


@shows("C82", "R41")
def test_now_this_now_that_is_no_drift(world: World) -> None:
    # Given a rule, and an author who from now on takes what comes
    author = Author()
    write(world, author.short, 25)
    before = only(world)
    for _ in range(15):
        write(world, author.long, 1)
        write(world, author.short, 1)
    learn(world)
    # Then they have not turned to the opposite; the rule is less sure, or gone
    for kept in book(world)["items"]:
        assert kept["predicate"]["op"] == "<"
        assert kept["confidence"] < before["confidence"]
    assert "drifted" not in history(world)


# -- a contradiction is a question


@shows("R72", "R70", "R67", "C82", "C22")
def test_the_authors_own_wording_lived_against_is_asked_about(world: World) -> None:
    # Given a learned rule that the author worded anew
    author = Author()
    write(world, author.short, 25)
    worded = update(world, only(world), rule="动作场景句子要短，平均句长 < 15 字")
    # When they keep taking the opposite
    write(world, author.long, 20)
    learn(world)
    # Then there are both rules, both less sure, and the author is asked
    (asked,) = conflicts(world)
    items = {each["id"]: each for each in book(world)["items"]}
    assert set(asked["ruleIds"]) == set(items)
    assert all(each["conflictMarked"] for each in items.values())
    assert items[worded["id"]]["confidence"] < worded["confidence"]
    long = next(each for each in items.values() if each["id"] != worded["id"])
    bearing = len(long["supportingEpisodes"])
    assert long["confidence"] == pytest.approx(bearing / (bearing + 5) - 0.2)
    # When they choose, then the chosen one is theirs and the other gone
    world.ok("memory:conflict:resolve", conflictId=asked["id"], chosenRuleId=long["id"])
    kept = only(world)
    assert (kept["id"], kept["userConfirmed"], kept["conflictMarked"]) == (long["id"], True, False)
    # And nobody is asked again
    write(world, author.long, 10)
    learn(world)
    assert only(world)["id"] == long["id"]
    assert conflicts(world) == []
