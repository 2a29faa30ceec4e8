"""A small model, if one wants: fetched from a hub or through Ollama, whole or not at all."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest

from contracts.hub import CONTENT, FILE, NAME, Hub, OllamaApi, hubbing, ollama_serving
from mohen.core.home import Home
from mohen.models import hub as hubs
from mohen.models import presets
from mohen.models.presets import Preset
from worlds import FIGHT, World, Worlds

BLOCK = 1 << 20


@pytest.fixture(autouse=True)
def ollama(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody answers at its port, unless a test has it."""
    at(monkeypatch, "http://127.0.0.1:9")


def at(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    here = Preset("ollama", ("Ollama", "Ollama"), f"{url}/v1", needs_key=False)
    monkeypatch.setattr(presets, "PRESETS", (here,))


@pytest.fixture
def hub() -> Iterator[Hub]:
    with hubbing() as hub:
        yield hub


@pytest.fixture
def world(worlds: Worlds, hub: Hub) -> World:
    world = worlds()
    world.ok("memory:settings:update", modelHub=hub.url)
    return world


def kept(world: World) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in (world.home / "models").glob("*")}


def fetched(world: World, name: str = NAME, via: str = "hub") -> dict[str, Any]:
    """To its end, whatever that is; answers the last that was pushed."""
    world.ok("model:local:get", name=name, via=via)
    return ended(world)


def ended(world: World) -> dict[str, Any]:
    thread = world.memory.local_models._thread
    assert thread is not None
    thread.join()
    said = [data for push, data in world.pushes if push == "model:local:progress"]
    assert world.ok("model:local:list")["getting"] == said[-1]
    return said[-1]


# -- from a hub


def test_size_and_licence_are_said_before_anything_is_fetched(world: World, hub: Hub) -> None:
    found = world.ok("model:local:look", name=NAME)
    assert (found["name"], found["via"], found["here"]) == ("small-q4", "hub", False)
    assert (found["size"], found["exact"], found["licence"]) == (len(CONTENT), True, "mit")
    assert found["free"] > 0
    assert not hub.ranges
    assert not (world.home / "models").exists()


def test_a_model_is_fetched_whole_and_checked(world: World, hub: Hub) -> None:
    # When one is fetched
    said = fetched(world)
    # Then it is here under its name, and the way there was told
    assert (said["state"], said["done"], said["total"]) == ("done", len(CONTENT), len(CONTENT))
    assert kept(world)["small-q4.gguf"] == CONTENT
    on_the_way = [data["done"] for push, data in world.pushes if data.get("state") == "coming"]
    assert on_the_way == sorted(on_the_way)
    assert len(on_the_way) > 2
    (here,) = [e for e in world.ok("model:local:list")["models"] if e["state"] == "here"]
    assert (here["name"], here["size"], here["licence"]) == ("small-q4", len(CONTENT), "mit")
    # And it is not fetched twice
    asked = len(hub.ranges)
    assert fetched(world)["state"] == "done"
    assert len(hub.ranges) == asked
    # When it is removed, then nothing of it is left
    assert world.ok("model:local:remove", name="small-q4")["removed"] is True
    assert kept(world) == {}
    assert world.fails("model:local:remove", name="small-q4")["code"] == "NOT_FOUND"


def test_a_line_that_breaks_goes_on_where_it_broke(world: World, hub: Hub) -> None:
    hub.cut_at = [BLOCK + 7, 0, 5]
    assert fetched(world)["state"] == "done"
    assert kept(world)["small-q4.gguf"] == CONTENT
    begun = BLOCK + 7
    assert hub.ranges == [None, f"bytes={begun}-", f"bytes={begun}-", f"bytes={begun + 5}-"]


def test_a_line_that_keeps_breaking_leaves_what_came_for_the_next_time(
    world: World, hub: Hub
) -> None:
    hub.cut_at = [BLOCK] + [0] * 20
    said = fetched(world)
    assert (said["state"], said["error"]["reason"]) == ("failed", "cut-off")
    assert "续传" in said["error"]["message"]["zh"]
    (part,) = kept(world)
    assert part.endswith(".part")
    assert world.ok("model:local:look", name=NAME)["have"] == BLOCK
    # When it is asked for again, only the rest comes
    hub.cut_at, hub.ranges = [], []
    assert fetched(world)["state"] == "done"
    assert hub.ranges == [f"bytes={BLOCK}-"]
    assert kept(world)["small-q4.gguf"] == CONTENT


