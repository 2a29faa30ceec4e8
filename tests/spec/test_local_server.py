"""A model of this machine writes: a child serves it, ends with the memory, and is started again."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest

import contracts
from inside import inside
from mohen.core.calls import Call, running
from mohen.errors import Canceled
from worlds import FIGHT, World, Worlds

FAKE = Path(contracts.__path__[0]) / "fake_llama"
TEXT = "雾从海上来。"

pytestmark = pytest.mark.process


@pytest.fixture
def world(worlds: Worlds, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.syspath_prepend(str(FAKE))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(FAKE), os.environ.get("PYTHONPATH", "")]))
    world = worlds()
    put(world, "small", b"GGUF")
    world.ok("memory:settings:update", model={"kind": "local", "model": "small"})
    return world


def put(world: World, name: str, content: bytes) -> None:
    """As its owner may, without any fetching."""
    folder = world.home / "models"
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.gguf").write_bytes(content)


def written(world: World) -> dict[str, Any]:
    asked = {"skillId": "continue", "projectId": "novel", "text": FIGHT, "candidates": 1}
    return world.ok("ai:skill:run", **asked)


def process(world: World) -> Any:
    return inside(world.memory).local_server._child._process


def test_it_writes_and_is_started_when_it_is_needed_and_ends_with_the_memory(world: World) -> None:
    # Given a file that its owner put there
    (here,) = [e for e in world.ok("model:local:list")["models"] if e["state"] == "here"]
    assert here["name"] == "small"
    assert "serving" not in world.ok("model:local:list")
    # When a skill is run, then the model wrote, by its own name
    said = written(world)
    assert said["candidates"] == [TEXT]
    assert (said["model"]["name"], said["model"]["offline"]) == ("local:small", False)
    # And its port is known, on loopback, and it wants a key that nobody else has
    serving = world.ok("model:local:list")["serving"]
    assert serving["name"] == "small"
    assert serving["url"].startswith("http://127.0.0.1:")
    asked = {"model": "small", "messages": []}
    assert httpx.post(f"{serving['url']}/chat/completions", json=asked).status_code == 401
    # And it goes on with the same child
    child = process(world)
    written(world)
    assert process(world) is child
    # When the memory is closed, then nobody is left behind
    world.memory.close()
    assert child.poll() is not None


def test_one_that_died_is_started_again_for_the_next(world: World) -> None:
    written(world)
    process(world).send_signal(signal.SIGKILL)
    process(world).wait()
    assert "serving" not in world.ok("model:local:list")
    assert written(world)["candidates"] == [TEXT]


def test_a_crash_in_the_middle_is_reported_and_what_arrived_stays(world: World) -> None:
    put(world, "frail", b"CRASH")
    world.ok("memory:settings:update", model={"kind": "local", "model": "frail"})
    said = written(world)
    assert said["candidates"] == ["雾从"]
    (warned,) = [each for each in said["warnings"] if each["code"] == "UPSTREAM_ERROR"]
    assert "broke off" in warned["message"]["en"]
    # And the next question has a child of its own, which dies as well
    error = world.fails("model:server:try", model={"kind": "local", "model": "frail"})
    assert "ended by itself (signal 9)" in error["message"]


def test_what_cannot_be_loaded_says_so(world: World) -> None:
    put(world, "bad", b"BAD")
    error = world.fails("model:server:try", model={"kind": "local", "model": "bad"})
    assert (error["code"], error["details"]["reason"]) == ("MODEL_NOT_READY", "not-loaded")
    error = world.fails("model:server:try", model={"kind": "local", "model": "none"})
    assert error["details"]["reason"] == "not-here"


def test_it_is_tried_before_it_is_chosen_and_another_takes_its_place(world: World) -> None:
    put(world, "other", b"GGUF")
    said = world.ok("model:server:try", model={"kind": "local", "model": "other"})
    assert (said["text"], said["streamed"], said["window"]) == (TEXT, True, 16_384)
    first = process(world)
    written(world)
    assert first.poll() is not None
    # One that is loaded can be removed
    world.ok("model:local:remove", name="small")
    assert "serving" not in world.ok("model:local:list")
    assert written(world)["model"]["offline"] is True


def test_who_leaves_while_it_is_loaded_does_not_end_it(world: World) -> None:
    # Given a call that is cancelled before the weights are loaded
    server, call = inside(world.memory).local_server, Call()
    with running(call):
        call.cancel()
        with pytest.raises(Canceled):
            server.reach("small", 16_384)
    # Then they are loaded all the same, for the next who asks
    child = process(world)
    assert written(world)["candidates"] == [TEXT]
    assert process(world) is child


def test_a_server_loads_the_chosen_one_before_it_is_asked(world: World) -> None:
    world.memory.local_models.warm()
    server = inside(world.memory).local_server
    assert server.reach("small", 16_384).url  # waits for the other
    assert world.ok("model:local:list")["serving"]["name"] == "small"
