"""A server that speaks OpenAI's embeddings: good answers, and every bad one, over real HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from contracts import embedding_server as server_says
from contracts.embedding_server import BUILTIN, EmbeddingServer, serving
from contracts.loopback import Behaviour, Said
from mohen.core.policy import Vectors
from mohen.core.ports import Embedder
from mohen.core.settings_model import EmbedderConfig
from mohen.embedders import make
from mohen.errors import EmbedderError, EmbedderNotReady, InvalidArgument, UpstreamFailed
from mohen.policy import Policy

SECRETS = ("sk-secret-key", "私密的话", "user:word")
TEXT = "私密的话"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[EmbeddingServer]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving() as server:
        yield server


def client(server: EmbeddingServer, policy: Policy | None = None, **config: Any) -> Embedder:
    base = EmbedderConfig(kind="openai", model="m", base_url=server.url)
    return make(replace(base, **config), policy or Policy())


def test_vectors_arrive_in_the_order_of_the_texts(server: EmbeddingServer) -> None:
    texts = [f"text number {place}" for place in range(70)]

    np.testing.assert_allclose(client(server).embed(texts), BUILTIN.embed(texts), atol=1e-6)


def test_texts_go_in_batches_and_empty_ones_not_at_all(server: EmbeddingServer) -> None:
    policy = Policy(vectors=Vectors(embed_batch=2))
    client(server, policy, dims=BUILTIN.dims).embed(["a", "", "b", " ", "c"])

    assert [request["input"] for request in server.asked] == [["a", "b"], ["c"]]
    assert {request["model"] for request in server.asked} == {"m"}


def test_base64_answers_are_read_too(server: EmbeddingServer) -> None:
    server.behave = server_says.base64

    np.testing.assert_allclose(client(server).embed(["a b"]), BUILTIN.embed(["a b"]), atol=1e-6)


def test_dims_are_asked_for_once(server: EmbeddingServer) -> None:
    embedder = client(server)

    assert embedder.dims == embedder.dims == BUILTIN.dims
    assert len(server.asked) == 1


def test_configured_dims_need_no_question(server: EmbeddingServer) -> None:
    embedder = client(server, dims=7)

    assert embedder.dims == 7
    assert embedder.embed(["", " "]).shape == (2, 7)
    assert not server.asked


def test_making_one_asks_nothing(server: EmbeddingServer) -> None:
    assert client(server).name == "openai:m"
    assert not server.asked


def test_the_key_comes_from_the_named_variable(
    server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-mine")
    client(server, api_key_env="MY_KEY", dims=BUILTIN.dims).embed(["a"])
    client(server, dims=BUILTIN.dims).embed(["a"])

    assert server.keys == ["Bearer sk-mine", ""]


def test_a_new_key_is_used_without_a_restart(server: EmbeddingServer) -> None:
    # Given an embedder that has asked with one key
    kept = ["sk-first"]
    config = EmbedderConfig("openai", "m", server.url, dims=BUILTIN.dims)
    embedder = make(config, Policy(), lambda _url: kept[0])
    embedder.embed(["a"])
    embedder.embed(["b"])
    # When its owner gives another, or takes it away
    kept[0] = "sk-second"
    embedder.embed(["c"])
    kept[0] = ""
    embedder.embed(["d"])
    # Then the next question bears what is kept
    assert server.keys == ["Bearer sk-first", "Bearer sk-first", "Bearer sk-second", ""]


def test_openai_itself_needs_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    embedder = make(EmbedderConfig(kind="openai", model="m"), Policy())

    with pytest.raises(EmbedderNotReady, match="OPENAI_API_KEY"):
        embedder.embed(["a"])


def test_openais_key_is_sent_to_no_other_server(
    server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-key")

    client(server).embed(["a"])

    assert server.keys
    assert not any("sk-secret-key" in key for key in server.keys)


def test_a_server_here_is_not_reached_through_a_proxy(
    server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(variable, "http://127.0.0.1:9")

    assert client(server).embed(["a"]).any()


@pytest.mark.parametrize(
    ("behave", "error"),
    [
        (server_says.one_short, UpstreamFailed),
        (server_says.not_finite, UpstreamFailed),
        (server_says.unlike, UpstreamFailed),
        (server_says.unnumbered, UpstreamFailed),
        (server_says.words, UpstreamFailed),
        (server_says.garbage, UpstreamFailed),
        (server_says.list_of_nothing, UpstreamFailed),
        (server_says.not_an_object, UpstreamFailed),
        (server_says.refusing(302), UpstreamFailed),
        (server_says.refusing(400), EmbedderError),
        (server_says.refusing(401), EmbedderNotReady),
        (server_says.refusing(403), EmbedderNotReady),
        (server_says.refusing(404), EmbedderNotReady),
        (server_says.refusing(429), UpstreamFailed),
        (server_says.refusing(500), UpstreamFailed),
        (server_says.refusing(503), UpstreamFailed),
    ],
)
@pytest.mark.parametrize("dims", [None, 512])
def test_a_bad_answer_is_an_error_that_tells_nothing(
    server: EmbeddingServer,
    monkeypatch: pytest.MonkeyPatch,
    behave: Behaviour,
    error: type[EmbedderError],
    dims: int | None,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-key")
    server.behave = behave
    url = server.url.replace("http://", "http://user:word@")
    embedder = client(server, base_url=url, dims=dims)

    with pytest.raises(EmbedderError) as failure:
        embedder.embed([TEXT, "another"])

    assert type(failure.value) is error
    told = f"{failure.value} {failure.value.details}"
    assert not any(secret in told for secret in SECRETS)
    assert failure.value.__suppress_context__ or failure.value.__context__ is None


def test_a_dimension_that_changes_is_not_mixed_in(server: EmbeddingServer) -> None:
    def shrinking(request: dict[str, Any]) -> Said:
        size = 4 if request["input"] == ["c"] else 8
        return server_says.answer([[1.0] * size for _ in request["input"]])

    server.behave = shrinking
    embedder = client(server, Policy(vectors=Vectors(embed_batch=2)))

    with pytest.raises(EmbedderError) as failure:
        embedder.embed(["a", "b", "c"])

    assert failure.value.details == {"expected": 8, "found": 4}
    assert not failure.value.retryable


def test_a_server_that_hangs_is_left(server: EmbeddingServer) -> None:
    server.behave = server.hang
    embedder = client(server, Policy(vectors=Vectors(embed_timeout_ms=50)))

    with pytest.raises(UpstreamFailed, match="in time"):
        embedder.embed(["a"])

    assert len(server.asked) == 1


def test_a_server_that_is_not_there_is_said_to_be_unreachable(server: EmbeddingServer) -> None:
    with pytest.raises(UpstreamFailed, match="reached"):
        client(server, base_url="http://127.0.0.1:9/v1").embed(["a"])


def test_a_server_that_recovers_is_used_again(server: EmbeddingServer) -> None:
    embedder = client(server)
    server.behave = server_says.refusing(500)
    with pytest.raises(UpstreamFailed):
        embedder.embed(["a"])
    server.behave = server_says.good

    assert embedder.embed(["a"]).any()


@pytest.mark.parametrize(
    ("field", "name", "value"),
    [
        ("model", "model", None),
        ("model", "model", ""),
        ("base_url", "baseUrl", "localhost:11434"),
        ("base_url", "baseUrl", "ftp://127.0.0.1/v1"),
        ("base_url", "baseUrl", "http://[broken"),
        ("api_key_env", "apiKeyEnv", "sk-secret-key"),
    ],
)
def test_a_wrong_setting_is_named_as_on_the_wire(
    server: EmbeddingServer, field: str, name: str, value: str | None
) -> None:
    with pytest.raises(InvalidArgument) as refusal:
        client(server, None, **{field: value})

    assert refusal.value.details["field"] == f"embedder.{name}"
    assert not value or value not in refusal.value.message
