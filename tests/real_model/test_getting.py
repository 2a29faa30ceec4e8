"""From nothing to a sentence: real weights out of a hub on loopback, served by Mohen itself."""

from __future__ import annotations

import json
import mmap
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from contracts.hub import NAME, Hub, hubbing
from worlds import FIGHT, World


@pytest.fixture(scope="module")
def hub(weights: Path) -> Iterator[Hub]:
    with weights.open("rb") as file:
        content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        with hubbing(content) as hub:
            yield hub


def mohen(home: Path, *args: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "mohen", *args, "--json"]
    env = {**os.environ, "MOHEN_HOME": str(home), "MOHEN_EMBEDDER": "builtin"}
    said = subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(said.stdout)["data"]
    return found


def test_it_is_fetched_chosen_and_writes(home: Path, hub: Hub, weights: Path) -> None:
    # When it is fetched over a line that breaks in the middle
    hub.cut_at = [weights.stat().st_size // 3]
    got = mohen(home, "model", "get", NAME, "--hub", hub.url, "--yes")
    # Then it is whole, and chosen
    assert (got["name"], got["used"]) == ("small-q4", True)
    assert len(hub.ranges) == 2
    here = [each for each in mohen(home, "model", "list")["models"] if each["state"] == "here"]
    assert [(each["name"], each["size"]) for each in here] == [("small-q4", weights.stat().st_size)]
    world = World(home, immediate=False)
    try:
        # And one sentence of it can be had before one relies on it
        tried = world.ok("model:server:try", model={"kind": "local", "model": "small-q4"})
        print(tried)
        assert tried["text"]
        assert tried["streamed"] is True
        # And it writes for a skill, in the author's language
        said = world.ok(
            "ai:skill:run", skillId="continue", projectId="novel", text=FIGHT, candidates=3
        )
        print(said["candidates"])
        assert said["model"]["name"] == "local:small-q4"
        letters = re.sub(r"\W", "", said["candidates"][0])
        assert len(re.findall("[一-鿿]", letters)) > len(letters) / 2
    finally:
        world.close()


def test_it_is_served_to_others(home: Path, weights: Path) -> None:
    (home / "models").mkdir(parents=True)
    (home / "models" / "small.gguf").symlink_to(weights.resolve())
    command = [sys.executable, "-m", "mohen", "model", "serve", "--port", "0", "--json"]
    env = {**os.environ, "MOHEN_HOME": str(home)}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        at = json.loads(process.stdout.readline())["data"]["url"]
        world = World(home.parent / "another")
        try:
            listed = world.ok("model:server:models", baseUrl=at)["models"]
            tried = world.ok(
                "model:server:try", model={"kind": "openai", "model": "small", "baseUrl": at}
            )
        finally:
            world.close()
            process.terminate()
    assert [each["name"] for each in listed] == ["small"]
    assert tried["window"] == 16_384
    assert tried["text"]