def test_a_hub_that_knows_no_ranges_begins_anew(world: World, hub: Hub) -> None:
    hub.has_ranges, hub.cut_at = False, [BLOCK]
    assert fetched(world)["state"] == "done"
    assert kept(world)["small-q4.gguf"] == CONTENT


def test_what_is_not_what_was_promised_is_refused_and_removed(world: World, hub: Hub) -> None:
    hub.promised = hashlib.sha256(b"another").hexdigest()
    said = fetched(world)
    assert (said["state"], said["error"]["reason"]) == ("failed", "wrong-checksum")
    assert kept(world) == {}


def test_a_hub_that_vouches_for_nothing_is_not_believed(world: World, hub: Hub) -> None:
    hub.promised = None
    error = world.fails("model:local:look", name=NAME)
    assert error["details"]["reason"] == "no-checksum"


def test_another_file_by_the_same_name_does_not_go_on_with_the_old_part(
    world: World, hub: Hub
) -> None:
    # Given a part of a file, which is another at the hub by now
    hub.cut_at = [BLOCK] + [0] * 20
    fetched(world)
    hub.content = CONTENT[::-1]
    hub.promised = hashlib.sha256(hub.content).hexdigest()
    hub.cut_at, hub.ranges = [], []
    # Then it is fetched from its beginning
    assert fetched(world)["state"] == "done"
    assert hub.ranges == [None]
    assert kept(world)["small-q4.gguf"] == hub.content


@pytest.mark.parametrize(
    ("status", "reason", "code"),
    [
        (401, "hub-refused", "MODEL_NOT_READY"),
        (403, "hub-refused", "MODEL_NOT_READY"),
        (404, "no-such-model", "MODEL_NOT_READY"),
        (429, "too-many-requests", "UPSTREAM_ERROR"),
        (503, "server-failed", "UPSTREAM_ERROR"),
    ],
)
def test_what_the_hub_says_is_what_the_owner_reads(
    world: World, hub: Hub, status: int, reason: str, code: str
) -> None:
    hub.refused = status
    error = world.fails("model:local:look", name=NAME)
    assert (error["details"]["reason"], error["code"]) == (reason, code)


def test_a_busy_hub_is_waited_for_as_long_as_it_asks(world: World, hub: Hub) -> None:
    hub.statuses = [(429, {"Retry-After": "20"}), (503, {})]
    assert fetched(world)["state"] == "done"
    # But not for an hour
    world.ok("model:local:remove", name="small-q4")
    hub.statuses = [(429, {"Retry-After": "3600"})]
    assert fetched(world)["error"]["reason"] == "too-many-requests"


def test_without_room_nothing_is_begun(
    world: World, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Home, "free_bytes", lambda _: 50_000_000)
    said = fetched(world)
    assert (said["state"], said["error"]["reason"]) == ("failed", "full")
    assert not hub.ranges


