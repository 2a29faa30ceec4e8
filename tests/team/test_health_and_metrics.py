"""How a server is: one word for everybody, figures for who may see them, lines for machines."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from mohen.cli.logs import JsonFormatter
from mohen.core.logs import logger
from mohen.errors import StoreBusy
from mohen.memory import open_memory
from server.running import Running
from team.served import Team


def figures(text: str) -> dict[tuple[str, ...], float]:
    """By name and labels."""
    return {
        (each.name, *(value for _, value in sorted(each.labels.items()))): each.value
        for family in text_string_to_metric_families(text)
        for each in family.samples
    }


def test_health_is_one_word_and_tells_nothing_else(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    well = httpx.get(f"{team.running.origin}/health")
    assert (well.status_code, well.text) == (200, "ok")

    def busy() -> bool:
        raise StoreBusy("the store is busy: wait")

    monkeypatch.setattr(team.people.store, "answers", busy)
    ill = httpx.get(f"{team.running.origin}/health")
    assert (ill.status_code, ill.text) == (503, "not now")
    assert httpx.get(f"{team.running.origin}/health", headers={"Host": "x"}).status_code == 403


def test_metrics_count_by_channel_and_code(team: Team) -> None:
    ann, admin = team.author("ann"), team.author("root", scope="admin")
    ann.note("雨声")
    ann.fails("memory:delete", id="none")
    ann.fails("memory:雨声")
    httpx.get(f"{team.running.origin}/events")
    found = figures(admin.client.get("/metrics").text)
    assert found["mohen_calls_total", "memory:create", "OK"] == 1
    assert found["mohen_calls_total", "memory:delete", "NOT_FOUND"] == 1
    assert found["mohen_calls_total", "", "UNSUPPORTED"] == 1  # what was written is nobody's name
    assert found["mohen_call_seconds_count", "memory:create"] == 1
    assert found["mohen_call_seconds_bucket", "memory:create", "+Inf"] == 1
    assert found["mohen_refused_total", "401"] == 1
    assert (found["mohen_open_memories",], found["mohen_authors",]) == (1, 2)
    assert found["process_cpu_seconds_total",] > 0
    assert found["mohen_pushes_total",] >= 0


@pytest.mark.parametrize("scope", ["read", "write"])
def test_an_author_sees_no_metrics(team: Team, scope: str) -> None:
    said = team.author("ann", scope=scope).client.get("/metrics")
    assert (said.status_code, said.json()["error"]["details"]) == (403, {"scope": "admin"})
    assert httpx.get(f"{team.running.origin}/metrics").status_code == 401


def test_the_owner_of_a_home_sees_its_own(tmp_path: Path) -> None:
    with open_memory(tmp_path / "home") as memory:
        running = Running(memory)
        try:
            running.post("memory:status")
            found = figures(running.client.get("/metrics").text)
            assert found["mohen_calls_total", "memory:status", "OK"] == 1
            assert httpx.get(f"{running.origin}/health").text == "ok"
            assert httpx.get(f"{running.origin}/metrics").status_code == 401
            assert running.post("team:status").json()["error"]["code"] == "UNSUPPORTED"
        finally:
            running.close()


def test_without_the_package_it_is_said_how_to_get_it(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "prometheus_client", None)
    said = team.author("root", scope="admin").client.get("/metrics").json()["error"]
    assert (said["code"], "prometheus-client" in said["message"]) == ("UNSUPPORTED", True)


def test_an_administrator_sees_pages_of_authors_and_counts(team: Team) -> None:
    ann, admin = team.author("ann"), team.author("root", scope="admin")
    ann.note("雨声")
    team.author("安")
    first = admin.ok("team:status", limit=2)
    assert [each["name"] for each in first["authors"]] == ["ann", "root"]
    assert [each["open"] for each in first["authors"]] == [True, False]
    rest = admin.ok("team:status", limit=2, after=first["after"])
    assert ([each["name"] for each in rest["authors"]], "after" in rest) == (["安"], False)
    [one] = admin.ok("team:status", author="ann")["authors"]
    assert one["held"]["knowledge"] == 1
    assert (one["held"]["episodes"], one["degraded"], one["tokens"]) == (0, [], 1)
    assert admin.fails("team:status", author="nobody")["code"] == "NOT_FOUND"


def test_guesses_are_slowed_for_each_address(open_team: Callable[..., Team]) -> None:
    from mohen.server.app import LOOPBACK, Address

    address = Address(LOOPBACK | {"mohen.example"}, secure=True, proxied=True)
    team = open_team(address=address, doors={"wrong_tokens": 2, "wrong_token_pause_ms": 1})

    def guess(whence: str) -> int:
        headers = {
            "Host": "mohen.example",
            "Authorization": "Bearer x",
            "X-Forwarded-For": f"6.6.6.6, {whence}",
        }
        return httpx.get(f"{team.running.origin}/events", headers=headers).status_code

    assert [guess("1.1.1.1") for _ in range(3)] == [401, 401, 429]
    assert [guess("2.2.2.2") for _ in range(3)] == [401, 401, 429]  # what 6.6.6.6 said is no matter
    # And who bears the right token never waits
    assert team.author("ann").ask("memory:status").status_code == 200


def test_a_line_of_the_log_is_one_object() -> None:
    record = logging.LogRecord(
        "mohen.x", logging.WARNING, "", 0, "%s failed", ("rq_1\nfake \x1b[31m",), None
    )
    assert logger("mohen.x").filter(record)
    line = JsonFormatter().format(record)
    said = json.loads(line)
    assert "\n" not in line
    assert (said["level"], said["logger"]) == ("WARNING", "mohen.x")
    assert said["message"] == "rq_1�fake �[31m failed"
    assert said["at"].endswith("+00:00")
