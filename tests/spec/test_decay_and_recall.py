"""Fading, waking and finding again (seed 000, "记忆衰减" and "情景记忆召回"; C1–C4, C63)."""

from __future__ import annotations

import json
import math
from pathlib import Path
from threading import Event

import pytest

from factories import policy
from inside import inside
from shows import shows
from worlds import FIGHT, GARDEN, World, Worlds

DAY = 86_400_000


def aged(world: World, days: float, **changes: object) -> str:
    return world.record(timestamp=world.clock.now() - round(days * DAY), **changes)["episodeId"]


@shows("R34", "R14", "R31")
def test_a_dialogue_scene_gets_the_three_to_five_most_relevant(world: World) -> None:
    # Given dialogue and other scenes from earlier chapters
    talk = "“你昨晚去了哪里？”母亲问道。“在河边。”他低声说。"
    close = [world.record(sceneType="对白", inputContext=talk)["episodeId"] for _ in range(2)]
    other = "“三文钱一斤，不还价。”货郎说。“太贵了。”"
    same = [world.record(sceneType="对白", inputContext=other)["episodeId"] for _ in range(2)]
    for _ in range(6):
        world.record(sceneType="description", inputContext=GARDEN)
    # When a dialogue scene in chapter fifteen asks
    answer = world.query(sceneType="对白", queryText="母亲问他去了哪里")
    # Then what answers comes first, then what has the scene, and no scene of another kind (C103)
    assert set(world.ids_of(answer)[:2]) == set(close)
    assert set(world.ids_of(answer)[2:]) == set(same)
    assert answer["mode"] == "semantic"
    assert answer["memoryDegraded"] is False
    for item in answer["items"]:
        assert item["reason"]["en"]
        assert item["reason"]["zh"]


def test_the_limit_is_forced_into_three_to_five(world: World) -> None:
    for _ in range(8):
        world.record()
    for asked, given in ((1, 3), (4, 4), (99, 5), (-2, 3)):
        assert len(world.query(limit=asked)["items"]) == given


def test_without_a_question_the_newest_come_first(world: World) -> None:
    made = []
    for _ in range(4):
        world.clock.advance(hours=1)
        made.append(world.record()["episodeId"])
    answer = world.query()
    assert world.ids_of(answer) == made[::-1]
    assert answer["mode"] == "deterministic"
    assert answer["memoryDegraded"] is False


def test_a_question_of_punctuation_asks_for_the_newest(world: World) -> None:
    made = []
    for _ in range(4):
        world.clock.advance(hours=1)
        made.append(world.record()["episodeId"])
    answer = world.query(queryText="……！？")
    assert world.ids_of(answer) == made[::-1]
    assert (answer["mode"], answer["memoryDegraded"]) == ("deterministic", False)


def test_equal_times_are_ordered_by_id(world: World) -> None:
    made = [world.record()["episodeId"] for _ in range(5)]
    assert world.ids_of(world.query()) == sorted(made)


@shows("R14")
def test_words_and_meaning_find_across_scripts(world: World) -> None:
    fight = world.record()["episodeId"]
    garden = world.record(inputContext=GARDEN, sceneType="description")["episodeId"]
    for noise in range(6):
        world.record(inputContext=f"天气预报说明天第{noise}区有雨。", sceneType="narration")
    assert world.ids_of(world.query(queryText="刀光与敌人"))[0] == fight
    assert world.ids_of(world.query(queryText="ROSES in a Garden"))[0] == garden


@shows("C63", "R65", "C2", "R52")
def test_a_recall_into_a_prompt_wakes_a_fading_episode(world: World) -> None:
    # Given an episode that is fading
    fading = aged(world, 8)
    assert world.query()["items"][0]["band"] == "FADING"
    # When looking at it, nothing happens
    assert world.episode(fading)["meta"]["recallCount"] == 0
    # When it is put into the context of a generation
    world.query(queryText=FIGHT, purpose="context")
    # Then it is active again, and that is persisted
    world.reopen()
    meta = world.episode(fading)["meta"]
    assert meta["recallCount"] == 1
    assert meta["lastRecalledAt"] == world.clock.now()
    assert meta["band"] == "ACTIVE"
    assert meta["strength"] == 1.0


