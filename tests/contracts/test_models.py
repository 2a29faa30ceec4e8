"""A server that speaks OpenAI's chat: good answers, and every bad one, over real HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from contracts import model_server as server_says
from contracts.loopback import Behaviour
from contracts.model_server import ModelServer, serving
from mohen.core.settings_model import ModelConfig
from mohen.errors import InvalidArgument, ModelError, ModelNotReady, ModelTimeout
from mohen.models.model import Reply
from mohen.models.models import make
from mohen.models.policy import Models
from mohen.models.ports import LanguageModel
from mohen.policy import Policy
from mohen.testing import FrozenClock, ScriptedModel
from mohen.text.tokens import Message

SECRETS = ("sk-secret-key", "私密的话", "user:word")
ASKED = (Message("system", "answer in JSON"), Message("user", "私密的话"))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving() as server:
        yield server


def client(
    server: ModelServer, policy: Policy | None = None, clock: FrozenClock | None = None, **said: Any
) -> LanguageModel:
    config = replace(ModelConfig(kind="openai", model="m", base_url=server.url), **said)
    model = make(config, policy or Policy(), (clock or FrozenClock()).pause)
    assert model is not None
    return model


def test_no_model_is_a_kind_of_its_own() -> None:
    assert make(ModelConfig(), Policy(), FrozenClock().pause) is None


def test_the_answer_comes_with_its_cost(server: ModelServer) -> None:
    server.behave = server_says.answering("{}", prompt_tokens=31, completion_tokens=7)

    assert client(server).ask(ASKED, max_tokens=50) == Reply("{}", 31, 7)
    (request,) = server.asked
    assert request["messages"] == [
        {"role": "system", "content": "answer in JSON"},
        {"role": "user", "content": "私密的话"},
    ]
    assert (request["model"], request["max_tokens"]) == ("m", 50)
    assert request["response_format"] == {"type": "json_object"}


@pytest.mark.parametrize(
    "usage", [{}, {"prompt_tokens": None}, {"prompt_tokens": -3, "completion_tokens": "many"}]
)
def test_a_server_that_does_not_count_leaves_it_to_others(
    server: ModelServer, usage: dict[str, Any]
) -> None:
    server.behave = server_says.answering("{}", **usage)

    assert client(server).ask(ASKED, max_tokens=50) == Reply("{}", None, None)


def test_words_may_be_asked_for_too(server: ModelServer) -> None:
    server.behave = server_says.answering("well")

    assert client(server).ask(ASKED, max_tokens=50, json=False).text == "well"
    assert "response_format" not in server.asked[0]


def test_a_server_that_knows_no_json_format_is_asked_without_and_only_once_in_vain(
    server: ModelServer,
) -> None:
    server.behave = server_says.without_json_format(server_says.answering("{}"))
    model = client(server)

    assert [model.ask(ASKED, max_tokens=50).text for _ in range(2)] == ["{}", "{}"]
    assert ["response_format" in each for each in server.asked] == [True, False, False]


def test_making_one_asks_nothing(server: ModelServer) -> None:
    assert client(server).name == "openai:m"
    assert not server.asked


# -- trying again


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again_after_a_pause(server: ModelServer, status: int) -> None:
    clock = FrozenClock()
    server.behave = server_says.in_turn(
        server_says.refusing(status), server_says.answering('{"rules": []}')
    )

    assert client(server, clock=clock).ask(ASKED, max_tokens=50).text == '{"rules": []}'
    assert len(server.asked) == 2
    assert clock.pauses == [Policy().models.pause_ms]


@pytest.mark.parametrize(
    ("said", "waited"), [("1", 1_000), ("600", 3_000), ("9" * 5_000, 3_000), ("soon", 3_000)]
)
def test_it_waits_as_long_as_the_server_says_within_reason(
    server: ModelServer, said: str, waited: int
) -> None:
    clock = FrozenClock()
    busy = server_says.refusing(429, Retry_After=said)
    server.behave = server_says.in_turn(busy, server_says.answering("{}"))

    client(server, clock=clock).ask(ASKED, max_tokens=50)

    assert clock.pauses == [waited]


def test_it_gives_up_in_the_end(server: ModelServer) -> None:
    server.behave = server_says.refusing(503)

    with pytest.raises(ModelError, match="503"):
        client(server, Policy(models=Models(retries=2))).ask(ASKED, max_tokens=50)

    assert len(server.asked) == 3


def test_a_server_that_hangs_is_left_and_not_asked_again(server: ModelServer) -> None:
    server.behave = server.hang

    with pytest.raises(ModelTimeout):
        client(server, Policy(models=Models(timeout_here_ms=50))).ask(ASKED, max_tokens=50)

    assert len(server.asked) == 1


def test_a_server_that_is_not_there_cannot_be_reached(server: ModelServer) -> None:
    with pytest.raises(ModelError, match="reached"):
        client(server, base_url="http://127.0.0.1:9/v1").ask(ASKED, max_tokens=50)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_a_refusal_stands(server: ModelServer, status: int) -> None:
    server.behave = server_says.refusing(status)
    clock = FrozenClock()

    with pytest.raises(ModelNotReady):
        client(server, clock=clock).ask(ASKED, max_tokens=50, json=False)

    assert (len(server.asked), clock.pauses) == (1, [])


# -- bad answers


@pytest.mark.parametrize(
    ("behave", "error"),
    [
        (server_says.garbage, ModelError),
        (server_says.page, ModelError),
        (server_says.answering(None), ModelError),
        (server_says.answering(["not", "text"]), ModelError),
        (server_says.saying({}), ModelError),
        (server_says.saying([1, 2]), ModelError),
        (server_says.saying({"choices": []}), ModelError),
        (server_says.saying({"choices": [{}]}), ModelError),
        (server_says.saying({"choices": [{"message": None}]}), ModelError),
        (server_says.refusing(302), ModelError),
        (server_says.refusing(400), ModelNotReady),
        (server_says.refusing(401), ModelNotReady),
        (server_says.refusing(404), ModelNotReady),
        (server_says.refusing(429), ModelError),
        (server_says.refusing(500), ModelError),
    ],
)
def test_a_bad_answer_is_an_error_that_tells_nothing(
    server: ModelServer,
    monkeypatch: pytest.MonkeyPatch,
    behave: Behaviour,
    error: type[ModelError],
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-secret-key")
    server.behave = behave
    url = server.url.replace("http://", "http://user:word@")

    with pytest.raises(ModelError) as failure:
        client(server, base_url=url, api_key_env="MY_KEY").ask(ASKED, max_tokens=50)

    assert type(failure.value) is error
    told = f"{failure.value} {failure.value.details}"
    assert not any(secret in told for secret in SECRETS)
    assert failure.value.__suppress_context__ or failure.value.__context__ is None


def test_text_that_no_wire_can_carry_is_an_error_like_any_other(server: ModelServer) -> None:
    with pytest.raises(ModelError):
        client(server).ask([Message("user", "half \ud800")], max_tokens=50)


# -- keys and addresses


def test_the_key_comes_from_the_named_variable_and_openais_goes_nowhere_else(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-key")
    monkeypatch.setenv("MY_KEY", "sk-mine")

    client(server).ask(ASKED, max_tokens=50)
    client(server, api_key_env="MY_KEY").ask(ASKED, max_tokens=50)

    assert server.keys == ["", "Bearer sk-mine"]


def test_openai_itself_needs_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    model = make(ModelConfig(kind="openai", model="m"), Policy(), FrozenClock().pause)
    assert model is not None

    with pytest.raises(ModelNotReady, match="OPENAI_API_KEY"):
        model.ask(ASKED, max_tokens=50)


def test_a_server_here_is_not_reached_through_a_proxy(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(variable, "http://127.0.0.1:9")

    assert client(server).ask(ASKED, max_tokens=50).text


def test_a_variable_that_is_named_and_not_set_says_so_and_nothing_is_sent(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", " ")

    with pytest.raises(ModelNotReady, match="MY_KEY is not set"):
        client(server, api_key_env="MY_KEY").ask(ASKED, max_tokens=50)
    assert not server.asked


@pytest.mark.parametrize(
    ("field", "name", "value"),
    [
        ("kind", "kind", "magic"),
        ("model", "model", None),
        ("model", "model", ""),
        ("base_url", "baseUrl", "localhost:11434"),
        ("base_url", "baseUrl", "ftp://127.0.0.1/v1"),
        ("base_url", "baseUrl", "http://[broken"),
        ("api_key_env", "apiKeyEnv", "sk-secret-key"),
    ],
)
def test_a_wrong_setting_is_named_as_on_the_wire(
    server: ModelServer, field: str, name: str, value: str | None
) -> None:
    with pytest.raises(InvalidArgument) as refusal:
        client(server, **{field: value})

    assert refusal.value.details["field"] == f"model.{name}"
    assert not value or value not in refusal.value.message


# -- the scripted one keeps the same contract


def test_the_scripted_model_follows_its_script_and_remembers() -> None:
    model: LanguageModel = ScriptedModel("one", ModelTimeout("slow"), Reply("two", 3, 4))

    assert model.ask(ASKED, max_tokens=5) == Reply("one")
    with pytest.raises(ModelTimeout):
        model.ask(ASKED, max_tokens=5)
    assert [model.ask(ASKED, max_tokens=5).text for _ in range(2)] == ["two", "two"]
    assert isinstance(model, ScriptedModel)
    assert [each.max_tokens for each in model.asked] == [5, 5, 5, 5]
