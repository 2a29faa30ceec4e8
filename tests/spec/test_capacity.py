"""When a project is full (seed 000, "LRU + TTL"; C3, C5–C7, C11, C12; edge cases "Capacity")."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from inside import inside
from mohen.core.database import Tx
from mohen.episodes.compress import Compressor
from mohen.policy import Policy
from mohen.text import tokens
from shows import shows
from worlds import FIGHT, World, capped

DAY = 86_400_000
Make = Callable[..., World]


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Make]:
    """A world whose projects hold few episodes."""
    made: list[World] = []

    def make(**caps: int) -> World:
        made.append(World(tmp_path / "home", policy=capped(**caps)))
        return made[-1]

    yield make
    for world in made:
        world.close()


def states(world: World, project: str = "novel") -> dict[str, bool]:
    """Each episode and whether it is compressed."""
    items = world.ok("memory:episode:list", projectId=project)["items"]
    return {item["id"]: item["meta"]["compressed"] for item in items}


@shows("R104", "C5", "R100", "R103")
def test_first_what_is_past_its_time_goes_then_the_coldest(small: Make) -> None:
    # Given a full project with an expired, a cold and a warm episode
    world = small(active_per_project=3)
    expired = world.record(timestamp=world.clock.now() - 181 * DAY, importance=1.0)["episodeId"]
    cold = world.record(importance=0.1)["episodeId"]
    warm = world.record(importance=0.9)["episodeId"]
    # When one more comes in
    new = world.record()["episodeId"]
    # Then the expired one gave its place, whatever its importance, and became a digest
    assert states(world) == {expired: True, cold: False, warm: False, new: False}
    # And when another comes in, the coldest goes
    newer = world.record()["episodeId"]
    assert states(world) == {
        expired: True, cold: True, warm: False, new: False, newer: False
    }  # fmt: skip


@shows("R121", "R104")
def test_a_write_at_the_cap_makes_room_while_queries_are_answered(
    small: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a full project
    world = small(active_per_project=2)
    cold = world.record(importance=0.1)["episodeId"]
    warm = world.record(importance=0.9)["episodeId"]
    before = world.query(queryText=FIGHT)
    assert set(world.ids_of(before)) == {cold, warm}
    meanwhile: list[dict[str, Any]] = []
    make_room = Compressor.compress

    def watched(self: Compressor, tx: Tx, project: int, seqs: Sequence[int]) -> None:
        make_room(self, tx, project, seqs)
        asking = Thread(target=lambda: meanwhile.append(world.query(queryText=FIGHT)))
        asking.start()
        asking.join()

    monkeypatch.setattr(Compressor, "compress", watched)
    # When one more is written, and somebody asks in the middle of making room for it
    new = world.record()["episodeId"]
    # Then they were answered as if nothing happened, and the write succeeded
    assert meanwhile == [before]
    assert states(world) == {cold: True, warm: False, new: False}
    assert set(world.ids_of(world.query(queryText=FIGHT))) == {warm, new}


@shows("R104", "C11")
def test_confirmed_episodes_and_core_settings_never_go(small: Make) -> None:
    world = small(active_per_project=3)
    old = world.clock.now() - 400 * DAY
    confirmed = world.record(timestamp=old, importance=0.0, userConfirmed=True)["episodeId"]
    core = world.record(timestamp=old, importance=0.0, coreSetting=True)["episodeId"]
    plain = world.record(importance=1.0)["episodeId"]
    new = world.record()["episodeId"]
    assert states(world) == {confirmed: False, core: False, plain: True, new: False}


@shows("C12", "R116")
def test_when_nothing_can_go_the_write_is_refused_with_advice(small: Make) -> None:
    world = small(active_per_project=2)
    for _ in range(2):
        world.record(userConfirmed=True)
    error = world.fails(
        "memory:episode:record",
        projectId="novel",
        skillUsed="continue",
        inputContext=FIGHT,
        candidates=["x"],
        selectedIndex=0,
    )
    assert error["code"] == "MEMORY_CAPACITY_EXCEEDED"
    assert "confirm" in error["message"]
    assert error["details"]["cap"] == 2
    # And another project is not concerned
    world.record(projectId="other")


def test_the_coldest_are_told_by_importance_recalls_last_recall_age_and_id(small: Make) -> None:
    world = small(active_per_project=4)
    now = world.clock.now()
    younger = world.record(timestamp=now - 1 * DAY)["episodeId"]
    older = world.record(timestamp=now - 2 * DAY)["episodeId"]
    recalled = world.record(timestamp=now - 3 * DAY)["episodeId"]
    unimportant = world.record(importance=0.2)["episodeId"]

    _recall_only(world, recalled)
    order = []
    for _ in range(4):
        before = {id for id, compressed in states(world).items() if compressed}
        world.record(importance=1.0)
        order += [id for id, done in states(world).items() if done and id not in before]
    assert order == [unimportant, older, younger, recalled]


def _recall_only(world: World, episode_id: str) -> None:
    """Put one episode into a prompt: ask in a scene that only it has."""

    parts = inside(world.memory)
    seq = parts.episode_store.get(id=episode_id)[0].seq
    parts.recall.mark_recalled([seq])


@shows("R61", "R118", "C6", "C7")
def test_compressed_ones_have_their_own_cap_and_the_oldest_go(small: Make) -> None:
    world = small(active_per_project=2, compressed_per_project=3)
    made = []
    for _ in range(9):
        world.clock.advance(hours=1)
        made.append(world.record()["episodeId"])
    kept = states(world)
    assert [id for id in made if id in kept] == made[-5:]
    assert [kept[id] for id in made[-5:]] == [True, True, True, False, False]


@shows("R104")
def test_other_projects_are_untouched(small: Make) -> None:
    world = small(active_per_project=2)
    other = [world.record(projectId="other")["episodeId"] for _ in range(2)]
    for _ in range(5):
        world.record()
    assert states(world, "other") == dict.fromkeys(other, False)


@shows("R55", "R56", "C76", "B6")
def test_a_digest_keeps_what_was_felt_and_measured_and_no_text(small: Make) -> None:
    # Given an edited episode with a comment
    world = small(active_per_project=1)
    secret = "月光下的旧仓库里藏着一封没有寄出的信"
    first = world.record(
        inputContext=secret,
        candidates=[secret + "，他犹豫了很久很久。", "别的。"],
        selectedIndex=0,
        finalText=secret + "。他没动。",
        explicit="太啰嗦" + "，能不能再短一点" * 40,
        chapterId="ch3",
    )["episodeId"]
    # When it is compressed to make room
    world.record()
    # Then the digest says scene, skill, feedback and style
    kept = world.episode(first)
    assert kept["meta"]["compressed"] is True
    digest = kept["meta"]["digest"]
    for part in ("skill=continue", "scene=action", "chapter=ch3", "signal=", "style=", "太啰嗦"):
        assert part in digest
    # And it is about 200 tokens long, whatever was said
    assert 150 <= tokens.estimate(digest, Policy().tokens) <= 220
    # And the candidates, the context and the wording are gone from row and index
    assert kept["aiOutput"]["candidates"] == []
    assert kept["trigger"]["inputContext"] == ""
    assert kept["aiOutput"]["finalText"] is None
    assert kept["feedback"]["explicit"].startswith("太啰嗦")
    assert world.ids_of(world.query(queryText=secret)) != [first]
    # And the measured differences are still there
    with inside(world.memory).episodes_db.read() as reader:
        assert reader.execute("SELECT count(*) FROM evidence").get == 2


@shows("R28", "R56")
def test_an_undo_reaches_an_episode_that_is_a_digest_already(small: Make) -> None:
    world = small(active_per_project=1)
    first = world.record()["episodeId"]
    world.record()
    world.ok("memory:episode:undo", projectId="novel", episodeId=first)
    assert "signal=UNDO_AFTER_ACCEPT(-1.00)" in world.episode(first)["meta"]["digest"]
