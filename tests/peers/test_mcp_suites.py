"""MCP's own suites on our server: conformance over streamable HTTP, the inspector, the bundle."""

from __future__ import annotations

import json
import os
import re
import runpy
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from mohen.integrations.mcp_http import McpDoor
from server.running import Running
from upstreams import Served
from worlds import World

from . import fetched
from .clients import NODE

pytestmark = [pytest.mark.peers, pytest.mark.process]

SUITES = (
    "@modelcontextprotocol/conformance@0.1.16",
    "@modelcontextprotocol/inspector@2.12.0",
    "@anthropic-ai/mcpb@2.1.2",
)
ROOT = Path(__file__).parents[2]
_RUN_S = 300

# Scenarios of the suite that fail, and why. This list may only shrink: one that passes must go.
ASKS_THE_CLIENT = {  # a server that keeps nothing of its clients asks and tells them nothing
    *("tools-call-with-logging", "tools-call-with-progress", "tools-call-sampling"),
    *("tools-call-elicitation", "elicitation-sep1034-defaults", "elicitation-sep1330-enums"),
    *("resources-subscribe", "resources-unsubscribe", "logging-set-level"),
}
NOT_OFFERED = {  # no argument of ours has values that could be proposed
    "completion-complete",
}
NOT_THERE = {  # asks for pictures, sounds, files and prompts of the suite's own, by its own names
    *("tools-call-image", "tools-call-audio", "tools-call-embedded-resource"),
    *("tools-call-mixed-content", "resources-read-text", "resources-read-binary"),
    *("resources-templates-read", "prompts-get-simple", "prompts-get-with-args"),
    *("prompts-get-embedded-resource", "prompts-get-with-image"),
}
FAILING = ASKS_THE_CLIENT | NOT_OFFERED | NOT_THERE
_RESULT = re.compile(r"^([✓✗]) ([\w-]+): (\d+) passed, (\d+) failed", re.MULTILINE)


@pytest.fixture(scope="module")
def commands() -> Path:
    return fetched.npm("mcp", NODE, *SUITES)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "home")
    made.ok("knowledge:capture", projectId="main", content="The user lives in Oslo.")
    yield made
    made.close()


def ran(commands: Path, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    node = commands.parent / "node" / "bin" / "node"
    name, *rest = words
    return subprocess.run(
        [node, commands / name, *rest],
        cwd=home,
        env={"HOME": str(home), "PATH": f"{node.parent}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        timeout=_RUN_S,
        encoding="utf-8",
    )


def test_the_conformance_suite(commands: Path, world: World, tmp_path: Path) -> None:
    """Its client bears no token, so that it speaks to the door behind the locks."""
    door = McpDoor(world.door.call, "main", "en")

    @asynccontextmanager
    async def lifespan(app: Any) -> Any:
        app.state.end_streams = lambda: None
        async with door.lifespan():
            yield

    server = Served(Starlette(routes=door.routes(), lifespan=lifespan))
    try:
        done = ran(commands, tmp_path, "conformance", "server", "--url", f"{server.origin}/mcp")
    finally:
        server.close()
    results = {name: int(failed) for _, name, _, failed in _RESULT.findall(done.stdout)}
    assert len(results) >= 30, done.stdout[-2000:]
    failed = {name for name, each in results.items() if each}
    assert failed - FAILING == set()
    assert FAILING - failed == set(), "these pass: take them out of the list"


def test_the_inspector_finds_nothing_to_say(commands: Path, world: World, tmp_path: Path) -> None:
    """In strict mode, over HTTP with the token: tools that every client can use."""
    server = Running(world.memory, guests=[McpDoor(world.door.call, "main", "en")])
    over = ("mcp-inspector", "--cli", f"{server.origin}/mcp", "--transport", "http")
    bearer = ("--header", f"Authorization: Bearer {server.token}")
    try:
        listed = ran(commands, tmp_path, *over, *bearer, "--method", "tools/list", "--strict")
        asked = ("--method", "tools/call", "--tool-name", "search", "--tool-arg", "query=Oslo")
        called = ran(commands, tmp_path, *over, *bearer, *asked)
        without = ran(commands, tmp_path, *over, "--method", "tools/list")
    finally:
        server.close()
    assert listed.returncode == 0, listed.stderr
    assert "search" in {each["name"] for each in json.loads(listed.stdout)["tools"]}
    assert "The user lives in Oslo." in called.stdout
    assert without.returncode != 0


def test_the_inspector_speaks_to_the_command(commands: Path, world: World, tmp_path: Path) -> None:
    server = (sys.executable, "-m", "mohen", "--home", str(world.home), "--project", "main", "mcp")
    told = ("-e", f"PYTHONPATH={ROOT / 'src'}", "-e", "MOHEN_EMBEDDER=builtin")
    asked = ("--method", "tools/list", "--strict")
    done = ran(commands, tmp_path, "mcp-inspector", "--cli", *asked, *told, "--", *server)
    assert done.returncode == 0, done.stderr
    assert "search" in {each["name"] for each in json.loads(done.stdout)["tools"]}


def test_the_bundle_is_one(commands: Path, tmp_path: Path) -> None:
    made = runpy.run_path(str(ROOT / "tools" / "make_mcpb.py"))["bundle"](tmp_path)
    with zipfile.ZipFile(made) as packed:
        packed.extractall(tmp_path / "unpacked")
    manifest = tmp_path / "unpacked" / "manifest.json"
    done = ran(commands, tmp_path, "mcpb", "validate", str(manifest))
    assert done.returncode == 0, done.stdout + done.stderr
    assert ran(commands, tmp_path, "mcpb", "info", str(made)).returncode == 0