@shows("C63")
def test_a_recall_counts_once_a_day(world: World) -> None:
    episode = world.record()["episodeId"]
    for _ in range(3):
        world.query(purpose="context")
        world.clock.advance(hours=1)
    assert world.episode(episode)["meta"]["recallCount"] == 1
    world.clock.advance(days=1)
    world.query(purpose="context")
    assert world.episode(episode)["meta"]["recallCount"] == 2


@shows("C63")
def test_what_is_recalled_while_the_background_is_busy_is_counted_together(worlds: Worlds) -> None:
    world = worlds(immediate=False)
    projects = ("novel", "diary", "play")
    episodes = [world.record(projectId=each)["episodeId"] for each in projects]
    parts, go_on = inside(world.memory), Event()
    parts.jobs.drain()

    def commits() -> int:
        with parts.episodes_db.read() as reader:
            return int(reader.execute("SELECT count FROM commits").get)

    # Given a background that has something else to do
    parts.jobs.submit("something else", go_on.wait)
    before = commits()
    # When many ask meanwhile
    for each in projects * 3:
        assert world.query(projectId=each, purpose="context")["items"]
    go_on.set()
    parts.jobs.drain()
    # Then all that they recalled is counted, by one write
    counts = [
        world.episode(episode, project)["meta"]["recallCount"]
        for episode, project in zip(episodes, projects, strict=True)
    ]
    assert counts == [1, 1, 1]
    assert commits() == before + 1


@shows("R53", "B7")
def test_what_waits_for_compression_stays_out_of_recall(world: World) -> None:
    gone = [aged(world, 20), aged(world, 60)]
    alive = aged(world, 1)
    assert world.ids_of(world.query()) == [alive]
    assert world.ids_of(world.query(queryText=FIGHT)) == [alive]
    assert not set(gone) & set(world.ids_of(world.query(sceneType="action")))


@shows("R53")
def test_many_faded_ones_do_not_hide_the_living(world: World) -> None:
    # Given more faded episodes that match better than one look takes in
    for _ in range(90):
        aged(world, 30)
    alive = aged(world, 2, inputContext=f"{FIGHT}敌人在雪地里。")
    assert world.ids_of(world.query(queryText=FIGHT)) == [alive]


@shows("R50", "R63", "B2", "C8")
def test_strengths_are_persisted_and_recomputed_once_a_day(world: World) -> None:
    # Given an episode with its strength in its row
    episode = world.record()["episodeId"]
    assert world.episode(episode)["meta"]["strength"] == 1.0
    # When the application starts nine days later
    world.clock.advance(days=9)
    world.reopen()
    # Then the row says how it stands now
    meta = world.episode(episode)["meta"]
    assert round(meta["strength"], 4) == 0.4676
    assert meta["band"] == "FADING"
    # And a second start on the same day does not touch it again
    world.clock.advance(hours=2)
    world.reopen()
    assert world.episode(episode)["meta"]["strengthAt"] == meta["strengthAt"]


@shows("R57", "C10")
def test_a_core_setting_does_not_fade(world: World) -> None:
    core = aged(world, 400, coreSetting=True)
    assert world.ids_of(world.query()) == [core]
    assert world.query()["items"][0]["strength"] == 1.0


def test_recall_of_an_unknown_project_is_empty_and_not_degraded(world: World) -> None:
    for asked in ({}, {"queryText": "anything"}, {"sceneType": "action"}):
        answer = world.query(projectId="nowhere", **asked)
        assert answer["items"] == []
        assert answer["memoryDegraded"] is False


def test_the_same_question_gets_the_same_answer(world: World, tmp_path: Path) -> None:
    for number in range(30):
        world.record(inputContext=f"{FIGHT}第{number % 5}次。")
    asked = {"queryText": "刀光 敌人", "sceneType": "action"}
    first = world.query(**asked)
    assert world.query(**asked) == first
    world.reopen()
    assert world.query(**asked) == first


@shows("B12")
def test_a_question_writes_nothing_and_lists_nothing_that_did_not_match(world: World) -> None:
    for number in range(12):
        world.record(inputContext=f"{FIGHT}第{number}次。")
    database = inside(world.memory).episodes_db
    with database.read() as reader:
        before = database.foreign_writes(reader)
        answer = world.query(queryText="刀光", sceneType="action")
        assert database.foreign_writes(reader) == before
    assert all(item["score"] > 0 for item in answer["items"])


