"""Nothing broken in the memory may stop the writing (seed 000, "降级策略")."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from inside import inside
from mohen import embedders
from mohen.core.settings_model import EmbedderConfig
from mohen.policy import Policy
from mohen.testing import FailingEmbedder
from shows import shows
from worlds import FIGHT, GARDEN, World


@pytest.fixture
def failing(tmp_path: Path) -> Iterator[tuple[World, FailingEmbedder]]:
    model = FailingEmbedder(embedders.make(EmbedderConfig(), Policy()))
    world = World(tmp_path / "home", embedder=model)
    yield world, model
    world.close()


def reasons(answer: dict) -> list[str]:
    return [each["reason"] for each in answer["diagnostics"]["degradations"]]


def findings(world: World) -> dict[str, str]:
    return {each["name"]: each["finding"] for each in world.ok("memory:doctor")["checks"]}


@shows("R94", "R93", "R142", "C96")
def test_a_dead_embedder_leaves_search_by_words_and_scene(
    failing: tuple[World, FailingEmbedder], caplog: pytest.LogCaptureFixture
) -> None:
    # Given a memory whose embedder dies
    world, model = failing
    fight = world.record()["episodeId"]
    world.record(inputContext=GARDEN, sceneType="description")
    model.broken = True
    # When the author asks
    with caplog.at_level(logging.WARNING):
        answer = world.query(queryText="刀光 敌人", sceneType="action")
    # Then the answer is there, by words and scene, and says what is wrong
    assert world.ids_of(answer)[0] == fight
    assert answer["mode"] == "deterministic"
    assert answer["memoryDegraded"] is True
    assert reasons(answer) == ["ENCODING_FAILED"]
    # And the event is in the log and was pushed once, however often it is met
    world.query(queryText="刀光")
    assert "MEMORY_DEGRADE_ENCODING_FAILED" in caplog.text
    assert FIGHT not in caplog.text
    began = [data for push, data in world.pushes if data["state"] == "began"]
    assert [each["reason"] for each in began] == ["ENCODING_FAILED"]
    # And recording goes on
    world.record()
    assert findings(world)["embedder"] == "fail"
    # When the embedder is back, everything catches up and the end is told
    model.broken = False
    world.record()
    healed = world.query(queryText="刀光")
    assert healed["mode"] == "semantic"
    assert healed["memoryDegraded"] is False
    assert world.ok("memory:status")["index"] == {"embeddable": 4, "embedded": 4, "foreign": 0}
    assert [data["state"] for _, data in world.pushes][-1] == "ended"


@shows("R142")
def test_vectors_of_another_embedder_are_not_compared_and_a_rebuild_mends(
    world: World,
) -> None:
    # Given episodes embedded by one embedder, and then another in the settings
    fight = world.record()["episodeId"]
    with inside(world.memory).episodes_db.read() as reader:
        assert reader.execute("SELECT count(*) FROM vectors").get == 1
    inside(world.memory).episodes_db.write(
        lambda tx: tx.execute("UPDATE embedders SET name = 'older', dims = 64")
    )
    # When the author asks
    answer = world.query(queryText="刀光")
    # Then words find it, the conflict and its cure are named
    assert world.ids_of(answer) == [fight]
    assert answer["mode"] == "deterministic"
    assert reasons(answer) == ["DIMENSION_CONFLICT"]
    assert "rebuild-index" in answer["diagnostics"]["degradations"][0]["cure"]["zh"]
    assert findings(world)["vectors"] == "fail"
    # And a rebuild mends it
    assert world.ok("memory:index:rebuild") == {"words": 1, "vectors": 1}
    assert world.query(queryText="刀光")["mode"] == "semantic"
    assert set(findings(world).values()) == {"ok"}


@shows("R93", "R94")
@pytest.mark.parametrize("damage", ["DROP TABLE search", "DROP TABLE search_data"])
@pytest.mark.files("a table that is dropped, which all authors share on PostgreSQL")
def test_a_missing_full_text_index_costs_words_only(world: World, damage: str) -> None:
    # Given a memory whose full-text index is gone
    fight = world.record()["episodeId"]
    inside(world.memory).episodes_db.write(lambda tx: tx.execute(damage))
    world.reopen()
    # When the author records and asks
    later = world.record()["episodeId"]
    answer = world.query(queryText=FIGHT)
    # Then both work, and the reason is there
    assert set(world.ids_of(answer)) == {fight, later}
    assert "INDEX_UNAVAILABLE" in reasons(answer)
    assert findings(world)["full-text index"] == "fail"
    # And a rebuild finds everything again, also what was written meanwhile
    world.ok("memory:index:rebuild")
    healed = world.query(queryText="刀光")
    assert set(world.ids_of(healed)) == {fight, later}
    assert healed["memoryDegraded"] is False


@shows("R96", "R98", "R95", "R93")
@pytest.mark.files("a file that is set aside; PostgreSQL's are its own")
def test_a_destroyed_episode_store_leaves_settings_and_default_rules(world: World) -> None:
    # Given settings and an episode store that is destroyed
    world.ok("memory:settings:update", preferenceLearningThreshold=7)
    world.record()
    world.close()
    world.destroy("episodes.db")
    world.memory = world._open()
    # When the author asks
    answer = world.query(queryText=FIGHT)
    # Then the answer is empty but usable: built-in rules, degraded, reason named
    assert answer["items"] == []
    assert answer["memoryDegraded"] is True
    assert reasons(answer) == ["EPISODES_UNREADABLE"]
    assert answer["fallbackRules"][0]["rule"]
    assert answer["fallbackRules"][0]["ruleEn"]
    # And what is set is still set, writes raise, status and doctor tell
    assert world.ok("memory:settings:get")["preferenceLearningThreshold"] == 7
    error = world.fails(
        "memory:episode:record",
        projectId="novel", skillUsed="x", inputContext="", candidates=["y"], selectedIndex=0,
    )  # fmt: skip
    assert error["code"] == "MEMORY_EPISODE_WRITE_FAILED"
    assert error["details"]["reason"] == "corrupt"
    assert str(world.home) not in str(error)
    assert world.ok("memory:status")["memoryDegraded"] is True
    assert findings(world)["episodes.db"] == "fail"
    # And mending sets the ruin aside, deletes nothing, and everything works again
    mended = world.ok("memory:doctor", mend=True)
    assert mended["healthy"] is True, mended
    assert list(world.home.glob("episodes.db.damaged-*"))
    world.record()
    assert world.query(queryText=FIGHT)["memoryDegraded"] is False


@shows("R96", "R93")
def test_without_episodes_the_authors_rules_are_in_the_prompt_and_nobody_says_otherwise(
    world: World,
) -> None:
    # Given a rule of the author's, and an episode store that is destroyed
    world.ok("memory:semantic:add", rule="少用成语", scope="project", projectId="novel")
    world.record()
    world.close()
    world.destroy("episodes.db")
    world.memory = world._open()
    # When a prompt is made, then the rule is in it
    prompt = world.ok("context:assemble", skillId="continue", projectId="novel", text=FIGHT)
    assert "少用成语" in prompt["system"]
    assert prompt["memoryDegraded"] is True
    # And neither it nor the status says that built-in rules took its place
    found = world.query(queryText=FIGHT)["diagnostics"]
    told = str([prompt["warnings"], world.ok("memory:status"), found])
    assert "内置" not in told
    assert "built-in" not in told


@shows("R93", "R97")
def test_a_destroyed_mind_is_visible_and_recall_goes_on(world: World) -> None:
    fight = world.record()["episodeId"]
    world.close()
    world.destroy("mind.db")
    world.memory = world._open()
    answer = world.query(queryText=FIGHT)
    assert world.ids_of(answer) == [fight]
    assert "MIND_UNREADABLE" in reasons(answer)
    # Whether the author wants text to be kept cannot be known now, so none is written
    error = world.fails(
        "memory:episode:record",
        projectId="novel", skillUsed="x", inputContext="", candidates=["y"], selectedIndex=0,
    )  # fmt: skip
    assert error["code"] == "MEMORY_EPISODE_WRITE_FAILED"
    assert world.fails("memory:settings:get")["code"] == "DB_ERROR"


@shows("B13")
def test_a_new_user_is_not_degraded(world: World) -> None:
    answer = world.query(queryText="anything at all")
    assert answer == {"items": [], "mode": "semantic", "memoryDegraded": False}
    assert world.ok("memory:status")["memoryDegraded"] is False


@shows("C96")
def test_open_alerts_are_kept_and_shown(failing: tuple[World, FailingEmbedder]) -> None:
    world, model = failing
    model.broken = True
    world.record()
    world.reopen()
    alerts = world.ok("memory:status")["alerts"]
    assert [(each["code"], each["state"]) for each in alerts] == [
        ("MEMORY_DEGRADE_ENCODING_FAILED", "began")
    ]


@shows("C96")
def test_an_alert_that_an_earlier_process_began_is_ended_by_the_next(
    failing: tuple[World, FailingEmbedder],
) -> None:
    # Given an alert whose process is gone
    world, model = failing
    world.record()
    model.broken = True
    world.query(queryText=FIGHT)
    world.reopen()
    assert [each["state"] for each in world.ok("memory:status")["alerts"]] == ["began"]
    # When the next process finds everything well
    model.broken = False
    world.query(queryText=FIGHT)
    # Then it is over, and that is told
    assert [each["state"] for each in world.ok("memory:status")["alerts"]] == ["ended"]
    assert world.pushes[-1][1]["state"] == "ended"
    assert world.ok("memory:doctor")["healthy"] is True


@shows("C96")
def test_a_doctor_who_finds_all_well_ends_what_was_open(
    failing: tuple[World, FailingEmbedder],
) -> None:
    world, model = failing
    model.broken = True
    world.record()
    world.query(queryText=FIGHT)
    assert world.ok("memory:doctor")["healthy"] is False
    world.reopen()
    model.broken = False
    assert world.ok("memory:doctor")["healthy"] is True
    assert {each["state"] for each in world.ok("memory:status")["alerts"]} == {"ended"}
    assert world.ok("memory:status")["memoryDegraded"] is False


@shows("R142")
def test_a_vector_of_a_wrong_length_is_named_by_the_doctor_and_mended(world: World) -> None:
    fight = world.record()["episodeId"]
    inside(world.memory).episodes_db.write(
        lambda tx: tx.execute("UPDATE vectors SET vector = ?", (bytes(4),))
    )
    answer = world.query(queryText="刀光")
    assert world.ids_of(answer) == [fight]
    assert reasons(answer) == ["VEC_UNAVAILABLE"]
    assert findings(world)["vectors"] == "fail"
    assert world.ok("memory:doctor", mend=True)["healthy"] is True
    assert world.query(queryText="刀光")["mode"] == "semantic"
