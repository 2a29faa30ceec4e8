"""Reads wait for no writer: while the write lane stands still, everything that only reads answers
(R120). And writes wait for no wipe."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

import pytest

from inside import inside
from mohen.core.secure_wipe import SecureWipe
from mohen.server.dispatch import Dispatcher
from shows import shows
from worlds import World, Worlds, interaction

GIVEN_UP_S = 60  # there to fail, not to measure
NOVEL = {"projectId": "novel"}


@contextmanager
def nobody_can_write(world: World) -> Iterator[None]:
    """Both lanes are in the middle of a transaction that does not end."""
    parts, go_on = inside(world.memory), Event()
    writers = [
        Thread(target=database.write, args=(lambda _tx: go_on.wait(GIVEN_UP_S),))
        for database in (parts.episodes_db, parts.mind_db)
    ]
    for each in writers:
        each.start()
    try:
        yield
    finally:
        go_on.set()
        for each in writers:
            each.join()


def answered(world: World, channel: str, **asked: Any) -> dict[str, Any]:
    said: list[dict[str, Any]] = []
    reader = Thread(target=lambda: said.append(world.ok(channel, **asked)), daemon=True)
    reader.start()
    reader.join(GIVEN_UP_S / 2)
    assert said, f"{channel} waits for a writer"
    return said[0]


@pytest.fixture
def world(worlds: Worlds) -> World:
    made: World = worlds(immediate=False)
    made.record()
    made.ok("knowledge:capture", content="The user's cat is called Momo", **NOVEL)
    made.ok("context:assemble", skillId="continue", text="雪落。", **NOVEL)
    inside(made.memory).jobs.drain()
    return made


@shows("R120")
def test_what_only_reads_answers_while_nobody_can_write(world: World) -> None:
    with nobody_can_write(world):
        # Given a prompt whose trace cannot be kept yet
        first = answered(world, "context:assemble", skillId="continue", text="雪落。", **NOVEL)
        # Then the next is made all the same, and knows how that one began
        second = answered(world, "context:assemble", skillId="continue", text="雪落。", **NOVEL)
        assert first["stablePrefixUnchanged"] is second["stablePrefixUnchanged"] is True
        # And so is everything else that reads
        assert answered(world, "memory:episode:query", queryText="拔剑", **NOVEL)["items"]
        assert answered(world, "memory:episode:list", **NOVEL)["items"]
        assert answered(world, "knowledge:search", query="cat", **NOVEL)["items"]
        answered(world, "memory:semantic:list", **NOVEL)
        answered(world, "memory:status")
    # And when the lane goes on, every trace is kept
    for made in (first, second):
        world.ok("memory:trace:get", generationId=made["generationId"], **NOVEL)


@shows("R120")
def test_a_record_waits_for_no_wipe(worlds: Worlds, monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a wipe that takes as long as we like
    go_on, wipe = Event(), SecureWipe.wipe

    def long(self: SecureWipe, **files: bool) -> bool:
        return go_on.wait(GIVEN_UP_S) and wipe(self, **files)

    monkeypatch.setattr(SecureWipe, "wipe", long)
    world = worlds()
    doomed = {"projectId": "novel", "episodeId": world.record()["episodeId"]}
    door = Dispatcher(world.memory)
    answers: SimpleQueue[tuple[str, dict[str, Any]]] = SimpleQueue()

    def ask(channel: str, payload: dict[str, Any]) -> None:
        door.submit(channel, payload, lambda answer: answers.put((channel, answer)))

    # When something is forgotten, and something else of the project recorded after it
    try:
        ask("memory:forget", doomed)
        ask("memory:episode:record", interaction())
        first, recorded = answers.get(timeout=GIVEN_UP_S)
        # Then that is recorded before the wipe is done, and in its order: the rows are gone
        assert (first, recorded["ok"]) == ("memory:episode:record", True)
        world.fails("memory:episode:get", **doomed)
        # And the receipt waits for the wipe
        assert answers.empty()
        go_on.set()
        _, receipt = answers.get(timeout=GIVEN_UP_S)
        assert receipt["data"]["wiped"]
    finally:
        go_on.set()
        door.close()
