"""One hostile text does not stop the service for the others: work grows with its length."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from worlds import World

# Processor time is compared, which wants a quiet machine: `make soak`.
pytestmark = pytest.mark.soak

Door = Callable[[World, Path, str], object]
_SIZE = 2_000
_MARGIN = 9  # for a text four times as long; sixteen is the square


def recorded(world: World, _: Path, text: str) -> object:
    return world.record(candidates=[text, "他退了一步。"], selectedIndex=0, sceneType=None)


def edited(world: World, _: Path, text: str) -> object:
    final = f"{text[3:]}尾{text[:3]}"
    return world.record(candidates=[text, "他退了一步。"], selectedIndex=0, finalText=final)


def reviewed(world: World, folder: Path, text: str) -> object:
    return world.ok("knowledge:review", path=str(_file(folder, text)))


def imported(world: World, folder: Path, text: str) -> object:
    return world.ok("memory:import", projectId="claw", path=str(_file(folder, text)))


def captured(world: World, _: Path, text: str) -> object:
    return world.ok("knowledge:capture", projectId="novel", content=text)


def asked(world: World, _: Path, text: str) -> object:
    return world.ok("knowledge:inject", projectId="novel", message=text)


def ruled(world: World, _: Path, text: str) -> object:
    return world.ok(
        "memory:create", type="rule", scope="project", projectId="novel", content=f"{text}。"
    )


def compacted(world: World, _: Path, text: str) -> object:
    said: list[dict[str, Any]] = [{"role": "user", "content": text}] * 3
    return world.ok(
        "compaction:save", projectId="novel", conversationId=f"c{len(text)}", messages=said
    )


def _file(folder: Path, text: str) -> Path:
    path = folder / "MEMORY.md"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("door", "repeated"),
    [
        (recorded, "1"),
        (recorded, "..."),
        (edited, "不"),
        (reviewed, "12 34,5 "),
        (reviewed, "一"),
        (imported, "[a"),
        (imported, "> - "),
        (captured, "刚"),
        (captured, "还是"),
        (asked, "a"),
        (ruled, "「a"),
        (compacted, "“我"),
    ],
)
def test_a_text_four_times_as_long_takes_no_more_than_it_should(
    world: World, tmp_path: Path, door: Door, repeated: str
) -> None:
    def spent(size: int) -> float:
        tries = []
        for more in range(2):
            text = (repeated * size)[: size + more]
            start = time.process_time()
            door(world, tmp_path, text)
            tries.append(time.process_time() - start)
        return min(tries)

    door(world, tmp_path, "先暖一暖。")
    # The fixed part of an act is large beside the text's: as much again hides nothing that grows.
    assert spent(4 * _SIZE) < _MARGIN * max(spent(_SIZE), 0.01)
