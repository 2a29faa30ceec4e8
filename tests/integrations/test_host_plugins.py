"""The folders that go into hosts: each speaks to a real `mohen ipc`, without its host."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from abc import ABC
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import mohen
from mohen.integrations.agent_plugin import filled
from mohen.integrations.setup import PLUGINS, Setting
from transcripts import OpenClawFile

pytestmark = pytest.mark.process

SAYS = "My parrot is called Bartholomew."
ASKS = "What is the name of my parrot?"


def setting(tmp_path: Path, *, tools: bool = True) -> Setting:
    return Setting(tmp_path, {}, (sys.executable, "-m", "mohen"), tmp_path / "home", tools=tools)


@pytest.fixture(autouse=True)
def light(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOHEN_EMBEDDER", "builtin")
    monkeypatch.setenv("MOHEN_LANG", "en")


# -- Claude Code and Codex


def test_the_plugin_names_one_version_and_every_event(tmp_path: Path):
    files = filled(setting(tmp_path))
    for name in (".claude-plugin/plugin.json", ".codex-plugin/plugin.json"):
        manifest = json.loads(files[name])
        assert (manifest["name"], manifest["version"]) == ("mohen", mohen.__version__)
    hooks = json.loads(files["hooks/hooks.json"])["hooks"]
    assert set(hooks) == {"SessionStart", "UserPromptSubmit", "PreCompact", "Stop", "SessionEnd"}
    for groups in hooks.values():
        ((hook,),) = [each["hooks"] for each in groups]
        assert hook["command"] == setting(tmp_path).line("hook")
    server = json.loads(files[".mcp.json"])["mcpServers"]["mohen"]
    assert [server["command"], *server["args"]] == setting(tmp_path).argv("mcp", "--here")


def test_without_the_package_for_tools_it_names_none(tmp_path: Path):
    assert ".mcp.json" not in filled(setting(tmp_path, tools=False))


# -- Hermes


@pytest.fixture
def provider(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The provider, in a host of which only the base class is there."""
    base = ModuleType("agent.memory_provider")
    base.MemoryProvider = ABC  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "agent", ModuleType("agent"))
    monkeypatch.setitem(sys.modules, "agent.memory_provider", base)
    folder = tmp_path / "hermes" / "plugins" / "mohen"
    shutil.copytree(PLUGINS / "hermes", folder)
    (folder / "mohen.json").write_text(json.dumps({"command": setting(tmp_path).argv("ipc")}))
    spec = importlib.util.spec_from_file_location("_hermes_mohen", folder / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: list[Any] = []
    host = ModuleType("host")
    host.register_memory_provider = found.append  # type: ignore[attr-defined]
    module.register(host)
    (made,) = found
    yield made
    made.shutdown()


def begin(provider: Any, tmp_path: Path, session: str = "one", **more: Any) -> None:
    provider.initialize(session, hermes_home=str(tmp_path / "hermes"), platform="cli", **more)


def test_hermes_is_told_what_was_said_before(provider: Any, tmp_path: Path):
    assert provider.name == "mohen"
    assert provider.is_available()
    begin(provider, tmp_path)
    assert provider.system_prompt_block() == ""
    provider.sync_turn(SAYS, "All right.", session_id="one", messages=[])
    provider.on_session_switch("two")
    assert "Bartholomew" in provider.prefetch(ASKS, session_id="two")
    names = [each["name"] for each in provider.get_tool_schemas()]
    assert names == ["mohen_search", "mohen_remember"]
    kept = provider.handle_tool_call("mohen_remember", {"content": "The user likes figs."})
    assert "error" not in json.loads(kept)
    assert "figs" in provider.handle_tool_call("mohen_search", {"query": "figs"})


def test_what_nobody_says_is_not_heard(provider: Any, tmp_path: Path):
    begin(provider, tmp_path, agent_context="cron")
    provider.sync_turn(SAYS, "All right.")
    assert provider.prefetch(ASKS) == ""


def test_a_memory_that_ends_stops_nobody(provider: Any, tmp_path: Path):
    begin(provider, tmp_path)
    provider._child._process.kill()
    provider._child._process.wait()
    provider.sync_turn(SAYS, "All right.")
    assert provider.prefetch(ASKS) == ""
    told = provider.handle_tool_call("mohen_search", {"query": "x"})
    assert json.loads(told) == {"error": "the memory does not answer"}


# -- OpenClaw

HOST = """
import plugin from "./index.js";
const [command, work, says, asks] = JSON.parse(process.argv[2]);
const hooks = {}, tools = {}, warned = [];
plugin.register({
  pluginConfig: { command },
  logger: { warn: (text) => warned.push(text) },
  registerMemoryCapability() {},
  registerTool(make, { name }) { tools[name] = make({ workspaceDir: work }); },
  on(name, work) { hooks[name] = work; },
});
const ctx = { workspaceDir: work, agentId: "main", sessionKey: "agent:main:main" };
const seen = {};
seen.first = await hooks.before_prompt_build({ currentUserMessage: asks }, ctx);
await hooks.agent_end({}, ctx);
seen.second = await hooks.before_prompt_build({ currentUserMessage: asks }, ctx);
const group = { ...ctx, sessionKey: "agent:main:telegram:group:7" };
seen.group = (await hooks.before_prompt_build({ currentUserMessage: asks }, group)) ?? null;
const fact = { content: "The user likes figs." };
await tools.mohen_remember.execute("call", fact);
seen.found = (await tools.mohen_search.execute("call", { query: "figs" })).content[0].text;
hooks.gateway_stop();
seen.warned = warned;
process.stdout.write(JSON.stringify(seen));
"""


@pytest.fixture
def openclaw(tmp_path: Path) -> Path:
    if shutil.which("node") is None:
        pytest.skip("Node.js is not installed")
    folder = tmp_path / "plugin"
    shutil.copytree(PLUGINS / "openclaw", folder)
    (folder / "host.js").write_text(HOST)
    return folder


def run(folder: Path, command: list[str], tmp_path: Path) -> dict[str, Any]:
    told = json.dumps([command, str(tmp_path), SAYS, ASKS])
    done = subprocess.run(
        ["node", "host.js", told],
        cwd=folder,
        env={**os.environ, "OPENCLAW_STATE_DIR": str(tmp_path / "state")},
        check=True,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    seen: dict[str, Any] = json.loads(done.stdout)
    return seen


def test_openclaw_is_told_what_was_said_before_and_a_group_is_not(openclaw: Path, tmp_path: Path):
    talk = OpenClawFile(tmp_path / "state" / "agents" / "main" / "sessions" / "a.jsonl")
    talk.say(SAYS)
    seen = run(openclaw, setting(tmp_path).argv("ipc"), tmp_path)
    assert seen["warned"] == []
    assert seen["first"] == {}
    assert "Bartholomew" in seen["second"]["prependContext"]
    assert seen["group"] is None
    assert "figs" in seen["found"]


def test_the_manifest_names_the_slot_and_the_tools():
    manifest = json.loads((PLUGINS / "openclaw" / "openclaw.plugin.json").read_text("utf-8"))
    code = (PLUGINS / "openclaw" / "index.js").read_text("utf-8")
    assert (manifest["id"], manifest["kind"]) == ("mohen", "memory")
    assert all(f'"{each}"' in code for each in manifest["contracts"]["tools"])
