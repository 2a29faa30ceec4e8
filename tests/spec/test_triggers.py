"""When episodes become rules: never while the author waits (R38–R42; C17, C80, C82, C91)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from factories import eventually, policy
from inside import inside
from mohen.policy import Policy
from mohen.rules import distill, triggers
from mohen.rules.evidence_store import Counts
from mohen.rules.model import Run
from prose import Author
from rulebooks import book, only
from shows import shows
from worlds import World


def runs(world: World, project: str = "novel") -> list[Run]:
    """Oldest first."""
    found = inside(world.memory).distillation_store.latest(project, limit=1000)
    return sorted(found, key=lambda each: each.upto)


def looks(world: World, project: str = "novel") -> list[tuple[str, int]]:
    """What set each distillation off, and how many episodes there were."""
    return [(each.trigger.value, each.episodes) for each in runs(world, project)]


def write(world: World, times: int, **changes: Any) -> None:
    for _ in range(times):
        world.record(**changes)


# -- enough is new


@shows("R38", "C17", "C80")
def test_a_young_project_is_looked_at_after_10_25_and_50_then_every_50(world: World) -> None:
    write(world, 9)
    assert looks(world) == []
    write(world, 111)
    assert looks(world) == [("batch", 10), ("batch", 25), ("batch", 50), ("batch", 100)]


@shows("C80", "C17")
def test_the_looks_of_a_long_project() -> None:
    seen, at = 0, []
    for total in range(1, 401):
        if triggers.enough(Counts(total, seen, total - seen), (10, 25, 50), 50):
            at.append(total)
            seen = total
    assert at == [10, 25, 50, *range(100, 401, 50)]


@shows("C17", "C91")
def test_what_is_due_survives_a_restart(world: World) -> None:
    # Given a project of 30 episodes, looked at twice
    write(world, 30)
    # When the memory is closed and opened again
    world.reopen()
    # Then nothing is looked at for that, and the third look comes with the fiftieth
    write(world, 19)
    assert [each for _, each in looks(world)] == [10, 25]
    world.record()
    assert [each for _, each in looks(world)] == [10, 25, 50]


@shows("C91")
def test_two_processes_count_together(world: World, tmp_path: Path) -> None:
    # Given two open memories on one home, each recording every other episode
    other = World(world.home, clock=world.clock)
    other.ids._next = count(900_001)  # they would not give the same names
    for n in range(10):
        (world, other)[n % 2].record()
    other.close()
    assert [each for _, each in looks(world)] == [10]


@shows("C17", "C77")
def test_each_project_has_its_own_count(world: World) -> None:
    for n in range(18):
        world.record(projectId=("novel", "essay")[n % 2])
    assert looks(world) == looks(world, "essay") == []
    world.record(projectId="essay")
    assert (looks(world), looks(world, "essay")) == ([], [("batch", 10)])


@shows("R49", "C91", "C18")
def test_a_look_that_could_not_be_taken_is_taken_later(world: World) -> None:
    # Given another process that distils while the tenth episode is recorded
    parts = inside(world.memory)
    write(world, 9)
    now = world.clock.now()
    parts.mind_db.write(
        lambda tx: parts.lease_store.take(tx, distill.LEASE, "another", now, now + 60_000)
    )
    # Then recording is not hindered
    write(world, 2)
    assert looks(world) == []
    assert book(world)["learning"]["pendingEpisodes"] == 11
    # And when it is done, the next episode is the occasion
    world.clock.advance(seconds=61)
    world.record()
    assert looks(world) == [("batch", 12)]
    assert book(world)["learning"]["pendingEpisodes"] == 0


@shows("C17", "C91", "R28")
def test_an_undo_is_news_but_no_episode_more(world: World) -> None:
    kept = [world.record()["episodeId"] for _ in range(10)]
    assert book(world)["learning"]["pendingEpisodes"] == 0
    world.clock.advance(hours=1)
    world.ok("memory:episode:undo", projectId="novel", episodeId=kept[0])
    assert book(world)["learning"]["pendingEpisodes"] == 1
    assert looks(world) == [("batch", 10)]


# -- the author is away


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[World]:
    """A memory for which the author is away at once."""
    made = World(tmp_path / "home", policy=policy(learning={"idle_ms": 1}), immediate=False)
    yield made
    made.close()


@shows("R39", "R43")
def test_while_the_author_is_away_whatever_is_new_is_learned_from(hasty: World) -> None:
    assert Policy().learning.idle_ms == 5 * 60 * 1000
    # Given an author who leaves the desk, here for as short as can be
    write(hasty, 3)
    # Then what they did is learned from in the background
    eventually(lambda: ("idle", 3) in looks(hasty))


@shows("R39")
def test_nothing_new_is_no_reason(world: World) -> None:
    parts = inside(world.memory)
    write(world, 3)
    write(world, 4, projectId="essay")
    parts.learning_triggers.idle()
    parts.learning_triggers.idle()
    assert (looks(world), looks(world, "essay")) == ([("idle", 3)], [("idle", 4)])


# -- the author asks


@shows("R40")
def test_the_author_asks_for_it(world: World) -> None:
    world.record()
    world.ok("memory:semantic:distill", projectId="novel")
    world.ok("memory:semantic:distill", projectId="novel")  # asked is asked
    assert looks(world) == [("manual", 1), ("manual", 1)]


@shows("R40", "R43")
def test_asked_in_the_background_it_is_answered_before_it_is_done(world: World) -> None:
    world.record()
    begun = world.ok("memory:semantic:distill", projectId="novel", wait=False)
    assert begun["status"] == "running"
    assert [each.id for each in runs(world)] == [begun["runId"]]


# -- a rule is contradicted


@shows("R41", "C82")
def test_three_of_the_last_five_against_a_rule_are_a_reason(world: World) -> None:
    # Given a rule for short sentences
    author = Author()
    for _ in range(10):
        world.record(**author.short())
    assert only(world)["predicate"]["op"] == "<"
    before = len(runs(world))
    # When two of the last five episodes that bear on it speak against it, nothing happens
    for act in (author.long, author.short, author.long, author.short):
        world.record(**act())
    write(world, 2, sceneType="dialogue")  # and what does not bear on it is not counted
    assert len(runs(world)) == before
    # With the third it is looked into
    world.record(**author.long())
    assert [each.trigger.value for each in runs(world)[before:]] == ["contradiction"]
    assert len(only(world)["contradictingEpisodes"]) == 3


@shows("R41", "C82", "C80")
def test_once_the_author_is_asked_it_is_no_reason_any_more(world: World) -> None:
    # Given a confirmed rule, lived against until the author is asked
    author = Author()
    for _ in range(10):
        world.record(**author.short())
    rule = only(world)
    world.ok(
        "memory:semantic:update",
        id=rule["id"], version=rule["version"], patch={"userConfirmed": True},
    )  # fmt: skip
    while not world.ok("memory:conflict:list", projectId="novel")["items"]:
        world.record(**author.long())
    before = len(runs(world))
    # When they go on like that, then nothing more is to be found out by it
    for _ in range(6):
        world.record(**author.long())
    assert "contradiction" not in [each.trigger.value for each in runs(world)[before:]]


@shows("R41", "C82")
def test_a_scene_does_not_speak_against_the_rule_of_another(world: World) -> None:
    author = Author()
    for _ in range(10):
        world.record(sceneType="action", **author.short())
    for _ in range(4):
        world.record(sceneType="description", **author.long())
    assert [each for each, _ in looks(world)] == ["batch"]


# -- and when not


@shows("R79")
def test_paused_nothing_is_learned_and_everything_recorded(world: World) -> None:
    # Given learning that is paused
    world.ok("memory:learning:pause", projectId="novel")
    author = Author()
    for _ in range(12):
        world.record(**author.short())
    inside(world.memory).learning_triggers.idle()
    # Then nothing set a distillation off, nor can the author ask for one
    error = world.fails("memory:semantic:distill", projectId="novel")
    assert error["code"] == "CONFLICT"
    assert (runs(world), book(world)["items"]) == ([], [])
    learning = book(world)["learning"]
    assert (learning["paused"], learning["pendingEpisodes"]) == (True, 12)
    # When it is resumed, what was recorded meanwhile is learned from with the next episode
    world.ok("memory:learning:resume", projectId="novel")
    world.record(**author.short())
    assert looks(world) == [("batch", 13)]
    assert len(only(world)["supportingEpisodes"]) == 13


@shows("R79", "C77")
def test_a_paused_project_is_passed_over_when_all_are_distilled(world: World) -> None:
    write(world, 2, projectId="essay")
    write(world, 2)
    world.ok("memory:learning:pause", projectId="novel")
    told = world.ok("memory:semantic:distill")
    assert [each["projectId"] for each in told["runs"]] == ["essay"]


def test_switched_off_in_the_settings_nothing_is_learned_by_itself(world: World) -> None:
    world.ok("memory:settings:update", preferenceLearningEnabled=False)
    write(world, 12)
    inside(world.memory).learning_triggers.idle()
    assert runs(world) == []
    world.ok("memory:settings:update", preferenceLearningEnabled=True)
    world.record()
    assert looks(world) == [("batch", 13)]


@shows("C84")
def test_what_nobody_answered_is_not_counted(world: World) -> None:
    write(world, 9)
    parts = inside(world.memory)
    parts.episodes_db.write(
        lambda tx: tx.execute("UPDATE episodes SET state = 'open' WHERE seq = 1")
    )
    world.record()
    assert looks(world) == []
    world.record()
    assert looks(world) == [("batch", 10)]