@shows("C84")
def test_a_run_that_nobody_answered_is_out_of_recall_and_counts(world: World) -> None:
    # Given an answered episode and one that is still open
    answered = world.record()["episodeId"]
    waiting = world.record()["episodeId"]
    inside(world.memory).episodes_db.write(
        lambda tx: tx.execute(
            "UPDATE episodes SET state = 'open', selected_index = NULL, signal = NULL, weight = 0"
            " WHERE id = ?",
            (waiting,),
        )
    )
    # Then only the answered one is found, by time, by scene and by words
    for asked in ({}, {"sceneType": "action"}, {"queryText": FIGHT}):
        assert world.ids_of(world.query(**asked)) == [answered]
    counts = world.ok("memory:status")["episodes"]
    assert (counts["active"], counts["open"]) == (1, 1)
    # And it can be looked at, without a choice and without a signal
    kept = world.episode(waiting)
    assert kept["meta"]["state"] == "open"
    assert kept["aiOutput"]["selectedIndex"] is None
    assert kept["feedback"]["implicit"]["signal"] is None
    # And there is nothing to undo
    error = world.fails("memory:episode:undo", projectId="novel", episodeId=waiting)
    assert error["code"] == "CONFLICT"


@shows("R13")
@pytest.mark.files("SQLite's plans; the others are in tests/postgres/test_partitions.py")
def test_time_project_scene_and_meaning_are_indexed(world: World) -> None:
    world.record()
    with inside(world.memory).episodes_db.read() as reader:

        def plan(sql: str) -> str:
            return " ".join(str(row[3]) for row in reader.execute(f"EXPLAIN QUERY PLAN {sql}"))

        newest = "ORDER BY timestamp DESC, seq DESC LIMIT 5"
        assert "episodes_by_time" in plan(f"SELECT seq FROM episodes WHERE project = 1 {newest}")
        assert "episodes_by_scene" in plan(
            "SELECT seq FROM episodes WHERE project = 1 AND scene_type = 'action'"
            " AND compressed = 0 AND state = 'closed' ORDER BY timestamp DESC LIMIT 5"
        )
        # a vector of what the AI was given (seed 002)
        vector = reader.execute("SELECT vector FROM vectors").get
    expected = (
        inside(world.memory).embedder_for(world.memory.settings.get().embedder).embed([FIGHT])
    )
    assert vector == expected[0].tobytes()


@shows("C60")
def test_episodes_and_knowledge_fade_by_two_laws_that_share_nothing(
    worlds: Worlds, tmp_path: Path
) -> None:
    """Given an episode and a fact of the same hour. When a fortnight has passed. Then each is worth
    what its own law says, and whoever tunes one law leaves the other alone."""

    def worth(world: World, folder: Path, rate: float | None = None) -> tuple[float, float]:
        folder.mkdir()
        world.ok("agent:init", workspace=str(folder), agentId="agent", sources=[])
        if rate is not None:
            config = folder / "memory/config.json"
            told = json.loads(config.read_text("utf-8"))
            told["decay_rates"]["fact"] = rate
            config.write_text(json.dumps(told), "utf-8")
        episode = world.record()["episodeId"]
        fact = world.ok(
            "knowledge:capture", projectId="agent", content="那天下着雨", importance=0.5
        )
        world.clock.advance(days=14)
        known = world.ok("knowledge:get", projectId="agent", id=fact["item"]["id"])
        world.reopen()
        return world.episode(episode)["meta"]["strength"], known["currentScore"]

    strength, score = worth(worlds(), tmp_path / "a")
    importance = worlds().policy.knowledge.importance_slows * 0.5
    assert score == pytest.approx(0.5 * math.exp(-0.008 * (1 - importance) * 14), abs=1e-6)
    assert strength == pytest.approx(math.exp(-0.1 * 14) * 1.15, rel=0.2)
    # Knowledge that fades faster
    again, faster = worth(worlds(), tmp_path / "b", rate=0.2)
    assert (again, faster) == (
        strength,
        pytest.approx(0.5 * math.exp(-0.2 * (1 - importance) * 14), abs=1e-6),
    )
    # Episodes that fade more slowly
    slow = policy(decay={"rate_per_day": 0.01})
    slower, same = worth(worlds(policy=slow), tmp_path / "c")
    assert slower > 2 * strength
    assert same == score
