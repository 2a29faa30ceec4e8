"""A model in a minute: known servers, those that run here, their models and keys, and a trial."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from contracts import model_server as server_says
from contracts.loopback import Behaviour, Said
from contracts.model_server import ModelServer, serving
from mohen.models import presets
from mohen.models.presets import Preset
from worlds import World, Worlds

KEY = "sk-0123456789-abcd"
LISTED = {"data": [{"id": "small", "max_model_len": 16_384}, {"id": "large"}, {"no": "id"}, 3]}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving() as server:
        server.told["/v1/models"] = LISTED
        server.behave = server_says.streaming("雾从", "海上来。", prompt_tokens=20)
        yield server


@pytest.fixture(autouse=True)
def ring(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The system's keyring, which a test switches on; the owner's own is never touched."""
    kept: dict[tuple[str, str], str] = {}
    ring = SimpleNamespace(
        kept=kept,
        priority=0,
        get_password=lambda service, name: kept.get((service, name)),
        set_password=lambda service, name, key: kept.__setitem__((service, name), key),
        delete_password=lambda service, name: kept.pop((service, name)),
    )
    ring.get_keyring = lambda: ring
    monkeypatch.setattr("mohen.core.server_keys.import_module", lambda _name: ring)
    return ring


def at(server: ModelServer, **more: Any) -> dict[str, Any]:
    return {"kind": "openai", "model": "small", "baseUrl": server.url, **more}


def test_known_servers_and_what_could_be_installed_are_offered(world: World) -> None:
    said = world.ok("model:preset:list")
    known = {each["id"]: each for each in said["presets"]}
    local = {"ollama", "lmstudio", "llamacpp", "vllm"}
    far = {"openai", "anthropic", "deepseek", "qwen", "kimi", "zhipu", "openrouter"}
    assert known.keys() == local | far
    for name, each in known.items():
        assert (each["local"], each["needsKey"]) == (name in local, name in far)
        assert each["baseUrl"].startswith("http://127.0.0.1:" if name in local else "https://")
    assert all("pip install" in each["command"] for each in said["extras"])


