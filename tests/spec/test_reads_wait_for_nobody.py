"""Reads wait for no writer: while the write lane stands still, everything that only reads answers
(R120)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

import pytest

from inside import inside
from shows import shows
from worlds import World, Worlds

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