def test_a_disk_that_fills_up_keeps_what_came(
    world: World, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(hubs.os, "fsync", full)
    said = fetched(world)
    assert (said["error"]["code"], said["error"]["reason"]) == ("IO_ERROR", "full")
    assert not [each for each in kept(world) if each.endswith(".gguf")]


def test_nobody_is_led_from_a_safe_line_to_an_open_one(world: World, hub: Hub) -> None:
    line = hubs.Hub("https://hub.example", world.policy.models, world.clock.pause, hubs.Stop())
    with pytest.raises(ValueError, match="nowhere"):
        line._next("https://hub.example/a", "http://hub.example/b")
    assert line._next("https://hub.example/a", "/b") == "https://hub.example/b"


def test_one_at_a_time_and_it_can_be_stopped(world: World, hub: Hub) -> None:
    # Given one that is coming
    hub.hold = Event()
    world.ok("model:local:get", name=NAME, via="hub")
    hub.begun.wait()
    # Then another is refused, as is the deletion
    assert world.fails("model:local:get", name=NAME, via="hub")["code"] == "CONFLICT"
    assert world.fails("model:local:remove", name="small-q4")["code"] == "CONFLICT"
    # When it is stopped, what came is kept, and the next time goes on
    assert world.ok("model:local:cancel")["canceled"] is True
    assert ended(world)["state"] == "canceled"
    assert not [each for each in kept(world) if each.endswith(".gguf")]
    assert world.ok("model:local:cancel")["canceled"] is False
    hub.hold.set()
    assert fetched(world)["state"] == "done"
    assert kept(world)["small-q4.gguf"] == CONTENT


@pytest.mark.parametrize(
    "name", ["nothing-known", "../../etc/passwd.gguf", "a/b/c.bin", f"../{FILE}/x.gguf", "a//.gguf"]
)
def test_what_nobody_knows_is_not_asked_for(world: World, hub: Hub, name: str) -> None:
    error = world.fails("model:local:look", name=name)
    assert error["code"] == "NOT_FOUND"
    assert "qwen2.5-1.5b" in error["message"]


# -- through Ollama


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> Iterator[OllamaApi]:
    with ollama_serving() as api:
        at(monkeypatch, api.url)
        yield api


PULLED = [
    {"status": "pulling manifest"},
    {"status": "pulling a1", "digest": "sha256:a1", "total": 1_000, "completed": 250},
    {"status": "pulling a1", "digest": "sha256:a1", "total": 1_000, "completed": 1_000},
    {"status": "pulling b2", "digest": "sha256:b2", "total": 10, "completed": 10},
    {"status": "success"},
]


def test_where_ollama_runs_it_gets_the_model(world: World, hub: Hub, api: OllamaApi) -> None:
    # Then one of ours is meant by Ollama's own name
    found = world.ok("model:local:look", name="qwen2.5-1.5b")
    assert (found["via"], found["name"], found["exact"]) == ("ollama", "qwen2.5:1.5b", False)
    api.lines = PULLED
    said = fetched(world, "qwen2.5-1.5b", "ollama")
    assert (said["state"], said["via"], said["name"]) == ("done", "ollama", "qwen2.5:1.5b")
    assert api.asked == [{"model": "qwen2.5:1.5b", "stream": True}]
    done = [d["done"] for _, d in world.pushes if d.get("state") == "coming"]
    assert done == [0, 250, 1_000]
    # And the hub was not asked; nor is one that is there fetched again
    assert not hub.ranges
    assert world.ok("model:local:look", name="llama3")["here"] is True


@pytest.mark.parametrize(
    ("last", "reason"),
    [
        ([{"error": "pull model manifest: file does not exist"}], "no-such-model"),
        ([{"error": "dial tcp: lookup registry: no such host"}], "cut-off"),
        ([{"status": "pulling manifest"}], "cut-off"),  # and the line broke
        ([{"status": "pulling"}, 3], "cut-off"),
    ],
)
def test_what_ollama_says_is_what_the_owner_reads(
    world: World, api: OllamaApi, last: list[Any], reason: str
) -> None:
    api.lines = last
    assert fetched(world, "nobody:knows", "ollama")["error"]["reason"] == reason


def test_pulling_can_be_stopped(world: World, api: OllamaApi) -> None:
    api.lines, api.hold = PULLED, Event()
    world.ok("model:local:get", name="qwen2.5-1.5b", via="ollama")
    api.begun.wait()
    assert world.ok("model:local:cancel")["canceled"] is True
    assert ended(world)["state"] == "canceled"


def test_who_wants_ollama_and_has_none_is_told(world: World) -> None:
    assert world.fails("model:local:look", name="qwen3-4b", via="ollama")["code"] == "CONFLICT"


# -- until it is there


def test_until_it_is_there_the_offline_writer_stands_in_and_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mohen.core.extras.is_installed", lambda _name: False)
    # Given a local model that is chosen and not here
    world.ok("memory:settings:update", model={"kind": "local", "model": "small-q4"})
    said = world.ok("ai:skill:run", skillId="continue", projectId="novel", text=FIGHT, candidates=1)
    assert said["model"]["offline"] is True
    assert "mohen model get small-q4" in said["model"]["notice"]["en"]
    assert "离线写手" in said["model"]["notice"]["zh"]
    # And the doctor says the same
    (check,) = [e for e in world.ok("memory:doctor")["checks"] if e["name"] == "model"]
    assert check["finding"] == "warn"
    # When it is here and what serves it is not installed, then its command is named
    fetched(world)
    said = world.ok("ai:skill:run", skillId="continue", projectId="novel", text=FIGHT, candidates=1)
    assert 'install "xllamacpp' in said["model"]["notice"]["en"]
