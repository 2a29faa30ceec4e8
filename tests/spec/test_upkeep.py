"""What goes by night (seed 000, D and J; C1–C9, C84): to the day, once, never the wrong thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inside import inside
from mohen.episodes.model import State
from mohen.policy import Policy
from mohen.rules import curation
from mohen.rules.distill import Distiller
from mohen.rules.model import Rule, Trigger
from rulebooks import unmeasured
from shows import shows
from worlds import World

DAY = 86_400_000
Make = Callable[..., World]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """A world with other budgets."""
    made: list[World] = []

    def world(*, rules: int | None = None, **upkeep: int) -> World:
        policy = Policy()
        policy = replace(policy, upkeep=replace(policy.upkeep, **upkeep))
        if rules is not None:
            policy = replace(policy, rules=replace(policy.rules, budget=rules))
        made.append(World(tmp_path / "home", policy=policy))
        return made[-1]

    yield world
    for each in made:
        each.close()


def aged(world: World, days: float, **changes: Any) -> str:
    made = round(world.clock.now() - days * DAY)
    return str(world.record(timestamp=made, **changes)["episodeId"])


def states(world: World, project: str = "novel") -> dict[str, bool]:
    """Each episode that is there, and whether it is compressed."""
    items = world.ok("memory:episode:list", projectId=project, limit=200)["items"]
    return {item["id"]: item["meta"]["compressed"] for item in items}


def clean(world: World) -> dict[str, Any]:
    """A cleanup, after a dry run that has to say the same."""
    before = states(world)
    foreseen = world.ok("memory:cleanup:run", dryRun=True)
    assert states(world) == before
    done = world.ok("memory:cleanup:run")
    assert foreseen == {**done, "dryRun": True}
    return done


def rules(world: World) -> dict[str, Rule]:
    return {each.id: each for each in inside(world.memory).rule_store.everywhere()}


# -- bands


@shows("C1", "R53", "R64", "B6")
def test_seventeen_days_and_full_importance_are_compressed_at_the_next_cleanup(
    world: World,
) -> None:
    # Given an episode of 17 days and one that is as old but still fading
    id = aged(world, 17, importance=1.0)
    recalled = aged(world, 17, importance=1.0)
    inside(world.memory).recall.mark_recalled([seq_of(world, recalled)])
    assert world.episode(id)["meta"]["strength"] == pytest.approx(0.2375, abs=1e-4)
    # When the cleanup comes
    assert clean(world)["compressed"] == 1
    # Then age alone decides nothing
    assert states(world) == {id: True, recalled: False}


@shows("C1", "C3", "R54", "R64")
def test_sixty_days_are_past_the_last_band_and_still_only_compressed(world: World) -> None:
    id = aged(world, 60, importance=1.0)
    assert world.episode(id)["meta"]["band"] == "EXPIRING"
    report = clean(world)
    assert (report["compressed"], report["purged"]) == (1, 0)
    assert states(world) == {id: True}
    # And a digest stays, however weak, until its own time or budget is over
    assert clean(world)["purged"] == 0


@shows("R51", "R52", "R53")
@pytest.mark.parametrize(("days", "compressed"), [(12.0, False), (12.1, True)])
def test_the_boundary_at_importance_nought(world: World, days: float, compressed: bool) -> None:
    id = aged(world, days, importance=0.0)
    clean(world)
    assert states(world) == {id: compressed}


@shows("R65", "C2")
def test_a_recall_keeps_an_episode_from_the_cleanup(world: World) -> None:
    id = aged(world, 0)
    world.clock.advance(days=7)
    answer = world.query(sceneType="action", purpose="context")
    assert world.ids_of(answer) == [id]
    world.clock.advance(days=7)
    assert clean(world)["compressed"] == 0
    assert world.episode(id)["meta"]["band"] == "FADING"


@shows("R57", "C10", "C11")
def test_confirmed_episodes_and_core_settings_never_go(make: Make) -> None:
    world = make(active_budget=0, digest_budget=0)
    kept = [aged(world, 400, userConfirmed=True), aged(world, 400, coreSetting=True)]
    gone = aged(world, 1)
    report = clean(world)
    assert (report["compressed"], report["purged"]) == (1, 1)
    assert states(world) == dict.fromkeys(kept, False)
    assert gone not in states(world)


@shows("R63", "B2")
def test_strengths_are_written_down(world: World) -> None:
    id = aged(world, 0)
    world.clock.advance(days=3)
    assert clean(world)["strengths"] == 1
    with inside(world.memory).episodes_db.read() as reader:
        value, at = reader.execute("SELECT strength, strength_at FROM episodes").get
    assert at == world.clock.now()
    assert value == pytest.approx(world.episode(id)["meta"]["strength"])


# -- ages and budgets


@shows("R100", "R111", "C4", "C63")
def test_past_180_days_even_a_popular_episode_becomes_a_digest(world: World) -> None:
    young, old = aged(world, 179), aged(world, 181)
    for id in (young, old):
        for _ in range(5):
            inside(world.memory).recall.mark_recalled([seq_of(world, id)])
    clean(world)
    assert states(world) == {young: False, old: True}


@shows("R101", "R111", "C3", "R63")
def test_past_365_days_a_digest_is_deleted_and_rules_keep_their_count(world: World) -> None:
    old, younger = aged(world, 366), aged(world, 364)
    unmeasured(world, "rule_x", by=[old, younger])
    assert clean(world)["compressed"] == 2  # compressed first, whatever their age
    assert clean(world)["purged"] == 1
    assert states(world) == {younger: True}
    kept = rules(world)["rule_x"]
    assert kept.tally.gone_supporting == 1
    links = inside(world.memory).rule_store.links("rule_x")
    assert [each.episode_id for each in links] == [younger]
    # And doing it again counts nothing twice
    clean(world)
    assert rules(world)["rule_x"].tally.gone_supporting == 1


@shows("R116")
def test_a_backlog_of_compression_is_worked_off_in_small_writes_while_recording_goes_on(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given far more that waits to become digests than goes into one write
    world = make(batch=4)
    waiting = [aged(world, 181) for _ in range(13)]
    assert world.ok("memory:cleanup:run", dryRun=True)["compressed"] == len(waiting)
    # When they are compressed, and somebody records whenever the cleanup stands aside
    meanwhile: list[str] = []

    recording = False  # which itself stands aside, too

    def record() -> None:
        nonlocal recording
        if not recording and len(meanwhile) < 3:
            recording = True
            meanwhile.append(aged(world, 0))
            recording = False

    monkeypatch.setattr(inside(world.memory).jobs, "give_way", record)
    done = world.ok("memory:cleanup:run")
    # Then all of it is done at once, what was recorded meanwhile stays, and nothing waits any more
    assert done["compressed"] == len(waiting)
    assert len(meanwhile) == 3
    assert states(world) == {**dict.fromkeys(waiting, True), **dict.fromkeys(meanwhile, False)}
    assert world.ok("memory:cleanup:run", dryRun=True)["compressed"] == 0


@shows("R60", "C6", "R103")
def test_beyond_the_budget_the_newest_stay_and_the_rest_become_digests(make: Make) -> None:
    # Given two episodes more than the budget, the oldest of them dear and often recalled
    assert Policy().upkeep.active_budget == 1000
    world = make(active_budget=3)
    kept = aged(world, 5, userConfirmed=True)
    dear = aged(world, 3, importance=1.0)
    inside(world.memory).recall.mark_recalled([seq_of(world, dear)])
    old = aged(world, 2, importance=0.9)
    new = [aged(world, days, importance=0.5) for days in (1, 0)]
    other = aged(world, 4, projectId="other")
    # When the cleanup comes
    assert clean(world)["compressed"] == 2
    # Then the newest are whole, whatever they weigh, and what is confirmed is no part of it
    assert states(world) == {kept: False, dear: True, old: True, **dict.fromkeys(new, False)}
    assert states(world, "other") == {other: False}


@shows("R61", "C6")
def test_beyond_their_budget_the_oldest_digests_go(make: Make) -> None:
    world = make(digest_budget=2)
    ids = [aged(world, days) for days in (50, 40, 30, 20)]
    report = clean(world)
    assert (report["compressed"], report["purged"]) == (4, 2)
    assert states(world) == dict.fromkeys(ids[2:], True)


@shows("R55", "R56", "C76", "B6")
def test_a_digest_keeps_what_was_felt_and_measured(world: World) -> None:
    text = "月光下的旧仓库里藏着一封没有寄出的信，他犹豫了很久很久。"
    id = aged(world, 30, finalText=text, candidates=[text + "他走了。", "别的。"], selectedIndex=0,
              explicit="太啰嗦", chapterId="ch3")  # fmt: skip
    clean(world)
    kept = world.episode(id)
    for part in ("skill=continue", "scene=action", "chapter=ch3", "signal=", "style=", "太啰嗦"):
        assert part in kept["meta"]["digest"]
    assert kept["aiOutput"]["candidates"] == []
    assert kept["trigger"]["inputContext"] == ""
    with inside(world.memory).episodes_db.read() as reader:
        assert reader.execute("SELECT count(*) FROM evidence").get == 1
        assert reader.execute("SELECT count(*) FROM vectors").get == 0


# -- what nobody answered


def unanswered(world: World, hours: float) -> str:
    """An episode that a run opened and nobody has answered."""
    id = aged(world, hours / 24)
    inside(world.memory).episodes_db.write(
        lambda tx: tx.execute(
            "UPDATE episodes SET state = ?, signal = NULL, weight = 0.5 WHERE id = ?",
            (State.OPEN, id),
        )
    )
    return id


@shows("C84")
def test_what_nobody_answered_in_a_day_is_abandoned(world: World) -> None:
    waiting, waited = unanswered(world, 23.9), unanswered(world, 24.1)
    assert clean(world)["abandoned"] == 1
    assert world.episode(waiting)["meta"]["state"] == "open"
    gone = world.episode(waited)
    assert gone["meta"]["state"] == "abandoned"
    assert gone["feedback"]["implicit"]["signal"] == "ABANDONED"
    assert gone["feedback"]["implicit"]["weight"] == 0.0


@shows("C84")
def test_what_still_waits_for_an_answer_is_not_compressed(make: Make) -> None:
    world = make(active_budget=0)
    waiting, waited = unanswered(world, 1), unanswered(world, 30 * 24)
    report = clean(world)
    assert (report["abandoned"], report["compressed"]) == (1, 1)
    assert states(world) == {waiting: False, waited: True}


# -- rules


@shows("R62", "R102", "C9")
def test_beyond_the_budget_the_rule_of_least_standing_goes(make: Make) -> None:
    # Given a sure rule that nothing has spoken for in a hundred days, and a confirmed one
    assert Policy().rules.budget == 200
    world = make(rules=3)
    now = world.clock.now()
    unmeasured(world, "yours", confidence=0.1, user_confirmed=True, evidence_at=now - 500 * DAY)
    unmeasured(world, "stale", confidence=0.9, evidence_at=now - 100 * DAY)
    unmeasured(world, "fresh", confidence=0.4)
    unmeasured(world, "fresher", confidence=0.5)
    unmeasured(world, "elsewhere", confidence=0.1, project_id="other")
    # When there are too many, it is worth less than a fresh one that is less sure
    assert clean(world)["evictedRules"] == 1
    assert set(rules(world)) == {"yours", "fresh", "fresher", "elsewhere"}
    # And it may be learned again: nobody said it was wrong
    with inside(world.memory).mind_db.read() as reader:
        assert reader.execute("SELECT count(*) FROM vetoes").get == 0
    history = world.ok("memory:learning:history", projectId="novel")["items"]
    assert [(each["kind"], each["ruleId"]) for each in history] == [("evicted", "stale")]


@shows("R58", "R66", "R75", "C9", "B5")
def test_a_confirmed_rule_neither_ages_nor_goes(make: Make) -> None:
    world = make(rules=1)
    old = world.clock.now() - 1_000 * DAY
    unmeasured(
        world, "strict", confidence=0.6, user_confirmed=True, evidence_at=old, updated_at=old
    )
    unmeasured(world, "loose", confidence=0.9)
    before = rules(world)["strict"]
    assert clean(world)["evictedRules"] == 1
    assert rules(world) == {"strict": before}
    assert curation.standing(before, world.clock.now(), world.policy.rules) == 0.6


@shows("C9", "B5")
def test_upkeep_changes_no_rule_that_stays(world: World) -> None:
    unmeasured(world, "rule_x", confidence=0.7, evidence_at=world.clock.now() - 90 * DAY)
    before = rules(world)
    world.live(days=40)
    world.reopen()
    clean(world)
    assert rules(world) == before
    standing = curation.standing(before["rule_x"], world.clock.now(), world.policy.rules)
    assert standing == pytest.approx(0.7 * 0.98**130)


# -- the timetable


@shows("C8", "R103")
def test_a_new_home_cleans_nothing_at_its_first_start(world: World) -> None:
    id = aged(world, 60)
    world.reopen()
    assert states(world) == {id: False}
    table = world.ok("memory:status")["upkeep"]
    assert table["last"] == dict.fromkeys(["strengths", "cleanup", "weekly"], world.clock.now())
    assert world.clock.now() < table["next"]["cleanup"] <= world.clock.now() + DAY


@shows("C8", "R63", "R103")
def test_missed_nights_are_made_up_for_once_at_the_next_start(world: World) -> None:
    ids = [aged(world, 0)]
    world.live(days=30)
    world.reopen()
    assert states(world) == {ids[0]: True}
    # And a restart does nothing again until the next night
    ids.append(aged(world, 60))
    world.reopen()
    assert states(world)[ids[1]] is False
    world.clock.advance(days=1)
    world.reopen()
    assert states(world)[ids[1]] is True


@shows("R63", "C17")
def test_once_a_week_what_waits_is_distilled(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(
        Distiller, "distill", lambda _self, project, why: asked.append((project, why))
    )
    world.clock.advance(days=6.9)
    world.reopen()
    assert asked == []
    world.clock.advance(days=0.2)
    world.reopen()
    world.reopen()
    assert asked == [(None, Trigger.WEEKLY)]


@shows("R120")
def test_a_second_cleanup_meanwhile_is_refused(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    aged(world, 30)
    parts, refused = inside(world.memory), []
    inner = type(parts.retention_store).compressible

    def meanwhile(self: Any, tx: Any, seqs: Any) -> Any:
        refused.append(parts.lease_store.holder("cleanup"))
        return inner(self, tx, seqs)

    parts.mind_db.write(
        lambda tx: parts.lease_store.take(
            tx, "cleanup", "another", world.clock.now(), world.clock.now() + 1
        )
    )
    assert world.fails("memory:cleanup:run")["code"] == "CONFLICT"
    parts.upkeep.tick()  # which is no failure: somebody is at it
    assert world.ok("memory:status")["alerts"] == []
    # And a holder that died lets go when its time is up
    world.clock.advance(seconds=1)
    monkeypatch.setattr(type(parts.retention_store), "compressible", meanwhile)
    assert world.ok("memory:cleanup:run")["compressed"] == 1
    assert refused[0][0] != "another"
    assert parts.lease_store.holder("cleanup") is None


def seq_of(world: World, id: str) -> int:
    return inside(world.memory).episode_store.get(id=id)[0].seq
