"""Claude's memory tool, as the SDK calls it. Its own suite runs behind `make test-peers`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from client.served import served
from mohen.client import Client
from mohen.memory import open_memory

pytest.importorskip("anthropic.lib.tools")


@pytest.fixture(params=["in process", "through a server"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    if request.param == "in process":
        with open_memory(tmp_path / "home", meaning=False) as opened:
            yield opened
    else:
        with served(tmp_path / "home"), Client(home=tmp_path / "home") as client:
            yield client


def call(tool: Any, command: str, **asked: Any) -> str:
    return str(tool.call({"command": command, **asked}))


def test_files_are_written_shown_moved_and_deleted(memory: Any) -> None:
    from anthropic.lib.tools import ToolError

    from mohen.integrations.anthropic_memory import MohenAsyncMemoryTool, MohenMemoryTool

    tool = MohenMemoryTool(memory, "one")
    call(tool, "create", path="/memories/人物/林.md", file_text="雪\n刀")
    call(tool, "create", path="/memories/.hidden", file_text="x")
    call(tool, "create", path="/memories/a/b/c.md", file_text="x" * 2_048)
    assert call(tool, "view", path="/memories").split("\n")[1:] == [
        "2.0K\t/memories",
        "2K\t/memories/a/",
        "2K\t/memories/a/b/",
        "7B\t/memories/人物/",
        "7B\t/memories/人物/林.md",
    ]
    call(tool, "rename", old_path="/memories/人物", new_path="/memories/people")
    shown = asyncio.run(
        MohenAsyncMemoryTool(memory, "one").call(
            {"command": "view", "path": "/memories/people/林.md"}
        )
    )
    assert str(shown).endswith("     1\t雪\n     2\t刀")
    with pytest.raises(ToolError, match="does not exist"):
        call(tool, "view", path="/memories/人物")
    with pytest.raises(ToolError, match="not a file"):
        call(tool, "insert", path="/memories/a", insert_line=0, insert_text="x")
    with pytest.raises(ToolError, match="must start with"):
        call(tool, "view", path="/memoriesX/y")
    with pytest.raises(ToolError, match="escape"):
        call(tool, "create", path="/memories/../x", file_text="x")
    call(tool, "delete", path="/memories/a")
    tool.clear_all_memory()
    assert call(tool, "view", path="/memories").split("\n")[1:] == ["0B\t/memories"]
