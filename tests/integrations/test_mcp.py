"""The memory as an MCP server: the official client, over a real child process."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

mcp = pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters  # noqa: E402
from mcp.client.stdio import stdio_client  # noqa: E402

Visit = Callable[[Any], Awaitable[None]]


pytestmark = pytest.mark.process


def visit(home: Path, project: str, work: Visit) -> None:
    """Start the server, speak to it, and let it end."""

    async def main() -> None:
        started = StdioServerParameters(
            command=sys.executable,
            args=["-m", "mohen", "--home", str(home), "--project", project, "mcp"],
            env={**os.environ},
        )
        async with Client(stdio_client(started)) as client:
            await work(client)

    anyio.run(main)


async def told(client: Any, tool: str, **given: Any) -> dict[str, Any]:
    answer = await client.call_tool(tool, given)
    assert not answer.is_error, answer.content
    return dict(answer.structured_content)


async def refused(client: Any, tool: str, **given: Any) -> str:
    answer = await client.call_tool(tool, given)
    assert answer.is_error
    return str(answer.content[0].text)


def test_what_is_remembered_is_found_explained_and_forgotten(home: Path) -> None:
    """Given an agent with MCP. When it remembers that the user is allergic to peanuts. Then it
    finds it in another session, can say why, sees it in the snapshot, and can forget it."""

    async def first(client: Any) -> None:
        made = await told(client, "remember", content="用户对花生过敏", importance=1.0)
        assert made["item"]["id"].startswith("f_")

    async def second(client: Any) -> None:
        (hit,) = (await told(client, "search", query="花生"))["items"]
        assert hit["content"] == "用户对花生过敏"
        assert (await told(client, "get", id=hit["id"]))["item"]["id"] == hit["id"]
        assert (await told(client, "why", id=hit["id"]))["item"]["id"] == hit["id"]
        assert "用户对花生过敏" in (await told(client, "snapshot"))["text"]
        resource = await client.read_resource("mohen://snapshot")
        assert "用户对花生过敏" in resource.contents[0].text
        would = await told(client, "forget", id=hit["id"])
        assert would["dryRun"] is True
        assert [each["content"] for each in would["items"]] == ["用户对花生过敏"]
        assert len((await told(client, "search", query="花生"))["items"]) == 1
        assert (await told(client, "forget", id=hit["id"], confirm=True))["dryRun"] is False
        assert (await told(client, "search", query="花生"))["items"] == []
        assert "花生" not in (await told(client, "snapshot"))["text"]

    visit(home, "main", first)
    visit(home, "main", second)


def test_one_client_cannot_read_what_is_anothers(home: Path) -> None:
    ids: list[str] = []

    async def owner(client: Any) -> None:
        ids.append((await told(client, "remember", content="密友叫林墨"))["item"]["id"])

    async def stranger(client: Any) -> None:
        assert (await told(client, "search", query="林墨"))["items"] == []
        said = await refused(client, "get", id=ids[0])
        assert "MEMORY_SCOPE_DENIED" in said
        assert "林墨" not in said
        said = await refused(client, "forget", id=ids[0], confirm=True)
        assert "MEMORY_SCOPE_DENIED" in said

    visit(home, "one", owner)
    visit(home, "two", stranger)


REFUSED = {
    "get": ({"id": "f_20260101_999"}, "NOT_FOUND"),
    "why": ({"id": "gen_nothing"}, "MEMORY_TRACE_MISMATCH"),
    "remember": ({"content": "   "}, "INVALID_ARGUMENT"),
    "search": ({"query": "x", "since": "yesterday"}, "INVALID_ARGUMENT"),
}


def test_the_tools_are_few_and_their_errors_have_stable_codes(home: Path) -> None:
    async def work(client: Any) -> None:
        tools = {each.name: each for each in (await client.list_tools()).tools}
        assert set(tools) == {"search", "get", "remember", "forget", "snapshot", "why"}
        assert all(each.description for each in tools.values())
        assert tools["forget"].annotations.destructive_hint is True
        assert tools["search"].annotations.read_only_hint is True
        for tool, (given, code) in REFUSED.items():
            assert f": {code}: " in await refused(client, tool, **given)

    visit(home, "main", work)
