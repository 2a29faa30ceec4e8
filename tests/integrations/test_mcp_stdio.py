"""A client is greeted before the SDK is loaded, in the SDK's own words."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Any

import pytest

import mohen
from mohen.integrations.mcp_stdio import VERSIONS, Line

pytestmark = pytest.mark.skipif(find_spec("mcp") is None, reason="mcp is not installed")


class Client:
    """The other end of a line."""

    def __init__(self) -> None:
        to_read, to_write = os.pipe()
        from_read, from_write = os.pipe()
        self.says = os.fdopen(to_write, "w", encoding="utf-8")
        self.hears = os.fdopen(from_read, encoding="utf-8")
        self._sink = os.fdopen(from_write, "w", encoding="utf-8")
        self.line = Line("en", os.fdopen(to_read, encoding="utf-8"), self._sink)

    def tell(self, method: str, **params: Any) -> None:
        self.send(jsonrpc="2.0", method=method, params=params)

    def ask(self, id: int | str, method: str, **params: Any) -> Any:
        self.send(jsonrpc="2.0", id=id, method=method, params=params)
        said = json.loads(self.hears.readline())
        assert said["id"] == id
        return said["result"] if "result" in said else said["error"]

    def begin(self, version: str = VERSIONS[-1]) -> Any:
        about = {"name": "test", "version": "1"}
        return self.ask(
            "first", "initialize", protocolVersion=version, capabilities={}, clientInfo=about
        )

    def leave(self) -> None:
        """And wait until that was noticed."""
        self.says.close()
        while self.line.readline():
            pass
        self.hears.close()
        with suppress(BrokenPipeError):
            self._sink.close()

    def send(self, **message: Any) -> None:
        self.says.write(json.dumps(message) + "\n")
        self.says.flush()


@pytest.fixture
def client() -> Iterator[Client]:
    made = Client()
    yield made
    made.leave()


@contextmanager
def served(client: Client) -> Iterator[None]:
    from mohen.integrations import mcp

    def ask(channel: str, payload: Any) -> Any:
        return {"ok": True, "data": {"text": f"{channel} {payload['projectId']}"}, "meta": {}}

    thread = threading.Thread(target=mcp.speak, args=(mcp.server(ask, "p"), client.line))
    thread.start()
    yield
    client.says.close()
    thread.join()


def test_who_comes_is_greeted_though_nobody_is_there_yet(client: Client) -> None:
    first = client.begin()
    assert first["serverInfo"]["version"] == mohen.__version__
    client.tell("notifications/initialized")
    tools = client.ask(2, "tools/list")["tools"]
    assert "search" in {each["name"] for each in tools}
    assert client.ask(3, "tools/list", _meta={"progressToken": 0})["tools"] == tools


@pytest.mark.parametrize("version", VERSIONS)
def test_the_sdk_says_the_same_in_every_version(client: Client, version: str) -> None:
    """Given a client that asks for something the greeting has no answer to. When the SDK has taken
    over. Then what it says of itself is what was said before, and is said once."""
    with served(client):
        greeted, tools = client.begin(version), client.ask(2, "tools/list")
        called = client.ask(3, "tools/call", name="snapshot", arguments={})
        assert "snapshot p" in json.dumps(called)
        assert client.ask(4, "tools/list") == tools
        assert client.begin(version) == greeted


@pytest.mark.parametrize(
    "opening",
    ['{"nonsense', "[]", '"text"', '{"jsonrpc":"2.0","id":1,"method":"ping"}', "[" * 5_000],
    ids=["cut", "list", "text", "ping", "deep"],
)
def test_what_is_no_greeting_is_for_the_sdk(client: Client, opening: str) -> None:
    client.says.write(opening + "\n")
    client.says.flush()
    assert client.line.readline() == opening + "\n"
    client.tell("initialize", protocolVersion=VERSIONS[0])
    assert "initialize" in client.line.readline()


def test_a_version_that_nobody_knows_is_the_sdks_to_answer(client: Client) -> None:
    with served(client):
        assert client.begin("1999-01-01")["protocolVersion"] == VERSIONS[-1]


def test_a_client_that_is_gone_ends_it(client: Client) -> None:
    client.hears.close()
    client.send(jsonrpc="2.0", id=1, method="initialize", params={"protocolVersion": VERSIONS[0]})
    assert client.line.readline() == ""
