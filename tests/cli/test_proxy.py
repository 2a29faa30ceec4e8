"""`mohen proxy` and `mohen mcp --http`, as a person starts them."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from cli.running import Run, Spawn
from upstreams import TEXT, Upstream

pytestmark = pytest.mark.process


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    made = Upstream()
    yield made
    made.close()


def test_it_tells_its_address_answers_and_has_heard_when_it_ends(
    spawn: Spawn, mohen: Run, upstream: Upstream
) -> None:
    process = spawn(
        *("--json", "proxy", "--to", f"{upstream.origin}/v1", "--port", "0"),
        *("--project", "p", "--locked"),
    )
    assert process.stdout is not None
    told = json.loads(process.stdout.readline())["data"]
    asked = {"model": "m", "messages": [{"role": "user", "content": "I moved to Oslo."}]}
    answer = httpx.post(f"{told['url']}/chat/completions", json=asked, timeout=300)
    assert answer.json()["choices"][0]["message"]["content"] == TEXT
    bare = f"http://127.0.0.1:{httpx.URL(told['url']).port}/v1/chat/completions"
    assert httpx.post(bare, json=asked, timeout=300).status_code == 401
    process.send_signal(signal.SIGTERM)
    assert process.wait() == 0
    found = json.loads(mohen("--json", "search", "--said", "Oslo", "--project", "p").stdout)
    assert found["data"]["items"][0]["message"]["text"] == "I moved to Oslo."


@pytest.mark.parametrize(
    "given",
    [
        ("--to", "nowhere"),
        ("--to", "https://user:word@example.net/v1"),
        ("--to", "http://127.0.0.1:1", "--port", "99999"),
    ],
)
def test_what_it_cannot_do_it_refuses_by_its_field(mohen: Run, given: tuple[str, ...]) -> None:
    done = mohen("--json", "proxy", *given)
    assert done.exit_code == 2
    error = json.loads(done.stdout)["error"]
    assert error["code"] == "INVALID_ARGUMENT"
    assert "word" not in done.stdout


def test_mcp_over_http_tells_where_it_is_and_wants_the_token(spawn: Spawn) -> None:
    process = spawn("--json", "mcp", "--http", "--port", "0", "--project", "p")
    assert process.stdout is not None
    told = json.loads(process.stdout.readline())["data"]
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    headers = {"Accept": "application/json, text/event-stream"}
    assert httpx.post(told["url"], json=asked, headers=headers, timeout=300).status_code == 401
    headers["Authorization"] = f"Bearer {Path(told['tokenFile']).read_text().strip()}"
    answer = httpx.post(told["url"], json=asked, headers=headers, timeout=300).json()
    assert "search" in {each["name"] for each in answer["result"]["tools"]}
    process.send_signal(signal.SIGTERM)
    assert process.wait() == 0


def test_a_port_without_http_is_refused(mohen: Run) -> None:
    assert mohen("mcp", "--port", "1").exit_code == 2