def test_servers_on_this_machine_are_found_with_their_models(
    world: World, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given one server that runs, and one that does not; others are far away
    here = Preset("here", ("Here", "此处"), server.url, needs_key=False)
    gone = Preset("gone", ("Gone", "没有"), "http://127.0.0.1:9/v1", needs_key=False)
    far = Preset("far", ("Far", "远"), "http://far.invalid/v1")
    monkeypatch.setattr(presets, "PRESETS", (here, gone, far))
    # Then the one is found, and nothing was asked to be written
    (found,) = world.ok("model:server:find")["servers"]
    assert (found["presetId"], found["baseUrl"]) == ("here", server.url)
    assert found["models"] == [{"name": "small", "window": 16_384}, {"name": "large"}]
    assert not server.asked


def test_a_key_is_kept_in_a_file_of_its_owner_and_goes_to_its_server_only(
    worlds: Worlds, server: ModelServer
) -> None:
    # Given a machine without a keyring, when a key is pasted
    world = worlds()
    put = world.ok("model:key:put", key=f" {KEY}\n", baseUrl=server.url)
    # Then it is shown by its last four, kept in a file of 0600, and in no other
    assert put == {"lastFour": "abcd", "keptIn": "file"}
    assert world.ok("model:key:get", baseUrl=server.url)["key"] == put
    (kept,) = [each for each in world.home.rglob("*") if each.is_file() and holds(each)]
    assert (kept.name, stat.S_IMODE(kept.stat().st_mode)) == ("keys.json", 0o600)
    # And it is sent to that server, and not to another
    with serving() as other:
        other.told["/v1/models"] = LISTED
        world.ok("model:server:models", baseUrl=other.url)
        assert other.keys == [""]
    world.ok("model:server:models", baseUrl=server.url)
    assert server.keys == [f"Bearer {KEY}"]
    # And neither settings nor an export hold it
    world.ok("memory:settings:update", model=at(server))
    assert KEY not in json.dumps(world.ok("memory:settings:get"))
    # When it is deleted, then it is gone
    assert world.ok("model:key:delete", baseUrl=server.url)["deleted"] is True
    assert world.ok("model:key:get", baseUrl=server.url)["key"] is None
    assert not kept.exists()


def holds(path: Any) -> bool:
    return KEY.encode() in path.read_bytes()


def test_where_there_is_a_keyring_it_holds_the_key(
    worlds: Worlds, server: ModelServer, ring: SimpleNamespace
) -> None:
    ring.priority = 5
    world = worlds()
    assert world.ok("model:key:put", key=KEY, baseUrl=server.url)["keptIn"] == "keyring"
    assert list(ring.kept.values()) == [KEY]
    assert not [each for each in world.home.rglob("*") if each.is_file() and holds(each)]
    world.ok("model:server:models", baseUrl=server.url)
    assert server.keys == [f"Bearer {KEY}"]
    # A key in the place of another leaves nothing of it
    world.ok("model:key:put", key=KEY + "e", baseUrl=server.url)
    assert list(ring.kept.values()) == [KEY + "e"]
    world.ok("model:key:delete", baseUrl=server.url)
    assert not ring.kept


def test_a_keyring_that_is_locked_gives_way_to_the_file(
    worlds: Worlds, server: ModelServer, ring: SimpleNamespace
) -> None:
    def locked(*_: str) -> None:
        raise RuntimeError("locked")

    ring.priority, ring.set_password = 5, locked
    world = worlds()
    assert world.ok("model:key:put", key=KEY, baseUrl=server.url)["keptIn"] == "file"


def test_a_model_is_tried_before_it_is_saved(world: World, server: ModelServer) -> None:
    # When it is tried with a key that is not kept
    said = world.ok("model:server:try", model=at(server), key=KEY)
    # Then a sentence came, piece by piece, and it is known how much it reads
    assert said["text"] == "雾从海上来。"
    assert (said["streamed"], said["window"]) == (True, 16_384)
    assert (said["firstWordMs"], said["totalMs"]) == (0, 0)  # the clock stands still
    assert server.keys[0] == f"Bearer {KEY}"
    # And nothing was set or kept
    assert world.ok("memory:settings:get")["model"] == {"kind": "none"}
    assert world.ok("model:key:get", baseUrl=server.url)["key"] is None


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/api/ps", {"models": [{"name": "small", "context_length": 4_096}]}),
        ("/api/v0/models", {"data": [{"id": "small", "loaded_context_length": 4_096}]}),
        ("/props", {"default_generation_settings": {"n_ctx": 4_096}}),
    ],
)
def test_what_is_really_loaded_counts_and_not_what_could_be(
    world: World, server: ModelServer, path: str, told: Any
) -> None:
    server.told[path] = told
    assert world.ok("model:server:try", model=at(server))["window"] == 4_096


BUSY = {"message": "Rate limit reached. Please try again in 20s."}


@pytest.mark.parametrize(
    ("behave", "reason", "code"),
    [
        (server_says.telling(401, {"message": "bad"}), "key-refused", "MODEL_NOT_READY"),
        (
            server_says.telling(400, {"message": "API key not valid. Please pass a valid one"}),
            "key-refused",
            "MODEL_NOT_READY",
        ),
        (server_says.telling(402, {"message": "?"}), "out-of-credit", "MODEL_NOT_READY"),
        (
            server_says.telling(429, {"code": "insufficient_quota", "message": "?"}),
            "out-of-credit",
            "MODEL_NOT_READY",
        ),
        (
            server_says.telling(429, {"code": "1113", "message": "您的账户已欠费，请充值"}),
            "out-of-credit",
            "MODEL_NOT_READY",
        ),
        (
            server_says.telling(400, {"message": "Your credit balance is too low"}),
            "out-of-credit",
            "MODEL_NOT_READY",
        ),
        (
            server_says.telling(404, {"message": "The model `small` does not exist."}),
            "no-such-model",
            "MODEL_NOT_READY",
        ),
        (
            server_says.telling(404, "model 'small' not found, try pulling it first"),
            "no-such-model",
            "MODEL_NOT_READY",
        ),
        (server_says.telling(400, {"message": "Model Not Exist"}), "no-such-model",
         "MODEL_NOT_READY"),
        (server_says.telling(429, BUSY), "too-many-requests", "UPSTREAM_ERROR"),
        (
            server_says.telling(400, {"code": "context_length_exceeded", "message": "?"}),
            "context-too-long",
            "MODEL_NOT_READY",
        ),
        (
            server_says.telling(400, {"message": "prompt is too long: 210000 tokens > 200000"}),
            "context-too-long",
            "MODEL_NOT_READY",
        ),
        (
            server_says.sending(b'data: {"error": {"message": "context size exceeded"}}\n\n'),
            "context-too-long",
            "MODEL_NOT_READY",
        ),
        (server_says.sending(server_says.event("剑")), "cut-off", "UPSTREAM_ERROR"),
        (lambda _: Said(500, b"<html>"), "server-failed", "UPSTREAM_ERROR"),
        (server_says.refusing(400), "refused", "MODEL_NOT_READY"),
    ],
)  # fmt: skip
def test_what_the_server_knows_is_what_the_author_reads(
    world: World, server: ModelServer, behave: Behaviour, reason: str, code: str
) -> None:
    server.behave = behave
    error = world.fails("model:server:try", model=at(server), key=KEY)
    assert (error["details"]["reason"], error["code"]) == (reason, code)
    assert KEY not in json.dumps(error)


