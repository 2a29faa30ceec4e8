"""The HTTP door, on a real server and a real socket."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from mohen.adapters import embedders
from mohen.memory import Memory, open_memory
from mohen.model.state import EmbedderConfig
from mohen.policy import Policy
from mohen.server import app
from mohen.testing import HeldEmbedder
from shows import shows
from worlds import FIGHT, interaction

TOKEN = "a-token-for-tests"


class Running:
    """A server on a free port, and a client who bears the token."""

    def __init__(self, memory: Memory) -> None:
        config = uvicorn.Config(
            app.build(memory, TOKEN), port=0, log_level="error", timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        self._up = threading.Event()
        startup = self._server.startup

        async def started(sockets: Any = None) -> None:
            await startup(sockets)
            self._up.set()

        self._server.startup = started  # type: ignore[method-assign]
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()
        self._up.wait()
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.origin = f"http://127.0.0.1:{port}"
        self.client = httpx.Client(
            base_url=self.origin, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=30
        )

    def post(self, channel: str, payload: Any = None, **more: Any) -> httpx.Response:
        body = {"json": payload} if payload is not None else {}
        return self.client.post(f"/ipc/{channel}", **body, **more)

    def close(self) -> None:
        self.client.close()
        self._server.should_exit = True
        self._thread.join()


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


def test_the_page_itself_holds_nothing_and_is_locked_down(running: Running) -> None:
    page = running.client.get("/", headers={"Authorization": ""})
    assert page.status_code == 200
    assert TOKEN not in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]
    script = running.client.get("/page.js", headers={"Authorization": ""})
    assert script.status_code == 200
    evil = running.client.get("/", headers={"Host": "evil.example"})
    assert evil.status_code == 403


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
