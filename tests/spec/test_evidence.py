"""What an episode proves beyond numbers of style, and what of it outlives the text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from inside import inside
from mohen.core.database import Tx
from mohen.episodes.style_evidence import VERSION, Evidence
from shows import shows
from worlds import World, capped

BEFORE = "月光照在石阶上，他仿佛听见了脚步声，心里忽然一紧。风从巷口吹来，带着桂花香。"
AFTER = BEFORE.replace("仿佛", "")


@pytest.fixture
def world(home: Path) -> Iterator[World]:
    made = World(home, policy=capped(active_per_project=2))
    yield made
    made.close()


def edited(world: World) -> str:
    answer = world.record(
        candidates=[BEFORE, "别的。"], selectedIndex=0, finalText=AFTER, explicit="太啰嗦"
    )
    return str(answer["episodeId"])


def evidence(world: World, episode_id: str) -> Evidence:
    with inside(world.memory).episodes_db.read() as reader:
        body = reader.execute(
            "SELECT body FROM evidence JOIN episodes USING (seq) WHERE id = ?", (episode_id,)
        ).get
    return Evidence.from_json(body)


@shows("C83")
def test_an_edit_with_a_comment_proves_words_and_a_wish(world: World) -> None:
    found = evidence(world, edited(world))
    assert found.said == (("text_length", -1),)
    assert found.words is not None
    assert "仿佛" in found.words.cut


@shows("C95")
def test_in_privacy_mode_the_wish_is_kept_and_no_word(world: World) -> None:
    world.ok("memory:settings:update", privacyModeEnabled=True)
    found = evidence(world, edited(world))
    assert found.said == (("text_length", -1),)
    assert found.words is None
    world.close()
    assert "仿佛".encode() not in world.bytes_everywhere()
    world.memory = world._open()


@shows("R119")
def test_a_masked_name_is_masked_in_the_words_as_well(world: World) -> None:
    # Given a name that must not be kept, which the author cuts
    world.ok("memory:settings:update", redactNames=["仿佛"])
    # When the edit is recorded, then its words do not hold the name, nor part of it
    found = evidence(world, edited(world)).words
    assert found is not None
    assert not set("".join((*found.cut, *found.added))) & set("仿佛")


@shows("C76")
def test_compressing_leaves_the_evidence_as_it_was(world: World) -> None:
    first = edited(world)
    before = evidence(world, first)
    for _ in range(3):
        world.record()
    assert world.episode(first)["meta"]["compressed"] is True
    assert evidence(world, first) == before


def rewrite(
    tx: Tx, change: Callable[[dict[str, Any]], dict[str, Any]], without: Sequence[str] = ()
) -> None:
    """Every row's evidence as another release would have written it."""
    for seq, body in tx.execute("SELECT seq, body FROM evidence").fetchall():
        now = {key: value for key, value in change(json.loads(body)).items() if key not in without}
        tx.execute("UPDATE evidence SET body = ? WHERE seq = ?", (json.dumps(now), seq))


@shows("C76")
def test_evidence_of_an_older_version_is_measured_again_while_there_is_text(world: World) -> None:
    # Given evidence as an earlier release wrote it
    first = edited(world)
    parts = inside(world.memory)
    parts.episodes_db.write(
        lambda tx: rewrite(tx, lambda body: {**body, "v": 1}, without=("s", "w"))
    )
    assert (evidence(world, first).version, evidence(world, first).words) == (1, None)
    # When this release has worked in the background
    world.reopen()
    world.record()
    # Then it proves what it would have proven
    found = evidence(world, first)
    assert found.version == VERSION
    assert found.said
    assert found.words is not None


@shows("C114", "C76")
def test_a_scene_that_was_guessed_by_what_was_taken_is_guessed_again(world: World) -> None:
    # Given an episode as an earlier release kept it: its scene is that of the text that was taken
    talk = "“你来了？”她问。“来了。”他说。“坐吧。”“不坐了，我就走。”"
    act = {"candidates": [talk, BEFORE], "selectedIndex": 0, "inputContext": BEFORE}
    first = str(world.record(**act, sceneType=None)["episodeId"])
    inside(world.memory).episodes_db.write(
        lambda tx: (
            rewrite(tx, lambda body: {**body, "v": 3}),
            tx.execute("UPDATE episodes SET scene_type = 'dialogue'").fetchall(),
        )
    )
    # When this release has worked in the background
    world.reopen()
    world.record()
    # Then it is that of what stood there before
    assert world.episode(first)["trigger"]["sceneType"] == "description"


@shows("C76")
def test_and_at_the_latest_before_the_text_is_gone(world: World) -> None:
    first = edited(world)
    parts = inside(world.memory)
    parts.episodes_db.write(lambda tx: rewrite(tx, lambda body: {**body, "v": 1}))
    for _ in range(2):  # the second makes the first go
        world.record()
    assert world.episode(first)["meta"]["compressed"] is True
    assert evidence(world, first).version == VERSION