@pytest.mark.parametrize(
    ("behave", "wait_ms"),
    [
        (server_says.telling(429, BUSY), 20_000),
        (server_says.telling(429, {"message": "slow"}, Retry_After="7"), 7_000),
        (server_says.telling(429, {"message": "slow"}, retry_after_ms="1500"), 1_500),
        (server_says.telling(429, {"message": "slow"}), None),
    ],
)
def test_too_many_requests_say_how_long_to_wait(
    world: World, server: ModelServer, behave: Behaviour, wait_ms: int | None
) -> None:
    server.behave = behave
    error = world.fails("model:server:try", model=at(server))
    assert error["details"].get("retryAfterMs") == wait_ms
    assert error["retryable"] is True


def test_a_prompt_that_quotes_a_refusal_is_none(world: World, server: ModelServer) -> None:
    # Given a server that repeats the whole question far behind its own words
    server.behave = server_says.telling(400, {"message": "bad request " * 40 + "余额不足"})
    assert world.fails("model:server:try", model=at(server))["details"]["reason"] == "refused"


@pytest.mark.parametrize("key", ["short", "two words in it", "密钥密钥密钥密钥", "x" * 2_000])
def test_what_is_no_key_is_not_kept_and_not_repeated(world: World, key: str) -> None:
    error = world.fails("model:key:put", key=key)
    assert error["details"]["field"] == "key"
    assert key not in error["message"]


@pytest.mark.parametrize("priority", [0, 5])
def test_a_full_clear_takes_the_keys_too_and_says_so_before(
    worlds: Worlds, server: ModelServer, ring: SimpleNamespace, priority: int
) -> None:
    ring.priority = priority
    world = worlds()
    world.ok("model:key:put", key=KEY, baseUrl=server.url)
    world.ok("model:key:put", key=KEY, baseUrl="https://api.example.com/v1")
    # When everything is to be cleared, then it is said that the keys would go
    asked = world.fails("memory:clear:all")["details"]
    assert asked["would"]["keys"] == 2
    assert world.ok("model:key:get", baseUrl=server.url)["key"] is not None
    # And they go with the settings that named their servers
    gone = world.ok("memory:clear:all", confirmToken=asked["confirmToken"])
    assert gone["keys"] == 2
    assert world.ok("model:key:get", baseUrl=server.url)["key"] is None
    assert not ring.kept
    assert not [each for each in world.home.rglob("*") if each.is_file() and holds(each)]


def test_the_doctor_says_when_a_named_variable_is_not_set(
    world: World, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.ok("memory:settings:update", model=at(server, apiKeyEnv="MY_KEY"))

    def model_check() -> dict[str, Any]:
        (found,) = [e for e in world.ok("memory:doctor")["checks"] if e["name"] == "model"]
        return found

    assert model_check()["finding"] == "warn"
    assert "MY_KEY is not set" in model_check()["message"]["en"]
    assert "MY_KEY 未设置" in model_check()["message"]["zh"]
    monkeypatch.setenv("MY_KEY", KEY)
    assert model_check()["finding"] == "ok"
    assert not server.asked


def test_a_keyring_is_asked_for_a_key_once(
    worlds: Worlds, server: ModelServer, ring: SimpleNamespace
) -> None:
    ring.priority = 5
    world = worlds()
    world.ok("model:key:put", key=KEY, baseUrl=server.url)
    asked: list[str] = []
    answer = ring.get_password
    ring.get_password = lambda service, name: asked.append(name) or answer(service, name)
    for _ in range(3):
        world.ok("model:server:models", baseUrl=server.url)
    assert server.keys == [f"Bearer {KEY}"] * 3
    assert len(asked) == 1
