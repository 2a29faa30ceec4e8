"""What was learned outlives the text it was learned from, and what was deleted stays deleted
(rulings C3, C64, C76, C93)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inside import inside
from mohen.rules.model import Link
from mohen.testing import ScriptedModel
from prose import Author
from rulebooks import SHORT_TEXT, add, book, learn, only
from shows import shows
from worlds import World, Worlds


def write(world: World, author: Author, times: int, **changes: Any) -> None:
    for _ in range(times):
        world.record(**author.short(**changes))


def scenes(world: World) -> set[str | None]:
    """Of which scenes anything is said."""
    return {each["predicate"].get("sceneType") for each in book(world)["items"]}


# -- compression


def everything_an_author_does(world: World) -> None:
    """Choosing, editing, rejecting, undoing, commenting, cutting a word."""
    author, prose = Author(5), Author(6).prose
    for n in range(60):
        act = n % 6
        if act <= 2:
            kept = world.record(**author.short(sceneType=("action", "dialogue")[n % 2]))
            if n % 12 == 0:
                world.ok("memory:episode:undo", projectId="novel", episodeId=kept["episodeId"])
        elif act == 3:
            world.record(candidates=[prose.long(), prose.long()], selectedIndex=-1)
        elif act == 4:
            world.record(**author.cutting("仿佛", explicit="太啰嗦" if n % 4 else None))
        else:
            world.record(candidates=[prose.long()], selectedIndex=0, finalText=prose.short())
        world.clock.advance(hours=3)


def learned(world: World) -> list[tuple[str, Any, float, set[Link]]]:
    links = inside(world.memory).rule_store.links
    found = [
        (each["rule"], each["predicate"], each["confidence"], set(links(each["id"])))
        for each in book(world)["items"]
    ]
    return sorted(found, key=lambda each: each[0])


@shows("C76", "R56")
def test_the_same_is_learned_before_and_after_compression(worlds: Worlds) -> None:
    # Given the same episodes in two homes, in which nothing was learned yet
    whole, compressed = worlds(), worlds()
    for world in (whole, compressed):
        world.ok("memory:learning:pause", projectId="novel")
        everything_an_author_does(world)
        world.live(days=40)
    # When one of them compresses everything before it learns
    assert compressed.ok("memory:cleanup:run")["compressed"] == 60
    assert whole.ok("memory:status")["episodes"]["compressed"] == 0
    for world in (whole, compressed):
        world.ok("memory:learning:resume", projectId="novel")
        assert learn(world)["runs"][0]["episodes"] == 60
    # Then both have the same rules, as sure, by the same episodes with the same weights
    assert learned(compressed) == learned(whole)
    assert {each[0] for each in learned(whole)} >= {"避免使用「仿佛」"}
    assert len(learned(whole)) >= 2


@shows("C76", "C91")
def test_a_second_look_at_compressed_episodes_changes_nothing(world: World) -> None:
    write(world, Author(), 25)
    before = book(world)["items"]
    world.live(days=40)
    world.ok("memory:cleanup:run")
    told = learn(world)
    assert (told["created"], told["updated"], told["conflicts"]) == ([], [], [])
    assert book(world)["items"] == before


@shows("C3", "R101", "C16")
def test_episodes_that_policy_deleted_still_count(world: World) -> None:
    # Given a rule, and its episodes compressed and a year later deleted
    author = Author()
    write(world, author, 25)
    before = only(world)
    for days in (40, 366):
        world.live(days=days)
        world.ok("memory:cleanup:run")
    gone = only(world)
    assert world.ok("memory:status")["episodes"]["compressed"] == 0
    assert (gone["tally"]["gone"], gone["confidence"]) == (25, before["confidence"])
    assert gone["supportingEpisodes"] == []
    # When a few more come, then they add to what is remembered
    write(world, author, 10)
    after = only(world)
    assert (after["id"], after["rule"]) == (before["id"], before["rule"])
    assert after["tally"] == {"supporting": 10, "contradicting": 0, "gone": 25}
    assert after["confidence"] == 0.87  # 35 of 40


# -- a restart


@shows("C91", "C76", "B1")
def test_a_restart_forgets_nothing_and_learns_nothing_anew(world: World) -> None:
    write(world, Author(), 25)
    before = book(world)
    world.reopen()
    assert book(world) == before
    assert learn(world)["updated"] == []
    assert book(world)["items"] == before["items"]


# -- deleted means deleted


def delete(world: World) -> dict[str, Any]:
    rule = only(world)
    return world.ok("memory:semantic:delete", id=rule["id"], projectId="novel")


@shows("R77", "B8", "C64", "C23")
@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_deleted_rule_does_not_come_back_after_a_hundred_more(
    world: World, language: str
) -> None:
    # Given a learned rule that the author deletes
    author = Author(language=language)
    write(world, author, 25)
    receipt = delete(world)
    assert receipt["episodesMarked"] == 25
    assert receipt["vetoes"] >= 1
    # When a hundred more episodes of the same kind come
    write(world, author, 100)
    # Then neither it nor a shadow of it (fewer commas, no long sentence) comes back
    assert book(world)["items"] == []
    assert learn(world)["created"] == []
    # Until the author says so: then what they do speaks for it again
    said = add(world, SHORT_TEXT)
    learn(world)
    kept = only(world)
    assert kept["id"] == said["id"]
    assert len(kept["supportingEpisodes"]) == 100  # the newest
    assert kept["tally"]["supporting"] == 125
    assert (kept["rule"], kept["confidence"], kept["userConfirmed"]) == (SHORT_TEXT, 1.0, True)


@shows("R77", "C64", "C78")
def test_nor_does_it_come_back_said_of_more_or_fewer_scenes(worlds: Worlds) -> None:
    # Given a deleted rule about action, and an author who wants the same elsewhere
    narrow, author = worlds(), Author()
    write(narrow, author, 12)
    assert scenes(narrow) == {"action"}
    delete(narrow)
    for _ in range(25):
        write(narrow, author, 1)
        write(narrow, author, 1, sceneType="dialogue")
    learn(narrow)
    # Then nothing is said of action, nor of everything
    assert scenes(narrow) == {"dialogue"}

    # Given a deleted rule about everything, then nothing is said of any scene
    wide, author = worlds(), Author()
    for _ in range(12):
        write(wide, author, 1)
        write(wide, author, 1, sceneType="dialogue")
    learn(wide)
    assert scenes(wide) == {None}
    delete(wide)
    write(wide, author, 30)
    learn(wide)
    assert book(wide)["items"] == []


@shows("R77", "C64")
def test_a_deleted_word_is_not_avoided_again(world: World) -> None:
    author = Author()
    for _ in range(12):
        world.record(**author.cutting("仿佛"))
    learn(world)
    assert only(world)["predicate"]["feature"] == "phrase:仿佛"
    delete(world)
    for _ in range(30):
        world.record(**author.cutting("仿佛"))
    learn(world)
    assert book(world)["items"] == []


@shows("C64", "C66", "R77")
def test_nor_can_a_model_bring_it_back(worlds: Worlds) -> None:
    # Given a deleted rule, and a model that proposes it in its words and in others
    model = ScriptedModel(json.dumps({"rewordings": [], "rules": []}))
    world = worlds(model=model)
    write(world, Author(), 25)
    supporting = only(world)["supportingEpisodes"][:5]
    delete(world)
    proposals = [
        {"zh": zh, "en": en, "category": "pacing", "confidence": 0.5, "supporting": supporting}
        for zh, en in (
            (SHORT_TEXT, "Keep it brisk when they fight"),
            ("动作场景多用短句，平均句长 < 20 字", "Short sentences in action scenes"),
            ("打斗时写呼吸", "Write breath into fights"),
        )
    ]
    model.script = [json.dumps({"rewordings": [], "rules": proposals})]
    world.record()
    learn(world)
    # Then only what was not deleted is taken
    assert [each["rule"] for each in book(world)["items"]] == ["打斗时写呼吸"]


@shows("C93")
def test_after_a_clear_the_project_learns_anew(world: World) -> None:
    write(world, Author(), 12)
    delete(world)
    asked = world.fails("memory:clear:project", projectId="novel")
    world.ok(
        "memory:clear:project", projectId="novel", confirmToken=asked["details"]["confirmToken"]
    )
    write(world, Author(), 12)
    assert only(world)["rule"] == SHORT_TEXT
