"""mem0's routes, as its server and its client ask them; its own client is asked in tests/peers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from mohen.integrations import mem0_rest
from mohen.memory import open_memory
from server.running import TOKEN, Running
from shows import shows

ANN = {"user_id": "ann"}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    home: Path = tmp_path_factory.mktemp("mem0") / "home"
    with open_memory(home, immediate=True, meaning=False) as memory:
        server = Running(memory, more=mem0_rest.routes(memory))
        yield server
        server.close()


def ask(running: Running, method: str, path: str, **how: Any) -> httpx.Response:
    return running.client.request(method, f"/mem0{path}", **how)


def added(running: Running, text: str, **more: Any) -> str:
    body = {"messages": [{"role": "user", "content": text}], "infer": False, **more}
    [made] = ask(running, "POST", "/memories", json=body).json()["results"]
    return str(made["id"])


def test_a_note_goes_its_way_through_the_servers_own_routes(running: Running) -> None:
    id = added(running, "安的门牌是 7 号。", **ANN, run_id="r1", metadata={"k": 1})
    whole = ask(running, "GET", f"/memories/{id}").json()
    assert whole["memory"] == "安的门牌是 7 号。"
    assert (whole["user_id"], whole["run_id"], whole["metadata"]) == ("ann", "r1", {"k": 1})
    found = ask(running, "POST", "/search", json={"query": "门牌", "filters": ANN, "top_k": 3})
    assert [each["id"] for each in found.json()["results"]] == [id]
    other = {"query": "门牌", "filters": {**ANN, "run_id": "r2"}}
    assert ask(running, "POST", "/search", json=other).json()["results"] == []
    ask(running, "PUT", f"/memories/{id}", json={"text": "安的门牌是 8 号。"})
    told = ask(running, "GET", f"/memories/{id}/history").json()
    assert [each["new_memory"][-3:] for each in told] == ["7 号。"[-3:], "8 号。"[-3:]]
    assert ask(running, "GET", "/memories", params=ANN).json()["count"] == 1
    assert ask(running, "DELETE", f"/memories/{id}").status_code == 200
    assert ask(running, "GET", f"/memories/{id}").status_code == 404


def test_what_is_said_is_learned_from(running: Running) -> None:
    said = [{"role": "user", "content": [{"type": "text", "text": "I am allergic to peanuts."}]}]
    heard = ask(running, "POST", "/v3/memories/add/", json={"messages": said, "user_id": "bo"})
    assert heard.json()["status"] == "PENDING"
    asked = {"query": "allergies?", "filters": {"AND": [{"user_id": "bo"}]}}
    [found] = ask(running, "POST", "/v3/memories/search/", json=asked).json()["results"]
    assert "peanuts" in found["memory"]
    [event] = ask(running, "GET", f"/v1/memories/{found['id']}/history/").json()
    assert event["event"] == "ADD"


@shows("C92")
def test_users_do_not_see_each_other_and_are_cleared_alone(running: Running) -> None:
    mine, theirs = added(running, "Cy keeps bees", user_id="cy"), added(running, "x", user_id="di")
    swapped = f"{mine.partition('@')[0]}@{theirs.partition('@')[2]}"
    assert ask(running, "GET", f"/memories/{swapped}").status_code in (403, 404)
    added(running, "as an agent", user_id="cy", agent_id="a1")
    ask(running, "DELETE", "/memories", params={"user_id": "cy", "agent_id": "a1"})
    assert ask(running, "GET", "/memories", params={"user_id": "cy"}).json()["count"] == 1
    ask(running, "DELETE", "/v1/memories/", params={"user_id": "cy"})
    assert ask(running, "GET", "/memories", params={"user_id": "cy"}).json()["count"] == 0
    assert ask(running, "GET", f"/memories/{theirs}").status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/memories", {"messages": "x"}, 400),
        ("POST", "/memories", {"messages": [{"role": "robot", "content": "x"}], **ANN}, 400),
        ("POST", "/memories", [1], 400),
        ("POST", "/search", {"filters": ANN}, 400),
        ("POST", "/search", {"query": "x", "filters": {"OR": [ANN]}}, 400),
        ("POST", "/search", {"query": "x", "filters": ANN, "top_k": 0}, 400),
        ("GET", "/memories/kn_1", None, 404),
        ("GET", "/memories/kn_1@novel", None, 404),
        ("GET", "/memories/kn_1@mem0:user:ann", None, 404),
        ("DELETE", "/memories", None, 400),
    ],
)
def test_what_is_wrong_is_said_with_its_status(
    running: Running, method: str, path: str, body: Any, status: int
) -> None:
    answer = ask(running, method, path, json=body)
    assert answer.status_code == status
    assert answer.json()["detail"]


def test_the_same_locks_as_everywhere(running: Running) -> None:
    def as_(**headers: str) -> int:
        with httpx.Client(base_url=running.origin) as stranger:
            return stranger.get("/mem0/v1/ping/", headers=headers).status_code

    assert as_() == 401
    assert as_(Authorization="Token wrong") == 401
    assert as_(Authorization=f"Basic {TOKEN}") == 401
    assert as_(Authorization=f"Token {TOKEN}") == 200
    assert as_(Authorization=f"Token {TOKEN}", Origin="http://elsewhere.example") == 403
