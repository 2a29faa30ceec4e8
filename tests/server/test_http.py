"""The HTTP door, on a real server and a real socket."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from mohen import embedders
from mohen.core.settings_model import EmbedderConfig
from mohen.memory import open_memory
from mohen.policy import Policy
from mohen.server import run
from mohen.testing import HeldEmbedder
from server.running import TOKEN, Running
from shows import shows
from worlds import FIGHT, interaction


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    policy = replace(Policy(), doors=replace(Policy().doors, body_bytes=20_000))
    with open_memory(tmp_path / "home", policy=policy) as memory:
        server = Running(memory)
        yield server
        server.close()


@shows("R31", "R172")
def test_a_record_and_a_query_over_http(running: Running) -> None:
    recorded = running.post("memory:episode:record", interaction())
    assert recorded.status_code == 200
    found = running.post("memory:episode:query", {"projectId": "novel", "queryText": FIGHT})
    episode = recorded.json()["data"]["episodeId"]
    assert [item["episodeId"] for item in found.json()["data"]["items"]] == [episode]


def test_an_empty_body_is_an_empty_payload(running: Running) -> None:
    assert running.post("memory:status").json()["ok"] is True


@pytest.mark.parametrize(
    ("channel", "body", "status", "code"),
    [
        ("memory:status", b"garbage", 400, "INVALID_ARGUMENT"),
        ("memory:status", b'{"x": NaN}', 400, "INVALID_ARGUMENT"),
        ("memory:status", b'{"extra": 1}', 400, "INVALID_ARGUMENT"),
        ("memory:status", b"x" * 30_000, 413, "INVALID_ARGUMENT"),
        ("memory:nonsense", b"{}", 404, "UNSUPPORTED"),
        (
            "memory:episode:get",
            b'{"projectId": "novel", "episodeId": "ep_nowhere"}',
            404,
            "NOT_FOUND",
        ),
    ],
)
def test_the_status_goes_by_the_kind_of_error(
    running: Running, channel: str, body: bytes, status: int, code: str
) -> None:
    answer = running.post(channel, content=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert running.post("memory:status").status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": ""}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": TOKEN}, 401),
        ({"Host": "evil.example"}, 403),
        ({"Host": "evil.example:80"}, 403),
        ({"Host": ""}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_strangers_stay_outside(running: Running, headers: dict[str, str], status: int) -> None:
    for answer in (
        running.post("memory:status", headers=headers),
        running.client.get("/events", headers=headers),
    ):
        assert answer.status_code == status
        assert answer.json()["error"]["code"] == "PERMISSION_DENIED"
        assert TOKEN not in answer.text


def test_every_answer_is_closed_to_other_pages(running: Running) -> None:
    answers = [
        running.post("memory:status"),
        running.post("memory:nonsense"),
        running.client.get("/"),
        running.client.get("/assets/none.js"),
        running.client.get("/nowhere"),
        running.client.get("/", headers={"Host": "evil.example"}),
    ]
    assert [answer.status_code for answer in answers] == [200, 404, 200, 404, 404, 403]
    for answer in answers:
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/nowhere", 404), ("GET", "/ipc/memory:status", 405), ("POST", "/events", 405)],
)
def test_an_address_that_is_not_served_gets_the_envelope_too(
    running: Running, method: str, path: str, status: int
) -> None:
    answer = running.client.request(method, path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, "UNSUPPORTED")


def test_its_own_origin_may_call(running: Running) -> None:
    answer = running.post("memory:status", headers={"Origin": running.origin})
    assert answer.status_code == 200


@shows("C96")
def test_pushes_are_streamed_as_events(running: Running) -> None:
    running.post("memory:episode:record", interaction())
    with running.client.stream("GET", "/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["cache-control"] == "no-store"
        lines = stream.iter_lines()
        assert next(lines) == ": listening"
        assert running.post("memory:index:rebuild").status_code == 200
        event = next(line for line in lines if line.startswith("event: "))
        assert event == "event: memory:index:progress"
        data = json.loads(next(lines).removeprefix("data: "))
        assert data == {"stage": "words", "done": 1, "total": 1}


@pytest.fixture
def held(tmp_path: Path) -> Iterator[tuple[Running, HeldEmbedder]]:
    embedder = HeldEmbedder(embedders.make(EmbedderConfig(), Policy()))
    policy = replace(Policy(), vectors=replace(Policy().vectors, embed_delay_ms=3_600_000))
    with open_memory(tmp_path / "home", policy=policy, embedder=embedder) as memory:
        server = Running(memory)
        yield server, embedder
        embedder.let_go()
        server.close()


QUERY = {"projectId": "novel", "queryText": FIGHT}


def test_a_deadline_is_answered_on_time(held: tuple[Running, HeldEmbedder]) -> None:
    running, _ = held
    answer = running.post("memory:episode:query", QUERY, headers={"X-Timeout-Ms": "30"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (504, "TIMEOUT")
    wrong = running.post("memory:status", headers={"X-Timeout-Ms": "soon"})
    assert wrong.json()["error"]["details"]["field"] == "timeoutMs"


def test_a_request_can_be_cancelled_by_its_id(held: tuple[Running, HeldEmbedder]) -> None:
    running, embedder = held
    answers: list[httpx.Response] = []
    asking = threading.Thread(
        target=lambda: answers.append(
            running.post("memory:episode:query", QUERY, headers={"X-Request-Id": "mine"})
        )
    )
    asking.start()
    embedder.wait_until_held()
    assert running.post("request:cancel", {"id": "mine"}).json()["data"] == {"canceled": True}
    asking.join()
    assert answers[0].json()["error"]["code"] == "CANCELED"


@shows("R122")
def test_too_many_at_once_are_told_when_to_come_back(held: tuple[Running, HeldEmbedder]) -> None:
    running, embedder = held
    answers: list[httpx.Response] = []
    threads = [
        threading.Thread(target=lambda: answers.append(running.post("memory:episode:query", QUERY)))
        for _ in range(32)
    ]
    for thread in threads:
        thread.start()
    embedder.wait_until_held(32)
    refused = running.post("memory:episode:query", QUERY)
    assert refused.status_code == 429
    assert refused.headers["Retry-After"] == "1"
    embedder.let_go()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [200] * 32


def test_an_answer_does_not_wait_for_its_first_half_to_be_acknowledged() -> None:
    """It is sent in two pieces, and systems take their time to say that the first has come."""
    with (
        run.listen("127.0.0.1", 0) as door,
        socket.create_connection(door.getsockname()),
        door.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
